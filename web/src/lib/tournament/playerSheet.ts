// What a player's phone shows, worked out from the cards. It is small and plain, so that the phone can keep the last one.
import { fields, flag, list, nullOr, number, oneOf, text, whole } from "$lib/storage/shape";
import type { Announcement, ArbiterCall, PlayerPage, RoundTableCard } from "$lib/wire/tournaments";
import { currentRound, nameOf, roundKey, standingsOf, type Cards } from "./cards";

/** Points in the order of the table, but the player's own first. */
export type Points = readonly number[];

/** A result as somebody tells it, the points of the reader first. */
export interface Told {
  readonly points: Points;
  /** Where they decide between equal points. */
  readonly words: Points;
}

/** How the table has ended for the player, as the tournament says it. */
export interface Ending {
  readonly outcome: "won" | "lost" | "drawn";
  readonly by: NonNullable<RoundTableCard["decided_by"]>;
  /** Empty where both have lost by forfeit. */
  readonly points: Points;
  /** The last words, where they decided. */
  readonly words: Points;
  /** At a table of three or four. */
  readonly place: number | null;
}

export interface OwnTable {
  readonly table: number;
  /** The own place at the table, from 0. */
  readonly seat: number;
  readonly others: readonly string[];
  /** Who starts; null where letters are drawn. */
  readonly starts: "me" | "other" | null;
  readonly told: Told | null;
  /** Different ones only. */
  readonly toldByOthers: readonly Told[];
  /** At a table of three or four, what everybody has said of the own points, the own ones first; who is not there has none. */
  readonly known: readonly (number | null)[];
  readonly ending: Ending | null;
  readonly isIn: boolean;
  /** Whether a player of the table has not come (PFS-6.3). */
  readonly isAwaited: boolean;
  /** Whether the game is played on the server. */
  readonly isOnline: boolean;
}

export interface CardRow {
  readonly round: number;
  /** Empty for a bye. */
  readonly opponents: readonly string[];
  /** Missing while the table has no result. */
  readonly ending: Ending | null;
}

interface AroundRow {
  readonly place: number | null;
  readonly name: string;
  readonly halfPoints: number;
  readonly gamePoints: number;
  readonly spread: number;
  readonly me: boolean;
  /** Whether places between the row above and this one are left out. */
  readonly gap: boolean;
}

/** A call that nobody has closed. */
type OpenCall = Omit<ArbiterCall, "closed_at">;

export interface Sheet {
  readonly id: string;
  readonly event: string;
  readonly name: string;
  readonly number: number;
  readonly rounds: number;
  /** 0 before the first. */
  readonly round: number;
  readonly startedAt: string | null;
  readonly minutes: number | null;
  /** The time of a turn, where turns are timed. */
  readonly turnSeconds: number | null;
  readonly hasBye: boolean;
  readonly table: OwnTable | null;
  readonly card: readonly CardRow[];
  readonly around: readonly AroundRow[];
  readonly announcements: readonly Announcement[];
  readonly calls: readonly OpenCall[];
  readonly mayCall: boolean;
  readonly mayTell: boolean;
  /** Whether equal points are a draw; elsewhere the last words decide. */
  readonly hasDraws: boolean;
  /** The address at which the tournament goes on. */
  readonly moved: string | null;
  /** The time in the hall when this was so. */
  readonly at: string;
}

const POINTS = list(number);
const TOLD = fields<Told>({ points: POINTS, words: POINTS });
const ENDING = nullOr(
  fields<Ending>({
    outcome: oneOf("won", "lost", "drawn"),
    by: oneOf("points", "last_words", "forfeit", "both_forfeited"),
    points: POINTS,
    words: POINTS,
    place: nullOr(number),
  }),
);
/** A sheet as the phone keeps it. */
export const SHEET = fields<Sheet>({
  id: text,
  event: text,
  name: text,
  number: whole,
  rounds: whole,
  round: whole,
  startedAt: nullOr(text),
  minutes: nullOr(number),
  turnSeconds: nullOr(number),
  hasBye: flag,
  table: nullOr(
    fields<OwnTable>({
      table: whole,
      seat: whole,
      others: list(text),
      starts: nullOr(oneOf("me", "other")),
      told: nullOr(TOLD),
      toldByOthers: list(TOLD),
      known: list(nullOr(number)),
      ending: ENDING,
      isIn: flag,
      isAwaited: flag,
      isOnline: flag,
    }),
  ),
  card: list(
    fields<CardRow>({
      round: whole,
      opponents: list(text),
      ending: ENDING,
    }),
  ),
  around: list(
    fields<AroundRow>({ place: nullOr(number), name: text, halfPoints: number, gamePoints: number, spread: number, me: flag, gap: flag }),
  ),
  announcements: list(fields<Announcement>({ id: whole, text, by: text, at: number })),
  calls: list(fields<OpenCall>({
      id: text,
      number: whole,
      division: text,
      round: whole,
      table: whole,
      reason: text,
      at: number,
      taken_by: nullOr(text),
      taken_at: nullOr(number),
    })),
  mayCall: flag,
  mayTell: flag,
  hasDraws: flag,
  moved: nullOr(text),
  at: text,
});

/** What the page of a player is beside the cards. */
export type Own = Pick<PlayerPage, "number" | "name" | "mine" | "calls" | "may_call"> & {
  readonly id: string;
  readonly at: string;
  readonly moved: string | null;
  /** Whether this is a copy for reading. */
  readonly isCopy: boolean;
};

const TOP = 3;
const NEAR = 3;

export const isAlike = (one: Told, other: Told): boolean => one.points.join() === other.points.join() && one.words.join() === other.words.join();

/** Everybody at the table in its order, as the turns go round. */
export const playersAt = ({ name, number, table }: Sheet): readonly string[] =>
  table ? [...table.others.slice(0, table.seat), `${number}. ${name}`, ...table.others.slice(table.seat)] : [];

const others = (table: RoundTableCard, number: number): readonly number[] => table.players.filter((player) => player !== number);

/** Values in the order of a table, those of one player first. */
function ownFirst<Value>(table: RoundTableCard, values: readonly Value[] | undefined, number: number): readonly Value[] | null {
  const own = values?.[table.players.indexOf(number)];
  return values === undefined || own === undefined ? null : [own, ...values.filter((_, seat) => table.players[seat] !== number)];
}

function endingOf(table: RoundTableCard, number: number): Ending | null {
  if (!table.decided_by) return null;
  const [own = 0, ...places] = ownFirst(table, table.places, number) ?? [];
  return {
    outcome: own !== 1 ? "lost" : places.includes(1) ? "drawn" : "won",
    by: table.decided_by,
    points: ownFirst(table, table.scores, number) ?? [],
    words: ownFirst(table, table.last_words, number) ?? [],
    place: places.length > 1 ? own : null,
  };
}

function toldBy(table: RoundTableCard, teller: number, number: number): Told | null {
  const report = table.reports?.[teller];
  const points = report?.scores.length === table.players.length ? ownFirst(table, report.scores, number) : null;
  return points && { points, words: ownFirst(table, report?.last_words, number) ?? [] };
}

/** The points of a player as they have told them, alone or with the others'; none of who is not there. */
function ownPoints(table: RoundTableCard, player: number, seat: number): number | null {
  const scores = table.reports?.[player]?.scores;
  if (!scores) return table.absent?.includes(player) ? 0 : null;
  return (scores.length === 1 ? scores[0] : scores[seat]) ?? null;
}

function ownTable(cards: Cards, table: RoundTableCard, number: number): OwnTable {
  const told = others(table, number).flatMap((each) => toldBy(table, each, number) ?? []);
  return {
    table: table.table,
    seat: table.players.indexOf(number),
    others: others(table, number).map((each) => nameOf(cards, each)),
    starts: cards.event?.draws_start ? null : table.players[0] === number ? "me" : "other",
    told: toldBy(table, number, number),
    toldByOthers: told.filter((each, at) => told.findIndex((other) => isAlike(each, other)) === at),
    known: table.players.length > 2 ? (ownFirst(table, table.players.map((player, seat) => ownPoints(table, player, seat)), number) ?? []) : [],
    ending: endingOf(table, number),
    isAwaited: (table.absent?.length ?? 0) > 0,
    isOnline: table.online ?? false,
    isIn: table.decided_by !== undefined,
  };
}

function cardOf(cards: Cards, division: string, number: number): readonly CardRow[] {
  const rounds = [...cards.rounds.values()].filter((each) => each.division === division);
  return rounds
    .sort((one, other) => one.round - other.round)
    .flatMap(({ round, byes }): readonly CardRow[] => {
      if (byes.includes(number)) return [{ round, opponents: [], ending: null }];
      const table = tableIn(cards, division, round, number);
      if (!table) return [];
      return [{ round, opponents: others(table, number).map((each) => nameOf(cards, each)), ending: endingOf(table, number) }];
    });
}

const tableIn = (cards: Cards, division: string, round: number, number: number): RoundTableCard | undefined =>
  [...cards.tables.values()].find(
    (card) => card.round === round && (card.division ?? "") === division && card.players.includes(number),
  );

function aroundOf(cards: Cards, division: string, own: Own): readonly AroundRow[] {
  const rows = standingsOf(cards, division);
  const mine = rows.findIndex((row) => row.number === own.number);
  let last = -1;
  return rows.flatMap((row, at): readonly AroundRow[] => {
    if (at >= TOP && Math.abs(at - mine) > NEAR) return [];
    const gap = at !== last + 1;
    last = at;
    return [
      {
        place: row.place,
        name: row.number === own.number ? `${own.number}. ${own.name}` : nameOf(cards, row.number),
        halfPoints: row.half_points ?? 0,
        gamePoints: row.game_points ?? 0,
        spread: row.spread ?? 0,
        me: row.number === own.number,
        gap,
      },
    ];
  });
}

/** What the phone of a player shows. */
export function sheetOf(cards: Cards, own: Own, announcements: readonly Announcement[]): Sheet {
  const division = cards.entrants.get(own.number)?.division ?? "";
  const round = currentRound(cards, division);
  const played = cards.rounds.get(roundKey(division, round));
  const open = tableIn(cards, division, round, own.number);
  // The own table has what was told at it; the public card has not.
  const table = open && own.mine && own.mine.round === round && own.mine.table === open.table ? own.mine : open;
  return {
    id: own.id,
    event: cards.event?.name ?? "",
    name: own.name,
    number: own.number,
    rounds: cards.event?.rounds ?? 0,
    round,
    startedAt: played?.started_at ?? null,
    minutes: cards.event?.minutes ?? null,
    turnSeconds: cards.event?.turn_seconds ?? null,
    hasBye: played?.byes.includes(own.number) ?? false,
    table: table ? ownTable(cards, table, own.number) : null,
    card: cardOf(cards, division, own.number),
    around: aroundOf(cards, division, own),
    announcements,
    calls: own.calls,
    mayCall: own.may_call && own.moved === null,
    mayTell: own.moved === null && !own.isCopy && (cards.event?.self_report ?? false),
    hasDraws: cards.event?.has_draws ?? true,
    moved: own.moved,
    at: own.at,
  };
}
