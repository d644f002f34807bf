// Both catalogues hold the same sentences with the same variables, and each plural form of their language.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

type Message = string | readonly [{ readonly selectors: readonly string[]; readonly match: Readonly<Record<string, string>> }];

const ROOT = resolve(import.meta.dirname, "..");
const PARTS = ["shell", "board", "game", "desk", "phone", "review", "learn", "exam", "puzzles", "analysis", "training"];

const { locales: LOCALES } = JSON.parse(readFileSync(`${ROOT}/project.inlang/settings.json`, "utf8")) as { locales: string[] };

const read = (part: string, locale: string): Readonly<Record<string, Message>> =>
  JSON.parse(readFileSync(`${ROOT}/messages/${part}/${locale}.json`, "utf8"));

const patterns = (message: Message): readonly string[] =>
  typeof message === "string" ? [message] : Object.values(message[0].match);

const variables = (message: Message): readonly string[] =>
  [...new Set(patterns(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe.each(PARTS)("the sentences of %s", (part) => {
  it.each(LOCALES)("are the same in %s as in English, with the same variables", (locale) => {
    const shape = (catalogue: Readonly<Record<string, Message>> | undefined): unknown =>
      Object.entries(catalogue ?? {}).map(([key, message]) => [key, variables(message)]);
    expect(shape(read(part, locale))).toEqual(shape(read(part, "en")));
  });

  it.each(LOCALES)("have every plural form of %s", (locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const wanted = pluralCategories.filter((form) => form !== "other").sort();
    for (const [key, message] of Object.entries(read(part, locale))) {
      if (typeof message === "string") continue;
      const forms = Object.keys(message[0].match).flatMap((condition) => condition.match(/(?<=Plural=)\w+/g) ?? []);
      expect([key, ...forms.sort()]).toEqual([key, ...wanted]);
    }
  });
});
