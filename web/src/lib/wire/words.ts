// Words and the box of cards: the endpoints below /api/words and /api/study.
import { request } from "./http";

export interface Hooks {
  readonly word: string;
  readonly front: string;
  readonly back: string;
  readonly front_hook: boolean;
  readonly back_hook: boolean;
}

export interface FoundWords {
  readonly lexicon: string;
  readonly words: readonly string[];
  readonly total: number;
  readonly is_complete: boolean;
  readonly hooks: readonly Hooks[];
}

export interface LikelyRow {
  readonly rank: number;
  readonly alphagram: string;
  readonly combinations: number;
  readonly words: readonly string[];
}

export interface StemRow {
  readonly letter: string;
  readonly words: readonly string[];
}

export interface WordFacts {
  readonly lexicon: string;
  readonly word: string;
  readonly valid: boolean;
  readonly points: number;
  readonly hooks: Hooks;
  readonly anagrams: readonly string[];
  readonly alphagram: string;
  readonly combinations: number;
  readonly rank: number | null;
  readonly of: number;
  /** Null where only the list was asked, without the server. */
  readonly readings: readonly { readonly lemma: string; readonly form: string; readonly source: string }[] | null;
  readonly with_morphology: boolean;
  /** In which editions of the list the word is valid, in words; empty where all that the server has say the same. */
  readonly editions: string;
}

export interface CoreLevel {
  readonly level: number;
  readonly title: string;
  readonly words: readonly string[];
}

export type Kind = "anagrams" | "hooks" | "word";

export interface Question {
  readonly kind: Kind;
  readonly question: string;
  readonly answers: readonly string[];
}

interface Questions {
  readonly lexicon: string;
  readonly questions: readonly Question[];
}

/** A card as the server stores it and a file has it. */
export interface Card extends Question {
  readonly lexicon: string;
  readonly added: number;
  readonly changed: number;
  readonly due: number;
  readonly stability: number;
  readonly difficulty: number;
  /** 0 new, 1 learning, 2 review, 3 relearning. */
  readonly state: number;
  readonly reps: number;
  readonly lapses: number;
  readonly interval: number;
  readonly step: number;
  readonly last: number | null;
  readonly removed: boolean;
}

export interface Review {
  readonly at: number;
  readonly card: string;
  readonly rating: number;
}

interface BoxPart {
  readonly cards: readonly Card[];
  readonly reviews: readonly Review[];
  readonly place: number;
  readonly more: boolean;
}

type Asked = Readonly<Record<string, string | number | boolean>>;

function query(asked: Asked): string {
  const given = Object.entries(asked).filter(([, value]) => value !== "" && value !== false);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export const words = {
  search: (asked: Asked): Promise<FoundWords> => request("GET", `/words/search?${query(asked)}`),
  likely: (asked: Asked): Promise<{ readonly lexicon: string; readonly rows: readonly LikelyRow[] }> => request("GET", `/words/likely?${query(asked)}`),
  stems: (stem: string, lexicon: string): Promise<{ readonly lexicon: string; readonly letters: readonly StemRow[] }> =>
    request("GET", `/words/stems/${encodeURIComponent(stem)}?${query({ lexicon })}`),
  about: (word: string, lexicon: string): Promise<WordFacts> => request("GET", `/words/about/${encodeURIComponent(word)}?${query({ lexicon })}`),
  unknown: (asked: readonly string[], lexicon: string): Promise<{ readonly unknown: readonly string[] }> =>
    request("GET", `/words/valid?${query({ words: asked.join(" "), lexicon })}`),
  core: (lexicon: string): Promise<{ readonly lexicon: string; readonly levels: readonly CoreLevel[] }> => request("GET", `/words/core?${query({ lexicon })}`),
  questions: (asked: Asked): Promise<Questions> => request("GET", `/words/questions?${query(asked)}`),
  /** Merge changes into the stored box; the answer has what is behind `since`. */
  merge: (cards: readonly Card[], reviews: readonly Review[], since: number): Promise<BoxPart> =>
    request("POST", "/study/box", { cards, reviews, since }),
  clear: (): Promise<null> => request("DELETE", "/study/box"),
};
