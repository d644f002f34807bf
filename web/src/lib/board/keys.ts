// Keyboard events on the board, the rack or the page, carried out on the state.

import { readStroke } from "./keyboard";
import type { BoardState } from "./state";
import { obey, turn } from "./typing";

/** What a stroke has led to; `lay`: the person has ended the word with Enter. */
export interface Stroked {
  readonly next: BoardState;
  readonly lay: boolean;
}

/** Carry a stroke out; `null` if it is not the board's business. */
export function strokeOn(state: BoardState, event: KeyboardEvent): Stroked | null {
  // While a letter is being composed, the field that composes it tells of it.
  const intention = event.isComposing ? null : readStroke(event, state.letters);
  if (!intention) return null;
  const next = obey(state, intention);
  if (intention.kind === "enter" && state.selected === null) {
    const lay = Object.keys(state.tentative).length > 0;
    return { next: lay ? state : turn(state), lay };
  }
  // Escape with nothing to give up belongs to whatever stands around the board.
  return intention.kind === "escape" && next === state ? null : { next, lay: false };
}
