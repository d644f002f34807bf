import { describe, expect, test, vi } from "vitest";
import { place, putOnRack, setBlank, shuffle, sort, toggleMark } from "./tileMoves";
import { save, restore, syncWithServer, saveRack, loadRack } from "./sync";
import { begin, onRack, placement } from "./state";
import { holding, idOf, POLISH, rackText } from "./testing";
import { typeLetter } from "./typing";

describe("the server's view changes", () => {
  test("nothing new gives the very same state", () => {
    const state = shuffle(holding("KOTY", { H8: "A" }), Math.random);
    expect(syncWithServer(state, { board: { H8: "A" }, rack: "KOTY" })).toBe(state);
    expect(syncWithServer(state, { board: { H8: "A" }, rack: "YTOK" })).toBe(state);
  });

  test("the order of the rack survives the opponent's move", () => {
    const state = putOnRack(holding("KOTY"), 4, 0);
    expect(rackText(state)).toBe("YKOT");
    expect(rackText(syncWithServer(state, { board: { H8: "A" }, rack: "KOTY" }))).toBe("YKOT");
  });

  test("tiles that were played leave, new ones come to the end", () => {
    let state = holding("KOTYAA");
    state = typeLetter(typeLetter(state, "K"), "O");
    const next = syncWithServer(state, { board: { H8: "K", H9: "O" }, rack: "AATYŻŁ" });
    expect(placement(next)).toEqual({});
    expect(rackText(next)).toBe("TYAAŻŁ");
  });

  test("of two equal tiles the one that was played leaves", () => {
    const state = holding("AKA");
    const second = state.tiles[2]?.id ?? 0;
    const first = state.tiles[0]?.id ?? 0;
    const next = syncWithServer(place(state, first, "H8"), { board: { H8: "A" }, rack: "AK" });
    expect(rackText(next)).toBe("KA");
    expect(onRack(next)[1]?.id).toBe(second);
  });

  test("of two equal tiles the one that was exchanged leaves", () => {
    const state = holding("AKA");
    const next = syncWithServer(toggleMark(state, state.tiles[0]?.id ?? 0), { board: {}, rack: "AKŻ" });
    expect(rackText(next)).toBe("KAŻ");
    expect(next.marked).toEqual([]);
  });

  test("a tentative tile goes back when its square is taken, the others stay", () => {
    const state = typeLetter(typeLetter(holding("KOT"), "K"), "O");
    const next = syncWithServer(state, { board: { H8: "Ż" }, rack: "KOT" });
    expect(placement(next)).toEqual({ H9: "O" });
    expect(rackText(next)).toBe("KT");
  });

  test("a move that is taken back gives its tiles back", () => {
    const played = syncWithServer(typeLetter(holding("KOT"), "K"), { board: { H8: "K" }, rack: "OT" });
    expect(rackText(syncWithServer(played, { board: {}, rack: "KOT" }))).toBe("OTK");
  });

  test("a played blank leaves, whatever letter it stood for", () => {
    const state = holding("A?");
    const laid = setBlank(place(state, idOf(state, "?"), "H8"), "H8", "B");
    expect(rackText(syncWithServer(laid, { board: { H8: "b" }, rack: "A" }))).toBe("A");
  });

  test("who has no rack sees none, and letters of several characters are one tile", () => {
    expect(syncWithServer(holding("KOT"), { board: {}, rack: null }).tiles).toEqual([]);
    const spanish = syncWithServer(begin({ size: 15, start: "H8", letters: ["A", "CH"] }), { board: {}, rack: "A[CH]" });
    expect(spanish.tiles.map((tile) => tile.face)).toEqual(["A", "CH"]);
    expect(placement(place(spanish, 2, "H8"))).toEqual({ H8: "[CH]" });
  });
});

describe("a reload", () => {
  const fresh = begin({ size: 15, start: "H8", letters: POLISH });

  test("keeps the order and what lay on the board", () => {
    const before = sort(holding("ŻK?A"));
    const laid = setBlank(place(place(before, idOf(before, "Ż"), "H8"), idOf(before, "?"), "H9"), "H9", "E");
    saveRack("t", laid);
    const saved = loadRack("t");
    expect(saved).not.toBeNull();
    const after = syncWithServer(restore(fresh, saved ?? save(fresh)), { board: {}, rack: "?AKŻ" });
    expect(after.tiles.map((tile) => tile.face).join("")).toBe("AKŻ?");
    expect(placement(after)).toEqual({ H8: "Ż", H9: "e" });
  });

  test("what the game has overtaken is dropped", () => {
    const saved = save(typeLetter(typeLetter(holding("KOT"), "K"), "O"));
    const after = syncWithServer(restore(fresh, saved), { board: { H8: "Ż" }, rack: "OTA" });
    expect(placement(after)).toEqual({ H9: "O" });
    expect(rackText(after)).toBe("TA");
  });

  test("nonsense in the browser's memory is not believed", () => {
    for (const text of [
      "",
      "{",
      "7",
      "null",
      "[]",
      '{"faces": [1], "tentative": {}}',
      '{"faces": ["A"]}',
      '{"faces": ["A"], "tentative": []}',
      '{"faces": ["A"], "tentative": {"H8": 4}}',
      '{"faces": ["A"], "tentative": {"H8": {"tile": "0", "letter": null}}}',
    ]) {
      localStorage.setItem("mostek.rack.t", text);
      expect(loadRack("t")).toBeNull();
    }
    localStorage.setItem("mostek.rack.t", '{"faces": ["A"], "tentative": {"H8": {"tile": 7, "letter": null}, "x": {"tile": 0, "letter": null}}}');
    const odd = loadRack("t");
    expect(odd && restore(fresh, odd).tentative).toEqual({});
  });

  test("a browser that keeps nothing is no reason to stop", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    saveRack("t1", holding("KOT"));
    expect(loadRack("t1")?.faces).toEqual(["K", "O", "T"]);
    expect(loadRack("t2")).toBeNull();
  });
});
