// Statistics of a person's own finished games.
import { fetchFile, request } from "./http";
import type { Grade } from "./reviews";

export interface GamePoint {
  readonly title: string;
  readonly opponent: string;
  readonly score: number;
  readonly against: number;
  readonly accuracy: number | null;
  readonly lost_points: number;
  readonly luck: number;
  readonly is_finished: boolean;
  /** The time used, in seconds; null if no clock ran. */
  readonly seconds: number | null;
}

/** Turns that took about as long. */
export interface TimeClass {
  /** The shortest time in seconds. */
  readonly least: number;
  /** Where the class ends; null for the last one. */
  readonly end: number | null;
  readonly turns: number;
  readonly points: number;
  readonly judged: number;
  readonly lost_points: number | null;
}

/** Means are for a game unless the name says otherwise. */
export interface Figures {
  readonly name: string;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly points: number;
  readonly points_against: number;
  readonly points_per_turn: number;
  readonly bingos: number;
  readonly missed_bingos: number;
  readonly exchanges: number;
  readonly phoneys: number;
  readonly judged: number;
  readonly accuracy: number | null;
  readonly lost_points: number;
  readonly luck: number;
  readonly grades: Readonly<Partial<Record<Grade, number>>>;
  readonly lost_by_phase: ByPhase;
  readonly best_game: number;
  readonly best_play: string;
  readonly best_play_points: number;
  readonly words: readonly (readonly [string, number])[];
  /** The newest first. */
  readonly points_of_games: readonly GamePoint[];
  /** The games with a clock; the times are about them. */
  readonly timed_games: number;
  readonly seconds_per_game: number | null;
  readonly seconds_per_turn: number | null;
  readonly seconds_by_phase: ByPhase;
  readonly by_time: readonly TimeClass[];
}

export type Phase = "opening" | "middle" | "late" | "last" | "end";
export type ByPhase = Readonly<Partial<Record<Phase, number>>>;

interface OwnStatistics {
  readonly games: number;
  /** The games that are not looked at yet. */
  readonly waiting: number;
  readonly figures: Figures | null;
}

/** From the finished games of a tournament on this server. */
export interface EventStatistics extends Omit<OwnStatistics, "figures"> {
  /** The games without a turn, or that the engine cannot judge. */
  readonly omitted: number;
  /** The words and the games of each person are left out. */
  readonly figures: { readonly all: Figures | null; readonly people: readonly Figures[] } | null;
}

const ofEvent = (id: string): string => `/tournaments/${encodeURIComponent(id)}/statistics`;

export const statistics = {
  own: () => request<OwnStatistics>("POST", "/statistics", {}),
  ofEvent: (id: string, division: string | null) => request<EventStatistics>("POST", ofEvent(id), { division }),
  eventFile: (id: string, division: string | null, form: "csv" | "html") => fetchFile(`${ofEvent(id)}/file`, { division, form }),
  file: (form: "csv" | "html") => fetchFile("/statistics/file", { form }),
} as const;
