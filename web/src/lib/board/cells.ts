// What each square of the board shows, worked out of the state and of what the page knows about the game.

import { squareText } from "./speech";
import type { Direction, SquareName } from "./squares";
import { allSquares, inOrder } from "./squares";
import type { BoardState } from "./state";
import { placement } from "./state";
import type { Layout, Placement, Premium, TileText } from "./tiles";
import { faceOf, isBlank, letterOf } from "./tiles";

/** The board besides the person's own tiles. */
export interface Scene {
  readonly layout: Layout;
  readonly values: Readonly<Record<string, number>>;
  /** Squares of the last move. */
  readonly lastMove: readonly SquareName[];
  /** Squares of dead blanks. */
  readonly dead: readonly SquareName[];
  /** Another player's tiles that lie while the clock runs. */
  readonly arranged: Placement | null;
  /** Squares of words that are not in the list. */
  readonly unknown?: readonly SquareName[];
  readonly numbered: boolean;
  /** The score of the tentative tiles, if it is shown. */
  readonly worth: number | null;
}

/** A tile to draw. */
export interface DrawnTile {
  readonly letter: string | null;
  readonly value: number;
  readonly blank: boolean;
}

/** One square, ready to be drawn. */
export interface Cell {
  readonly square: SquareName;
  readonly text: string;
  readonly premium: Premium | null;
  readonly start: boolean;
  readonly tile: DrawnTile | null;
  /** The number of the own tile that lies here tentatively. */
  readonly own: number | null;
  readonly tentative: boolean;
  readonly selected: boolean;
  readonly dragged: boolean;
  readonly over: boolean;
  readonly last: boolean;
  readonly dead: boolean;
  readonly unknown: boolean;
  /** The direction in which letters are typed, at the cursor only. */
  readonly cursor: Direction | null;
  readonly worth: number | null;
}

/** The squares of the board, row by row. */
export function cellsOf(state: BoardState, scene: Scene): Cell[][] {
  const own = placement(state);
  const worthAt = scene.worth === null ? undefined : inOrder(Object.keys(own))[0];
  return allSquares(scene.layout.size).map((row) =>
    row.map((square) => {
      const cell = cellOf(square, state, scene, own[square]);
      return square === worthAt ? { ...cell, worth: scene.worth } : cell;
    }),
  );
}

/** The new squares, with the old object for each unchanged one, so that only changes are drawn again. */
export function reused(before: readonly Cell[][], after: Cell[][]): Cell[][] {
  return after.map((row, at) => row.map((cell, place) => sameOr(before[at]?.[place], cell)));
}

/** A tile of the board as it is drawn. */
export function drawn(tile: TileText, values: Readonly<Record<string, number>>): DrawnTile {
  return { letter: letterOf(tile), value: values[faceOf(tile)] ?? 0, blank: isBlank(tile) };
}

function cellOf(square: SquareName, state: BoardState, scene: Scene, own: TileText | undefined): Cell {
  const lying = state.tentative[square];
  const foreign = scene.arranged?.[square];
  const tile = state.board[square] ?? own ?? foreign ?? null;
  const flags = {
    square,
    premium: scene.layout.premiums[square] ?? null,
    start: scene.layout.start === square,
    tentative: state.board[square] === undefined && tile !== null,
    selected: lying !== undefined && lying.id === state.selected,
    last: scene.lastMove.includes(square),
    dead: scene.dead.includes(square),
    unknown: scene.unknown?.includes(square) ?? false,
  };
  return {
    ...flags,
    text: squareText({ ...flags, tile, numbered: scene.numbered }, scene.values),
    tile: tile === null ? null : drawn(tile, scene.values),
    own: lying?.id ?? null,
    dragged: lying !== undefined && lying.id === state.drag?.id,
    over: state.drag?.over?.kind === "square" && state.drag.over.square === square,
    cursor: state.cursor.square === square ? state.cursor.direction : null,
    worth: null,
  };
}

function sameOr(before: Cell | undefined, after: Cell): Cell {
  if (!before) return after;
  const { tile: old, ...fields } = before;
  const now = after.tile;
  const sameTile = old === null || now === null ? old === now : old.letter === now.letter && old.value === now.value && old.blank === now.blank;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return sameTile && names.every((name) => fields[name] === after[name]) ? before : after;
}
