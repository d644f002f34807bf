// Reviews of games: giving a file, asking for a review, and its values as the server sends them.
import { fetchFile, request, upload } from "./http";

export type ReviewForm = "gcg" | "html" | "json" | "pdf";
export type Depth = "quick" | "normal" | "deep";
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";
export type Basis = "equity" | "simulation" | "draws" | "exact";
type SignName =
  | "missed_bingo"
  | "missed_out_play"
  | "phoney_stood"
  | "phoney_fell"
  | "challenge_missed"
  | "wrong_challenge";
export type Unjudged = "rack_unknown" | "rack_impossible" | "move_unknown" | "no_choice" | "many_players" | "stopped";
export type Note =
  | "other_list"
  | "no_list_named"
  | "many_players"
  | "unfinished"
  | "scores_differ"
  | "racks_missing"
  | "stopped";

/** A move with what it is worth; chances are from 0 to 1. */
export interface Candidate {
  /** `H4 SPR(Ó)BUJE`; `-AKŻ` is an exchange, `-` a pass. */
  readonly move: string;
  readonly score: number;
  /** Score and leave value, in points. */
  readonly equity: number;
  readonly left: string;
  readonly chance: number | null;
  readonly chance_margin: number;
  readonly spread: number | null;
  readonly spread_margin: number;
  readonly deals: number;
  readonly is_proved: boolean;
}

export interface Loss {
  readonly chance: number;
  readonly points: number;
  readonly chance_margin: number;
  readonly points_margin: number;
}

export interface Sign {
  readonly sign: SignName;
  readonly move: string;
  readonly words: readonly string[];
  readonly points: number | null;
}

export interface TurnReview {
  /** From 0. */
  readonly turn: number;
  readonly seat: number;
  readonly kind: "play" | "exchange" | "pass" | "lost_turn";
  readonly move: string;
  readonly score: number;
  readonly came_off: boolean;
  /** The position before the turn, as CGP. */
  readonly position: string;
  readonly rack: string | null;
  readonly scores: readonly number[];
  readonly bag: number;
  readonly words: readonly string[];
  readonly invalid: readonly string[];
  readonly depth: "static" | Depth;
  readonly basis: Basis | null;
  readonly unjudged: Unjudged | null;
  readonly played: Candidate | null;
  readonly best: readonly Candidate[];
  readonly loss: Loss | null;
  readonly grade: Grade | null;
  readonly grade_by_chance: Grade | null;
  readonly grade_by_points: Grade | null;
  readonly signs: readonly Sign[];
  readonly chance_before: number | null;
  readonly chance_after: number | null;
  readonly luck: number | null;
}

export interface PlayerReview {
  readonly seat: number;
  readonly name: string;
  readonly score: number;
  readonly turns: number;
  /** The turns with a grade: every figure below is about them. */
  readonly judged: number;
  readonly accuracy: number | null;
  readonly mistake_index: number | null;
  readonly grades: Readonly<Partial<Record<Grade, number>>>;
  readonly lost_chance: number;
  readonly skill: number;
  readonly luck: number;
  readonly bingos: number;
  readonly bingos_missed: number;
  readonly phoneys: number;
  readonly challenges_missed: number;
}

/** The final lead of the first player as a sum. */
interface Balance {
  readonly first_move: number;
  readonly skill: number;
  readonly luck: number;
  readonly other: number;
  readonly result: number;
}

export interface GameReview {
  readonly depth: Depth;
  readonly seed: number;
  readonly lexicon: string;
  readonly lexicon_hash: string;
  readonly lexicon_named: string;
  readonly rulebook: string;
  readonly tile_set: string;
  readonly title: string;
  readonly is_complete: boolean;
  readonly notes: readonly Note[];
  readonly players: readonly PlayerReview[];
  readonly turns: readonly TurnReview[];
  readonly balance: Balance | null;
  /** The rows of the final board. */
  readonly board: readonly string[];
}

/** The largest losses of each grade; a larger one is a blunder. */
export interface GradeLimits {
  readonly good: number;
  readonly inaccuracy: number;
  readonly mistake: number;
}

interface DealCount {
  readonly batches: number;
  readonly deals: number;
  readonly plies: number;
}

/** The work of a deep review for a turn, with which a page gets the same numbers. */
export interface DeepEffort {
  readonly candidates: number;
  readonly first: DealCount;
  readonly finalists: number;
  readonly second: DealCount;
  /** With so many tiles in the bag or fewer the server proves results, which a page does not. */
  readonly bag: number;
  readonly exchange_from: number;
}

export interface ReviewAnswer {
  readonly id: string;
  readonly depth: Depth;
  readonly stage: "none" | "waiting" | "running" | "done" | "failed";
  /** How many reviews come before this one. */
  readonly place: number;
  readonly version: number;
  readonly failure: string | null;
  readonly is_table: boolean;
  readonly lost_chance: GradeLimits;
  readonly lost_points: GradeLimits;
  readonly deep: DeepEffort;
  /** Null if there is none yet, or if it is the version that was named. */
  readonly review: GameReview | null;
}

interface GivenGame {
  readonly id: string | null;
  /** The line of CGP, if the text is a position. */
  readonly position: string;
  readonly players: readonly string[];
  readonly notes: readonly string[];
}

const of = (id: string): string => `/reviews/${encodeURIComponent(id)}`;

/** One turn alone, from 0. */
const only = (turn: number | null): string => (turn === null ? "" : `&turn=${turn}`);

export const reviews = {
  give: (file: Blob) => upload<GivenGame>("/reviews", file),
  show: (id: string, depth: Depth, seen: number, turn: number | null = null) =>
    request<ReviewAnswer>("GET", `${of(id)}?depth=${depth}&seen=${seen}${only(turn)}`),
  ask: (id: string, depth: Depth, turn: number | null = null) => request<ReviewAnswer>("POST", of(id), { depth, turn }),
  cancel: (id: string, depth: Depth, turn: number | null = null) => request<undefined>("DELETE", `${of(id)}?depth=${depth}${only(turn)}`),
  /** A finished review as a file. */
  file: (id: string, depth: Depth, form: ReviewForm) => fetchFile(`${of(id)}/file`, { depth, form }),
} as const;
