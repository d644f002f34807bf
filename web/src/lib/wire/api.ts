// The values that the server's HTTP interface gives and takes.
import type { RunningGame } from "./runningGame";
import type { Role, Viewer } from "./types";

type Venue = "online" | "table";
export type FirstCheck = "set" | "clock" | "equipment";
export type Steps = "swift" | "by_hand" | "at_table";

interface Person {
  readonly id: string;
  readonly name: string;
  /** The name of the account; null for a guest. */
  readonly login: string | null;
}

export interface Me {
  readonly person: Person | null;
  readonly language: string;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The last login with it. */
  readonly used: number | null;
}

/** A device on which an account is logged in. Times are milliseconds since 1970. */
export interface SessionDetails {
  readonly id: string;
  /** The browser and the system. */
  readonly device: string | null;
  readonly created: number;
  /** The last visit, to the hour. */
  readonly seen: number;
  /** Whether it is this one. */
  readonly current: boolean;
}

export interface MySessions {
  readonly sessions: readonly SessionDetails[];
  /** The milliseconds for which a passkey that was just used stands for the present password; 0 if there is none. */
  readonly confirmed: number;
}

export interface RulebookSummary {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Fewest and most seats. */
  readonly seats: readonly [number, number];
  readonly clock: "none" | "per_turn" | "per_game";
  /** The rulebook's own time, in milliseconds. */
  readonly millis: number | null;
  /** Whether tiles are crossed out by hand only (S65). */
  readonly tracking: "manual" | "free";
  /** The roles of an invitation, each with its name in this rulebook. */
  readonly roles: Readonly<Partial<Record<InvitedRole, Role>>>;
  /** Whether words may be checked automatically: in friendly games only. */
  readonly checkable: boolean;
}

interface LexiconSummary {
  readonly name: string;
  readonly edition: string;
  readonly title: string;
  readonly words: number;
}

/** A bot to play with, and a line on how it plays. */
export interface Bot {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

export interface Catalogue {
  readonly rulebooks: readonly RulebookSummary[];
  readonly lexica: readonly LexiconSummary[];
  /** The weakest first. */
  readonly bots: readonly Bot[];
  /** The name of the default bot. */
  readonly usual_bot: string;
  /** Whether accounts may have passkeys at this server. */
  readonly passkeys: boolean;
  readonly version: string;
}

/** The settings of a new game; the server has a default for everything but the rulebook. */
interface Proposal {
  readonly rulebook: string;
  readonly seats: number;
  /** Time of a player or of a turn in milliseconds; null: without a clock. */
  readonly millis: number | null;
  readonly lexicon: string;
  readonly steps: Steps;
  /** Whether the computer checks words. */
  readonly checked: boolean;
  /** Seconds after which a routine record happens by itself; null: never. */
  readonly window: number | null;
  /** Bots for the last seats. */
  readonly bots: readonly string[];
  readonly public: boolean;
  /** Seconds by which spectators see the game later. */
  readonly delay: number;
  /** Who owns bag and racks: the server, or the people at a table. */
  readonly venue: Venue;
  /** What both players confirm before the first draw. */
  readonly checks: readonly FirstCheck[];
  /** The seats of players who are late when the round begins. */
  readonly absent: readonly number[];
  /** The seats of players who are officials of the event as well (PFS-4.4.2d). */
  readonly officials: readonly number[];
  /** Whether each rack is written down before its move. */
  readonly full_record: boolean;
  /** Whether those who rule see the racks. */
  readonly officials_see_racks: boolean;
  /** The tournament of the server whose table this is; empty for any other table. */
  readonly tournament: string;
  readonly changes: Readonly<Record<string, string | number | boolean>>;
}

export type ProposalInput = Pick<Proposal, "rulebook"> & Partial<Proposal>;

/** A seat; with neither name nor bot it is free. */
export interface Place {
  readonly seat: number;
  readonly name: string | null;
  readonly bot: string | null;
  readonly me: boolean;
  /** Whether the person is ready; `null` unless the game waits for people to say so. */
  readonly ready: boolean | null;
  /** Whether I may free the seat, because its player has not been ready for a minute. */
  readonly may_free: boolean;
  /** The commitment to the share of the seed that the player's page gives, while the table is open. */
  readonly commitment: string | null;
  /** Whether the game waits for that share. */
  readonly share_due: boolean;
}

/** A person beside the table who may see more than a spectator. */
export interface Official {
  readonly role: Role;
  readonly name: string;
  readonly sees_racks: boolean;
  /** Whether the person came during the game and waits for the consent of all players. */
  readonly asks: boolean;
}

export interface Card {
  readonly id: string;
  readonly proposal: Proposal;
  readonly status: "open" | "playing" | "over" | "closed";
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly seats: readonly Place[];
  readonly officials: readonly Official[];
  readonly mine: Viewer | null;
  readonly host: boolean;
  readonly url: string;
  readonly scores: readonly number[] | null;
  /** Who is on turn, as far as the person may know. */
  readonly on_turn: number | null;
  /** Whether a bot can have a free seat. */
  readonly takes_bots: boolean;
  readonly winners: readonly number[] | null;
  readonly rematch: string | null;
  readonly commitment: string | null;
  /** The server's commitment to its share of the seed, and whether all commitments are there; null where pages give none. */
  readonly seed: { readonly commitment: string; readonly final: boolean } | null;
  /** When the table closes by itself, in milliseconds since 1970; of a game only from a day before. */
  readonly closes: number | null;
}

export type InvitedRole = "player" | "spectator" | "recorder" | "assistant" | "arbiter";

/** An invitation that somebody can still use; its address was shown only when it was made. */
export interface OpenInvitation {
  readonly id: string;
  readonly role: Role;
  readonly created: number;
  /** For how many people it is; null: for any number. */
  readonly uses: number | null;
  readonly used: number;
  /** When it expires; null for one of an earlier server. */
  readonly until: number | null;
}

export interface Invitation {
  readonly url: string;
  readonly token: string;
  readonly given: OpenInvitation;
}

/** An invitation before it is accepted. */
export interface InvitationDetails {
  readonly role: Role;
  /** The host of the table; null if they have left. */
  readonly host: string | null;
  readonly table: Card;
  /** When it expires; null for one of an earlier server. */
  readonly until: number | null;
  /** Whether the game goes on, so that an official waits for the consent of the players. */
  readonly asks: boolean;
}

/** One check of a finished game, in the language of the page. */
interface ProofLine {
  readonly check: string;
  readonly outcome: "holds" | "fails" | "open";
  readonly message: string;
}

export interface Proof {
  readonly commitment: string;
  readonly seed: string | null;
  readonly verified: boolean | null;
  readonly checks: readonly ProofLine[];
}

/** A figure with its interval of 95 %. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What the record of a game says of one player; times are milliseconds. */
export interface PlayerReport {
  readonly seat: number;
  readonly name: string;
  readonly credits: {
    readonly deliveries: number;
    readonly millis: number;
    readonly longest: number;
    /** Part of what the game allows; null without a clock. */
    readonly share: number | null;
    readonly transit: number;
    readonly outage: number;
  };
  readonly absences: { readonly gone: number; readonly millis: number; readonly longest: number; readonly left_board: number };
  /** null for a game without a clock. */
  readonly times: { readonly turns: number; readonly median: number | null; readonly variation: Estimate | null } | null;
  /** null if the engine cannot judge the game. */
  readonly agreement: {
    readonly turns: number;
    readonly best: number;
    readonly share: Estimate | null;
    readonly loss: Estimate | null;
    readonly omitted: Readonly<Partial<Record<Omitted, number>>>;
  } | null;
}

export type Omitted = "forced" | "few" | "unknown" | "not_in_list" | "late";

/** The report for the arbiter of a finished game: a hint, never a verdict. */
export interface FairPlay {
  readonly players: readonly PlayerReport[];
  readonly uncompared: string | null;
  readonly levels: readonly {
    readonly title: string;
    readonly measured: { readonly share: Estimate; readonly loss: Estimate; readonly game_low: number; readonly game_high: number };
  }[];
  /** The number of turns below which no share is stated. */
  readonly fewest: number;
}

export interface Clause {
  readonly id: string;
  readonly wording: string;
  readonly document: string;
}

export interface RulebookText {
  readonly name: string;
  readonly title: string;
  readonly clauses: readonly { readonly id: string; readonly section: string; readonly wording: string }[];
}

type Premium = "double_letter" | "triple_letter" | "double_word" | "triple_word";

export interface Layout {
  readonly name: string;
  readonly size: number;
  readonly start: string;
  readonly premiums: Readonly<Record<string, Premium>>;
}

export interface TileSet {
  readonly name: string;
  readonly tiles: readonly { readonly letter: string; readonly value: number; readonly count: number }[];
}

/** A level of the bots that knows a share of the common words, by its numbers. */
export interface PageLevel {
  readonly name: string;
  readonly title: { readonly pl: string; readonly en: string };
  /** How it plays, in a sentence; an offer of an earlier server, kept on a device, says nothing. */
  readonly about?: { readonly pl: string; readonly en: string };
  /** The percentages of known common words of 2, 3, … letters. */
  readonly vocabulary: readonly number[];
  readonly counts_leave: boolean;
  /** In thousandths of a point. */
  readonly temperature: number;
}

/** What the server offers for analysis. Addresses have the hash of what they give. */
export interface AnalysisOffer {
  /** The game of this person with other people, during which nobody analyses for them. */
  readonly playing: RunningGame | null;
  readonly kernel: string | null;
  readonly lexicon: string;
  readonly edition: string;
  readonly title: string;
  readonly hash: string;
  /** null for a list that may not be given away. */
  readonly words: string | null;
  readonly game: string | null;
  /** The levels that a page can play by itself, the weakest first; an offer of an earlier server, kept on a device, has none. */
  readonly levels?: readonly PageLevel[];
  /** The list of which those levels know a share. */
  readonly common?: { readonly lexicon: string; readonly hash: string; readonly words: string } | null;
  /** Whether hints leave out vulgar words; then the server answers, and the page gets no files. */
  readonly school_hints?: boolean;
}

export interface AnalysisRequest {
  readonly position: string;
  readonly lexicon: string;
  readonly count: number;
  readonly deals: number;
}

export interface LevelMoveRequest {
  readonly position: string;
  readonly lexicon: string;
  readonly level: string;
}

/** An analysis that becomes a PDF; the moves as a person reads them. */
export interface AnalysisReport {
  readonly position: string;
  readonly comment: string;
  readonly moves: readonly { readonly written: string; readonly score: string; readonly equity: string; readonly wins: string }[];
  readonly line: readonly { readonly player: string; readonly written: string; readonly score: string; readonly comment: string }[];
}

/** A move that the server found; fields that have their default are left out. */
export interface AnalysedMove {
  readonly kind: "play" | "exchange" | "pass";
  readonly equity: number;
  readonly score?: number;
  readonly square?: string;
  readonly direction?: "across" | "down";
  readonly tiles?: readonly (string | null)[];
  readonly deals?: number;
  readonly share?: number;
  readonly share_error?: number;
  readonly spread?: number;
  readonly spread_error?: number;
}
