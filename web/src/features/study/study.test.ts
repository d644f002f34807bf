import { beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { ApiError } from "$lib/wire/http";
import { words } from "$lib/wire/words";
import { BoxStorage } from "./storage";
import { study as shared } from "./study.svelte";

const QUESTION = { kind: "anagrams", question: "AKT", answers: ["KAT"] } as const;
let merge: MockInstance<typeof words.merge>;

beforeEach(() => {
  merge = vi.spyOn(words, "merge").mockImplementation((cards, reviews) => Promise.resolve({ cards, reviews, place: 1, more: false }));
  vi.spyOn(BoxStorage.prototype, "load").mockResolvedValue({ box: { cards: [], reviews: [] }, facts: { place: 0, owner: "" }, unsent: [] });
  for (const name of ["put", "sent", "clear"] as const) vi.spyOn(BoxStorage.prototype, name).mockResolvedValue();
});

/** The box of a page that has just been opened. */
async function opened(): Promise<typeof shared> {
  const study = new (shared.constructor as new () => typeof shared)();
  await study.load();
  await study.add([QUESTION], "pl@1");
  return study;
}

it("goes to the account though the browser cannot store it, and no page says that the server is silent", async () => {
  vi.spyOn(BoxStorage.prototype, "put").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  const study = await opened();
  await study.exchange("ewa");
  expect([study.stores, study.sync, study.box.cards.length]).toEqual([false, "done", 1]);
  expect(merge.mock.calls[0]?.[0]).toHaveLength(1);
});

it("stores nothing more after one failure: what lies there stays one box", async () => {
  const put = vi.spyOn(BoxStorage.prototype, "put").mockRejectedValueOnce(new Error("full"));
  const sent = vi.spyOn(BoxStorage.prototype, "sent");
  const study = await opened();
  await study.exchange("ewa");
  expect([put.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0]);
});

it.each([
  [0, "", "unanswered"],
  [429, "Za dużo.", "refused"],
  [500, "", "refused"],
])("knows a silent server from one that refuses (%d)", async (status, detail, sync) => {
  merge.mockRejectedValue(new ApiError(status, "x", detail));
  const study = await opened();
  await study.exchange("ewa");
  expect([study.sync, study.refusal, study.stores]).toEqual([sync, detail, true]);
});

it("lives as long as the page where nothing can be read", async () => {
  vi.spyOn(BoxStorage.prototype, "load").mockRejectedValue(new Error("forbidden"));
  const study = await opened();
  expect([study.stores, study.loaded, study.box.cards.length]).toEqual([false, true, 1]);
  await study.clear(null);
  expect(study.box.cards).toEqual([]);
});
