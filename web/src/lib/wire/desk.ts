// The questions of the director's desk: what is next, what a line would do, pairings to look at, lists, tables and papers.
import type { Schemas } from "./schemas";
import { urlOf } from "./calls";
import { exchangeFile, request, upload } from "./http";
import { tournaments, type DeskCommand } from "./tournaments";

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
export type PaperOffered = Schemas["PaperOffered"];
export type ProofRow = Schemas["ProofRow"];

/** A set of tables in words, each at an address of its own. */
type TableAddress = `/api/tournaments/{id}/${"standings" | "ratings" | "matches" | "bracket" | "awards" | "cross-table" | "teams"}`;
const tables = async (id: string, address: TableAddress) => (await request("GET", address, { path: { id } })).tables;

export const desk = {
  overview: (id: string) => request("GET", "/api/tournaments/{id}/overview", { path: { id } }),
  line: async (id: string, text: string, division: string | null) =>
    (await request("POST", "/api/tournaments/{id}/line", { path: { id }, body: { text, division } })) as ReadLine,
  tryPairing: (id: string, what: Schemas["AskPairing"]) =>
    request("POST", "/api/tournaments/{id}/pairing", { path: { id }, body: what }),
  settings: async (id: string) => (await request("GET", "/api/tournaments/{id}/settings", { path: { id } })).settings,
  log: (id: string, before: number | null) =>
    request("GET", "/api/tournaments/{id}/steps", { path: { id }, query: before === null ? {} : { before } }),
  reasons: (id: string, division: string, round: number) =>
    request("GET", "/api/tournaments/{id}/rounds/{number}/reasons", { path: { id, number: round }, query: { division } }),
  standings: async (id: string, round: number | null = null) =>
    (await request("GET", "/api/tournaments/{id}/standings", { path: { id }, query: round === null ? {} : { round } })).tables,
  card: async (id: string, number: number) =>
    (await request("GET", "/api/tournaments/{id}/cards/{number}", { path: { id, number } })).tables,
  ratings: (id: string) => tables(id, "/api/tournaments/{id}/ratings"),
  matches: (id: string) => tables(id, "/api/tournaments/{id}/matches"),
  bracket: (id: string) => tables(id, "/api/tournaments/{id}/bracket"),
  awards: (id: string) => tables(id, "/api/tournaments/{id}/awards"),
  sampleUrl: (id: string): string => urlOf("/api/tournaments/{id}/sample-list", { path: { id } }),
  crossTable: (id: string) => tables(id, "/api/tournaments/{id}/cross-table"),
  teams: (id: string) => tables(id, "/api/tournaments/{id}/teams"),
  entries: async (id: string, data: Blob) =>
    (await upload("/api/tournaments/{id}/entry-list", data, { path: { id } })).rows as readonly ListedEntry[],
  letters: (id: string) => request("GET", "/api/tournaments/{id}/letters", { path: { id } }),
  sendLetter: (id: string, kind: LetterKind, to: string) =>
    request("POST", "/api/tournaments/{id}/letters", { path: { id }, body: { kind, to } }),
  papers: (id: string) => request("GET", "/api/tournaments/{id}/papers", { path: { id } }),
  /** Diplomas with a logo and in a colour. */
  diplomas: (id: string, { document, division }: PaperOffered, logo: Blob, colour: string) =>
    exchangeFile("/api/tournaments/{id}/documents/{document}", logo, { path: { id, document }, query: { division, colour } }),
  prove: async (id: string) => (await request("GET", "/api/tournaments/{id}/proof", { path: { id } })).checks,
  putFile: (data: Blob) => upload("/api/tournaments/files", data),
  fileUrl: tournaments.fileUrl,
  qrOfLink: (id: string, link: string): string =>
    urlOf("/api/tournaments/{id}/office-qr.svg", { path: { id }, query: { token: link.split("/").at(-1) ?? "" } }),
  qrOfPlayer: (id: string, code: string): string => urlOf("/api/tournaments/{id}/office-qr.svg", { path: { id }, query: { code } }),
} as const;
