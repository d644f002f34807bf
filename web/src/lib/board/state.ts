// What one person does with their tiles before a move is made: headless, immutable, and of no concern to the server.

import type { Direction, SquareName } from "./squares";
import { inOrder, placeOf } from "./squares";
import type { Face, Placement } from "./tiles";
import { BLANK, writeTile } from "./tiles";

/** A tile of the person's rack. The number distinguishes two tiles with the same face. */
export interface OwnTile {
  readonly id: number;
  readonly face: Face;
}

/**
 * A tile that lies on the board tentatively; `letter` is the letter of a declared blank, otherwise `null`. For a tile whose
 * face only its owner knows it is what the owner says: `K`, `k` for a blank, `?` for a blank without a letter.
 */
export interface Tentative {
  readonly id: number;
  readonly letter: string | null;
}

/** Where the next letter that is typed goes. */
interface Cursor {
  readonly square: SquareName;
  readonly direction: Direction;
  /** Whether the word has come to the edge: nothing more is typed until the cursor moves. */
  readonly past: boolean;
}

/** Where a tile may be let go: on a square, or on the rack before the tile that is `position`th there. */
export type Target =
  | { readonly kind: "square"; readonly square: SquareName }
  | { readonly kind: "rack"; readonly position: number };

/** A tile that is being dragged, and what it is over. */
interface Drag {
  readonly id: number;
  readonly over: Target | null;
}

/** The last letter that was typed, for the key that turns it into its next variant (A → Ą). */
interface Typed {
  readonly letter: string;
  /** Where it lies; `null` if the rack did not have it. */
  readonly square: SquareName | null;
  /** Whether the key asks for a blank. */
  readonly blank: boolean;
}

/** Everything that the board and the rack show of one person's tiles. */
export interface BoardState {
  /** How many rows, and columns, the board has. */
  readonly size: number;
  /** The letters of the alphabet in their order, without the blank. */
  readonly letters: readonly string[];
  /** The tiles on the board of the game. */
  readonly board: Placement;
  /** All own tiles in the person's order, those that lie on the board tentatively, too. */
  readonly tiles: readonly OwnTile[];
  readonly tentative: Readonly<Record<SquareName, Tentative>>;
  readonly cursor: Cursor;
  /** The tile that the next tap puts down. */
  readonly selected: number | null;
  /** Tiles chosen to be exchanged. */
  readonly marked: readonly number[];
  readonly drag: Drag | null;
  /** The square of the blank whose letter the dialog asks for. */
  readonly asking: SquareName | null;
  readonly typed: Typed | null;
}

/** An empty board with an empty rack; `syncWithServer` fills it from the server's view. */
export function begin(options: { size: number; start: SquareName; letters: readonly string[] }): BoardState {
  return {
    size: options.size,
    letters: options.letters,
    board: {},
    tiles: [],
    tentative: {},
    cursor: { square: options.start, direction: "across", past: false },
    selected: null,
    marked: [],
    drag: null,
    asking: null,
    typed: null,
  };
}

/** The state with some fields changed; after any change the last typed letter has no next variant any more. */
export function change(state: BoardState, fields: Partial<BoardState>): BoardState {
  return { ...state, typed: null, ...fields };
}

/** The own tile with this number, if it is still there. */
export function tileWith(state: BoardState, id: number | null): OwnTile | null {
  return state.tiles.find((tile) => tile.id === id) ?? null;
}

/** The square on which an own tile lies tentatively; `null` if it stands on the rack. */
export function squareOf(state: BoardState, id: number): SquareName | null {
  return Object.keys(state.tentative).find((square) => state.tentative[square]?.id === id) ?? null;
}

/** The tiles that stand on the rack, in their order. */
export function onRack(state: BoardState): OwnTile[] {
  return state.tiles.filter((tile) => squareOf(state, tile.id) === null);
}

/** Whether no tile of the game lies on a square. */
export function isFree(state: BoardState, square: SquareName): boolean {
  return placeOf(square) !== null && state.board[square] === undefined;
}

/** The tentative tiles as the command `lay_tiles` wants them, in the order of the squares. */
export function placement(state: BoardState): Record<SquareName, string> {
  const squares = inOrder(Object.keys(state.tentative));
  return Object.fromEntries(squares.map((square) => [square, textAt(state, square)]));
}

/** The squares of tentative blanks without a letter. */
export function unnamedBlanks(state: BoardState): SquareName[] {
  const tiles = placement(state);
  return Object.keys(tiles).filter((square) => tiles[square] === BLANK);
}

/** The faces of the tiles that are chosen for an exchange, in the order of the rack. */
export function markedFaces(state: BoardState): Face[] {
  return state.tiles.filter((tile) => state.marked.includes(tile.id)).map((tile) => tile.face);
}

function textAt(state: BoardState, square: SquareName): string {
  const lying = state.tentative[square];
  const tile = lying ? tileWith(state, lying.id) : null;
  return tile && lying ? writeTile(tile.face, lying.letter) : BLANK;
}
