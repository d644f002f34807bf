// The cards of a tournament by their keys, and how changes are put into them.
import type { CardChanges, EntrantCard, EventCard, RoundCard, StandingCard, RoundTableCard } from "$lib/wire/tournaments";

export interface Cards {
  readonly event: EventCard | null;
  readonly entrants: ReadonlyMap<number, EntrantCard>;
  readonly rounds: ReadonlyMap<string, RoundCard>;
  readonly tables: ReadonlyMap<string, RoundTableCard>;
  readonly standings: ReadonlyMap<string, StandingCard>;
}

export const NO_CARDS: Cards = {
  event: null,
  entrants: new Map(),
  rounds: new Map(),
  tables: new Map(),
  standings: new Map(),
};

export const roundKey = (division: string, round: number): string => `${division}/${round}`;
export const tableKey = (division: string, round: number, table: number): string => `${division}/${round}/${table}`;
const standingKey = (division: string, number: number): string => `${division}/${number}`;

function merged<Key, Card>(
  before: ReadonlyMap<Key, Card>,
  changed: readonly Card[] = [],
  keyOf: (card: Card) => Key,
  gone: readonly Key[] = [],
): ReadonlyMap<Key, Card> {
  if (changed.length === 0 && gone.length === 0) return before;
  const after = new Map(before);
  for (const key of gone) after.delete(key);
  for (const card of changed) after.set(keyOf(card), card);
  return after;
}

/** The cards after these changes. A round that was paired anew, or taken back, takes its tables along. */
export function withChanges(cards: Cards, changes: CardChanges): Cards {
  const goneRounds = (changes.gone_rounds ?? []).map(([division, round]) => roundKey(division, round));
  const anew = (changes.rounds ?? [])
    .filter((card) => {
      const before = cards.rounds.get(roundKey(card.division, card.round));
      return before !== undefined && before.paired_at !== card.paired_at;
    })
    .map((card) => roundKey(card.division, card.round));
  const lost = new Set([...goneRounds, ...anew]);
  const goneTables = [...cards.tables.entries()]
    .filter(([, card]) => lost.has(roundKey(card.division ?? "", card.round)))
    .map(([key]) => key);
  return {
    event: changes.event ?? cards.event,
    entrants: merged(cards.entrants, changes.entrants, (card) => card.number, changes.gone_entrants),
    rounds: merged(cards.rounds, changes.rounds, (card) => roundKey(card.division, card.round), goneRounds),
    tables: merged(
      cards.tables,
      changes.tables,
      (card) => tableKey(card.division ?? "", card.round, card.table),
      goneTables,
    ),
    standings: merged(
      cards.standings,
      changes.standings,
      (card) => standingKey(card.division ?? "", card.number),
      (changes.gone_standings ?? []).map(([division, number]) => standingKey(division, number)),
    ),
  };
}

/** The tables of a round, by number. */
export const tablesOf = (cards: Cards, division: string, round: number): readonly RoundTableCard[] =>
  [...cards.tables.values()]
    .filter((card) => (card.division ?? "") === division && card.round === round)
    .sort((one, other) => one.table - other.table);

/** The round of a division that was paired last; 0 before the first. */
export const lastRound = (cards: Cards, division: string): number =>
  Math.max(0, ...[...cards.rounds.values()].filter((card) => card.division === division).map(({ round }) => round));

/** Whether a table has its result. */
export const isSettled = (card: RoundTableCard): boolean => card.decided_by !== undefined;

/** The round of a division that is played: the first with open games where rounds are paired ahead, else the last; 0 before the first. */
export function currentRound(cards: Cards, division: string): number {
  const open = [...cards.tables.values()].filter((card) => (card.division ?? "") === division && !isSettled(card));
  return open.length > 0 ? Math.min(...open.map(({ round }) => round)) : lastRound(cards, division);
}

/** The classification of a division; who has no place stands last. */
export const standingsOf = (cards: Cards, division: string): readonly StandingCard[] =>
  [...cards.standings.values()]
    .filter((card) => (card.division ?? "") === division)
    .sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || one.number - other.number);

/** What a player is called. */
export function nameOf(cards: Cards, number: number): string {
  const name = cards.entrants.get(number)?.name;
  return name ? `${number}. ${name}` : String(number);
}
