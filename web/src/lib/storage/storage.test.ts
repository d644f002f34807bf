import { afterEach, describe, expect, it, vi } from "vitest";
import { Database } from "./database";
import { openStore } from "./files";
import { Newest } from "./newest";
import { installWorker, isServedByWorker } from "./serviceWorker";
import { fields, flag, list, maybe, nullOr, number, oneOf, pair, parsed, record, text, whole } from "./shape";
import { Texts, onDevice } from "./texts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const refuse = (): never => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

/** What browsers do where they store nothing. */
const AREAS: Readonly<Record<string, () => Pick<Storage, "getItem" | "setItem" | "removeItem">>> = {
  "it is forbidden": () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  },
  "every call fails": () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }),
  "it is full": () => ({ getItem: () => null, setItem: refuse, removeItem: () => undefined }),
  "there is none": () => null as never,
};

describe.each(Object.entries(AREAS))("a storage where %s", (_, area) => {
  it("keeps texts as long as the page", () => {
    const texts = new Texts(area);
    expect(texts.read("a")).toBeNull();
    texts.keep("a", "1");
    texts.keepValue("b", { at: 3 });
    expect([texts.read("a"), texts.value("b", fields<{ at: number }>({ at: number })), texts.stored("a")]).toEqual(["1", { at: 3 }, null]);
    texts.forget("a");
    expect(texts.read("a")).toBeNull();
  });

  it("says so", () => {
    const texts = new Texts(area);
    const refused = vi.fn();
    texts.onRefused(refused);
    expect(texts.isKept()).toBe(false);
    expect(refused).toHaveBeenCalled();
  });
});

describe("a storage that works", () => {
  it("keeps texts for other pages, and nothing of asking whether it does", () => {
    const texts = new Texts(() => localStorage);
    expect([texts.isKept(), localStorage.getItem("mostek.probe")]).toEqual([true, null]);
    texts.keep("a", "1");
    expect([localStorage.getItem("a"), new Texts(() => localStorage).read("a")]).toEqual(["1", "1"]);
  });

  it("takes again what it has refused, and is then asked itself", () => {
    const texts = new Texts(() => localStorage);
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    texts.keep("a", "1");
    full.mockRestore();
    texts.keep("a", "2");
    localStorage.setItem("a", "3");
    expect(texts.read("a")).toBe("3");
  });
});

describe("a stored value", () => {
  interface Kept {
    readonly name: string;
    readonly points: readonly [number, number];
    readonly level: "low" | 2;
    readonly more?: boolean | undefined;
    readonly last: number | null;
    readonly tiles: Readonly<Record<string, readonly string[]>>;
  }
  const KEPT = fields<Kept>({ name: text, points: pair(whole, number), level: oneOf<Kept["level"]>("low", 2), more: maybe(flag), last: nullOr(whole), tiles: record(list(text)) });
  const GOOD: Kept = { name: "Ewa", points: [1, 2.5], level: "low", last: null, tiles: { H8: ["K"] } };

  it("is taken if it is of the wanted shape", () => {
    for (const kept of [GOOD, { ...GOOD, level: 2, more: true, last: 3 }]) expect(parsed(JSON.stringify(kept), KEPT)).toEqual(kept);
  });

  it.each<string | null>([
    null,
    "",
    "{",
    "[]",
    "7",
    ...([{ name: 7 }, { points: [1] }, { points: [1, "2"] }, { points: [1.5, 2] }, { level: "high" }, { more: 1 }, { last: "x" }, { tiles: [] }, { tiles: { H8: "K" } }] as const).map((part) => JSON.stringify({ ...GOOD, ...part })),
  ])("counts as none if it is anything else: %s", (written) => expect(parsed(written, KEPT)).toBeNull());

  it("is one of the newest only", () => {
    const newest = new Newest("some", whole, 2);
    for (const [at, id] of ["a", "b", "a", "c"].entries()) newest.keep(id, at);
    expect(["a", "b", "c"].map((id) => newest.read(id))).toEqual([2, null, 3]);
    expect(onDevice.read("some.b")).toBeNull();
  });
});

describe("a database", () => {
  const reading = (database: Database): Promise<readonly unknown[]> => database.read((store) => [store("some").get("x")]);

  it.each([
    ["is missing", undefined],
    ["is forbidden", { open: refuse }],
    ["fails to open", { open: () => failing() }],
  ])("rejects where it %s", async (_, indexedDB) => {
    vi.stubGlobal("indexedDB", indexedDB);
    const database = new Database("some", ["some"]);
    await expect(reading(database)).rejects.toThrow();
    await expect(database.write(() => undefined)).rejects.toThrow();
  });

  it("is waited for once where it does not answer", async () => {
    vi.useFakeTimers();
    const open = vi.fn(() => ({}));
    vi.stubGlobal("indexedDB", { open });
    const database = new Database("some", ["some"]);
    const first = reading(database).catch((fault: unknown) => fault);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await first).toBeInstanceOf(Error);
    await expect(reading(database)).rejects.toThrow(); // without another wait: no timer moves here
    expect(open).toHaveBeenCalledOnce();
  });

  function failing(): object {
    const request: { onerror?: () => void; error: Error } = { error: new Error("corrupt") };
    queueMicrotask(() => request.onerror?.());
    return request;
  }
});

describe("the store of large files", () => {
  it("stores nothing where neither files nor a database can be had, and says so", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("indexedDB", { open: () => ({}) });
    vi.stubGlobal("navigator", { storage: { getDirectory: () => new Promise(() => undefined) } });
    const opening = openStore();
    await vi.advanceTimersByTimeAsync(10_000);
    const store = await opening;
    expect([await store.write("x", new Uint8Array(1)), await store.read("x")]).toEqual([false, null]);
  });
});

describe("a browser whose service workers throw when they are named", () => {
  it("has none", async () => {
    vi.stubGlobal("navigator", {
      get serviceWorker(): never {
        throw new DOMException("the context is sandboxed", "SecurityError");
      },
    });
    await expect(installWorker()).rejects.toThrow();
    expect(await isServedByWorker()).toBe(false);
  });
});
