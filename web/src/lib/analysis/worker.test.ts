import { expect, it, vi } from "vitest";
import type { Judging, Verdict } from "./judging";
import type { AnalysisPosition } from "./position";
import type { FromWorker, ToWorker } from "./protocol";
import { crc32 } from "./structures";
import { readWordList, WordListError } from "./wordList";
import { WorkerAnalyst } from "./workerAnalyst";

const POSITION: AnalysisPosition = { board: {}, rack: ["A"], other: [], scores: [0, 0], zeroTurns: 0 };
const SOURCES = { kernel: "/k", words: "/w", game: "/g" };
const PASS = [{ move: { kind: "pass" }, equity: 0, simulated: null }] as const;

class FakeWorker {
  heard: ToWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  says(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

function begun() {
  const workers: FakeWorker[] = [];
  const start = (): Worker => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  };
  return { workers, analyst: new WorkerAnalyst(SOURCES, { name: "pl", tiles: [] }, () => undefined, start) };
}

it("asks its worker and gives the answer", async () => {
  const { workers, analyst } = begun();
  const asked = analyst.best(POSITION, 5);
  expect(workers[0]?.heard.map(({ kind }) => kind)).toEqual(["open", "best"]);
  workers[0]?.says({ kind: "found", id: 1, found: PASS, last: true });
  expect(await asked).toEqual(PASS);
});

it("starts another worker when one has crashed, and the question fails with a code", async () => {
  const { workers, analyst } = begun();
  const asked = analyst.best(POSITION, 5);
  workers[0]?.says({ kind: "fault", id: 1, fault: "crashed" });
  await expect(asked).rejects.toMatchObject({ fault: "crashed" });
  expect([workers.length, workers[0]?.terminate.mock.calls.length]).toEqual([2, 1]);
  const again = analyst.best(POSITION, 5);
  workers[1]?.says({ kind: "found", id: 2, found: PASS, last: true });
  expect(await again).toEqual(PASS);
});

it("hears of each step of a simulation until it is stopped", async () => {
  const { workers, analyst } = begun();
  const steps = vi.fn();
  const stopping = new AbortController();
  const done = analyst.simulate(POSITION, 100, stopping.signal, steps);
  workers[0]?.says({ kind: "found", id: 1, found: PASS, last: false });
  stopping.abort();
  await done;
  workers[0]?.says({ kind: "found", id: 1, found: PASS, last: false });
  expect(steps).toHaveBeenCalledOnce();
  expect(workers[0]?.heard.at(-1)).toEqual({ kind: "stop", id: 1 });
});

it("hears how far a judgement is, and gives the verdict, or none when it was stopped", async () => {
  const { workers, analyst } = begun();
  const limits = { good: 1, inaccuracy: 2, mistake: 3 };
  const deals = { batches: 8, deals: 8, plies: 2 };
  const effort = { candidates: 5, first: deals, finalists: 3, second: deals, bag: 1, exchange_from: 7 };
  const judging: Judging = { position: POSITION, move: { kind: "pass" }, equity: 0, isPhoney: false, effort, repeatsOne: true, seed: 1, chance: limits, points: limits };
  const loss = { chance: 0, points: 0, chance_margin: 0, points_margin: 0 };
  const verdict: Verdict = { best: PASS, played: PASS[0], loss, grades: null, chanceAfter: 0.5 };
  const shares = vi.fn();
  const stopping = new AbortController();
  const done = analyst.judge(judging, stopping.signal, shares);
  workers[0]?.says({ kind: "share", id: 1, share: 0.25 });
  workers[0]?.says({ kind: "judged", id: 1, verdict });
  expect(await done).toEqual(verdict);
  expect(shares).toHaveBeenCalledExactlyOnceWith(0.25);
  const stopped = analyst.judge(judging, stopping.signal, shares);
  stopping.abort();
  expect(await stopped).toBeNull();
  expect(workers[0]?.heard.at(-1)).toEqual({ kind: "stop", id: 2 });
});

it("answers nothing after it could not open", async () => {
  const { workers, analyst } = begun();
  workers[0]?.says({ kind: "fault", id: null, fault: "memory" });
  await expect(analyst.best(POSITION, 5)).rejects.toMatchObject({ fault: "memory" });
});

it("has zlib's checksum", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

function listOf(header: string, version = 1): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(header);
  const first = Math.ceil((32 + text.length) / 64) * 64;
  const file = new Uint8Array(first + 8);
  file.set([0x4d, 0x4f, 0x53, 0x54, 0x45, 0x4b, 0x1a, 0x0a]);
  const numbers = new DataView(file.buffer);
  [version, text.length, 0, 77].forEach((number, at) => numbers.setUint32(8 + 4 * at, number, true));
  numbers.setBigUint64(24, 8n, true);
  file.set(text, 32);
  return file;
}

it("reads a word list, and refuses one that is cut, foreign or of another version", () => {
  const good = listOf('{"letters":["A","Ą"]}');
  expect(readWordList(good)).toMatchObject({ letters: ["A", "Ą"], checksum: 77 });
  for (const wrong of [good.slice(0, 20), good.slice(0, -1), good.slice(1), listOf("{}"), listOf("not JSON"), listOf('{"letters":["A"]}', 2)]) {
    expect(() => readWordList(wrong)).toThrow(WordListError);
  }
});
