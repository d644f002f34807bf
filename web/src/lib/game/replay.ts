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

/** The last step of a replay. A game that is over has one step after its last turn: the end, with the final scores. */
export const lastStep = (view: View): number => view.turns.length + (view.phase === "over" ? 1 : 0);

/** The scores after so many turns, as the rows of the sheet count them. */
export function scoresAfter(view: View, turns: number): readonly number[] {
  const rows = view.turns.slice(0, turns);
  return view.players.map((_, index) => rows.findLast(({ seat }) => seat === index + 1)?.total ?? 0);
}

/**
 * The racks from which that turn was played, by seat; `null` while the person may not know them. A player who was not on turn
 * held what the player's next turn began with, or what was left at the end.
 */
export function racksBefore(view: View, turn: number): readonly string[] | null {
  const left = view.racks;
  if (left === null) return null;
  const rows = view.turns.slice(Math.max(0, turn - 1));
  return view.players.map((_, index) => rows.find(({ seat }) => seat === index + 1)?.rack ?? left[index] ?? "");
}

/** The step that an address names by `?move=16`; `null` if it names none. */
export function stepNamed(search: string): number | null {
  const named = new URLSearchParams(search).get("move") ?? "";
  return /^\d{1,4}$/.test(named) ? Number(named) : null;
}

/** The address of a step: the end of a game is the table itself. */
export function addressOf(url: string, step: number | null): string {
  const address = new URL(url);
  address.hash = "";
  if (step === null) address.searchParams.delete("move");
  else address.searchParams.set("move", String(step));
  return address.href;
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
  let closed = false;
  for (const { event, sentence } of log) {
    if (event.type === "time_credited") {
      if (isShown(sentence)) credits.set(turn, [...(credits.get(turn) ?? []), sentence.text]);
    } else if (ENDS_TURN.has(event.type)) {
      turn += 1;
      closed = true;
    } else if (event.type === "turn_opened") closed = false;
    // A move that was made with too many tiles is lost on dead time, after it has been written down (PFS-4.10.3b).
    else if (event.type === "turn_reopened" || (event.type === "move_withdrawn" && closed)) {
      turn -= 1;
      closed = false;
    }
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

/** Whether the list of words gave the last verdict, not a person. */
export const isJudgedByList = (log: readonly NumberedEvent[]): boolean => {
  const last = log.findLast(({ event }) => event.type === "words_judged" || event.type === "verdict_overridden")?.event;
  return last?.type === "words_judged" && last.by === "lexicon";
};

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
