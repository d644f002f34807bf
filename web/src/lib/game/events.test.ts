import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { language } from "$lib/text/text";
import type { GameEvent } from "$lib/wire/types";
import { isQuiet, tell, TELLERS, type Context } from "./events";
import { example, definitions, typesOf } from "./schema.testing";

beforeEach(() => language.choose("pl"));

const CONTEXT: Context = { names: ["Ewa", "Jan"], numbered: false, tellsValues: true, lexicon: "pl-wolny 2022-03" };
const EVENTS = typesOf("Snapshot", "events");

describe("every event of the protocol", () => {
  it("has a teller, and no teller is for nothing", () => {
    expect(EVENTS.length).toBeGreaterThan(70);
    expect(Object.keys(TELLERS).sort()).toEqual(EVENTS.map(({ type }) => type).sort());
  });

  it.each(EVENTS)("$type is a sentence in both languages", ({ definition }) => {
    for (const event of variants(definition)) {
      const said = (["pl", "en"] as const).map((name) => {
        language.choose(name);
        return tell(event, CONTEXT).text;
      });
      for (const text of said) {
        expect(text).toMatch(/^\S.*[.!?)\w]$/su);
        expect(text).not.toMatch(/[{}]|undefined|null|NaN|\[object|Zdarzenie:|Event:/u);
      }
      // A bare code, the seed, needs no other words; everything else is said differently.
      expect(said[0]).not.toBe(said[1]);
    }
  });
});

/** The event with every choice of each of its enumerations: every ending, cause, measure and so on. */
function variants(definition: string): readonly GameEvent[] {
  const base = example(definition) as Record<string, unknown>;
  const properties = definitions[definition]?.properties ?? {};
  const more = Object.entries(properties).flatMap(([name, schema]) =>
    name === "type" ? [] : alternatives(schema).map((value) => ({ ...base, [name]: value })),
  );
  return [base, ...more] as unknown as readonly GameEvent[];
}

function alternatives(schema: unknown): readonly unknown[] {
  const one = schema as { $ref?: string; anyOf?: readonly { $ref?: string }[] };
  const found = one.$ref ? definitions[one.$ref.split("/").at(-1) ?? ""] : undefined;
  if (found?.enum) return found.enum;
  return (one.anyOf ?? []).flatMap((part) => {
    const name = part.$ref?.split("/").at(-1);
    if (!name) return [];
    return definitions[name]?.enum ?? [example(name)];
  });
}

it("tells an announced value only where players count by themselves", () => {
  const announced = { type: "value_announced", seat: 1, points: 5 } as const;
  expect(isQuiet(announced, CONTEXT)).toBe(true);
  expect(isQuiet(announced, { ...CONTEXT, tellsValues: false })).toBe(false);
});

it("tells a credit from half a second on, with tenths, and shorter ones in the whole log only", () => {
  const credited = (millis: number): GameEvent => ({ type: "time_credited", seat: 1, millis, why: "transit" }) as GameEvent;
  expect(isQuiet(credited(499), CONTEXT)).toBe(true);
  expect(isQuiet(credited(500), CONTEXT)).toBe(false);
  expect(tell(credited(1000), CONTEXT).text).toBe("Ewa: dopisano 1,0 s za drogę polecenia do serwera.");
  expect(tell(credited(20), CONTEXT).text).toBe("Ewa: dopisano < 0,1 s za drogę polecenia do serwera.");
});

describe("sentences", () => {
  const told = (event: unknown, context: Context = CONTEXT): string => tell(event as GameEvent, context).text;

  it.each([
    [1, "Jan podaje: 1 punkt."],
    [2, "Jan podaje: 2 punkty."],
    [12, "Jan podaje: 12 punktów."],
    [22, "Jan podaje: 22 punkty."],
  ])("has Polish plurals: %i", (points, text) => {
    expect(told({ type: "value_announced", seat: 2, points })).toBe(text);
  });

  const LAID = { type: "tiles_laid", seat: 1, placement: {}, words: [{ word: "KoT", at: "8H", points: 5 }], points: 5, faults: [] };

  it("tells what a move is worth only where the table does so by itself", () => {
    expect(told(LAID)).toBe("Ewa układa KoT 8H: 5 punktów.");
    expect(told(LAID, { ...CONTEXT, tellsValues: false })).toBe("Ewa układa KoT 8H.");
  });

  it("names squares in the way that the person has chosen", () => {
    expect(told(LAID, { ...CONTEXT, numbered: true })).toContain("KoT H8");
  });

  it("tells what a newer server sends by its name", () => {
    expect(told({ type: "something_new", seat: 1 })).toBe("Zdarzenie: something_new");
  });

  it("gives the clause beside the sentence", () => {
    expect(tell({ type: "flag_fell", seat: 1, at: 0, clause: "PFS-5.1" }, CONTEXT).clause).toBe("PFS-5.1");
  });

  it("says once that a lost turn takes the tiles back", () => {
    const withdrawn = { type: "move_withdrawn", seat: 1, clause: "PFS-1" } as const;
    expect(isQuiet({ ...withdrawn, cause: "invalid_word" }, CONTEXT)).toBe(true);
    expect(isQuiet({ ...withdrawn, cause: "faulty_placement" }, CONTEXT)).toBe(false);
  });
});

it("has both languages for every sentence", () => {
  const [polish, english] = ["pl", "en"].map(
    (name) => JSON.parse(readFileSync(`messages/game/${name}.json`, "utf8")) as Record<string, string>,
  );
  expect(Object.keys(polish ?? {})).toEqual(Object.keys(english ?? {}));
});
