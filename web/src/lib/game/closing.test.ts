import { expect, it } from "vitest";
import { language } from "$lib/text/text";
import { closing, inTime } from "./closing";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it("tells hours, then minutes, and never a moment that is past", () => {
  language.choose("pl");
  expect(inTime(5 * HOUR, 0)).toBe("za 5 godzin");
  expect(inTime(91 * MINUTE, 0)).toBe("za 2 godziny");
  expect(inTime(90 * MINUTE, 0)).toBe("za 90 minut");
  expect(inTime(0, HOUR)).toBe("za 1 minutę");
});

it("warns of an idle game at once, of an open table in its last hour", () => {
  expect(closing({ status: "open", closes: 23 * HOUR }, 0)?.warns).toBe(false);
  expect(closing({ status: "open", closes: HOUR }, 0)?.warns).toBe(true);
  expect(closing({ status: "playing", closes: 23 * HOUR }, 0)?.warns).toBe(true);
  expect(closing({ status: "playing", closes: null }, 0)).toBeNull();
  expect(closing({ status: "over", closes: HOUR }, 0)).toBeNull();
});
