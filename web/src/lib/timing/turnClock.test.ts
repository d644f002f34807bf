import { describe, expect, it } from "vitest";
import { TURN_CLOCK, atRest, leftAt, nextTurn, running, signalBetween, standing } from "./turnClock";

describe("the clock of a turn", () => {
  const begun = nextTurn(atRest(120), 120, 1_000);

  it("runs down from two minutes, and not below nothing", () => {
    expect([1_000, 61_000, 121_000, 500_000].map((now) => leftAt(begun, now))).toEqual([120_000, 60_000, 0, 0]);
    expect(leftAt(begun, 0)).toBe(120_000);
  });

  it("stands while a word is checked, and goes on with what was left", () => {
    const stood = standing(begun, 31_000);
    expect(leftAt(stood, 900_000)).toBe(90_000);
    expect(leftAt(running(stood, 900_000), 910_000)).toBe(80_000);
  });

  it("begins anew with each turn", () => {
    const next = nextTurn(begun, 120, 50_000);
    expect([next.turn, leftAt(next, 50_000)]).toEqual([2, 120_000]);
  });

  it.each([
    [120_000, 119_000, null],
    [10_100, 10_000, "soon"],
    [9_000, 8_000, null],
    [100, 0, "over"],
    [20_000, 0, "over"],
    [0, 0, null],
  ] as const)("from %d to %d is heard as %s", (before, after, expected) => expect(signalBetween(before, after)).toBe(expected));

  it("is kept by the device, and nothing else is taken for one", () => {
    expect(TURN_CLOCK(JSON.parse(JSON.stringify(begun)))).toBe(true);
    expect([TURN_CLOCK({ turn: 1, left: "x", since: null }), TURN_CLOCK({ turn: 1.5, left: 1, since: null })]).toEqual([false, false]);
  });
});
