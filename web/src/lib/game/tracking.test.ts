import { describe, expect, it } from "vitest";
import { cross, readCrossed, seenTiles, sheet, total } from "./tracking";
import { viewWith } from "./view.testing";

const SET = { name: "x", tiles: [{ letter: "?", value: 0, count: 2 }, { letter: "A", value: 1, count: 3 }, { letter: "K", value: 2, count: 1 }] };

describe("the tracking sheet", () => {
  it("sees the board, blanks as blanks, and the own rack", () => {
    expect(seenTiles(viewWith({ board: { H8: "K", H9: "a" }, rack: "A?" }))).toEqual({ K: 1, "?": 2, A: 1 });
  });

  it("has the blank last, and counts what is left", () => {
    const sockets = sheet(SET, { A: 1 });
    expect(sockets.map(({ face, left }) => `${face}${left}`)).toEqual(["A2", "K1", "?2"]);
    expect(total(sockets)).toBe(5);
  });

  it("crosses out no more than there is, and takes back no more than was crossed out", () => {
    expect(cross(SET, { K: 1 }, "K", 1)).toEqual({ K: 1 });
    expect(cross(SET, {}, "K", -1)).toEqual({ K: 0 });
  });

  it.each(["{", "[1]x", "null", '"A"', '{"A":"x"}'])("believes nothing else than numbers: %s", (text) => {
    expect(readCrossed(text)).toEqual({});
  });
});
