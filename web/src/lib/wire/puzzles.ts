// Puzzles: their cards have no answer; the server judges.
import { request } from "./http";

export type PuzzleTheme = "play" | "short" | "bingo" | "rare" | "out" | "ending" | "phoney";

interface PuzzleRating {
  readonly rating: number;
  readonly margin: number;
  readonly tried: number;
  readonly solved: number;
}

interface ThemeSummary {
  readonly theme: PuzzleTheme;
  readonly title: string;
  readonly count: number;
  readonly tried: number;
  readonly solved: number;
}

export interface PuzzleOverview {
  readonly themes: readonly ThemeSummary[];
  /** The date of the host. */
  readonly day: string;
  readonly daily: string;
  readonly daily_solved: boolean | null;
  /** Null without a name. */
  readonly rating: PuzzleRating | null;
  readonly lexicon: string;
}

export interface PuzzleCard {
  readonly id: string;
  readonly theme: PuzzleTheme;
  readonly title: string;
  readonly question: string;
  readonly board: Readonly<Record<string, string>>;
  readonly rack: string;
  readonly other: string;
  readonly scores: readonly [number, number];
  readonly bag: number;
  readonly words: readonly string[];
  readonly rating: number;
  readonly tried: number;
  readonly solved: number;
  readonly mine: boolean | null;
  readonly hints: number;
  readonly day: string;
}

export interface PuzzleVerdict {
  readonly right: boolean;
  /** Whether the tiles lay as a play at all. */
  readonly answered: boolean;
  readonly sentences: readonly string[];
  readonly points: number;
  /** The new rating; null if this answer does not count. */
  readonly rating: PuzzleRating | null;
  readonly change: number;
}

export interface PuzzleSolution {
  readonly answer: string;
  readonly tiles: Readonly<Record<string, string>>;
  readonly squares: readonly string[];
  readonly reason: string;
  readonly plays: readonly { readonly written: string; readonly score: number; readonly equity: number }[];
}

export interface OwnMistakes {
  readonly puzzles: readonly PuzzleCard[];
  readonly games: number;
  /** The games whose reviews are not finished. */
  readonly waiting: number;
}

interface Hint {
  readonly step: number;
  readonly text: string;
  readonly more: boolean;
}

const part = encodeURIComponent;

export const puzzles = {
  overview: () => request<PuzzleOverview>("GET", "/puzzles"),
  daily: () => request<PuzzleCard>("GET", "/puzzles/daily"),
  one: (id: string) => request<PuzzleCard>("GET", `/puzzles/${part(id)}`),
  next: (theme: PuzzleTheme | null, near: number, but: string) =>
    request<PuzzleCard>("GET", `/puzzles/next?near=${near}&but=${part(but)}${theme === null ? "" : `&theme=${theme}`}`),
  answer: (id: string, body: { tiles?: Readonly<Record<string, string>>; word?: string }) =>
    request<PuzzleVerdict>("POST", `/puzzles/${part(id)}/answers`, body),
  hint: (id: string, step: number) => request<Hint>("POST", `/puzzles/${part(id)}/hints`, { step }),
  solution: (id: string) => request<PuzzleSolution>("POST", `/puzzles/${part(id)}/solution`, {}),
  mistakes: () => request<OwnMistakes>("POST", "/puzzles/mistakes", {}),
};
