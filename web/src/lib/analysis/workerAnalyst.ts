// The analyst in the page: questions go to a worker, which is started anew when it has crashed.
import address from "./kernel.worker.ts?worker&url";
import { isServedByWorker } from "../storage/serviceWorker";
import type { TileSet } from "../board/tiles";
import { AnalysisError, type AnalysisFault, type Analyst, type Progress } from "./analyst";
import type { Judging, Verdict } from "./judging";
import type { Candidate } from "./moves";
import type { AnalysisPosition } from "./position";
import type { FromWorker, ToWorker } from "./protocol";
import type { Sources } from "./structures";

interface Waiting {
  readonly onshare: (share: number) => void;
  readonly onjudged: (verdict: Verdict) => void;
  readonly onstep: (found: readonly Candidate[]) => void;
  readonly resolve: (found: readonly Candidate[]) => void;
  readonly reject: (fault: AnalysisError) => void;
}

export class WorkerAnalyst implements Analyst {
  readonly place = "page";
  #worker: Worker;
  #number = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** Why it cannot answer at all; null while it can. */
  #failed: AnalysisFault | null = null;

  constructor(
    private readonly sources: Sources,
    private readonly set: TileSet,
    private readonly tell: (progress: Progress) => void,
    private readonly start: () => Worker = startWorker,
  ) {
    this.#worker = this.#open();
  }

  best(position: AnalysisPosition, count: number): Promise<readonly Candidate[]> {
    return this.#ask((id) => ({ kind: "best", id, position, count }));
  }

  simulate(position: AnalysisPosition, deals: number, signal: AbortSignal, onstep: (found: readonly Candidate[]) => void): Promise<void> {
    return this.#until(signal, () => this.#ask((id) => ({ kind: "simulate", id, position, deals }), { onstep }));
  }

  async judge(judging: Judging, signal: AbortSignal, tell: (share: number) => void): Promise<Verdict | null> {
    let found: Verdict | null = null;
    await this.#until(signal, () => this.#ask((id) => ({ kind: "judge", id, judging }), { onshare: tell, onjudged: (verdict) => (found = verdict) }));
    return found;
  }

  /** Wait for the answer to the next question, until the signal stops it. */
  async #until(signal: AbortSignal, ask: () => Promise<unknown>): Promise<void> {
    if (signal.aborted) return;
    const id = this.#number + 1;
    const stop = (): void => {
      this.#worker.postMessage({ kind: "stop", id } satisfies ToWorker);
      this.#waiting.get(id)?.resolve([]);
      this.#waiting.delete(id);
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      await ask();
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  close(): void {
    this.#worker.terminate();
    this.#drop("crashed");
  }

  #open(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = () => this.#restart();
    worker.postMessage({ kind: "open", sources: { ...this.sources }, set: JSON.parse(JSON.stringify(this.set)) as TileSet } satisfies ToWorker);
    return worker;
  }

  #ask(ask: (id: number) => ToWorker, on: Partial<Pick<Waiting, "onstep" | "onshare" | "onjudged">> = {}): Promise<readonly Candidate[]> {
    if (this.#failed) return Promise.reject(new AnalysisError(this.#failed));
    const id = (this.#number += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { onstep: () => undefined, onshare: () => undefined, onjudged: () => undefined, ...on, resolve, reject });
      this.#worker.postMessage(ask(id));
    });
  }

  #hear(message: FromWorker): void {
    if (message.kind === "progress") return this.tell(message.progress);
    if (message.kind === "fault") {
      if (message.fault === "crashed") return this.#restart();
      if (message.id === null) {
        this.#failed = message.fault;
        return this.#drop(message.fault);
      }
      this.#waiting.get(message.id)?.reject(new AnalysisError(message.fault));
      this.#waiting.delete(message.id);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (message.kind === "share") return waiting?.onshare(message.share);
    if (message.kind === "judged") waiting?.onjudged(message.verdict);
    else waiting?.onstep(message.found);
    if (message.kind === "found" && !message.last) return;
    waiting?.resolve(message.kind === "judged" ? [] : message.found);
    this.#waiting.delete(message.id);
  }

  /** A panic has ended the instance: all questions fail, the next one meets a new worker. */
  #restart(): void {
    this.#worker.terminate();
    this.#drop("crashed");
    this.#worker = this.#open();
  }

  #drop(fault: AnalysisFault): void {
    for (const { reject } of this.#waiting.values()) reject(new AnalysisError(fault));
    this.#waiting.clear();
  }
}

function startWorker(): Worker {
  return new Worker(address, { type: "module" });
}

/** Let the service worker store the script of this worker, which no page names: it is wanted without a network, too. */
export async function storeScript(): Promise<void> {
  if (await isServedByWorker()) await fetch(address).catch(() => undefined);
}
