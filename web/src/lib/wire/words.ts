// Words and the box of cards: the endpoints below /api/words and /api/study.
import type { Schemas } from "./schemas";
import { request } from "./http";

export type Hooks = Schemas["HooksTold"];
export type FoundWords = Schemas["WordsTold"];
export type LikelyRow = Schemas["LikelyTold"];
export type StemRow = Schemas["StemTold"];

/** Facts about a word; without readings where only the list was asked, and no server. */
export type WordFacts = Omit<Schemas["WordTold"], "readings"> & { readonly readings: Schemas["WordTold"]["readings"] | null };
export type CoreLevel = Schemas["CoreTold"];
export type Kind = Question["kind"];
export type Question = Schemas["QuestionTold"];
export type Card = Schemas["Card"];
export type Review = Schemas["Review"];

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
  questions: (asked: Asked): Promise<Schemas["QuestionsTold"]> => request("GET", `/words/questions?${query(asked)}`),
  /** Merge changes into the stored box; the answer has what is behind `since`. */
  merge: (cards: readonly Card[], reviews: readonly Review[], since: number): Promise<Schemas["BoxPart"]> =>
    request("POST", "/study/box", { cards, reviews, since }),
  clear: (): Promise<null> => request("DELETE", "/study/box"),
};
