// Keyboard events on the board, the rack or the page, carried out on the state.

import { readKey } from "./keyboard";
import type { BoardState } from "./state";
import { applyKey, turn } from "./typing";

/** The result of a key; `lay`: the person has ended the word with Enter. */
export interface KeyResult {
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
