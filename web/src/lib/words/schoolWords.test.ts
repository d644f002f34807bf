// Both read one table: `fixtures/words.json` is written by tests/lexicon/test_page_words.py.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isFitForSchool, isVulgar } from "./schoolWords";

interface Asked {
  readonly name: string;
  readonly asked: { readonly words: readonly string[] };
  readonly answer: readonly (readonly [boolean, boolean])[];
}

it("finds the same words vulgar as the library", () => {
  const { asked, answer } = (JSON.parse(readFileSync("fixtures/words.json", "utf8")) as Asked[]).find(({ name }) => name === "school") as Asked;
  expect(asked.words.length).toBeGreaterThan(20);
  expect(Object.fromEntries(asked.words.map((word) => [word, [isVulgar(word), isFitForSchool(word)]]))).toEqual(
    Object.fromEntries(asked.words.map((word, at) => [word, answer[at]])),
  );
});
