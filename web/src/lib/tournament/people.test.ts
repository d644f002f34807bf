import { describe, expect, it } from "vitest";
import { NO_CARDS, withChanges } from "./cards";
import { EMPTY, NEW_ENTRY, entryOf, filledWith, openGameOf, personOf, plain, ratingOf, ratingText, withoutTable } from "./people";
import type { EntrantCard, RoundCard } from "$lib/wire/tournaments";

describe("how an entry came", () => {
  it("says only what was filled in", () => {
    expect(entryOf({ ...NEW_ENTRY })).toEqual({ channel: "in_person", override: "" });
    expect(entryOf({ channel: "phone", enteredOn: "2026-11-01", number: 7, override: " zgoda " })).toEqual({ channel: "phone", entered_on: "2026-11-01", number: 7, override: "zgoda" });
  });
});

describe("ratings", () => {
  it.each([
    ["", null],
    ["150", 15_000],
    ["161,25", 16_125],
    ["161.2", 16_120],
    ["0", 0],
    ["sto", undefined],
    ["-5", undefined],
    ["161.255", undefined],
  ])("%j is %j", (said, expected) => expect(ratingOf(said)).toBe(expected));

  it("are written as they are typed", () => {
    expect([ratingText(undefined), ratingText(15_000), ratingText(16_125), ratingText(16_120)]).toEqual(["", "150", "161.25", "161.20"]);
  });
});

describe("the form of a person", () => {
  const known = { name: "Anna van der Berg", first: "Anna", last: "van der Berg", rating: 16_125, minor: true, consent: true, public: true };

  it("keeps what was not touched", () => {
    expect(personOf(filledWith(known))).toMatchObject(known);
  });

  it("drops the parts of a name that was changed", () => {
    expect(personOf({ ...filledWith(known), name: "Anna Berg" })).not.toHaveProperty("last");
  });

  it("has no consents of an adult", () => {
    expect(personOf({ ...filledWith(known), minor: false })).toMatchObject({ consent: false, public: false });
  });

  it("is not whole with a rating that is no number", () => {
    expect(personOf({ ...EMPTY, name: "Jan", rating: "sto" })).toBeNull();
    expect(personOf({ ...EMPTY, name: "Jan" })).not.toHaveProperty("rating");
  });
});

describe("who sits where", () => {
  const person = (number: number, status: EntrantCard["status"] = "present"): EntrantCard => ({ number, status });
  const round: RoundCard = { division: "", round: 1, system: "swiss", tables: 2, byes: [5], paired_at: "x", started_at: null };
  const cards = withChanges(NO_CARDS, {
    entrants: [1, 2, 3, 4, 5].map((number) => person(number)).concat(person(6), person(7, "entered")),
    rounds: [round],
    tables: [
      { round: 1, table: 1, players: [1, 2], light: "playing" },
      { round: 1, table: 2, players: [3, 4], light: "in", decided_by: "points", scores: [1, 2] },
    ],
  });

  it("knows the open game of a player", () => {
    expect(openGameOf(cards, person(2))?.table).toBe(1);
    expect(openGameOf(cards, person(3))).toBeNull();
    expect(openGameOf(cards, person(5))).toBeNull();
  });

  it("seats who is present and has no table", () => {
    expect(withoutTable(cards, "").map(({ number }) => number)).toEqual([5, 6]);
  });
});

it("finds names without their signs", () => expect(plain("Żółw Łódź")).toBe("zolw lodz"));
