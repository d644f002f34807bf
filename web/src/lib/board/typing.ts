// Writing a word with the keyboard: only the letters that the rack must give are typed, those on the board are stepped over.

import type { KeyAction } from "./keyboard";
import { nextVariant, readKey } from "./keyboard";
import { cancelDrag, place, placeSelected, recall, select, takeBack } from "./tileMoves";
import type { Direction, SquareName } from "./squares";
import { isOnBoard, nameOf, otherDirection, placeOf, step } from "./squares";
import type { BoardState } from "./state";
import { change, isFree, onRack } from "./state";
import { BACK, BLANK } from "./tiles";

/** Put the cursor on a square; on the square where it stands already, turn its direction. */
export function pointAt(state: BoardState, square: SquareName): BoardState {
  return state.cursor.square === square && !state.cursor.past ? turn(state) : setCursor(state, square);
}

/** Put the cursor on a square. */
export function setCursor(state: BoardState, square: SquareName, direction?: Direction): BoardState {
  if (!placeOf(square)) return state;
  return change(state, { cursor: { square, direction: direction ?? state.cursor.direction, past: false } });
}

/** Turn the direction in which a word is typed. */
export function turn(state: BoardState): BoardState {
  const { square, direction } = state.cursor;
  return change(state, { cursor: { square, direction: otherDirection(direction), past: false } });
}

/** Move the cursor by rows and columns; it stops at the edge. */
export function moveCursor(state: BoardState, rows: number, columns: number): BoardState {
  const from = placeOf(state.cursor.square);
  if (!from) return state;
  const to = { row: from.row + rows, column: from.column + columns };
  return isOnBoard(to, state.size) ? setCursor(state, nameOf(to)) : state;
}

/** Move the cursor to the beginning or end of its row, or of the board. */
export function moveToEdge(state: BoardState, end: boolean, corner: boolean): BoardState {
  const from = placeOf(state.cursor.square);
  if (!from) return state;
  const last = end ? state.size - 1 : 0;
  return setCursor(state, nameOf({ row: corner ? last : from.row, column: last }));
}

/**
 * Lay the tile with this letter at the cursor, or a blank as that letter when the rack has no such tile or `blank` asks for
 * it. A tile whose face only its owner knows is what its owner types. The cursor goes on to the next free square. Without such a tile nothing moves: `typed.square` is `null` then.
 */
export function typeLetter(state: BoardState, letter: string, blank = false): BoardState {
  const missing = change(state, { typed: { letter, square: null, blank } });
  const square = state.cursor.past ? null : squareForTyping(state);
  if (!square) return missing;
  const cleared = takeBack(state, square);
  const rack = onRack(cleared);
  const named = blank ? undefined : rack.find((tile) => tile.face === letter);
  const [wild, unseen] = [BLANK, BACK].map((face) => rack.find((other) => other.face === face));
  const tile = named ?? (blank ? (wild ?? unseen) : (unseen ?? wild));
  if (!tile) return missing;
  const laid = place(cleared, tile.id, square);
  const told = tile === unseen && blank ? letter.toLowerCase() : letter;
  const tentative = tile === named ? laid.tentative : { ...laid.tentative, [square]: { id: tile.id, letter: told } };
  return { ...laid, tentative, asking: null, cursor: after(laid, square), typed: { letter, square, blank } };
}

/** Turn the letter that was typed last into its next variant: A into Ą, Z into Ż and then Ź. */
export function typeVariant(state: BoardState): BoardState {
  const { typed } = state;
  if (!typed) return state;
  const letter = nextVariant(typed.letter, state.letters);
  if (letter === typed.letter) return state;
  if (!typed.square) return typeLetter(state, letter, typed.blank);
  const next = typeLetter(setCursor(takeBack(state, typed.square), typed.square), letter, typed.blank);
  // The letter that was typed stays until the rack has one of its sisters.
  return next.typed?.square ? next : { ...state, typed: { ...typed, letter } };
}

/** Take back the tentative tile at the cursor or, if there is none, the one before it. */
export function backspace(state: BoardState): BoardState {
  const { square, direction } = state.cursor;
  if (state.tentative[square]) return setCursor(takeBack(state, square), square);
  const before = previous(state, square, direction);
  return before ? setCursor(takeBack(state, before), before) : state;
}

/** Do what a stroke asks for. `enter` lays the selected tile, and does nothing without one: the page decides then. */
export function applyKey(state: BoardState, action: KeyAction): BoardState {
  switch (action.kind) {
    case "letter":
      return typeLetter(state, action.letter, action.blank);
    case "variant":
      return typeVariant(state);
    case "arrow":
      return moveCursor(state, action.rows, action.columns);
    case "edge":
      return moveToEdge(state, action.end, action.corner);
    case "turn":
      return state.selected === null ? turn(state) : placeSelected(state, state.cursor.square);
    case "enter":
      return placeSelected(state, state.cursor.square);
    case "back":
      return backspace(state);
    case "remove":
      return takeBack(state, state.cursor.square);
    case "escape":
      return giveUp(state);
  }
}

/** Escape: first a drag is given up, then a selection, then all tentative tiles are taken back. */
function giveUp(state: BoardState): BoardState {
  if (state.drag) return cancelDrag(state);
  return state.selected === null ? recall(state) : select(state, null);
}

/** The cursor behind a tile that has just been laid there by hand, so that the keyboard can go on. */
export function advance(state: BoardState, square: SquareName): BoardState {
  return change(state, { cursor: after(state, square) });
}

/** The square for the next letter: the cursor's own, where a tentative tile is replaced, or the next free one. */
function squareForTyping(state: BoardState): SquareName | null {
  const { square, direction } = state.cursor;
  return state.tentative[square] ? square : nextFree(state, square, direction);
}

function nextFree(state: BoardState, from: SquareName, direction: Direction): SquareName | null {
  let square: SquareName | null = from;
  while (square && (!isFree(state, square) || state.tentative[square])) square = step(square, direction, 1, state.size);
  return square;
}

function after(state: BoardState, square: SquareName): BoardState["cursor"] {
  const { direction } = state.cursor;
  const next = nextFree(state, square, direction);
  return { square: next ?? square, direction, past: next === null };
}

/** The square before: tiles that lie there for everybody are stepped over. */
function previous(state: BoardState, from: SquareName, direction: Direction): SquareName | null {
  let square = step(from, direction, -1, state.size);
  while (square && !isFree(state, square)) square = step(square, direction, -1, state.size);
  return square;
}

/** The last letter typed if the rack does not have it. */
export function missingLetter(state: BoardState): string | null {
  return state.typed && state.typed.square === null ? state.typed.letter : null;
}

/** The result of a key; `lay`: the person has ended the word with Enter. */
interface KeyResult {
  readonly next: BoardState;
  readonly lay: boolean;
}

/** Apply a key; `null` if the board has no use for it. */
export function handleKey(state: BoardState, event: KeyboardEvent): KeyResult | null {
  // The letter field handles letters that are being composed.
  const action = event.isComposing ? null : readKey(event, state.letters);
  if (!action) return null;
  const next = applyKey(state, action);
  if (action.kind === "enter" && state.selected === null) {
    const lay = Object.keys(state.tentative).length > 0;
    return { next: lay ? state : turn(state), lay };
  }
  // Escape with nothing to cancel is left to the page around the board.
  return action.kind === "escape" && next === state ? null : { next, lay: false };
}
