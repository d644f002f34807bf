// Every step that the federation's clauses let people take at a real board is one that the page's forms can make.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Role, View } from "$lib/wire/types";
import { actionOf } from "./actions";
import { isComplete, type Field, type Value } from "./fields";
import { viewWith } from "./view.testing";

interface Step {
  readonly command: string;
  readonly choice: string;
  readonly role: Role;
  readonly fields: readonly string[];
}

const STEPS = JSON.parse(readFileSync("fixtures/table_steps.json", "utf8")) as readonly Step[];
const LAST: View["turns"][number] = { seat: 1, number: 1, kind: "placement", rack: "###KOTA" } as View["turns"][number];

/** A value that a person could enter. */
function filled(field: Field): Value {
  switch (field.kind) {
    case "number":
      return 5;
    case "text":
      return "A";
    case "tiles":
      return field.from.slice(0, 1);
    case "several":
      return field.choices.map(({ value }) => value);
    case "one":
      return field.choices[0]?.value ?? "";
    case "tick":
      return true;
  }
}

describe("at a real board", () => {
  it("there are steps for players and for officials", () => {
    expect(STEPS.length).toBeGreaterThan(40);
    expect(new Set(STEPS.map(({ role }) => role))).toContain("arbiter");
  });

  it.each(STEPS)("$role: $command $choice with $fields", ({ command: name, choice, role, fields }) => {
    const view = viewWith({
      venue: "table",
      viewer: role === "player" ? 1 : role,
      rack: "###KOTA",
      board: { H8: "K", H9: "?", H10: "t" },
      turns: [LAST],
      // Only a move has a value to write down.
      phase: name === "record_move" && !fields.includes("points") ? "closing" : "laid",
    });
    const context = { view, letters: ["A", "B"], tentative: { H8: "A" }, marked: [], numbered: false, tellsValues: false };
    const action = actionOf({ command: name, choice, clause: "PFS-1" }, context);
    const values = Object.fromEntries((action?.fields ?? []).map((field) => [field.name, filled(field)]));
    expect(isComplete(action?.fields ?? [], values)).toBe(true);
    expect(Object.keys(action?.command(values) ?? {})).toEqual(expect.arrayContaining(["type", ...fields]));
  });
});
