import { beforeEach, describe, expect, it } from "vitest";
import { language } from "$lib/text/text";
import { NO_CARDS, withChanges, type Cards } from "./cards";
import { hallMillis } from "./hallClock";
import { SIGNS, latePlayers, statedTables, stateText, timeGone } from "./lights";
import type { EventCard, RoundCard, RoundTableCard } from "$lib/wire/tournaments";

const START = "2026-11-21T10:00:00";
const MINUTE = 60_000;
const after = (minutes: number): number => hallMillis(START) + minutes * MINUTE;
const round = (division: string, started: string | null = START): RoundCard => ({
  division, round: 1, system: "swiss", tables: 3, byes: [], paired_at: "2026-11-21T09:50:00", started_at: started,
});
const table = (number: number, more: Partial<RoundTableCard> = {}): RoundTableCard => ({
  round: 1, table: number, players: [number * 2 - 1, number * 2], light: "playing", ...more,
});
function hall(tables: readonly RoundTableCard[], started: string | null = START, minutes: number | null = 20): Cards {
  const event = { divisions: ["", "B"], minutes } as unknown as EventCard;
  return withChanges(NO_CARDS, { event, rounds: [round("", started), round("B", started)], tables });
}

beforeEach(() => language.choose("en"));

describe("the field of lights", () => {
  it("puts first what needs a person most, and equals by their table", () => {
    const shown = statedTables(
      hall([
        table(1, { light: "in" }), table(2), table(3, { light: "disputed" }), table(4), table(5, { light: "ruling" }),
        table(6, { light: "adjourned", adjourned_until: "2026-11-22T09:30:00" }), table(7, { light: "told" }),
      ]),
      after(1),
    );
    expect(shown.map(({ card }) => card.table)).toEqual([5, 3, 7, 2, 4, 6, 1]);
  });

  it("shows the divisions together, or one of them", () => {
    const cards = hall([table(1), table(1, { division: "B", light: "disputed" })]);
    expect(statedTables(cards, after(1)).map(({ card }) => card.division ?? "")).toEqual(["B", ""]);
    expect(statedTables(cards, after(1), "").map(({ card }) => card.division ?? "")).toEqual([""]);
  });

  it("shows the tables of an earlier round, when they are asked for", () => {
    const later = withChanges(hall([table(1, { light: "in", scores: [400, 300] })]), { rounds: [{ ...round(""), round: 2 }], tables: [table(1, { round: 2 })] });
    expect(statedTables(later, after(1), "").map(({ card }) => card.round)).toEqual([2]);
    expect(statedTables(later, after(1), "", 1).map(({ card, state }) => [card.round, state])).toEqual([[1, "in"]]);
  });

  it.each([
    [19.9, "awaited", 0.1],
    [20, "lost", 0],
    [45, "lost", 0],
  ])("a player who is %d of 20 minutes late: %s", (gone, state, left) => {
    const [shown] = statedTables(hall([table(1, { light: "awaited", absent: [2] })]), after(gone));
    expect(shown?.state).toBe(state);
    expect((shown?.left ?? -1) / MINUTE).toBeCloseTo(left);
  });

  it.each([
    [40, "playing"],
    [40.1, "over"],
  ])("two players of 20 minutes after %d minutes: %s", (gone, state) => {
    expect(statedTables(hall([table(1)]), after(gone))[0]?.state).toBe(state);
  });

  it("has no time before the start, nor where the event names none", () => {
    const awaited = [table(1, { light: "awaited", absent: [2] })];
    expect(statedTables(hall(awaited, null), after(99))[0]).toMatchObject({ state: "awaited", left: null });
    expect(statedTables(hall(awaited, START, null), after(99))[0]).toMatchObject({ state: "awaited", left: null });
    expect(timeGone(hall(awaited, null), "", 1, after(5))).toBeNull();
    expect(timeGone(hall(awaited), "", 1, after(5))).toBe(5 * MINUTE);
  });

  it("says each state in a sign and a word of its own", () => {
    const words = Object.keys(SIGNS).map((state) => stateText({ card: table(1), state: state as keyof typeof SIGNS, left: null }));
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(Object.values(SIGNS)).size).toBe(words.length);
    const adjourned = table(1, { light: "adjourned", adjourned_until: "2026-11-22T09:30:00" });
    expect(stateText({ card: adjourned, state: "adjourned", left: null })).toBe("adjourned until 22.11, 09:30");
    expect(stateText({ card: table(1), state: "awaited", left: 65_000 })).toContain("1:05");
  });
});

describe("late players", () => {
  const cards = hall([
    table(1, { light: "awaited", absent: [2] }),
    table(2, { light: "awaited", absent: [3, 4] }),
    table(3, { light: "in", absent: [5], scores: [401, 1] }),
    table(4, { light: "adjourned", absent: [7] }),
    table(5, { light: "ruling", absent: [9] }),
  ]);

  it("are those who have not come to a table that waits for them, with the time left", () => {
    const late = latePlayers(cards, after(12));
    expect(late.map(({ number }) => number)).toEqual([2, 3, 4, 9]);
    expect(late.every(({ left }) => left === 8 * MINUTE)).toBe(true);
  });

  it("have nothing left after a whole time", () => {
    expect(latePlayers(cards, after(300)).every(({ left }) => left === 0)).toBe(true);
  });
});
