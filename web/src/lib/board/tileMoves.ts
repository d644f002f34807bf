// Moving one's own tiles about: pure functions, each gives a new state or, where nothing can be done, the very same one.

import type { SquareName } from "./squares";
import type { BoardState, OwnTile, Target, Tentative } from "./state";
import { change, isFree, onRack, squareOf, tileWith } from "./state";
import { BACK, BLANK } from "./tiles";

/** Put a tile on a square, from the rack or from another square. A tentative tile that lies there gives way. */
export function place(state: BoardState, id: number, square: SquareName): BoardState {
  const tile = tileWith(state, id);
  if (!tile || !isFree(state, square)) return cancelDrag(state);
  const from = squareOf(state, id);
  const tentative = { ...state.tentative };
  const moved: Tentative = (from ? tentative[from] : null) ?? { id, letter: null };
  const evicted = tentative[square];
  if (from) delete tentative[from];
  if (from && evicted && from !== square) tentative[from] = evicted;
  tentative[square] = moved;
  const asking = isTold(tile) && moved.letter === null ? square : state.asking;
  return change(state, { tentative, asking, selected: null, drag: null, marked: without(state.marked, id) });
}

/** Put the selected tile on a square. */
export function placeSelected(state: BoardState, square: SquareName): BoardState {
  return state.selected === null ? state : place(state, state.selected, square);
}

/** Take the tentative tile of a square back to its place on the rack. */
export function takeBack(state: BoardState, square: SquareName): BoardState {
  if (!state.tentative[square]) return state;
  const { [square]: _taken, ...tentative } = state.tentative;
  const asking = state.asking === square ? null : state.asking;
  return change(state, { tentative, asking, selected: null, drag: null });
}

/** Take all tentative tiles back. */
export function recall(state: BoardState): BoardState {
  if (!Object.keys(state.tentative).length) return state;
  return change(state, { tentative: {}, asking: null, selected: null, drag: null });
}

/**
 * Put a tile on the rack so that it stands there as number `position`, counted from 0 among the tiles that stand there
 * without it. A tile that lay on the board comes back.
 */
export function putOnRack(state: BoardState, id: number, position: number): BoardState {
  const tile = tileWith(state, id);
  if (!tile) return cancelDrag(state);
  const square = squareOf(state, id);
  const back = square ? takeBack(state, square) : state;
  const standing = onRack(back).filter((other) => other.id !== id);
  const before = standing[Math.max(0, position)];
  const others = back.tiles.filter((other) => other.id !== id);
  const at = before ? others.indexOf(before) : others.length;
  const tiles = [...others.slice(0, at), tile, ...others.slice(at)];
  return change(back, { tiles, drag: null });
}

/** Move a tile of the rack by so many places, as the arrow keys do. */
export function shift(state: BoardState, id: number, by: number): BoardState {
  const standing = onRack(state);
  const from = standing.findIndex((tile) => tile.id === id);
  const to = Math.min(Math.max(from + by, 0), standing.length - 1);
  return from < 0 || to === from ? state : putOnRack(state, id, to);
}

/** Bring the tiles into a random order. `random` gives numbers from 0 to below 1. */
export function shuffle(state: BoardState, random: () => number): BoardState {
  const tiles = [...state.tiles];
  for (let last = tiles.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other] as OwnTile, tiles[last] as OwnTile];
  }
  return change(state, { tiles });
}

/** Bring the tiles into the order of the alphabet, blanks last. */
export function sort(state: BoardState): BoardState {
  const rank = (tile: OwnTile): number => {
    const found = state.letters.indexOf(tile.face);
    return found < 0 ? state.letters.length : found;
  };
  return change(state, { tiles: [...state.tiles].sort((one, other) => rank(one) - rank(other)) });
}

/** Select a tile for the next tap; the same tile again, or `null`, selects nothing. */
export function select(state: BoardState, id: number | null): BoardState {
  return change(state, { selected: id === state.selected ? null : id });
}

/** Choose a tile for an exchange, or no longer. A tile on the board comes back first. */
export function toggleMark(state: BoardState, id: number): BoardState {
  if (state.marked.includes(id)) return change(state, { marked: without(state.marked, id) });
  const square = squareOf(state, id);
  const back = square ? takeBack(state, square) : state;
  return tileWith(back, id) ? change(back, { marked: [...back.marked, id] }) : state;
}

/** Choose no tile for an exchange. */
export function clearMarks(state: BoardState): BoardState {
  return state.marked.length ? change(state, { marked: [] }) : state;
}

/** Whether the person says what the tile is read as: a blank, or a tile whose face nobody else has seen. */
const isTold = (tile: OwnTile | null): boolean => tile?.face === BLANK || tile?.face === BACK;

/** Ask what the tentative blank on a square stands for, or which tile it is that nobody else has seen. */
export function askBlank(state: BoardState, square: SquareName): BoardState {
  const lying = state.tentative[square];
  return lying && isTold(tileWith(state, lying.id)) ? change(state, { asking: square }) : state;
}

/** Set the letter of a tentative blank, or the tile that nobody else has seen; `null` leaves it open. The question is closed. */
export function setBlank(state: BoardState, square: SquareName, letter: string | null): BoardState {
  const lying = state.tentative[square];
  if (!lying || !isTold(tileWith(state, lying.id))) return change(state, { asking: null });
  return change(state, { tentative: { ...state.tentative, [square]: { ...lying, letter } }, asking: null });
}

/** Begin to drag a tile. */
export function dragTile(state: BoardState, id: number): BoardState {
  return tileWith(state, id) ? change(state, { drag: { id, over: null }, selected: null }) : state;
}

/** The dragged tile is over this now. Gives the same state when nothing is different. */
export function dragOver(state: BoardState, over: Target | null): BoardState {
  if (!state.drag || sameTarget(state.drag.over, over)) return state;
  return change(state, { drag: { ...state.drag, over } });
}

/** Let the dragged tile go where it is; over nothing it stays where it was. */
export function drop(state: BoardState): BoardState {
  const { drag } = state;
  if (!drag?.over) return cancelDrag(state);
  if (drag.over.kind === "square") return place(state, drag.id, drag.over.square);
  return putOnRack(state, drag.id, drag.over.position);
}

/** Give the dragging up. */
export function cancelDrag(state: BoardState): BoardState {
  return state.drag ? change(state, { drag: null }) : state;
}

function sameTarget(one: Target | null, other: Target | null): boolean {
  if (one?.kind === "square") return other?.kind === "square" && one.square === other.square;
  if (one?.kind === "rack") return other?.kind === "rack" && one.position === other.position;
  return other === null;
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}
