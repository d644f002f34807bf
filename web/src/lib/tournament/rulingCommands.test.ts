import { describe, expect, it } from "vitest";
import { commandFor, deedsAt, type Deed } from "./rulingCommands";
import type { RoundTableCard } from "$lib/wire/tournaments";

const card: RoundTableCard = { division: "A", round: 3, table: 7, players: [5, 8], light: "playing" };
const WHERE = { division: "A", round: 3, table: 7 };
type Filled = Parameters<typeof commandFor>[2];
const filled: Filled = { scores: ["", ""], words: [], signed: true, player: "", cause: "late", points: "", clause: "", reason: "" };

describe("what can be done at a table", () => {
  it("begins with the absent player, if there is one", () => {
    expect(deedsAt({ ...card, absent: [8] }).slice(0, 3)).toEqual(["arrived", "forfeit", "result"]);
    expect(deedsAt(card)[0]).toBe("result");
    expect(deedsAt(card)).not.toContain("arrived");
  });

  it.each([{ decided_by: "points" }, { decided_by: "forfeit" }, { decided_by: "both_forfeited" }] as const)("is a correction once the result is there: %j", (more) => {
    expect(deedsAt({ ...card, ...more })[0]).toBe("correct");
    expect(deedsAt({ ...card, ...more })).not.toContain("result");
  });

  it("turns a result into a forfeit at a table of two only", () => {
    expect(deedsAt({ ...card, light: "in", decided_by: "points" })).toContain("to_forfeit");
    expect(deedsAt({ ...card, light: "in", decided_by: "points", players: [1, 2, 3] })).not.toContain("to_forfeit");
    expect(deedsAt(card)).not.toContain("to_forfeit");
  });

  it("names nothing twice", () => {
    const deeds = deedsAt({ ...card, absent: [8] });
    expect(new Set(deeds).size).toBe(deeds.length);
  });
});

describe("commands", () => {
  it.each<[Deed, Partial<Filled>, object]>([
    ["result", { scores: ["412", " 388 "] }, { type: "enter_result", ...WHERE, result: { kind: "played", scores: [412, 388] }, signed: [5, 8] }],
    ["result", { scores: ["400", "400"], words: ["14", "9"] }, { result: { kind: "played", scores: [400, 400], last_words: [14, 9] } }],
    ["result", { scores: ["0", "1"], signed: false }, { type: "enter_result", signed: [] }],
    ["forfeit", { player: "8", points: "120" }, { type: "award_forfeit", ...WHERE, winner: 8, cause: "late", score_now: 120 }],
    ["forfeit", {}, { type: "award_forfeit", winner: null, score_now: 0 }],
    ["arrived", { player: "8" }, { type: "note_arrival", number: 8 }],
    ["deduct", { player: "5", points: "10", reason: "hałas" }, { type: "deduct", division: "A", round: 3, number: 5, points: 10, reason: "hałas" }],
    ["rule", { clause: "PFS-7.1a", reason: " upomnienie " }, { type: "rule", clause: "PFS-7.1a", text: "upomnienie", about: [], round: 3 }],
    ["exclude", { player: "5", reason: "obraza", points: "301" }, { type: "exclude", number: 5, reason: "obraza", score_now: 301 }],
    ["to_forfeit", { player: "5", points: "301", cause: "left", reason: "wyszedł", clause: "PFS-7.4" }, { type: "correct_result", kind: "ruling", result: { kind: "forfeited", winner: 5, score_now: 301, cause: "left" } }],
    ["to_forfeit", { reason: "nikt nie przyszedł", clause: "PFS-6.3.4a" }, { type: "correct_result", result: { kind: "both_forfeited", cause: "late" } }],
    ["withdraw", { player: "5" }, { type: "withdraw", number: 5 }],
    ["correct", { scores: ["388", "412"], reason: "odwrotnie", clause: "PFS-7.4" }, { type: "correct_result", kind: "ruling", clause: "PFS-7.4", consent: true }],
  ])("%s of %j", (deed, more, expected) => {
    expect(commandFor(deed, card, { ...filled, ...more })).toMatchObject(expected);
  });

  it.each<[Deed, Partial<Filled>]>([
    ["result", { scores: ["412", ""] }],
    ["result", { scores: ["412", "-3"] }],
    ["result", { scores: ["400", "400"], words: ["14", ""] }],
    ["result", { scores: ["412", "3e2"] }],
    ["to_forfeit", { player: "5", reason: "bo", clause: "" }],
    ["to_forfeit", { player: "5", reason: "", clause: "PFS-7.4" }],
    ["correct", { scores: ["1", "2"], reason: "bo", clause: "" }],
    ["correct", { scores: ["1", "2"], reason: " ", clause: "PFS-7.4" }],
    ["deduct", { player: "5", points: "0", reason: "x" }],
    ["deduct", { player: "", points: "5", reason: "x" }],
    ["rule", { clause: "PFS-7.1a" }],
    ["exclude", { player: "5" }],
    ["arrived", {}],
    ["withdraw", {}],
  ])("%s waits for what is missing in %j", (deed, more) => {
    expect(commandFor(deed, card, { ...filled, ...more })).toBeNull();
  });
});
