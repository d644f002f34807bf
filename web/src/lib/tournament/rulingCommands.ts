// What an arbiter does at a table, as commands of the desk.
import type { DeskCommand, RoundTableCard } from "$lib/wire/tournaments";
import { isSettled } from "./cards";

export type Deed = "result" | "correct" | "to_forfeit" | "forfeit" | "arrived" | "deduct" | "rule" | "exclude" | "withdraw";

interface Filled {
  /** In the order of the table. */
  readonly scores: readonly string[];
  /** Where the last words decide between equal scores. */
  readonly words: readonly string[];
  readonly signed: boolean;
  /** A starting number, or empty for nobody. */
  readonly player: string;
  readonly cause: string;
  readonly points: string;
  readonly clause: string;
  readonly reason: string;
}

/** What can be done at a table now, the likeliest first. */
export function deedsAt(card: RoundTableCard): readonly Deed[] {
  const isIn = isSettled(card);
  const open: readonly Deed[] = [...(card.absent?.length ? (["arrived", "forfeit"] as const) : []), "result", "forfeit"];
  const corrections: readonly Deed[] = card.players.length === 2 ? ["correct", "to_forfeit"] : ["correct"];
  return [...new Set<Deed>([...(isIn ? corrections : open), "deduct", "rule", "exclude", "withdraw"])];
}

const whole = (said: string): number | null => (/^\d{1,4}$/.test(said.trim()) ? Number(said) : null);

/** The command; null while something is missing. */
export function commandFor(deed: Deed, card: RoundTableCard, filled: Filled): DeskCommand | null {
  const where = { division: card.division ?? "", round: card.round, table: card.table };
  const number = filled.player === "" ? null : Number(filled.player);
  const [scores, words] = [filled.scores.map(whole), filled.words.map(whole)];
  const isUnwhole = [...scores, ...words].includes(null);
  const reason = filled.reason.trim();
  const result = { kind: "played", scores, ...(words.length ? { last_words: words } : {}) };
  switch (deed) {
    case "result":
      return isUnwhole ? null : { type: "enter_result", ...where, result, signed: filled.signed ? card.players : [] };
    case "correct":
      if (isUnwhole || !reason || !filled.clause) return null;
      return { type: "correct_result", ...where, result, kind: "ruling", clause: filled.clause, reason, consent: true };
    case "to_forfeit": {
      if (!reason || !filled.clause) return null;
      const lost = number === null ? { kind: "both_forfeited", cause: filled.cause } : { kind: "forfeited", winner: number, score_now: whole(filled.points) ?? 0, cause: filled.cause };
      return { type: "correct_result", ...where, result: lost, kind: "ruling", clause: filled.clause, reason, consent: true };
    }
    case "forfeit":
      return { type: "award_forfeit", ...where, winner: number, cause: filled.cause, score_now: whole(filled.points) ?? 0, reason };
    case "rule":
      return reason && filled.clause ? { type: "rule", clause: filled.clause, text: reason, about: number === null ? [] : [number], round: card.round } : null;
    case "deduct": {
      const points = whole(filled.points);
      if (number === null || !points || !reason) return null;
      return { type: "deduct", division: where.division, round: where.round, number, points, reason };
    }
    case "exclude":
      return number === null || !reason ? null : { type: "exclude", number, reason, score_now: whole(filled.points) ?? 0 };
    case "arrived":
      return number === null ? null : { type: "note_arrival", number };
    case "withdraw":
      return number === null ? null : { type: "withdraw", number, reason };
  }
}
