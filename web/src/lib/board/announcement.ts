// What has just been done with the own tiles, in a sentence for the live region.

import { m } from "../text/text";
import { directionText, spokenLetter } from "./speech";
import { readable } from "./squares";
import type { BoardState } from "./state";
import { placement } from "./state";
import { letterOf } from "./tiles";
import { missingLetter } from "./typing";

/** The sentence; empty where the focus that moves tells enough. */
export function told(before: BoardState, after: BoardState, numbered: boolean): string {
  const missing = after.typed === before.typed ? null : missingLetter(after);
  if (missing) return m.board_missing({ letter: spokenLetter(missing) });
  // What the server has changed is told by whoever tells the moves.
  if (before.board !== after.board) return "";
  return tilesTold(before, after, numbered) || directionTold(before, after);
}

function tilesTold(before: BoardState, after: BoardState, numbered: boolean): string {
  const [old, now] = [placement(before), placement(after)];
  const [laid] = Object.keys(now).filter((square) => now[square] !== old[square]);
  if (laid) return m.board_laid({ letter: named(now[laid]), square: readable(laid, numbered) });
  const gone = Object.keys(old).filter((square) => now[square] === undefined);
  if (gone.length > 1) return m.board_all_taken_back();
  const [one] = gone;
  return one ? m.board_taken_back({ letter: named(old[one]) }) : "";
}

function directionTold(before: BoardState, after: BoardState): string {
  if (before.cursor.direction === after.cursor.direction) return "";
  return m.board_typing({ direction: directionText(after.cursor.direction) });
}

function named(tile: string | undefined): string {
  const letter = tile === undefined ? null : letterOf(tile);
  return letter === null ? m.board_blank() : spokenLetter(letter);
}
