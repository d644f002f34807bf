// What the page and the worker that searches say to each other.
import type { WordSources } from "../analysis/structures";
import type { TileSet } from "../board/tiles";
import type { CoreLevel } from "../wire/words";
import type { QuestionWish, WordSearch, WordsFault } from "./finder";

/** A word list as the page knows it from the server. */
export interface ListSource {
  /** NAME@EDITION. */
  readonly lexicon: string;
  readonly hash: string;
  readonly sources: WordSources;
}

export type WordsAsk =
  | { readonly kind: "search"; readonly asked: WordSearch }
  | { readonly kind: "likely"; readonly length: number; readonly count: number }
  | { readonly kind: "stems"; readonly stem: string }
  | { readonly kind: "about"; readonly word: string }
  | { readonly kind: "questions"; readonly wish: QuestionWish; readonly core: readonly CoreLevel[] | null }
  | { readonly kind: "unknown"; readonly words: readonly string[] };

export type ToWordsWorker =
  | { readonly kind: "open"; readonly list: ListSource; readonly set: TileSet }
  | { readonly kind: "ask"; readonly id: number; readonly ask: WordsAsk };

export type FromWordsWorker =
  /** `isStored`: the device has it for the next time. */
  | { readonly kind: "opened"; readonly isStored: boolean }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  /** Without an id the list could not be opened, or the worker has crashed. */
  | { readonly kind: "fault"; readonly id: number | null; readonly fault: WordsFault };
