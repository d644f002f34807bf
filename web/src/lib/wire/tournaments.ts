// Tournaments of the server: the cards that a page shows, commands of officials, and what a player's phone sends.
import { bootstrapped } from "./bootstrap";
import { ApiError, request } from "./http";

export type OfficeRole = "director" | "chief_arbiter" | "assistant" | "scorekeeper" | "announcer";
export type Light = "not_yet" | "awaited" | "playing" | "told" | "disputed" | "ruling" | "adjourned" | "in";
type ShownName = "full" | "initials" | "number";

export interface EventCard {
  readonly name: string;
  readonly city: string;
  /** `2026-11-21`. */
  readonly starts_on: string;
  readonly ends_on: string;
  readonly organisers: readonly string[];
  readonly arbiter: string;
  readonly template: string;
  readonly rulebook: string;
  readonly rounds: number;
  /** A player's time for a game. */
  readonly minutes: number | null;
  /** What the classification goes by. */
  readonly keys: readonly string[];
  readonly divisions: readonly string[];
  /** Whether players report results themselves. */
  readonly self_report: boolean;
  /** Whether equal points are a draw; elsewhere the last words decide. */
  readonly has_draws: boolean;
  /** Whether players draw letters for the start; otherwise the first of a table starts. */
  readonly draws_start: boolean;
  readonly closed_on: string | null;
}

export interface EntrantCard {
  readonly number: number;
  /** Missing where the starting number stands for the name. */
  readonly name?: string;
  readonly division?: string;
  readonly city?: string;
  readonly club?: string;
  readonly category?: string;
  readonly team?: string;
  /** In hundredths. */
  readonly rating?: number;
  /** For officials. */
  readonly status?: "entered" | "present" | "withdrawn" | "removed" | "excluded";
  readonly minor?: boolean;
  readonly consent?: boolean;
}

/** A public tournament of today, for the lobby. */
export interface RunningTournament {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  /** 0 before the first. */
  readonly round: number;
  readonly rounds: number;
}

export interface RoundCard {
  readonly division: string;
  readonly round: number;
  readonly system: string;
  readonly tables: number;
  readonly byes: readonly number[];
  /** The time in the hall, `2026-11-21T10:00:00`. */
  readonly paired_at: string;
  readonly started_at: string | null;
}

/** A result as a player reports it, in the order of the table. */
export interface Report {
  readonly scores: readonly number[];
  /** Where they decide between equal points. */
  readonly last_words?: readonly number[];
}

export interface TableCard {
  readonly division?: string;
  readonly round: number;
  readonly table: number;
  /** The host first. */
  readonly players: readonly number[];
  readonly light: Light;
  /** In the order of the table. */
  readonly scores?: readonly number[];
  /** What decided the places; missing while nothing has. */
  readonly decided_by?: "points" | "last_words" | "forfeit" | "both_forfeited";
  /** In the order of the table: 1 alone has won, several 1 have drawn. The page never compares points itself. */
  readonly places?: readonly number[];
  /** The worth of the last words, where it decided between equal points. */
  readonly last_words?: readonly number[];
  /** For officials and for the players of the table: what each has reported. */
  readonly reports?: Readonly<Record<string, Report>>;
  readonly deducted?: Readonly<Record<string, number>>;
  readonly absent?: readonly number[];
  /** When an adjourned game is played on: `2026-11-22T09:30:00`. */
  readonly adjourned_until?: string;
  /** Whether its game is played on the server, and I may go there. */
  readonly online?: boolean;
}

export interface StandingCard {
  readonly division?: string;
  readonly number: number;
  readonly place: number | null;
  readonly games?: number;
  /** Match points in halves. */
  readonly half_points?: number;
  readonly game_points?: number;
  readonly spread?: number;
}

/** The cards that have changed, or all of them. */
export interface Changes {
  readonly event?: EventCard;
  readonly entrants?: readonly EntrantCard[];
  readonly rounds?: readonly RoundCard[];
  readonly tables?: readonly TableCard[];
  readonly standings?: readonly StandingCard[];
  readonly gone_entrants?: readonly number[];
  readonly gone_rounds?: readonly (readonly [string, number])[];
  readonly gone_standings?: readonly (readonly [string, number])[];
}

/** Times are milliseconds since 1970. */
export interface ArbiterCall {
  readonly id: string;
  readonly number: number;
  readonly division: string;
  readonly round: number;
  readonly table: number;
  readonly reason: string;
  readonly at: number;
  readonly taken_by: string | null;
  readonly taken_at: number | null;
}

export interface Announcement {
  readonly id: number;
  readonly text: string;
  readonly by: string;
  readonly at: number;
}

export interface Audience {
  readonly visibility: "private" | "link" | "public";
  readonly names: ShownName;
  readonly minors: ShownName;
  readonly calls: boolean;
}

/** Which tables are played on the server. */
export interface OnlinePlay {
  readonly tables: "none" | "all" | "chosen";
  /** Who plays from elsewhere, for a mixed hall. */
  readonly players: readonly number[];
  readonly lexicon: string;
  /** Whether spectators may go to the tables. */
  readonly watched: boolean;
  /** Whether an assistant arbiter checks words, who gets them on a slip (PFS-4.7.10). */
  readonly slip: boolean;
  /** The delay of spectators in seconds. */
  readonly delay: number;
}

/** The game of a table that is played on the server. */
export interface RoundGame {
  readonly division: string;
  readonly round: number;
  readonly table: number;
  readonly players: readonly number[];
  readonly game: string;
  readonly url: string;
  readonly status: "open" | "playing" | "over" | "closed";
  /** Who has not opened the own seat yet. */
  readonly missing: readonly number[];
  readonly scores: readonly number[] | null;
  /** Whether the desk has another result than the game. */
  readonly differs: boolean;
  /** Whether only the arbiter can say what the end of the game means. */
  readonly awaits_arbiter: boolean;
  /** Who decides at this table; `null` where nobody does by the rulebook. */
  readonly arbiters: readonly string[] | null;
  /** Players who are officials as well, and decide at other tables (PFS-4.4.2d). */
  readonly playing_officials: readonly number[];
}

export interface TournamentPage {
  readonly id: string;
  readonly url: string;
  readonly role: OfficeRole | null;
  /** The name by which the log knows me. */
  readonly by: string | null;
  /** The number of steps, which a command names as seen. */
  readonly n: number;
  /** The time in the hall, `2026-11-21T10:00:00`: the device's clock may be wrong. */
  readonly at: string;
  /** The same moment in milliseconds since 1970. */
  readonly now: number;
  /** The last update of the stream that is in it. */
  readonly mark: string;
  readonly head: string;
  readonly whole: Changes;
  readonly announcements: readonly Announcement[];
  readonly calls: readonly ArbiterCall[] | null;
  readonly audience: Audience | null;
  /** Of a copy for reading: when it last had everything, in milliseconds since 1970. */
  readonly copied_at: number | null;
  /** The address at which the tournament goes on; nothing more is written here then. */
  readonly moved: string | null;
  readonly online: OnlinePlay | null;
  /** Of a file of another program that was just put there: what it says besides, and the figures that differ. */
  readonly notes?: readonly string[];
}

export interface PlayerPage {
  readonly page: TournamentPage;
  readonly number: number;
  readonly name: string;
  readonly mine: TableCard | null;
  readonly calls: readonly ArbiterCall[];
  readonly may_call: boolean;
}

/** Why a player has the table, in sentences. */
export interface PairingReasons {
  readonly round: number;
  readonly summary: readonly string[];
  readonly table: readonly string[];
}

/** What a player reports; sent again it is one report. */
export interface ReportedResult {
  readonly id: string;
  readonly round: number;
  /** The own ones, then those of the others in the order of the table. */
  readonly points: readonly number[];
  readonly last_words: readonly number[];
}

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

export interface NextAdvice {
  readonly stage: string;
  readonly division: string;
  readonly round: number;
  readonly tables: readonly number[];
  readonly numbers: readonly number[];
  readonly message: string;
}

export interface Happened {
  readonly n: number;
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly messages: readonly string[];
  readonly warnings: readonly string[];
  readonly consequences: unknown;
  /** The consequences of a preview in sentences. */
  readonly changes: readonly string[];
  /** Of a preview: how N of each forfeit comes about, step by step with its clause (PFS-7.2). */
  readonly reckoned: readonly { readonly clause: string; readonly said: string }[];
  readonly next: readonly NextAdvice[];
  readonly again: boolean;
}

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

/** One verdict on all words: which of them is wrong is not said. */
export interface JointVerdict {
  readonly valid: boolean;
  readonly words: readonly string[];
  readonly lexicon: string;
}

export interface TournamentSummary {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly city: string;
  readonly starts_on: string | null;
  readonly role: OfficeRole | null;
  readonly entrants: number;
  readonly round: number;
  readonly rounds: number;
  readonly is_closed: boolean;
  readonly fault: string | null;
}

interface TournamentList {
  readonly tournaments: readonly TournamentSummary[];
  /** What a new tournament can be made from. */
  readonly templates: readonly { readonly name: string; readonly title: string }[];
}

interface Official {
  readonly person: string;
  readonly name: string;
  readonly role: OfficeRole;
  readonly until: number;
  readonly me: boolean;
}

interface OfficeInvitation {
  readonly id: string;
  readonly role: OfficeRole;
  readonly name: string;
  readonly until: number;
}

export interface Officials {
  readonly officials: readonly Official[];
  readonly invitations: readonly OfficeInvitation[];
}

export interface PlayerCode {
  readonly number: number;
  readonly name: string;
  readonly code: string;
  readonly short: string;
  readonly url: string;
}

/** The reason why commands were not carried out, if that is what an error says. */
export function notCarriedOut(fault: unknown): NotCarriedOut | null {
  if (!(fault instanceof ApiError) || fault.status !== 409) return null;
  return ["refused", "overtaken", "taken_back", "not_own"].includes(fault.code) ? (fault.body as NotCarriedOut) : null;
}

const part = encodeURIComponent;
const at = (id: string): string => `/tournaments/${part(id)}`;

export const tournaments = {
  list: () => request<TournamentList>("GET", "/tournaments"),
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
