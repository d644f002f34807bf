// The search in the page: questions go to a worker, which is started anew when it has crashed.
import address from "./words.worker.ts?worker&url";
import { hasSchoolHints, isPlaying } from "../analysis/playing";
import type { TileSet } from "../board/tiles";
import type { CoreLevel, FoundWords, LikelyRow, Question, StemRow, WordFacts } from "../wire/words";
import { words as server } from "../wire/words";
import { WordsError, type QuestionWish, type WordFinder, type WordSearch, type WordsFault } from "./finder";
import { keepCore, keptCore } from "./kept";
import type { FromWordsWorker, ListSource, ToWordsWorker, WordsAsk } from "./protocol";
import { asWordsError, isUnreachable } from "./serverWords";

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: WordsError) => void;
}

export class WorkerWords implements WordFinder {
  readonly place = "page";
  #tellStored: (isStored: boolean) => void = () => undefined;
  readonly isStored = new Promise<boolean>((resolve) => (this.#tellStored = resolve));
  #worker: Worker;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** Why it cannot answer at all; null while it can. */
  #failed: WordsFault | null = null;

  constructor(
    private readonly list: ListSource,
    private readonly set: TileSet,
    private readonly onopened: () => void,
    private readonly start: () => Worker = startWorker,
    private readonly asksPlaying: typeof isPlaying = isPlaying,
    private readonly closed: typeof hasSchoolHints = hasSchoolHints,
  ) {
    this.#worker = this.#open();
  }

  search(asked: WordSearch): Promise<FoundWords> {
    return this.#ask({ kind: "search", asked });
  }

  likely(length: number, count: number): Promise<readonly LikelyRow[]> {
    return this.#ask({ kind: "likely", length, count });
  }

  stems(stem: string): Promise<readonly StemRow[]> {
    return this.#ask({ kind: "stems", stem });
  }

  /** The server adds base form and grammatical form, which the list does not have. */
  async about(word: string): Promise<WordFacts> {
    const facts = await this.#ask<WordFacts>({ kind: "about", word });
    const told = await server.about(word, this.list.lexicon).catch((fault: unknown) => {
      if (isUnreachable(fault)) return null;
      throw asWordsError(fault);
    });
    return told ?? facts;
  }

  /** The school list is the server's; what it said last goes on without a network. */
  async core(): Promise<readonly CoreLevel[]> {
    const { lexicon, hash } = this.list;
    try {
      const { levels } = await server.core(lexicon);
      keepCore(hash, levels);
      return levels;
    } catch (fault) {
      const kept = isUnreachable(fault) ? keptCore(hash) : null;
      if (kept && (await this.#mayAsk())) return kept;
      throw isUnreachable(fault) ? new WordsError({ kind: "core" }) : asWordsError(fault);
    }
  }

  async questions(wish: QuestionWish): Promise<readonly Question[]> {
    const needsCore = !wish.words && (wish.set ?? "core").startsWith("core");
    const core = needsCore ? (keptCore(this.list.hash) ?? (await this.core())) : null;
    return this.#ask({ kind: "questions", wish: { ...wish }, core });
  }

  unknown(words: readonly string[]): Promise<readonly string[]> {
    return this.#ask({ kind: "unknown", words: [...words] });
  }

  close(): void {
    this.#worker.terminate();
    this.#drop({ kind: "crashed" });
  }

  #open(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<FromWordsWorker>) => this.#hear(data);
    worker.onerror = () => this.#restart();
    worker.postMessage({ kind: "open", list: this.list, set: JSON.parse(JSON.stringify(this.set)) as TileSet } satisfies ToWordsWorker);
    return worker;
  }

  /** Nobody searches while a game of theirs is in progress, or might be. */
  async #mayAsk(): Promise<boolean> {
    const playing = await this.asksPlaying();
    if (playing === "no" && this.closed()) throw new WordsError({ kind: "server" });
    if (playing === "no") return true;
    throw new WordsError({ kind: playing === "yes" ? "playing" : "unsure" });
  }

  async #ask<Answer>(ask: WordsAsk): Promise<Answer> {
    await this.#mayAsk();
    if (this.#failed) throw new WordsError(this.#failed);
    const id = (this.#number += 1);
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ kind: "ask", id, ask } satisfies ToWordsWorker);
    }) as Promise<Answer>;
  }

  #hear(message: FromWordsWorker): void {
    if (message.kind === "opened") return this.#opened(message.isStored);
    if (message.kind === "answer") {
      this.#waiting.get(message.id)?.resolve(message.answer);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.id === null) {
      this.#failed = message.fault;
      return this.#drop(message.fault);
    }
    this.#waiting.get(message.id)?.reject(new WordsError(message.fault));
    this.#waiting.delete(message.id);
    if (message.fault.kind === "crashed") this.#restart();
  }

  #opened(isStored: boolean): void {
    this.#tellStored(isStored);
    this.onopened();
  }

  /** A panic has ended the instance: all questions fail, the next one meets a new worker. */
  #restart(): void {
    this.#worker.terminate();
    this.#drop({ kind: "crashed" });
    this.#worker = this.#open();
  }

  #drop(fault: WordsFault): void {
    for (const { reject } of this.#waiting.values()) reject(new WordsError(fault));
    this.#waiting.clear();
  }
}

function startWorker(): Worker {
  return new Worker(address, { type: "module" });
}
