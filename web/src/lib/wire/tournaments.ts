// Tournaments of the server: the cards that a page shows, commands of officials, and what a player's phone sends.
import type { Schemas } from "./schemas";
import { bootstrapped } from "./bootstrap";
import { ApiError, request } from "./http";

export type OfficeRole = Schemas["OfficeRole"];
export type Light = Schemas["Light"];
export type EventCard = Schemas["EventCard"];
export type EntrantCard = Schemas["EntrantCard"];
export type RunningTournament = Schemas["RunningTournament"];
export type RoundCard = Schemas["RoundCard"];
export type Report = Schemas["Report"];
export type TableCard = Schemas["RoundTableCard"];
export type StandingCard = Schemas["StandingCard"];
export type Changes = Schemas["CardChanges"];

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
  readonly changes?: Changes;
  readonly calls?: readonly ArbiterCall[];
  readonly announcements?: readonly Announcement[];
  readonly mine?: TableCard;
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

export type NextAdvice = Schemas["NextAdvice"];
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

const part = encodeURIComponent;
const at = (id: string): string => `/tournaments/${part(id)}`;

export const tournaments = {
  list: () => request<Schemas["TournamentList"]>("GET", "/tournaments"),
  found: (what: object) => request<TournamentPage>("POST", "/tournaments", what),
  running: async () => (await request<{ readonly tournaments: readonly RunningTournament[] }>("GET", "/running-tournaments")).tournaments,
  page: (id: string) => request<TournamentPage>("GET", at(id)),
  remove: (id: string) => request<object>("DELETE", at(id)),
  chooseOnline: (id: string, online: OnlinePlay) => request<TournamentPage>("PUT", `${at(id)}/online`, online),
  games: (id: string) => request<{ readonly games: readonly RoundGame[]; readonly fault: string | null }>("GET", `${at(id)}/games`),
  /** Let a table without a result play again, whose game is over or cannot go on. */
  playAgain: (id: string, { division, round, table }: RoundGame) =>
    request<{ readonly games: readonly RoundGame[]; readonly fault: string | null }>("POST", `${at(id)}/games`, { division, round, table }),
  /** The address that leads to the game of a table. */
  gameUrl: (id: string, card: TableCard): string =>
    `/e/${part(id)}/game/${card.round}/${card.table}${card.division ? `?division=${part(card.division)}` : ""}`,
  chooseAudience: (id: string, audience: Audience) => request<TournamentPage>("PUT", `${at(id)}/audience`, audience),
  give: (id: string, seen: number, commands: readonly DeskCommand[]) =>
    request<Happened>("POST", `${at(id)}/commands`, { seen, commands }),
  preview: (id: string, seen: number, commands: readonly DeskCommand[]) =>
    request<Happened>("POST", `${at(id)}/commands`, { seen, commands, preview: true }),
  officials: (id: string) => request<Officials>("GET", `${at(id)}/officials`),
  dismiss: (id: string, person: string) => request<Officials>("DELETE", `${at(id)}/officials/${part(person)}`),
  invite: (id: string, role: OfficeRole, name: string, email = "") =>
    request<{ readonly url: string; readonly mailed: boolean; readonly fault: string | null }>("POST", `${at(id)}/invitations`, { role, name, email }),
  withdrawInvitation: (id: string, invitation: string) =>
    request<Officials>("DELETE", `${at(id)}/invitations/${part(invitation)}`),
  invitation: (token: string) =>
    request<{ readonly tournament: string; readonly name: string; readonly role: OfficeRole; readonly called: string }>(
      "GET",
      `/office-invitations/${part(token)}`,
    ),
  accept: (token: string, name = "") =>
    request<{ readonly tournament: string; readonly url: string }>("POST", `/office-invitations/${part(token)}`, { name }),
  announce: async (id: string, text: string) =>
    (await request<{ announcements: readonly Announcement[] }>("POST", `${at(id)}/announcements`, { text })).announcements,
  withdrawAnnouncement: async (id: string, announced: number) =>
    (await request<{ announcements: readonly Announcement[] }>("DELETE", `${at(id)}/announcements/${announced}`)).announcements,
  takeCall: async (id: string, call: string) =>
    (await request<{ calls: readonly ArbiterCall[] }>("POST", `${at(id)}/calls/${part(call)}/take`)).calls,
  checkWords: (id: string, words: readonly string[], lexicon: string) =>
    request<JointVerdict>("POST", `${at(id)}/verdict`, { words, lexicon }),
  closeCall: async (id: string, call: string) =>
    (await request<{ calls: readonly ArbiterCall[] }>("POST", `${at(id)}/calls/${part(call)}/close`)).calls,
  codes: async (id: string) => (await request<{ codes: readonly PlayerCode[] }>("GET", `${at(id)}/codes`)).codes,
  withdrawCode: async (id: string, number: number) =>
    (await request<{ codes: readonly PlayerCode[] }>("DELETE", `${at(id)}/codes/${number}`)).codes,
  fileUrl: (id: string): string => `/api${at(id)}/file`,

  findCode: (id: string, number: number, short: string) =>
    request<{ readonly code: string; readonly url: string }>("POST", `${at(id)}/code`, { number, short }),
  player: async (code: string): Promise<PlayerPage> =>
    (bootstrapped(`/players/${part(code)}`) as PlayerPage | undefined) ?? (await request<PlayerPage>("GET", `/players/${part(code)}`)),
  seat: (code: string) => request<{ readonly game: string; readonly url: string }>("POST", `/players/${part(code)}/seat`, {}),
  why: (code: string) => request<PairingReasons>("GET", `/players/${part(code)}/why`),
  report: (code: string, result: ReportedResult) =>
    request<PlayerPage>("POST", `/players/${part(code)}/result`, result),
  call: (code: string, call: { id: string; reason: string }) => request<PlayerPage>("POST", `/players/${part(code)}/calls`, call),
  withdrawCall: (code: string, call: string) => request<PlayerPage>("DELETE", `/players/${part(code)}/calls/${part(call)}`),
} as const;
