// Tournaments of the server: the cards that a page shows, commands of officials, and what a player's phone sends.
import type { Schemas } from "./schemas";
import { filled, urlOf } from "./calls";
import { ApiError, request } from "./http";

export type OfficeRole = Schemas["OfficeRole"];
export type Light = Schemas["Light"];
export type EventCard = Schemas["EventCard"];
export type EntrantCard = Schemas["EntrantCard"];
export type RunningTournament = Schemas["RunningTournament"];
export type RoundCard = Schemas["RoundCard"];
export type Report = Schemas["Report"];
export type RoundTableCard = Schemas["RoundTableCard"];
export type StandingCard = Schemas["StandingCard"];
export type CardChanges = Schemas["CardChanges"];

export type ArbiterCall = Schemas["ArbiterCall"];
export type Announcement = Schemas["Announcement"];
export type Audience = Schemas["Audience"];
export type OnlinePlay = Schemas["OnlinePlay"];
export type RoundGame = Schemas["OnlineGameCard"];
export type TournamentPage = Schemas["TournamentPage"];
export type PlayerPage = Schemas["PlayerPage"];
export type PairingReasons = Schemas["PairingReasons"];
export type ReportedResult = Required<Schemas["ReportedResult"]>;

/** What pages learn at once. */
export interface Update {
  readonly n: number;
  readonly changes?: CardChanges;
  readonly calls?: readonly ArbiterCall[];
  readonly announcements?: readonly Announcement[];
  readonly mine?: RoundTableCard;
  /** Of a copy: when it last had everything, in milliseconds since 1970. */
  readonly copied_at?: number;
  /** The time in the hall, when the stream was opened. */
  readonly at?: string;
  readonly reload?: boolean;
}

/** A command of the desk, as `mostek tournament run --schema` describes it; the server adds the time and who gives it. */
export interface DeskCommand {
  readonly type: string;
  readonly id?: string;
  readonly [field: string]: unknown;
}

export type Happened = Schemas["Happened"];

/** Why commands were not carried out: the body of the answer 409. */
export interface NotCarriedOut {
  /** `taken_back`: it was carried out when it was sent before, and somebody has undone it. */
  readonly code: "refused" | "overtaken" | "taken_back" | "not_own";
  readonly detail: string;
  readonly n: number;
  readonly index: number;
  readonly reason: string;
  readonly clause: string;
  readonly setting: string;
  readonly grounds: readonly string[];
  readonly remedy: string;
  readonly since: readonly { readonly n: number; readonly by: string; readonly messages: readonly string[] }[];
}

export type JointVerdict = Schemas["JointVerdict"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type Officials = Schemas["Officials"];
export type PlayerCode = Schemas["CodeCard"];

/** The reason why commands were not carried out, if that is what an error says. */
export function notCarriedOut(fault: unknown): NotCarriedOut | null {
  if (!(fault instanceof ApiError) || fault.status !== 409) return null;
  return ["refused", "overtaken", "taken_back", "not_own"].includes(fault.code) ? (fault.body as NotCarriedOut) : null;
}

export const tournaments = {
  list: () => request("GET", "/api/tournaments"),
  found: (what: Schemas["NewTournament"]) => request("POST", "/api/tournaments", { body: what }),
  running: async () => (await request("GET", "/api/running-tournaments")).tournaments,
  page: (id: string) => request("GET", "/api/tournaments/{id}", { path: { id } }),
  remove: (id: string) => request("DELETE", "/api/tournaments/{id}", { path: { id } }),
  chooseOnline: (id: string, online: OnlinePlay) => request("PUT", "/api/tournaments/{id}/online", { path: { id }, body: online }),
  games: (id: string) => request("GET", "/api/tournaments/{id}/games", { path: { id } }),
  /** Let a table without a result play again, whose game is over or cannot go on. */
  playAgain: (id: string, { division, round, table }: RoundGame) =>
    request("POST", "/api/tournaments/{id}/games", { path: { id }, body: { division, round, table } }),
  /** The address that leads to the game of a table. */
  gameUrl: (id: string, card: RoundTableCard): string =>
    filled("/e/{id}/game/{round}/{table}", {
      path: { id, round: card.round, table: card.table },
      query: card.division ? { division: card.division } : {},
    }),
  chooseAudience: (id: string, audience: Audience) =>
    request("PUT", "/api/tournaments/{id}/audience", { path: { id }, body: audience }),
  give: (id: string, seen: number, commands: readonly DeskCommand[]) =>
    request("POST", "/api/tournaments/{id}/commands", { path: { id }, body: { seen, commands } }),
  preview: (id: string, seen: number, commands: readonly DeskCommand[]) =>
    request("POST", "/api/tournaments/{id}/commands", { path: { id }, body: { seen, commands, preview: true } }),
  officials: (id: string) => request("GET", "/api/tournaments/{id}/officials", { path: { id } }),
  dismiss: (id: string, person: string) =>
    request("DELETE", "/api/tournaments/{id}/officials/{who}", { path: { id, who: person } }),
  invite: (id: string, role: OfficeRole, name: string, email = "") =>
    request("POST", "/api/tournaments/{id}/invitations", { path: { id }, body: { role, name, email } }),
  withdrawInvitation: (id: string, invitation: string) =>
    request("DELETE", "/api/tournaments/{id}/invitations/{invitation}", { path: { id, invitation } }),
  invitation: (token: string) => request("GET", "/api/office-invitations/{token}", { path: { token } }),
  accept: (token: string, name = "") => request("POST", "/api/office-invitations/{token}", { path: { token }, body: { name } }),
  announce: async (id: string, text: string) =>
    (await request("POST", "/api/tournaments/{id}/announcements", { path: { id }, body: { text } })).announcements,
  withdrawAnnouncement: async (id: string, announced: number) =>
    (await request("DELETE", "/api/tournaments/{id}/announcements/{announced}", { path: { id, announced } })).announcements,
  takeCall: async (id: string, call: string) =>
    (await request("POST", "/api/tournaments/{id}/calls/{call}/take", { path: { id, call } })).calls,
  checkWords: (id: string, words: readonly string[], lexicon: string) =>
    request("POST", "/api/tournaments/{id}/verdict", { path: { id }, body: { words, lexicon } }),
  closeCall: async (id: string, call: string) =>
    (await request("POST", "/api/tournaments/{id}/calls/{call}/close", { path: { id, call } })).calls,
  codes: async (id: string) => (await request("GET", "/api/tournaments/{id}/codes", { path: { id } })).codes,
  withdrawCode: async (id: string, number: number) =>
    (await request("DELETE", "/api/tournaments/{id}/codes/{number}", { path: { id, number } })).codes,
  fileUrl: (id: string): string => urlOf("/api/tournaments/{id}/file", { path: { id } }),

  findCode: (id: string, number: number, short: string) =>
    request("POST", "/api/tournaments/{id}/code", { path: { id }, body: { number, short } }),
  player: (code: string) => request("GET", "/api/players/{code}", { path: { code } }),
  seat: (code: string) => request("POST", "/api/players/{code}/seat", { path: { code } }),
  why: (code: string) => request("GET", "/api/players/{code}/why", { path: { code } }),
  report: (code: string, result: ReportedResult) => request("POST", "/api/players/{code}/result", { path: { code }, body: result }),
  call: (code: string, call: Schemas["PlayerCall"]) => request("POST", "/api/players/{code}/calls", { path: { code }, body: call }),
  withdrawCall: (code: string, call: string) =>
    request("DELETE", "/api/players/{code}/calls/{call}", { path: { code, call } }),
} as const;
