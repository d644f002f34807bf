// Words and the box of cards: the endpoints below /api/words and /api/study.
import type { Schemas } from "./schemas";
import type { AddressOf, Given } from "./calls";
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
export type StudyCard = Schemas["StudyCard"];
export type Review = Schemas["Review"];

/** What is asked of an operation; what chooses nothing is left out. */
type Asked<Address extends AddressOf<"GET">> = NonNullable<Given<"GET", Address> extends { readonly query?: infer Query } ? Query : never>;

const chosen = <Query extends object>(asked: Query): Query =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== "" && value !== false)) as Query;

export const words = {
  search: (asked: Asked<"/api/words/search">) => request("GET", "/api/words/search", { query: chosen(asked) }),
  likely: (asked: Asked<"/api/words/likely">) => request("GET", "/api/words/likely", { query: chosen(asked) }),
  stems: (stem: string, lexicon: string) =>
    request("GET", "/api/words/stems/{stem}", { path: { stem }, query: chosen({ lexicon }) }),
  about: (word: string, lexicon: string) =>
    request("GET", "/api/words/about/{word}", { path: { word }, query: chosen({ lexicon }) }),
  unknown: (asked: readonly string[], lexicon: string) =>
    request("GET", "/api/words/valid", { query: chosen({ words: asked.join(" "), lexicon }) }),
  core: (lexicon: string) => request("GET", "/api/words/core", { query: chosen({ lexicon }) }),
  questions: (asked: Asked<"/api/words/questions">) => request("GET", "/api/words/questions", { query: chosen(asked) }),
  /** Merge changes into the stored box; the answer has what is behind `since`. */
  merge: (cards: readonly StudyCard[], reviews: readonly Review[], since: number) =>
    request("POST", "/api/study/box", { body: { cards, reviews, since } }),
  clear: () => request("DELETE", "/api/study/box"),
};
