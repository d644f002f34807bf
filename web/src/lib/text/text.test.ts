import { describe, expect, it } from "vitest";
import { preferredLanguage } from "./language.svelte";
import { m, language } from "./text";

describe("plural forms", () => {
  it.each([
    [1, "1 sekunda"],
    [2, "2 sekundy"],
    [5, "5 sekund"],
    [22, "22 sekundy"],
    [112, "112 sekund"],
  ])("%i in Polish", (count, said) => {
    language.choose("pl");
    expect(m.shell_seconds({ count })).toBe(said);
  });
});

it("takes the first language that the browser wishes and the page speaks", () => {
  expect(preferredLanguage(["de-DE", "en-GB", "pl"])).toBe("en");
  expect(preferredLanguage(["de"])).toBe("pl");
});
