import { beforeEach, describe, expect, it } from "vitest";
import { language } from "$lib/text/text";
import type { GameEvent, NumberedEvent, Option } from "$lib/wire/types";
import { adverseFacts } from "./facts";
import { proposals } from "./proposals";
import { viewWith } from "./view.testing";

/** A log of events of which only what counts here is given. */
const logOf = (...events: readonly object[]): readonly NumberedEvent[] =>
  events.map((event, index) => ({
    n: index + 1,
    event: event as GameEvent,
    sentence: { text: `Zdanie ${index + 1}.`, quiet: false },
  }));

const laid = { type: "tiles_laid", seat: 1 };
const challenged = { type: "words_challenged", seat: 2, words: ["KOT", "ABC"] };
const judged = (valid: boolean): object => ({ type: "words_judged", valid, by: "lexicon", clause: "PFS-4.7.11" });
const withdrawn = { type: "move_withdrawn", seat: 1, cause: "invalid_word", clause: "PFS-4.8.1" };
const lost = { type: "turn_lost", seat: 1, cause: "invalid_word", clause: "PFS-4.8.1" };
const opened = { type: "turn_opened", seat: 2 };
const ruling = (measure: object, number = 1): object => ({ type: "ruling_made", number, measure, clause: "PFS-7.1a" });

beforeEach(() => language.choose("pl"));

describe("a check", () => {
  it("is one card for the mover, with all that follows, and none for the challenger", () => {
    const log = logOf(laid, challenged, judged(false), withdrawn, lost, opened);
    expect(adverseFacts(log, 1)).toEqual([
      {
        id: 3,
        title: "Ruch niepoprawny",
        words: "KOT, ABC: nie wszystkie słowa są poprawne; nie podaje się, które.",
        sentences: ["Zdanie 3.", "Zdanie 4.", "Zdanie 5."],
        clauses: ["PFS-4.7.11", "PFS-4.8.1"],
      },
    ]);
    expect(adverseFacts(log, 2)).toEqual([]);
  });

  it("that is lost is a card for the challenger, with the penalty", () => {
    const log = logOf(laid, challenged, judged(true), { type: "penalty_charged", seat: 2, points: 3, clause: "CHAL-9d" }, opened);
    expect(adverseFacts(log, 1)).toEqual([]);
    expect(adverseFacts(log, 2)).toMatchObject([{ id: 3, clauses: ["PFS-4.7.11", "CHAL-9d"] }]);
  });

  it("of one word tells its status", () => {
    const log = logOf(laid, { ...challenged, words: ["KOT"] }, judged(true));
    expect(adverseFacts(log, 2)[0]?.words).toBe("KOT: słowo poprawne.");
  });

  it("whose verdict is set aside concerns both, and everybody where the game goes back", () => {
    const aside = { type: "verdict_overridden", valid: true, by: "arbiter", reason: "x", clause: "PFS-4.7.14" };
    const here = logOf(laid, challenged, judged(false), { ...aside, turns: null });
    expect(adverseFacts(here, 2)).toMatchObject([{ id: 4, title: "Werdykt uchylony" }]);
    expect(adverseFacts(here, 3)).toEqual([]);
    expect(adverseFacts(logOf(laid, challenged, judged(false), { ...aside, turns: 3 }), 3)).toHaveLength(1);
  });
});

describe("other facts", () => {
  it("stand in order, each with its consequences", () => {
    const log = logOf(
      { type: "turn_time_exceeded", seat: 1, clause: "A-1" },
      { type: "turn_passed", seat: 1, forced: "time", clause: "A-2" },
      opened,
      { type: "flag_fell", seat: 1, clause: "A-3" },
      ruling({ type: "deduct", seat: 1, points: 10 }),
    );
    expect(adverseFacts(log, 1).map(({ id, clauses }) => [id, clauses])).toEqual([
      [1, ["A-1", "A-2"]],
      [4, ["A-3"]],
      [5, ["PFS-7.1a"]],
    ]);
    expect(adverseFacts(log, 2)).toEqual([]);
  });

  it("are a complaint that the board answers otherwise, for who made it", () => {
    const log = logOf(laid, { type: "placement_upheld", seat: 2, clause: "PFS-4.7.1b" });
    expect(adverseFacts(log, 2)).toMatchObject([{ id: 2, title: "Płytki leżą dobrze" }]);
    expect(adverseFacts(log, 1)).toEqual([]);
  });

  it("are not what a player does of their own will, or what favours them", () => {
    const passed = { type: "turn_passed", seat: 1, forced: null, clause: "A-1" };
    const settled = ruling({ type: "settle" });
    const longer = ruling({ type: "adjust_clock", seat: 1, millis: 1000 });
    expect(adverseFacts(logOf(passed, settled, longer), 1)).toEqual([]);
    expect(adverseFacts(logOf(ruling({ type: "adjust_clock", seat: 1, millis: -1000 })), 1)).toHaveLength(1);
  });

  it("are a move that is written down for a silent player, and a penalty of the other that is taken back", () => {
    const log = logOf(ruling({ type: "accept_move", seat: 1 }), ruling({ type: "warn", seat: 1 }, 2), {
      type: "ruling_reversed",
      number: 2,
      clause: "PFS-7",
    });
    expect(adverseFacts(log, 2).map(({ title }) => title)).toEqual(["Orzeczenie", "Orzeczenie cofnięte"]);
    expect(adverseFacts(log, 1).map(({ id }) => id)).toEqual([2]);
  });
});

describe("a proposal", () => {
  const option: Option = { command: "confirm", choice: "end", clause: "HOUSE-agree", phrase: "…" };
  const log = logOf({ type: "confirmed", seat: 2, what: "end" });

  it("is shown to who can agree to it", () => {
    expect(proposals(viewWith({ viewer: 1, confirmed: [[2, "end"]] }), log, [option])).toMatchObject([
      { id: 1, title: "Jan proponuje zakończyć partię przy obecnym wyniku", option },
    ]);
  });

  it("is not shown to who has made it, nor after it has lapsed", () => {
    expect(proposals(viewWith({ viewer: 2, confirmed: [[2, "end"]] }), log, [option])).toEqual([]);
    expect(proposals(viewWith({ viewer: 1, confirmed: [] }), log, [option])).toEqual([]);
    expect(proposals(viewWith({ viewer: 1, confirmed: [[2, "end"]] }), log, [])).toEqual([]);
  });
});
