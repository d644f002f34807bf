import { describe, expect, it } from "vitest";
import type { CommandName, View } from "$lib/wire/types";
import { actionOf, BUILDERS, SERVER_COMMANDS, confirmation, type ActionContext } from "./actions";
import { isComplete, startValues, type Field, type Value } from "./fields";
import { definitions, typesOf, valuesOf } from "./schema.testing";
import { viewWith } from "./view.testing";

const COMMANDS = typesOf("Do", "command");

function context(fields: Partial<View> = {}, more: Partial<ActionContext> = {}): ActionContext {
  const view = viewWith(fields);
  return { view, letters: ["A", "B"], tentative: { H8: "A" }, marked: ["A"], numbered: false, tellsValues: false, ...more };
}

/** A value that a person could enter. */
function filled(field: Field): Value {
  switch (field.kind) {
    case "number":
      return 7;
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

/** The choices of the commands that have several. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  stop_clock: valuesOf("StopReason"),
  confirm: valuesOf("Check"),
  choose_place: valuesOf("Place"),
  rule: typesOf("Rule", "measure").map(({ type }) => type),
  state_rack: ["now", "before"],
  claim_surplus: ["", "2 accident"],
  correct_score: ["1"],
  claim_absence: ["2"],
  reverse_ruling: ["1"],
};

/** Faults of a command by the schema: unknown or missing fields. */
function faults(command: object): readonly string[] {
  const type = "type" in command ? String(command.type) : "";
  const schema = definitions[COMMANDS.find((one) => one.type === type)?.definition ?? ""] ?? {};
  const unknown = Object.keys(command).filter((key) => !(key in (schema.properties ?? {})));
  return [...unknown, ...(schema.required ?? []).filter((key) => !(key in command))];
}

describe("every command of the protocol", () => {
  it("can be given, unless only the server asks for it", () => {
    expect(COMMANDS.length).toBeGreaterThan(40);
    const made = [...Object.keys(BUILDERS), ...SERVER_COMMANDS].sort();
    expect(made).toEqual(COMMANDS.map(({ type }) => type).sort());
  });

  const given = COMMANDS.filter(({ type }) => !SERVER_COMMANDS.some((name) => name === type)).flatMap(({ type }) =>
    (CHOICES[type] ?? [""]).flatMap((choice) => (["online", "table"] as const).map((venue) => ({ type, choice, venue }))),
  );

  it.each(given)("$type $choice ($venue) makes a command that fits the schema", ({ type, choice, venue }) => {
    const action = actionOf({ command: type, choice, clause: "PFS-1" }, context({ venue, viewer: type === "rule" ? "arbiter" : 1 }));
    const values = Object.fromEntries((action?.fields ?? []).map((field) => [field.name, filled(field)]));
    expect(isComplete(action?.fields ?? [], values)).toBe(true);
    const command = action?.command(values);
    expect(command?.type).toBe(type);
    expect(faults(command ?? {})).toEqual([]);
  });
});

describe("actions", () => {
  const command = (name: CommandName, choice: string, values: Record<string, Value>, where: ActionContext = context()) =>
    actionOf({ command: name, choice, clause: "PFS-1" }, where)?.command(values);

  it("lays the tentative tiles, and nothing when there are none", () => {
    expect(command("lay_tiles", "", {})).toEqual({ type: "lay_tiles", seat: 1, placement: { H8: "A" } });
    expect(command("lay_tiles", "", {}, context({}, { tentative: {} }))).toBeNull();
  });

  it("challenges all words when none is named", () => {
    expect(command("challenge_words", "", { words: [] })).toEqual({ type: "challenge_words", seat: 1, words: [] });
  });

  it("offers the words without marks of blanks and brackets", () => {
    const action = actionOf({ command: "challenge_words", choice: "", clause: "PFS-1" }, context({ words: [{ word: "K[CH]o", at: "H8", points: 3 }] }));
    expect(action?.fields[0]).toMatchObject({ choices: [{ value: "KCHO" }] });
  });

  it("writes an exchange down without a value", () => {
    const action = actionOf({ command: "record_move", choice: "", clause: "PFS-1" }, context({ phase: "closing" }));
    expect(action?.fields).toEqual([]);
    expect(action?.command({})).toEqual({ type: "record_move", seat: 1 });
  });

  it("suggests the announced value for the record, and takes another", () => {
    const action = actionOf({ command: "record_move", choice: "", clause: "PFS-1" }, context({ phase: "laid", points: 14 }));
    expect(startValues(action?.fields ?? [])).toEqual({ points: 14 });
    expect(action?.command({ points: 15 })).toMatchObject({ points: 15 });
  });

  it("suggests nothing where nobody has announced a value", () => {
    const action = actionOf({ command: "record_move", choice: "", clause: "PFS-1" }, context({ phase: "laid", points: null }));
    expect(isComplete(action?.fields ?? [], startValues(action?.fields ?? []))).toBe(false);
  });

  it("acts beside the table for the player in question", () => {
    expect(command("start_clock", "2", {}, context({ viewer: "arbiter" }))).toEqual({ type: "start_clock", seat: 2 });
  });

  it("has time in seconds for people, in milliseconds for the server", () => {
    const values = { seat: "2", seconds: -30, clause: "PFS-7.4", reason: "x" };
    expect(command("rule", "adjust_clock", values, context({ viewer: "arbiter" }))).toMatchObject({
      measure: { type: "adjust_clock", seat: 2, millis: -30_000 },
    });
  });

  it("rules against nobody before the arbiter has chosen a player", () => {
    const action = actionOf({ command: "rule", choice: "warn", clause: "PFS-7.1a" }, context({ viewer: "arbiter" }));
    const values = startValues(action?.fields ?? []);
    expect(values.seat).toBe("");
    expect(isComplete(action?.fields ?? [], values)).toBe(false);
  });

  it("claims the game from the player who is named", () => {
    expect(command("claim_absence", "2", {})).toEqual({ type: "claim_absence", seat: 1, of: 2 });
  });

  it("asks before a pass, and not before laying", () => {
    expect(confirmation({ command: "pass_turn", choice: "" })).not.toBeNull();
    expect(confirmation({ command: "resign", choice: "" })).not.toBeNull();
    expect(confirmation({ command: "confirm", choice: "end" })).not.toBeNull();
    expect(confirmation({ command: "confirm", choice: "set" })).toBeNull();
    expect(confirmation({ command: "lay_tiles", choice: "" })).toBeNull();
  });

  it("leaves a command of a newer server alone", () => {
    expect(actionOf({ command: "sing", choice: "", clause: "PFS-1" }, context())).toBeNull();
  });
});

it("suggests to an arbiter the clause on which the measure rests", () => {
  const rests = { command: "rule", choice: "warn", clause: "PFS-7.1a" };
  const values = startValues(actionOf(rests, context({ viewer: "arbiter" }))?.fields ?? []);
  expect(values.clause).toBe("PFS-7.1a");
});
