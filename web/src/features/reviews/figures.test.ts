import { describe, expect, it } from "vitest";
import { lostByTime, phaseBars } from "./figures";
import { clockTime, whole } from "./words";

describe("figures of statistics", () => {
  it("stand in the order of the game, without phases that did not occur", () => {
    expect(phaseBars({ end: 1, opening: 2.5 }).map(({ value }) => value)).toEqual([2.5, 1]);
  });

  it("say how many turns a bar stands for, and leave out a class that nothing was judged in", () => {
    const classes = [
      { least: 0, end: 15, turns: 4, points: 12, judged: 3, lost_points: 5.5 },
      { least: 15, end: 30, turns: 1, points: 0, judged: 0, lost_points: null },
      { least: 120, end: null, turns: 2, points: 40, judged: 2, lost_points: 0 },
    ];
    expect(lostByTime(classes).map(({ name, value, turns }) => [name.replace(/[^\d–]/g, ""), value, turns])).toEqual([["0–15", 5.5, 3], ["120", 0, 2]]);
  });

  it("have times in minutes and seconds, and a true minus", () => {
    expect([0, 59.4, 59.6, 600, null].map(clockTime)).toEqual(["0:00", "0:59", "1:00", "10:00", "–"]);
    expect([whole(-10), whole(7)]).toEqual(["−10", "7"]);
  });
});
