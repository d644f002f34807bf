// Fixtures for the tests of the board.

import { syncWithServer } from "./sync";
import type { BoardState } from "./state";
import { begin, onRack } from "./state";
import type { Layout, Placement, TileSet } from "./tiles";
import { writeFaces } from "./tiles";

export const POLISH: readonly string[] = [..."AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"];

/** A player with these tiles in this order, at a board of fifteen rows. */
export function holding(rack: string, board: Placement = {}): BoardState {
  let state = begin({ size: 15, start: "H8", letters: POLISH });
  // One tile after the other, so that equal ones keep the order of the text.
  for (let count = 1; count <= [...rack].length; count += 1) state = syncWithServer(state, { board, rack: [...rack].slice(0, count).join("") });
  return [...rack].length ? state : syncWithServer(state, { board, rack });
}

/** The number of the first tile with this face. */
export function idOf(state: BoardState, face: string): number {
  const tile = state.tiles.find((own) => own.face === face);
  if (!tile) throw new Error(`no tile ${face}`);
  return tile.id;
}

/** The tiles that stand on the rack, as a text. */
export function rackText(state: BoardState): string {
  return writeFaces(onRack(state).map((tile) => tile.face));
}

/** A set with some values, not those of any game. */
export const TILE_SET: TileSet = {
  name: "test",
  tiles: [...POLISH.map((letter) => ({ letter, value: letter === "K" ? 2 : letter === "Ż" ? 5 : 1, count: 2 })), { letter: "?", value: 0, count: 2 }],
};

/** A board with one premium square in a corner. */
export const LAYOUT: Layout = { name: "test", size: 15, start: "H8", premiums: { A1: "triple_word" } };
