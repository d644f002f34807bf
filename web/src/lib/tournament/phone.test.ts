import { describe, expect, it } from "vitest";
import { ApiError } from "$lib/wire/http";
import type { CardChanges, RoundTableCard } from "$lib/wire/tournaments";
import { NO_CARDS, withChanges } from "./cards";
import { HallClock, duration, hallMillis, timeOfDay } from "./hallClock";
import { KeptResult } from "./keptResult";
import { isAlike, sheetOf, type Own, type Told } from "./playerSheet";
import { asksWords, meant, typedResult } from "./telling";

describe("the clock of the hall", () => {
  it.each([0, 24 * 3600_000, -24 * 3600_000])("does not mind a phone that is %d ms off", (off) => {
    let device = 1_700_000_000_000 + off;
    const clock = new HallClock(() => device);
    clock.set("2026-11-21T10:20:00");
    device += 65_000;
    expect(duration(clock.now() - hallMillis("2026-11-21T10:00:00"))).toBe("21:05");
    expect(timeOfDay(clock.now())).toBe("10:21");
  });

  it.each([0, 24 * 3600_000, -24 * 3600_000])("knows how long ago a call was on a phone that is %d ms off", (off) => {
    const server = Date.parse("2026-11-21T09:20:00Z"); // an hour before the time in the hall
    let device = server + off;
    const clock = new HallClock(() => device);
    clock.set("2026-11-21T10:20:00", server);
    device += 30_000;
    expect(clock.since(server - 60_000)).toBe(90_000);
  });

  it("shows hours only where there are some, and nothing below zero", () => {
    expect([duration(-5), duration(59_999), duration(3_729_000)]).toEqual(["0:00", "0:59", "1:02:09"]);
  });
});

describe("the numbers of a result", () => {
  const told = (points: readonly number[], words: readonly number[] = []): Told => ({ points, words });
  it.each([
    ["412:388", "", [412, 388]],
    [" 0 :9999", "", [0, 9999]],
    ["412:", "", null],
    ["-5:388", "", null],
    ["10000:3", "", null],
    ["4e2:3", "", null],
    ["41,2:3", "", null],
    ["250:180:199", "", [250, 180, 199]],
  ])("%s", (points, words, expected) => expect(typedResult(points.split(":"), words.split(":"), true)?.points ?? null).toEqual(expected));

  it("asks for the last words where points are equal and there are no draws", () => {
    const asked = (typed: string, hasDraws: boolean): boolean => asksWords(typed.split(":"), hasDraws);
    expect([asked("400:400", false), asked("400:400", true), asked("400:399", false), asked("400:", false), asked("210:180:180", false)]).toEqual([
      true, false, false, false, true,
    ]);
    expect([asked("300:250:0:0", false), asked("300:300:0:0", false), asked("0:0", false)]).toEqual([false, true, false]);
    expect(typedResult(["400", "400"], ["", ""], false)).toBeNull();
    expect(typedResult(["400", "400"], ["14", "9"], false)).toEqual(told([400, 400], [14, 9]));
    expect(typedResult(["400", "399"], ["14", "9"], false)).toEqual(told([400, 399]));
  });

  it("may be the own points alone at a table of several", () => {
    expect(typedResult(["250", "", " "], [], false)).toEqual(told([250]));
    expect([typedResult(["250", ""], [], false), typedResult(["250", "180", ""], [], false), typedResult(["", "", ""], [], false)]).toEqual([null, null, null]);
  });

  it("are alike only if all of them are the same", () => {
    expect([isAlike(told([1, 2]), told([1, 2])), isAlike(told([1, 2]), told([2, 1])), isAlike(told([4, 4], [1, 2]), told([4, 4], [2, 1]))]).toEqual([true, false, false]);
  });

  it.each([
    [told([412, 388]), "won", null],
    [told([400, 400]), "drawn", null],
    [told([400, 400], [14, 9]), "won", null],
    [told([400, 400], [9, 14]), "lost", null],
    [told([180, 210, 180], [9, 0, 5]), "lost", 2],
    [told([210, 180, 210, 90], [3, 0, 8, 0]), "lost", 2],
  ])("%j is %s", (result, outcome, place) => expect(meant(result)).toMatchObject({ outcome, place }));
});

describe("a result that was told", () => {
  const result = (own: number, other: number): Told => ({ points: [own, other], words: [] });
  function phone(): { kept: KeptResult } {
    let count = 0;
    return { kept: new KeptResult("code", () => `number-${(count += 1)}`) };
  }
  const failing = (status: number) => (): Promise<void> => Promise.reject(new ApiError(status, "x", "Stół ma wynik."));

  it.each([0, 429, 500, 503])("stays while the server answers %d, and goes out with the same id", async (status) => {
    const { kept } = phone();
    const first = kept.keep(3, result(412, 388));
    expect(await kept.send(failing(status))).toEqual({ kind: "kept" });
    const sent: string[] = [];
    await kept.send(({ id }) => Promise.resolve(void sent.push(id)));
    await kept.send(({ id }) => Promise.resolve(void sent.push(id)));
    expect(sent).toEqual([first.id]);
  });

  it.each([400, 403, 409])("is dropped with the sentence when the server answers %d", async (status) => {
    const { kept } = phone();
    kept.keep(3, result(412, 388));
    expect(await kept.send(failing(status))).toEqual({ kind: "refused", why: "Stół ma wynik." });
    expect(kept.waiting).toBeNull();
  });

  it("keeps its id while the numbers are the same, and has another one for other numbers", () => {
    const { kept } = phone();
    const [one, same, other] = [kept.keep(3, result(412, 388)), kept.keep(3, result(412, 388)), kept.keep(3, result(412, 389))];
    expect([same.id === one.id, other.id === one.id]).toEqual([true, false]);
  });

  it("is there after the page was closed", () => {
    const { kept } = phone();
    kept.keep(3, result(412, 388));
    expect(new KeptResult("code").waiting).toMatchObject({ round: 3, points: [412, 388], last_words: [] });
    expect(new KeptResult("another").waiting).toBeNull();
  });

  it("does not take along one that was told while it was on its way", async () => {
    const { kept } = phone();
    kept.keep(3, result(412, 388));
    await kept.send(() => Promise.resolve(void kept.keep(3, result(400, 388))));
    expect(kept.waiting).toMatchObject({ points: [400, 388] });
  });

  it("is sent although an earlier version of the page has kept it", () => {
    const { kept } = phone();
    localStorage.setItem("mostek.told.code", JSON.stringify({ id: "number-9", round: 3, own: 412, other: 388 }));
    expect(kept.waiting).toEqual({ id: "number-9", round: 3, points: [412, 388], last_words: [] });
  });

  it("survives nonsense in the memory of the phone", () => {
    const { kept } = phone();
    localStorage.setItem("mostek.told.code", "{");
    expect(kept.waiting).toBeNull();
  });
});

describe("the sheet of a player", () => {
  const table = (number: number, players: readonly number[], more: Partial<RoundTableCard> = {}): RoundTableCard => ({
    round: 1,
    table: number,
    players,
    light: "playing",
    ...more,
  });
  const whole = (draws: boolean, tables: readonly RoundTableCard[], byes: readonly number[] = []): CardChanges => ({
    event: {
      name: "Kutno", city: "", starts_on: "2026-11-21", ends_on: "2026-11-21", organisers: [], arbiter: "", template: "pfs",
      rulebook: "pfs", rounds: 7, minutes: 20, turn_seconds: null, keys: [], divisions: [""], draws_start: draws, self_report: true, has_draws: false, closed_on: null,
    },
    entrants: Array.from({ length: 12 }, (_, at) => ({ number: at + 1, name: `Gracz ${at + 1}` })),
    rounds: [{ division: "", round: 1, system: "swiss", tables: tables.length, byes, paired_at: "2026-11-21T09:50:00", started_at: "2026-11-21T10:00:00" }],
    tables,
    standings: Array.from({ length: 12 }, (_, at) => ({ number: at + 1, place: at + 1 })),
  });
  const own = (number: number, mine: RoundTableCard | null): Own => ({
    id: "k7", number, name: "Zofia Anna Mak", mine, calls: [], may_call: true, at: "2026-11-21T10:20:00", moved: null, isCopy: false,
  });

  it("turns the points so that the own ones stand first", () => {
    const mine = table(1, [5, 9], { light: "disputed", reports: { "5": { scores: [412, 388] }, "9": { scores: [388, 412] } } });
    const cards = withChanges(NO_CARDS, whole(false, [table(1, [5, 9])]));
    const guest = sheetOf(cards, own(9, mine), []).table;
    expect([guest?.told?.points, guest?.toldByOthers.map(({ points }) => points), guest?.starts]).toEqual([[412, 388], [[388, 412]], "other"]);
    expect(sheetOf(cards, own(5, mine), []).table?.starts).toBe("me");
  });

  it("does not say who starts where letters are drawn", () => {
    const cards = withChanges(NO_CARDS, whole(true, [table(1, [5, 9])]));
    expect(sheetOf(cards, own(5, null), []).table?.starts).toBeNull();
  });

  it("shows the top and three places on either side of the player, who has the full name", () => {
    const cards = withChanges(NO_CARDS, whole(false, [table(1, [9, 5])]));
    const rows = sheetOf(cards, own(9, null), []).around;
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 6, 7, 8, 9, 10, 11, 12]);
    expect(rows.filter(({ gap }) => gap).map(({ place }) => place)).toEqual([6]);
    expect(rows.find(({ me }) => me)?.name).toBe("9. Zofia Anna Mak");
  });

  it("knows a bye, and a round without a table", () => {
    const cards = withChanges(NO_CARDS, whole(false, [table(1, [1, 2])], [3]));
    expect([sheetOf(cards, own(3, null), []).hasBye, sheetOf(cards, own(4, null), []).hasBye]).toEqual([true, false]);
    expect(sheetOf(cards, own(3, null), []).card).toEqual([{ round: 1, opponents: [], ending: null }]);
  });

  it("takes the outcome from the table, and compares no points", () => {
    const last = table(1, [5, 9], { light: "in", decided_by: "last_words", scores: [400, 400], places: [1, 2], last_words: [14, 9] });
    const cards = withChanges(NO_CARDS, whole(false, [last, table(2, [1, 2, 3], { light: "in", decided_by: "points", scores: [250, 180, 180], places: [1, 2, 2] })]));
    const endings = [5, 9, 1, 3].map((number) => sheetOf(cards, own(number, null), []).card[0]?.ending);
    expect(endings.map((each) => [each?.outcome, each?.points, each?.words, each?.place])).toEqual([
      ["won", [400, 400], [14, 9], null],
      ["lost", [400, 400], [9, 14], null],
      ["won", [250, 180, 180], [], 1],
      ["lost", [180, 250, 180], [], 2],
    ]);
  });

  it("passes over the own table of an earlier round", () => {
    const cards = withChanges(NO_CARDS, whole(false, [table(2, [1, 2])]));
    const old = table(7, [1, 3], { round: 0, reports: { "1": { scores: [1, 2] } } });
    expect(sheetOf(cards, own(1, old), []).table).toMatchObject({ table: 2, told: null });
  });
});
