import { expect, it } from "vitest";
import { MAY, told } from "./desk.svelte";
import { byNeed } from "./lights";
import type { Light, TableCard } from "$lib/wire/tournaments";

it.each([
  [undefined, null],
  [{ "1": [412, 388] }, "one"],
  [{ "1": [412, 388], "2": [412, 388] }, "alike"],
  [{ "1": [412, 388], "2": [388, 412] }, "differ"],
] as const)("the reports %j are told %s", (reports, expected) => {
  expect(told(reports)).toBe(expected);
});

it("puts the tables first at which a person is needed most", () => {
  const table = (number: number, light: Light): TableCard => ({ round: 1, table: number, players: [1, 2], light });
  const shown = byNeed([table(1, "in"), table(2, "playing"), table(3, "disputed"), table(4, "playing")]);
  expect(shown.map(({ table }) => table)).toEqual([3, 2, 4, 1]);
});

it("offers a scorekeeper results and entries, and no rulings", () => {
  expect(MAY.scorekeeper).toEqual({ types: true, rules: false, directs: false, announces: false });
});
