// The values that the server's HTTP interface gives and takes.
import type { Role, Viewer } from "./types";

export type LanguageName = "pl" | "en";
export type Steps = "swift" | "by_hand" | "at_table";

interface Person {
  readonly id: string;
  readonly name: string;
  /** The name of the account; null for a guest. */
  readonly login: string | null;
}

export interface Me {
  readonly person: Person | null;
  readonly language: LanguageName;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The last login with it. */
  readonly used: number | null;
}

export interface RulebookSummary {
  readonly name: string;
  readonly title: string;
  /** Fewest and most seats. */
  readonly seats: readonly [number, number];
  readonly clock: "none" | "per_turn" | "per_game";
  /** The rulebook's own time, in milliseconds. */
  readonly millis: number | null;
  /** Whether tiles are crossed out by hand only (S65). */
  readonly tracking: "manual" | "free";
  /** The roles of an invitation, each with its name in this rulebook. */
  readonly roles: Readonly<Partial<Record<InvitedRole, Role>>>;
}

interface LexiconSummary {
  readonly name: string;
  readonly edition: string;
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
  readonly changes: Readonly<Record<string, string | number | boolean>>;
}

export type ProposalInput = Pick<Proposal, "rulebook"> & Partial<Proposal>;

/** A seat; with neither name nor bot it is free. */
export interface Place {
  readonly seat: number;
  readonly name: string | null;
  readonly bot: string | null;
  readonly me: boolean;
}

/** A person beside the table who may see more than a spectator. */
export interface Official {
  readonly role: Role;
  readonly name: string;
}

export interface Card {
  readonly id: string;
  readonly proposal: Proposal;
  readonly status: "open" | "playing" | "over";
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly seats: readonly Place[];
  readonly officials: readonly Official[];
  readonly mine: Viewer | null;
  readonly host: boolean;
  readonly url: string;
  readonly scores: readonly number[] | null;
  readonly winners: readonly number[] | null;
  readonly rematch: string | null;
  readonly commitment: string | null;
}

export type InvitedRole = "player" | "spectator" | "recorder" | "assistant" | "arbiter";

export interface Invitation {
  readonly url: string;
  readonly token: string;
}

/** An invitation before it is accepted. */
export interface InvitationDetails {
  readonly role: Role;
  /** The host of the table; null if they have left. */
  readonly host: string | null;
  readonly table: Card;
}

export interface Proof {
  readonly commitment: string;
  readonly seed: string | null;
  readonly verified: boolean | null;
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
