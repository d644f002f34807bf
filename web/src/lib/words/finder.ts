// Who searches in a word list: the page itself in a worker, or the server. A page does not know which.
import type { CoreLevel, FoundWords, Kind, LikelyRow, Question, StemRow, WordFacts } from "../wire/words";

export const SHORTEST = 2;
export const LONGEST = 15;
/** The most letters of a word that gets a place by likelihood. */
export const MOST_RANKED = 9;
/** The most words of an answer. */
export const MOST_WORDS = 500;

/** What words must be like; they fit all of it. Tiles and a pattern may have `?` for a blank or for any letter. */
export interface WordSearch {
  readonly pattern?: string;
  readonly tiles?: string;
  readonly contains?: string;
  readonly excludes?: string;
  readonly shortest: number;
  readonly longest: number;
  readonly limit: number;
  /** Whether the hooks of the words are wanted. */
  readonly hooks?: boolean;
}

/** What questions are asked about: words of one's own, or a set by its name. */
export interface QuestionWish {
  readonly kind: Kind;
  readonly words?: string;
  readonly set?: string;
  readonly count: number;
  readonly seed?: string;
}

/** Why there is no answer; the page has the sentences. Places are counted from 1. */
export type WordsFault =
  | { readonly kind: "sign"; readonly text: string; readonly place: number }
  | { readonly kind: "pattern"; readonly text: string; readonly place: number }
  | { readonly kind: "parts"; readonly found: number; readonly most: number }
  | { readonly kind: "tiles"; readonly found: number; readonly most: number }
  | { readonly kind: "blank" }
  | { readonly kind: "short" }
  | { readonly kind: "lengths" }
  | { readonly kind: "stem"; readonly most: number }
  | { readonly kind: "no_word"; readonly text: string }
  /** What only the server has was never asked while there was a network. */
  | { readonly kind: "core" }
  /** The page may not answer by itself any more; the server does. */
  | { readonly kind: "server" }
  | { readonly kind: "playing" | "unsure" | "unreachable" | "refused" | "damaged" | "memory" | "crashed" };

export class WordsError extends Error {
  constructor(readonly fault: WordsFault) {
    super(fault.kind);
  }
}

export interface WordFinder {
  /** `page`: works without a network. `server`: each question needs it. */
  readonly place: "page" | "server";
  /** Whether the device has the list for the next time, once it is open; where the server searches, it never is. */
  readonly isStored: Promise<boolean>;
  search(asked: WordSearch): Promise<FoundWords>;
  likely(length: number, count: number): Promise<readonly LikelyRow[]>;
  stems(stem: string): Promise<readonly StemRow[]>;
  /** The facts of a word; `readings` is null where only the list was asked. */
  about(word: string): Promise<WordFacts>;
  core(): Promise<readonly CoreLevel[]>;
  questions(wish: QuestionWish): Promise<readonly Question[]>;
  /** Those of the words that are not in the list. */
  unknown(words: readonly string[]): Promise<readonly string[]>;
  close(): void;
}
