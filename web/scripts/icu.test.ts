import { describe, expect, it } from "vitest";
import { flatten, parse } from "./icu.js";

const lines = (text: string): unknown => flatten(parse(text, "key"));

describe("a sentence", () => {
  it("holds names", () => {
    expect(lines("Ruch {name}.")).toEqual([{ conditions: {}, pattern: ["Ruch ", { name: "name" }, "."] }]);
  });

  it("has exact cases before forms and forms before the rest", () => {
    expect(lines("{n, plural, other {# x} few {# y} =0 {nic}}")).toEqual([
      { conditions: { n: "0" }, pattern: ["nic"] },
      { conditions: { n_form: "few" }, pattern: [{ name: "n" }, " y"] },
      { conditions: {}, pattern: [{ name: "n" }, " x"] },
    ]);
  });

  it("combines two choices", () => {
    expect(lines("{a, select, x {1} other {2}}{b, select, y {3} other {4}}")).toHaveLength(4);
  });

  it("never combines cases that exclude each other", () => {
    expect(lines("{a, select, x {1} y {2} other {3}}{a, select, x {4} other {5}}")).not.toContainEqual(
      expect.objectContaining({ pattern: ["2", "4"] }),
    );
  });

  it("keeps # in the plural's own number inside a choice", () => {
    expect(lines("{n, plural, other {{who, select, a {# A} other {# B}}}}")).toContainEqual({
      conditions: { who: "a" },
      pattern: [{ name: "n" }, " A"],
    });
  });

  it("quotes braces by apostrophes and leaves other apostrophes alone", () => {
    expect(lines("Ewa's '{'x'}' ''")).toEqual([{ conditions: {}, pattern: ["Ewa's {x} '"] }]);
  });
});

it.each(["{", "{n", "a } b", "{n, plural, one {x}}", "{n, number}", "{n, plural, other {x}"])("refuses %s", (text) => {
  expect(() => parse(text, "key")).toThrow(/key/);
});
