// The state of a table at a glance, one for all pages: a sign and a word, never a colour alone; what needs a person most first.
import { m } from "$lib/text/text";
import type { Light, OfficeRole, RoundTableCard } from "$lib/wire/tournaments";
import { lastRound, nameOf, roundKey, tablesOf, type Cards } from "./cards";
import { duration, hallMillis } from "./hallClock";

/** `lost`: a whole time late (PFS-6.3.4a). `over`: longer than both players together may take. */
type Glance = Light | "lost" | "over";

export interface StatedTable {
  readonly card: RoundTableCard;
  readonly state: Glance;
  /** Until a game is lost because a player has not come, in milliseconds. */
  readonly left: number | null;
}

/** A player who has not come. */
interface LatePlayer {
  readonly card: RoundTableCard;
  readonly number: number;
  /** Until the game is lost, in milliseconds; `null` before the round starts, and without such a time. */
  readonly left: number | null;
}

const ORDER: readonly Glance[] = ["ruling", "disputed", "lost", "awaited", "over", "told", "playing", "not_yet", "adjourned", "in"];

/** The sign of each state, so that colour is never alone. */
export const SIGNS: Readonly<Record<Glance, string>> = {
  ruling: "!",
  disputed: "≠",
  lost: "✗",
  awaited: "?",
  over: "+",
  told: "½",
  playing: "▶",
  not_yet: "○",
  adjourned: "‖",
  in: "✓",
};

const WORDS: Readonly<Record<Glance, () => string>> = {
  ruling: m.desk_light_ruling,
  disputed: m.desk_light_disputed,
  lost: m.desk_light_lost,
  awaited: m.desk_light_awaited,
  over: m.desk_light_over,
  told: m.desk_light_told,
  playing: m.desk_light_playing,
  not_yet: m.desk_light_not_yet,
  adjourned: m.desk_light_adjourned,
  in: m.desk_light_in,
};

/** Day and time without the year: `22.11, 09:30`. */
const shortMoment = (said: string): string => `${said.slice(8, 10)}.${said.slice(5, 7)}, ${said.slice(11, 16)}`;

/** A result as the tournament says it: `400:400, ostatnie słowa 14:9`. */
export function resultOf({ scores = [], decided_by, last_words = [] }: RoundTableCard): string {
  const decided: Readonly<Partial<Record<NonNullable<RoundTableCard["decided_by"]>, string>>> = {
    points: "",
    last_words: last_words.length ? m.desk_last_words({ points: last_words.join(":") }) : m.desk_last_word_decides(),
    forfeit: m.desk_forfeit(),
    both_forfeited: m.desk_forfeit(),
  };
  return [scores.join(":"), decided_by && decided[decided_by]].filter(Boolean).join(", ");
}

/** What each player has reported, a sentence each. */
export const reportsOf = (cards: Cards, { reports = {} }: RoundTableCard): readonly string[] =>
  Object.entries(reports).map(([number, { scores, last_words }]) =>
    m.desk_reported({ name: nameOf(cards, Number(number)), scores: scores.join(":") + (last_words ? `, ${m.desk_last_words({ points: last_words.join(":") })}` : "") }),
  );

/** The state in words, with the time that matters there. */
export function stateText({ card, state, left }: StatedTable): string {
  if (state === "awaited" && left !== null) return m.desk_light_awaited_left({ time: duration(left) });
  if (state === "adjourned" && card.adjourned_until) return m.desk_light_adjourned_until({ until: shortMoment(card.adjourned_until) });
  return WORDS[state]();
}

/** The tables of the last round of a division, or of each, at this time in the hall; or those of an earlier round. */
export function statedTables(cards: Cards, now: number, division: string | null = null, earlier: number | null = null): readonly StatedTable[] {
  const divisions = division === null ? (cards.event?.divisions ?? []) : [division];
  const found = divisions.flatMap((name) => {
    const round = earlier ?? lastRound(cards, name);
    const gone = timeGone(cards, name, round, now);
    return tablesOf(cards, name, round).map((card) => stateOf(card, gone, timeOf(cards)));
  });
  return found.sort(
    (one, other) =>
      ORDER.indexOf(one.state) - ORDER.indexOf(other.state) ||
      (one.left ?? 0) - (other.left ?? 0) ||
      one.card.table - other.card.table,
  );
}

/** Who has not come to a table that has no result, the one with the least time left first. */
export function latePlayers(cards: Cards, now: number, division: string | null = null): readonly LatePlayer[] {
  return statedTables(cards, now, division)
    .filter(({ card, state }) => state !== "in" && state !== "adjourned" && (card.absent?.length ?? 0) > 0)
    .flatMap(({ card }) => {
      const gone = timeGone(cards, card.division ?? "", card.round, now);
      const time = timeOf(cards);
      const left = gone === null || time === null ? null : Math.max(0, time - gone);
      return (card.absent ?? []).map((number) => ({ card, number, left }));
    })
    .sort((one, other) => (one.left ?? Infinity) - (other.left ?? Infinity) || one.card.table - other.card.table);
}

/** Since the start of a round, in milliseconds; `null` before it. */
export function timeGone(cards: Cards, division: string, round: number, now: number): number | null {
  const started = cards.rounds.get(roundKey(division, round))?.started_at ?? null;
  return started === null ? null : Math.max(0, now - hallMillis(started));
}

/** A player's time for a game in milliseconds. */
const timeOf = (cards: Cards): number | null => (cards.event?.minutes ? cards.event.minutes * 60_000 : null);

function stateOf(card: RoundTableCard, gone: number | null, time: number | null): StatedTable {
  if (gone === null || time === null) return { card, state: card.light, left: null };
  if (card.light === "awaited") {
    const left = time - gone;
    return { card, state: left > 0 ? "awaited" : "lost", left: Math.max(0, left) };
  }
  // All players have used up their time, if no clock was stopped.
  const isOver = card.light === "playing" && gone > time * card.players.length;
  return { card, state: isOver ? "over" : card.light, left: null };
}

export const officeText = (role: OfficeRole): string =>
  ({
    director: m.desk_role_director,
    chief_arbiter: m.desk_role_chief_arbiter,
    assistant: m.desk_role_assistant,
    scorekeeper: m.desk_role_scorekeeper,
    announcer: m.desk_role_announcer,
  })[role]();
