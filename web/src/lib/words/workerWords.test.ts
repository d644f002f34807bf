import { expect, it, vi } from "vitest";
import type { FromWordsWorker, ToWordsWorker } from "./protocol";
import { WorkerWords } from "./workerWords";

const LIST = { lexicon: "pl@1", hash: "h", sources: { kernel: "/k", words: "/w" } };

class FakeWorker {
  heard: ToWordsWorker[] = [];
  onmessage: ((event: { data: FromWordsWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();
  postMessage(message: ToWordsWorker): void {
    this.heard.push(message);
    if (message.kind === "ask") this.says({ kind: "answer", id: message.id, answer: ["QQ"] });
  }
  says(data: FromWordsWorker): void {
    this.onmessage?.({ data });
  }
}

function begun(playing: "no" | "yes" | "unknown", closed = false) {
  const workers: FakeWorker[] = [];
  const start = (): Worker => workers[workers.push(new FakeWorker()) - 1] as unknown as Worker;
  return { workers, finder: new WorkerWords(LIST, { name: "pl", tiles: [] }, () => undefined, start, async () => playing, () => closed) };
}

it("asks its worker and gives the answer", async () => {
  const { workers, finder } = begun("no");
  expect(await finder.unknown(["QQ", "KOT"])).toEqual(["QQ"]);
  expect(workers[0]?.heard.map(({ kind }) => kind)).toEqual(["open", "ask"]);
});

it.each([["yes", "playing"], ["unknown", "unsure"]] as const)("asks nothing while a game runs or might run (%s)", async (playing, kind) => {
  const { workers, finder } = begun(playing);
  const search = finder.search({ pattern: "K?T", shortest: 2, longest: 15, limit: 5 });
  await expect(search).rejects.toMatchObject({ fault: { kind } });
  await expect(finder.questions({ kind: "anagrams", words: "KOT", count: 1 })).rejects.toMatchObject({ fault: { kind } });
  expect(workers[0]?.heard.map((message) => message.kind)).toEqual(["open"]);
});

it("asks nothing where vulgar words are closed, so that the server is asked", async () => {
  const { workers, finder } = begun("no", true);
  await expect(finder.search({ pattern: "K?T", shortest: 2, longest: 15, limit: 5 })).rejects.toMatchObject({ fault: { kind: "server" } });
  expect(workers[0]?.heard.map((message) => message.kind)).toEqual(["open"]);
});

it("starts another worker when one has crashed, and says once and for all that a list cannot be opened", async () => {
  const { workers, finder } = begun("no");
  workers[0]?.onerror?.();
  expect([workers.length, workers[0]?.terminate.mock.calls.length]).toEqual([2, 1]);
  workers[1]?.says({ kind: "fault", id: null, fault: { kind: "memory" } });
  await expect(finder.stems("AKT")).rejects.toMatchObject({ fault: { kind: "memory" } });
});
