// The tables of the current rounds as the arbiter must see them: what needs a person most stands first.
import type { Light, TableCard } from "$lib/wire/tournaments";
import { lastRound, roundKey, tablesOf, type Cards } from "./cards";
import { hallMillis } from "./hallClock";

type ConsoleState = Light | "lost" | "over";

interface ConsoleTable {
  readonly card: TableCard;
  readonly state: ConsoleState;
  /** Until a game is lost because a player has not come, in milliseconds. */
  readonly left: number | null;
}

const ORDER: readonly ConsoleState[] = ["ruling", "disputed", "lost", "awaited", "over", "told", "playing", "not_yet", "in"];

/** The sign of each state, so that colour is never alone. */
export const SIGNS: Readonly<Record<ConsoleState, string>> = {
  ruling: "!", disputed: "≠", lost: "✕", awaited: "?", over: "+", told: "½", playing: "▶", not_yet: "○", in: "✓",
};

/** The tables of the last round of every division, at this time in the hall. */
export function consoleTables(cards: Cards, now: number): readonly ConsoleTable[] {
  const minutes = cards.event?.minutes ?? null;
  const found = (cards.event?.divisions ?? []).flatMap((division) => {
    const round = lastRound(cards, division);
    const started = cards.rounds.get(roundKey(division, round))?.started_at ?? null;
    const gone = started === null || minutes === null ? null : now - hallMillis(started);
    return tablesOf(cards, division, round).map((card) => stateOf(card, gone, (minutes ?? 0) * 60_000));
  });
  return found.sort(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || (one.left ?? 0) - (other.left ?? 0),
  );
}

function stateOf(card: TableCard, gone: number | null, time: number): ConsoleTable {
  if (gone === null) return { card, state: card.light, left: null };
  if (card.light === "awaited") {
    const left = time - gone;
    return { card, state: left > 0 ? "awaited" : "lost", left: Math.max(0, left) };
  }
  // Both players have used up their time, if no clock was stopped.
  const isOver = card.light === "playing" && gone > time * card.players.length;
  return { card, state: isOver ? "over" : card.light, left: null };
}
