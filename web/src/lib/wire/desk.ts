// The questions of the director's desk: what is next, what a line would do, pairings to look at, lists, tables and papers.
import type { Schemas } from "./schemas";
import { request, upload } from "./http";
import { tournaments, type DeskCommand, type TournamentPage } from "./tournaments";

/** What the server has read as a command, which comes back to it as it is. */
type WithCommand<Read> = Omit<Read, "command"> & { readonly command: DeskCommand | null };

export type DeskOverview = Schemas["DeskOverview"];
export type ReadLine = WithCommand<Schemas["ReadLine"]>;
export type SettingRow = Schemas["SettingRow"];
export type LogPage = Schemas["LogPage"];
export type TitledTable = Schemas["TitledTable"];
export type ShownPairing = Schemas["ShownPairing"];
export type ListedEntry = WithCommand<Schemas["ListedEntry"]>;
export type LetterKind = Schemas["LetterKind"];
export type LetterOffers = Schemas["LetterOffers"];
export type Papers = Schemas["Papers"];
export type ProofRow = Schemas["ProofRow"];

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
