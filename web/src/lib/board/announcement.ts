// The last change of the person's own tiles as a sentence for the live region.

import { m } from "../text/text";
import { directionText, spokenLetter } from "./speech";
import { readable } from "./squares";
import type { BoardState } from "./state";
import { placement } from "./state";
import { letterOf } from "./tiles";
import { missingLetter } from "./typing";

/** The sentence; empty where the moving focus says enough. */
export function announcement(before: BoardState, after: BoardState, numbered: boolean): string {
  const missing = after.typed === before.typed ? null : missingLetter(after);
  if (missing) return m.board_missing({ letter: spokenLetter(missing) });
  // Changes from the server are announced with the events.
  if (before.board !== after.board) return "";
  return tileAnnouncement(before, after, numbered) || directionAnnouncement(before, after);
}

function tileAnnouncement(before: BoardState, after: BoardState, numbered: boolean): string {
  const [old, now] = [placement(before), placement(after)];
  const [laid] = Object.keys(now).filter((square) => now[square] !== old[square]);
  if (laid) return m.board_laid({ letter: named(now[laid]), square: readable(laid, numbered) });
  const gone = Object.keys(old).filter((square) => now[square] === undefined);
  if (gone.length > 1) return m.board_all_taken_back();
  const [one] = gone;
  return one ? m.board_taken_back({ letter: named(old[one]) }) : "";
}

function directionAnnouncement(before: BoardState, after: BoardState): string {
  if (before.cursor.direction === after.cursor.direction) return "";
  return m.board_typing({ direction: directionText(after.cursor.direction) });
}

function named(tile: string | undefined): string {
  const letter = tile === undefined ? null : letterOf(tile);
  return letter === null ? m.board_blank() : spokenLetter(letter);
}
