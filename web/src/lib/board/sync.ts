// Keeping one's own tiles in order while the server's view changes, and over a reload.

import { placeOf } from "./squares";
import type { BoardState, OwnTile, Tentative } from "./state";
import { change, squareOf } from "./state";
import type { Placement } from "./tiles";
import { readFaces } from "./tiles";

/** What the server says: the board for everybody, and the viewer's own tiles (`null`: the viewer has none). */
export interface Seen {
  readonly board: Placement;
  readonly rack: string | null;
}

/** What is kept in the browser for a reload. */
export interface Kept {
  readonly faces: readonly string[];
  /** For each square the place of its tile among `faces`, and the letter of a blank. */
  readonly tentative: Readonly<Record<string, { readonly tile: number; readonly letter: string | null }>>;
}

/**
 * The state with the server's board and rack. Own tiles keep their order; those that were played or exchanged leave, new
 * ones come to the end. A tentative tile stays where it is unless its square has been taken. Gives the very same state when
 * the server says nothing new.
 */
export function reconcile(state: BoardState, seen: Seen): BoardState {
  const tiles = surviving(state, seen);
  const sameTiles = tiles.length === state.tiles.length && tiles.every((tile, at) => tile.id === state.tiles[at]?.id);
  if (sameTiles && samePlacement(state.board, seen.board)) return state;
  const alive = (id: number | null): boolean => tiles.some((tile) => tile.id === id);
  const tentative = Object.fromEntries(
    Object.entries(state.tentative).filter(([square, lying]) => alive(lying.id) && seen.board[square] === undefined),
  );
  return change(state, {
    board: seen.board,
    tiles,
    tentative,
    selected: alive(state.selected) ? state.selected : null,
    marked: state.marked.filter(alive),
    drag: state.drag && alive(state.drag.id) ? state.drag : null,
    asking: state.asking && tentative[state.asking] ? state.asking : null,
  });
}

/** What to keep for a reload. */
export function keep(state: BoardState): Kept {
  const place = new Map(state.tiles.map((tile, at) => [tile.id, at]));
  return {
    faces: state.tiles.map((tile) => tile.face),
    tentative: Object.fromEntries(
      Object.entries(state.tentative).map(([square, { id, letter }]) => [square, { tile: place.get(id) ?? -1, letter }]),
    ),
  };
}

/** The state with what was kept; `reconcile` has to follow, because the game may have gone on. */
export function recollect(state: BoardState, kept: Kept): BoardState {
  const first = nextId(state);
  const tiles = kept.faces.map((face, at): OwnTile => ({ id: first + at, face }));
  const tentative: Record<string, Tentative> = {};
  for (const [square, { tile, letter }] of Object.entries(kept.tentative)) {
    const own = tiles[tile];
    if (own && placeOf(square)) tentative[square] = { id: own.id, letter };
  }
  return change(state, { tiles, tentative, selected: null, marked: [], drag: null, asking: null });
}

/** Read what was kept. Anybody may have written there: `null` for what has another shape. */
export function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keep the tiles of a table in the browser. A browser that keeps nothing is no reason to stop a game. */
export function store(storage: Storage, table: string, state: BoardState): void {
  try {
    storage.setItem(storageKey(table), JSON.stringify(keep(state)));
  } catch {
    // Full or forbidden: the order of the rack is lost at a reload, nothing else.
  }
}

/** What was kept for a table, if anything. */
export function stored(storage: Storage, table: string): Kept | null {
  try {
    return readKept(storage.getItem(storageKey(table)));
  } catch {
    return null;
  }
}

function storageKey(table: string): string {
  return `mostek.rack.${table}`;
}

/** The tiles after the server's word: as many of each face as the rack holds now. */
function surviving(state: BoardState, seen: Seen): OwnTile[] {
  const wanted = new Map<string, number>();
  for (const face of readFaces(seen.rack ?? "")) wanted.set(face, (wanted.get(face) ?? 0) + 1);
  const staying = new Set<number>();
  const leaving = (tile: OwnTile): boolean => hasLeft(state, seen, tile);
  const candidates = [...state.tiles.filter((tile) => !leaving(tile)), ...state.tiles.filter(leaving)];
  for (const { id, face } of candidates) {
    const left = wanted.get(face) ?? 0;
    if (left > 0) {
      staying.add(id);
      wanted.set(face, left - 1);
    }
  }
  const faces = [...wanted].flatMap(([face, count]) => Array.from({ length: count }, () => face));
  const first = nextId(state);
  const fresh = faces.map((face, at): OwnTile => ({ id: first + at, face }));
  return [...state.tiles.filter((tile) => staying.has(tile.id)), ...fresh];
}

/** Of two equal tiles the one goes whose square is taken now for everybody, or that was chosen for the exchange. */
function hasLeft(state: BoardState, seen: Seen, tile: OwnTile): boolean {
  const square = squareOf(state, tile.id);
  return state.marked.includes(tile.id) || (square !== null && seen.board[square] !== undefined);
}

function nextId(state: BoardState): number {
  return Math.max(0, ...state.tiles.map((tile) => tile.id)) + 1;
}

function samePlacement(one: Placement, other: Placement): boolean {
  const squares = Object.keys(one);
  if (squares.length !== Object.keys(other).length) return false;
  return one === other || squares.every((square) => one[square] === other[square]);
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || !Array.isArray(value.faces) || !isRecord(value.tentative)) return false;
  const facesRight = value.faces.length < 100 && value.faces.every((face) => typeof face === "string" && face !== "");
  return facesRight && Object.values(value.tentative).every(isKeptTile);
}

function isKeptTile(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Number.isInteger(value.tile) && (value.letter === null || typeof value.letter === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

