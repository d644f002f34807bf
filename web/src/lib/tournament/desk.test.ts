import { expect, it } from "vitest";
import { MAY, told } from "./desk.svelte";

it.each([
  [{}, null],
  [{ "1": { scores: [412, 388] } }, "one"],
  [{ "1": { scores: [412, 388] }, "2": { scores: [412, 388] } }, "alike"],
  [{ "1": { scores: [412, 388] }, "2": { scores: [388, 412] } }, "differ"],
] as const)("the reports %j are told %s", (reports, expected) => {
  expect(told({ players: [1, 2], reports })).toBe(expected);
});

it("does not take own points for a result of the table", () => {
  const players = [1, 2, 3];
  expect(told({ players, reports: { "1": { scores: [250] }, "2": { scores: [210] } } })).toBeNull();
  expect(told({ players, reports: { "1": { scores: [250] }, "2": { scores: [250, 210, 90] } } })).toBe("one");
});

it("offers a scorekeeper results and entries, and no rulings", () => {
  expect(MAY.scorekeeper).toEqual({ types: true, rules: false, directs: false, announces: false });
});
