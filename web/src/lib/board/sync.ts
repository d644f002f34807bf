// Keeping one's own tiles in order while the server's view changes, and over a reload.

import { fields, list, nullOr, record, text, whole, type Shape } from "../storage/shape";
import { onDevice } from "../storage/texts";
import { placeOf } from "./squares";
import type { BoardState, OwnTile, Tentative } from "./state";
import { change, squareOf } from "./state";
import type { Placement } from "./tiles";
import { readFaces } from "./tiles";

/** Board and rack in the server's view (`null`: the viewer has no rack). */
interface ServerView {
  readonly board: Placement;
  readonly rack: string | null;
}

/** Rack and tentative tiles as the browser stores them for a reload. */
interface SavedRack {
  readonly faces: readonly string[];
  /** For each square the place of its tile among `faces`, and the letter of a blank. */
  readonly tentative: Readonly<Record<string, { readonly tile: number; readonly letter: string | null }>>;
}

const FEW: Shape<readonly string[]> = (value): value is readonly string[] => list(text)(value) && value.length < 100 && !value.includes("");
const RACK = fields<SavedRack>({
  faces: FEW,
  tentative: record(fields<SavedRack["tentative"][string]>({ tile: whole, letter: nullOr(text) })),
});

/**
 * The state with the server's board and rack. Own tiles keep their order; those that were played or exchanged leave, new
 * ones come to the end. A tentative tile stays where it is unless its square has been taken. Gives the very same state when
 * the server says nothing new.
 */
export function syncWithServer(state: BoardState, server: ServerView): BoardState {
  const tiles = surviving(state, server);
  const sameTiles = tiles.length === state.tiles.length && tiles.every((tile, at) => tile.id === state.tiles[at]?.id);
  if (sameTiles && samePlacement(state.board, server.board)) return state;
  const alive = (id: number | null): boolean => tiles.some((tile) => tile.id === id);
  const tentative = Object.fromEntries(
    Object.entries(state.tentative).filter(([square, lying]) => alive(lying.id) && server.board[square] === undefined),
  );
  return change(state, {
    board: server.board,
    tiles,
    tentative,
    selected: alive(state.selected) ? state.selected : null,
    marked: state.marked.filter(alive),
    drag: state.drag && alive(state.drag.id) ? state.drag : null,
    asking: state.asking && tentative[state.asking] ? state.asking : null,
  });
}

/** The state to be stored for a reload. */
export function save(state: BoardState): SavedRack {
  const place = new Map(state.tiles.map((tile, at) => [tile.id, at]));
  return {
    faces: state.tiles.map((tile) => tile.face),
    tentative: Object.fromEntries(
      Object.entries(state.tentative).map(([square, { id, letter }]) => [square, { tile: place.get(id) ?? -1, letter }]),
    ),
  };
}

/** The state with the saved tiles; call `syncWithServer` next, because the game may have gone on. */
export function restore(state: BoardState, saved: SavedRack): BoardState {
  const first = nextId(state);
  const tiles = saved.faces.map((face, at): OwnTile => ({ id: first + at, face }));
  const tentative: Record<string, Tentative> = {};
  for (const [square, { tile, letter }] of Object.entries(saved.tentative)) {
    const own = tiles[tile];
    if (own && placeOf(square)) tentative[square] = { id: own.id, letter };
  }
  return change(state, { tiles, tentative, selected: null, marked: [], drag: null, asking: null });
}

/** Keep the tiles of a table in the browser. */
export function saveRack(table: string, state: BoardState): void {
  onDevice.keepValue(storageKey(table), save(state));
}

/** The kept tiles of a table, if any. */
export function loadRack(table: string): SavedRack | null {
  return onDevice.value(storageKey(table), RACK);
}

function storageKey(table: string): string {
  return `mostek.rack.${table}`;
}

/** The tiles after the server's word: as many of each face as the rack holds now. */
function surviving(state: BoardState, server: ServerView): OwnTile[] {
  const wanted = new Map<string, number>();
  for (const face of readFaces(server.rack ?? "")) wanted.set(face, (wanted.get(face) ?? 0) + 1);
  const staying = new Set<number>();
  const leaving = (tile: OwnTile): boolean => hasLeft(state, server, tile);
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
function hasLeft(state: BoardState, server: ServerView, tile: OwnTile): boolean {
  const square = squareOf(state, tile.id);
  return state.marked.includes(tile.id) || (square !== null && server.board[square] !== undefined);
}

function nextId(state: BoardState): number {
  return Math.max(0, ...state.tiles.map((tile) => tile.id)) + 1;
}

function samePlacement(one: Placement, other: Placement): boolean {
  const squares = Object.keys(one);
  if (squares.length !== Object.keys(other).length) return false;
  return one === other || squares.every((square) => one[square] === other[square]);
}
