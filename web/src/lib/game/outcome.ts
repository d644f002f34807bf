import type { NumberedEvent } from "$lib/wire/types";

/** The decision on the turn: a check found all words valid or not, or the turn is lost for another reason. */
export type Outcome = "valid" | "invalid" | "lost";

/** The reason given for the last interruption of play; empty if none was given. */
export function interruptionReason(log: readonly NumberedEvent[]): string {
  const last = log.findLast(({ event }) => event.type === "play_interrupted")?.event;
  return last?.type === "play_interrupted" ? last.why.replace(/[.\s]+$/u, "") : "";
}

/** `null` while nothing is decided. */
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
