import { describe, expect, it } from "vitest";
import { NO_CARDS, currentRound, lastRound, nameOf, standingsOf, tablesOf, withChanges } from "./cards";
import type { RoundCard, RoundTableCard } from "$lib/wire/tournaments";

const round = (number: number, paired = "2026-11-21T10:00:00"): RoundCard => ({
  division: "",
  round: number,
  system: "swiss",
  tables: 2,
  byes: [],
  paired_at: paired,
  started_at: null,
});
const table = (number: number, played = 1, more: Partial<RoundTableCard> = {}): RoundTableCard => ({
  round: played,
  table: number,
  players: [number * 2 - 1, number * 2],
  light: "not_yet",
  ...more,
});

describe("changes", () => {
  const paired = withChanges(NO_CARDS, { rounds: [round(1)], tables: [table(2), table(1)] });

  it("keeps what has not changed", () => {
    const after = withChanges(paired, { tables: [table(1, 1, { light: "in", scores: [412, 388] })] });
    expect(tablesOf(after, "", 1).map(({ light }) => light)).toEqual(["in", "not_yet"]);
    expect(after.rounds).toBe(paired.rounds);
  });

  it("takes the tables of a round along that was taken back", () => {
    const after = withChanges(paired, { gone_rounds: [["", 1]] });
    expect(tablesOf(after, "", 1)).toEqual([]);
    expect(lastRound(after, "")).toBe(0);
    expect(currentRound(after, "")).toBe(0);
  });

  it("plays the first round with open games where rounds are paired ahead", () => {
    const ahead = withChanges(NO_CARDS, { rounds: [round(1), round(2)], tables: [table(1, 1), table(1, 2)] });
    expect([currentRound(ahead, ""), lastRound(ahead, "")]).toEqual([1, 2]);
    const next = withChanges(ahead, { tables: [table(1, 1, { decided_by: "points" })] });
    expect(currentRound(next, "")).toBe(2);
    expect(currentRound(withChanges(next, { tables: [table(1, 2, { decided_by: "forfeit" })] }), "")).toBe(2);
  });

  it("takes the tables of a round along that was paired anew", () => {
    const after = withChanges(paired, { rounds: [round(1, "2026-11-21T10:05:00")], tables: [table(1)] });
    expect(tablesOf(after, "", 1).map(({ table }) => table)).toEqual([1]);
  });

  it("orders the classification, and those without a place last", () => {
    const after = withChanges(NO_CARDS, {
      standings: [
        { number: 3, place: null },
        { number: 1, place: 2 },
        { number: 2, place: 1 },
      ],
    });
    expect(standingsOf(after, "").map(({ number }) => number)).toEqual([2, 1, 3]);
  });

  it("calls a player without a name by the number", () => {
    const after = withChanges(NO_CARDS, { entrants: [{ number: 1, name: "Anna Lis" }, { number: 2 }] });
    expect([nameOf(after, 1), nameOf(after, 2), nameOf(after, 9)]).toEqual(["1. Anna Lis", "2", "9"]);
  });
});
