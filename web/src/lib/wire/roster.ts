// The roster of a tournament: people with all details, teams, rules for pairs, places that are shared, and prizes.
import { request } from "./http";

/** What can be amended of an entrant; what has its default is missing. */
export interface Person {
  readonly name: string;
  readonly first?: string;
  readonly last?: string;
  readonly city?: string;
  readonly club?: string;
  readonly category?: string;
  /** In hundredths. */
  readonly rating?: number;
  readonly minor?: boolean;
  readonly consent?: boolean;
  readonly public?: boolean;
}

interface RosterPerson {
  readonly number: number;
  readonly person: Person;
  readonly division: string;
  readonly team: string;
  readonly board: number;
  /** `2026-11-21`. */
  readonly entered_on: string;
  readonly override: string;
}

export interface RosterTeam {
  readonly name: string;
  readonly division: string;
  readonly contact: string;
  readonly members: readonly number[];
  readonly confirmed: boolean;
  /** Whether it has as many members as the event says. */
  readonly complete: boolean;
  readonly line_up: readonly number[];
  readonly playing: readonly number[];
}

interface PairRule {
  readonly pair: readonly [number, number];
  readonly rule: "forced" | "forbidden";
}

export interface SharedPlace {
  readonly division: string;
  readonly place: number;
  readonly numbers: readonly number[];
}

export interface Prize {
  /** In the smallest coin. */
  readonly amount?: number;
  readonly thing?: string;
}

export interface PrizeList {
  readonly division?: string;
  readonly category?: string;
  readonly teams?: boolean;
  readonly prizes?: readonly Prize[];
}

export interface Roster {
  readonly n: number;
  readonly people: readonly RosterPerson[];
  readonly teams: readonly RosterTeam[];
  /** `null` where no teams play. */
  readonly team_size: number | null;
  readonly line_ups: boolean;
  readonly rules: readonly PairRule[];
  readonly shared: readonly SharedPlace[];
  readonly prizes: readonly PrizeList[];
  /** How many players must have signed a slip. */
  readonly signatures: number;
  /** The systems by which a round can be paired instead of the planned one. */
  readonly systems: readonly { readonly name: string; readonly title: string }[];
}

export const readRoster = (id: string): Promise<Roster> => request<Roster>("GET", `/tournaments/${encodeURIComponent(id)}/roster`);
