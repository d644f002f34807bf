// The search at the server, for a page that has no kernel or for a list that may not be copied.
import { ApiError } from "../wire/http";
import { words as server, type CoreLevel, type FoundWords, type LikelyRow, type Question, type StemRow, type WordFacts } from "../wire/words";
import { WordsError, type QuestionWish, type WordFinder, type WordSearch } from "./finder";

export const isUnreachable = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 0;

/** What the server said, as a fault of a search; its other refusals have sentences of their own. */
export function asWordsError(fault: unknown): unknown {
  if (isUnreachable(fault)) return new WordsError({ kind: "unreachable" });
  return fault instanceof ApiError && fault.code === "playing" ? new WordsError({ kind: "playing" }) : fault;
}

export class ServerWords implements WordFinder {
  readonly place = "server";
  readonly isStored = Promise.resolve(false);

  constructor(private readonly lexicon: string) {}

  search(asked: WordSearch): Promise<FoundWords> {
    return told(server.search({ ...asked, lexicon: this.lexicon }));
  }

  async likely(length: number, count: number): Promise<readonly LikelyRow[]> {
    return (await told(server.likely({ length, count, lexicon: this.lexicon }))).rows;
  }

  async stems(stem: string): Promise<readonly StemRow[]> {
    return (await told(server.stems(stem, this.lexicon))).letters;
  }

  about(word: string): Promise<WordFacts> {
    return told(server.about(word, this.lexicon));
  }

  async core(): Promise<readonly CoreLevel[]> {
    return (await told(server.core(this.lexicon))).levels;
  }

  async questions(wish: QuestionWish): Promise<readonly Question[]> {
    return (await told(server.questions({ ...wish, lexicon: this.lexicon }))).questions;
  }

  async unknown(words: readonly string[]): Promise<readonly string[]> {
    return (await told(server.unknown(words, this.lexicon))).unknown;
  }

  close(): void {
    // There is nothing to close.
  }
}

function told<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return asked.catch((fault: unknown) => {
    throw asWordsError(fault);
  });
}
