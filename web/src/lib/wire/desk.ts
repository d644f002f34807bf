// The questions of the director's desk: what is next, what a line would do, pairings to look at, lists, tables and papers.
import { request, upload } from "./http";
import { tournaments, type DeskCommand, type NextAdvice, type TournamentPage } from "./tournaments";

export interface DeskOverview {
  readonly n: number;
  readonly next: readonly NextAdvice[];
  readonly warnings: readonly string[];
  readonly late: readonly { readonly table: number; readonly number: number; readonly seconds_left: number; readonly status: string }[];
}

export interface ReadLine {
  readonly kind: "command" | "already" | "absent" | "where" | "fault";
  readonly message: string;
  readonly column: number;
  readonly command: DeskCommand | null;
  readonly number: number | null;
  /** Whether the desk would refuse it as things stand. */
  readonly refused: boolean;
}

export interface SettingRow {
  readonly name: string;
  readonly title: string;
  readonly value: unknown;
  readonly said: string;
  readonly clause: string;
  readonly wording: string;
  readonly chosen: string;
  readonly fixed: boolean;
  readonly kind: "truth" | "whole" | "day" | "choice" | "several" | "readings" | "words";
  readonly choices: readonly { readonly value: string; readonly said: string }[];
}

export interface LogPage {
  readonly n: number;
  readonly steps: readonly {
    readonly step: number;
    readonly at: string;
    readonly by: string;
    readonly messages: readonly string[];
    readonly undone: boolean;
    readonly is_decision: boolean;
  }[];
  readonly before: number | null;
}

interface WordTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly right: readonly number[];
  readonly notes: readonly string[];
}

export interface TitledTable {
  readonly division: string;
  /** What the table is called, where a division has several of its kind. */
  readonly title: string;
  readonly table: WordTable;
}

export interface ShownPairing {
  readonly round: number;
  readonly title: string;
  readonly tables: readonly { readonly table: number; readonly players: readonly number[]; readonly met: number; readonly reasons: readonly string[] }[];
  readonly byes: readonly number[];
  readonly repeats: number;
  readonly floats: number;
  readonly teammates: number;
  readonly faults: number;
  readonly summary: readonly string[];
  readonly bye_reasons: readonly string[];
  readonly check: readonly string[];
  readonly warnings: readonly string[];
}

export interface ListedEntry {
  readonly row: number;
  readonly name: string;
  readonly city: string;
  readonly rating: string;
  readonly outcome: "enters" | "there" | "refused";
  readonly message: string;
  readonly command: DeskCommand | null;
}

export type LetterKind = "federation" | "results";

export interface LetterOffers {
  /** Whether the server sends e-mail. */
  readonly mail: boolean;
  /** The address of the archive for the federation. */
  readonly url: string;
  /** What is still missing in it. */
  readonly warnings: readonly string[];
}

export interface Papers {
  readonly documents: readonly {
    readonly document: string;
    readonly title: string;
    readonly help: string;
    readonly division: string;
    readonly round: number;
    readonly category: string;
    readonly needs_player: boolean;
    readonly url: string;
  }[];
  readonly exports: readonly { readonly name: string; readonly title: string; readonly url: string }[];
}

export interface ProofRow {
  readonly name: string;
  readonly outcome: "holds" | "fails" | "open";
  readonly message: string;
}

const part = encodeURIComponent;
const at = (id: string): string => `/tournaments/${part(id)}`;
const tables = async (id: string, what: string): Promise<readonly TitledTable[]> =>
  (await request<{ tables: readonly TitledTable[] }>("GET", `${at(id)}/${what}`)).tables;

export const desk = {
  overview: (id: string) => request<DeskOverview>("GET", `${at(id)}/overview`),
  line: (id: string, text: string, division: string | null) => request<ReadLine>("POST", `${at(id)}/line`, { text, division }),
  tryPairing: (id: string, what: { division: string; system?: string; tables?: readonly (readonly number[])[]; again?: boolean; ahead?: boolean }) =>
    request<ShownPairing>("POST", `${at(id)}/pairing`, what),
  settings: async (id: string) => (await request<{ settings: readonly SettingRow[] }>("GET", `${at(id)}/settings`)).settings,
  log: (id: string, before: number | null) =>
    request<LogPage>("GET", `${at(id)}/steps${before === null ? "" : `?before=${before}`}`),
  reasons: (id: string, division: string, round: number) =>
    request<{ readonly tables: readonly (readonly string[])[]; readonly byes: readonly (readonly string[])[]; readonly check: readonly string[] }>(
      "GET",
      `${at(id)}/rounds/${round}/reasons?division=${part(division)}`,
    ),
  standings: (id: string, round: number | null = null) => tables(id, round === null ? "standings" : `standings?round=${round}`),
  card: (id: string, number: number) => tables(id, `cards/${number}`),
  ratings: (id: string) => tables(id, "ratings"),
  matches: (id: string) => tables(id, "matches"),
  bracket: (id: string) => tables(id, "bracket"),
  awards: (id: string) => tables(id, "awards"),
  sampleUrl: (id: string): string => `/api${at(id)}/sample-list`,
  crossTable: (id: string) => tables(id, "cross-table"),
  teams: (id: string) => tables(id, "teams"),
  entries: async (id: string, data: Blob) =>
    (await upload<{ rows: readonly ListedEntry[] }>(`${at(id)}/entry-list`, data)).rows,
  letters: (id: string) => request<LetterOffers>("GET", `${at(id)}/letters`),
  sendLetter: (id: string, kind: LetterKind, to: string) => request<{ readonly to: string }>("POST", `${at(id)}/letters`, { kind, to }),
  papers: (id: string) => request<Papers>("GET", `${at(id)}/papers`),
  prove: async (id: string) => (await request<{ checks: readonly ProofRow[] }>("GET", `${at(id)}/proof`)).checks,
  putFile: (data: Blob) => upload<TournamentPage>("/tournaments/files", data),
  fileUrl: tournaments.fileUrl,
  qrOfLink: (id: string, link: string): string => `/api${at(id)}/office-qr.svg?token=${part(link.split("/").at(-1) ?? "")}`,
  qrOfPlayer: (id: string, code: string): string => `/api${at(id)}/office-qr.svg?code=${part(code)}`,
} as const;
