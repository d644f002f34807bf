import { expect, it } from "vitest";
import { MAY, told } from "./desk.svelte";

it.each([
  [undefined, null],
  [{ "1": { scores: [412, 388] } }, "one"],
  [{ "1": { scores: [412, 388] }, "2": { scores: [412, 388] } }, "alike"],
  [{ "1": { scores: [412, 388] }, "2": { scores: [388, 412] } }, "differ"],
] as const)("the reports %j are told %s", (reports, expected) => {
  expect(told(reports)).toBe(expected);
});

it("offers a scorekeeper results and entries, and no rulings", () => {
  expect(MAY.scorekeeper).toEqual({ types: true, rules: false, directs: false, announces: false });
});
