// Read from the stream: the board after each turn, time given back, the decision on the turn, why play was interrupted.
import { inOrder } from "$lib/board/squares";
import type { NumberedEvent, Turn, View } from "$lib/wire/types";
import { isShown } from "./reduce";

type Tiles = Readonly<Record<string, string>>;

/** The tiles that a turn has left on the board. */
export const laidBy = (turn: Turn): Tiles => (turn.kind === "placement" ? (turn.placement ?? {}) : {});

/** The board before the first turn: empty, or the position in which the game was taken up. */
function before(view: View, unrecorded: readonly string[]): Tiles {
  const laid = new Set([...view.turns.flatMap((turn) => Object.keys(laidBy(turn))), ...unrecorded]);
  return Object.fromEntries(Object.entries(view.board).filter(([square]) => !laid.has(square)));
}

/**
 * The board after so many turns; tiles that were read otherwise later are shown as they are read now. `unrecorded` are the
 * squares of the move that awaits its record.
 */
export function boardAfter(view: View, turns: number, unrecorded: readonly string[]): Tiles {
  const squares = view.turns.slice(0, turns).flatMap((turn) => Object.entries(laidBy(turn)));
  return Object.fromEntries(
    [...Object.entries(before(view, unrecorded)), ...squares].map(([square, tile]) => [square, view.board[square] ?? tile]),
  );
}

/** The squares of the last move on the board, marked there. */
export function lastMoveSquares(view: View, unrecorded: readonly string[]): readonly string[] {
  if (unrecorded.length > 0) return unrecorded;
  const last = view.turns.findLast((turn) => turn.kind === "placement");
  return last ? inOrder(Object.keys(laidBy(last))) : [];
}

/** The squares of the move that awaits its record, from the events of the stream. */
export function unrecordedSquares(view: View, log: readonly NumberedEvent[]): readonly string[] {
  if (view.phase !== "laid" && view.phase !== "challenged") return [];
  const laid = log.findLast(({ event }) => event.type === "tiles_laid")?.event;
  return laid?.type === "tiles_laid" ? inOrder(Object.keys(laid.placement)) : [];
}

const ENDS_TURN: ReadonlySet<string> = new Set(["move_accepted", "turn_lost", "exchange_accepted", "turn_passed"]);

/** The sentences about time given back during each turn, by the turn's number. */
export function creditsByTurn(log: readonly NumberedEvent[]): ReadonlyMap<number, readonly string[]> {
  const credits = new Map<number, readonly string[]>();
  let turn = 1;
  for (const { event, sentence } of log) {
    if (event.type === "time_credited") {
      if (isShown(sentence)) credits.set(turn, [...(credits.get(turn) ?? []), sentence.text]);
    } else if (ENDS_TURN.has(event.type)) turn += 1;
    else if (event.type === "turn_reopened") turn -= 1;
  }
  return credits;
}

/** The decision on the turn: a check found all words valid or not, or the turn is lost for another reason. */
export type Outcome = "valid" | "invalid" | "lost";

/** The reason given for the last interruption of play; empty if none was given. */
export function interruptionReason(log: readonly NumberedEvent[]): string {
  const last = log.findLast(({ event }) => event.type === "play_interrupted")?.event;
  return last?.type === "play_interrupted" ? last.why.replace(/[.\s]+$/u, "") : "";
}

/** The decision on the current turn; `null` before there is one. */
export function outcomeOf(log: readonly NumberedEvent[]): Outcome | null {
  let outcome: Outcome | null = null;
  for (const { event } of log) {
    if (event.type === "turn_opened" || event.type === "tiles_laid") outcome = null;
    else if (event.type === "words_judged" || event.type === "verdict_overridden") {
      outcome = event.valid ? "valid" : "invalid";
    } else if (event.type === "turn_lost") outcome = outcome === "invalid" ? "invalid" : "lost";
  }
  return outcome;
}
