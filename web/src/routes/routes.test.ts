import { describe, expect, it } from "vitest";
import type { Card, RulebookSummary } from "$lib/wire/api";
import { found, plain, sectionsOf } from "./clauses";
import { sorted } from "../features/tables/lobby";
import { botProposal, formFor, seatChoices, proposalOf, withSeats } from "../features/tables/proposal";

const GEN: RulebookSummary = { name: "gen", title: "Zasady", seats: [2, 4], clock: "none", millis: null, tracking: "free", roles: {}, about: "", checkable: true };
const CHAL: RulebookSummary = { name: "chal", title: "Challenge", seats: [2, 4], clock: "per_turn", millis: 120_000, tracking: "free", roles: {}, about: "", checkable: false };
const PFS: RulebookSummary = { name: "pfs", title: "PFS", seats: [2, 2], clock: "per_game", millis: null, tracking: "free", roles: {}, about: "", checkable: false };

describe("the form of a new game", () => {
  it("asks for no clock where the rulebook has none", () => {
    expect(proposalOf(formFor(GEN), GEN).millis).toBeNull();
  });

  it("counts a turn in seconds and a game in minutes", () => {
    expect(formFor(CHAL).time).toBe(120);
    expect(proposalOf({ ...formFor(CHAL), time: 90 }, CHAL).millis).toBe(90_000);
    expect(formFor(PFS).time).toBe(20);
    expect(proposalOf({ ...formFor(PFS), time: 25 }, PFS).millis).toBe(1_500_000);
  });

  it("keeps to the seats of the rulebook when another one is chosen", () => {
    const four = withSeats(formFor(GEN), 4);
    const pfs = formFor(PFS, { ...four, bots: ["a", "b", "c"] });
    expect(pfs.seats).toBe(2);
    expect(pfs.bots).toEqual(["a"]);
    expect(seatChoices(GEN)).toEqual([2, 3, 4]);
  });

  it("checks words automatically only in friendly games", () => {
    const casual = { ...formFor(GEN), checked: true };
    expect(proposalOf(casual, GEN).checked).toBe(true);
    expect(proposalOf(formFor(PFS, casual), PFS).checked).toBe(false);
  });

  it("asks for bots without holes and for no window as null", () => {
    const proposal = proposalOf({ ...withSeats(formFor(GEN), 4), bots: ["", "mostek", "mostek"], window: 0, delay: 3 }, GEN);
    expect(proposal).toMatchObject({ seats: 4, bots: ["mostek", "mostek"], window: null, delay: 180 });
  });

  it("plays a bot at once", () => {
    expect(botProposal("kos", GEN)).toMatchObject({ rulebook: "gen", bots: ["kos"], public: false });
  });
});

describe("the lobby", () => {
  const card = (id: string, status: Card["status"], mine: Card["mine"], created: number): Card =>
    ({ id, status, mine, created }) as Card;

  it("shows my unfinished games first, those that are played before those that wait", () => {
    const groups = sorted([
      card("waiting", "open", 1, 5),
      card("played", "playing", 2, 1),
      card("over", "over", 1, 9),
      card("free", "open", null, 3),
      card("watched", "playing", "spectator", 4),
      card("newer", "open", null, 8),
    ]);
    const ids = (cards: readonly Card[]): string[] => cards.map(({ id }) => id);
    expect(ids(groups.mine)).toEqual(["played", "waiting"]);
    expect(ids(groups.open)).toEqual(["newer", "free"]);
    expect(ids(groups.playing)).toEqual(["watched"]);
    expect(ids(groups.over)).toEqual(["over"]);
  });
});

describe("the rules page", () => {
  const clauses = [
    { id: "PFS-4.3.1a", section: "exchange", wording: "Można wymienić płytki najwyżej trzy razy." },
    { id: "PFS-4.3.1b", section: "exchange", wording: "W woreczku musi być siedem płytek." },
    { id: "PFS-4.9.1", section: "clock", wording: "Zegar uruchamia przeciwnik." },
  ];

  it("finds words in any order, without Polish letters, and clause numbers", () => {
    expect(found(clauses, "plytki trzy")).toHaveLength(1);
    expect(found(clauses, "4.3.1B")).toHaveLength(1);
    expect(found(clauses, " ")).toHaveLength(3);
    expect(found(clauses, "łódź")).toHaveLength(0);
    expect(plain("Żółć")).toBe("zolc");
  });

  it("narrows to a subject and keeps the order of the document", () => {
    expect(sectionsOf(clauses)).toEqual(["exchange", "clock"]);
    expect(found(clauses, "", "exchange").map(({ id }) => id)).toEqual(["PFS-4.3.1a", "PFS-4.3.1b"]);
    expect(found(clauses, "zegar", "exchange")).toEqual([]);
  });
});
