import { expect, it } from "vitest";
import { halves, signed, timeLeft, timeOfDay } from "./figures";

it("writes match points as the server does", () => {
  expect([0, 1, 2, 3, 24].map(halves)).toEqual(["0", "½", "1", "1½", "12"]);
});

it("writes a spread with its sign", () => {
  expect([165, -7, 0].map(signed)).toEqual(["+165", "−7", "0"]);
});

it("writes the time that is left, to the second and never below zero", () => {
  expect([-5, 0, 1, 999, 1000, 59_001, 60_000, 3_600_000, 7_262_000].map(timeLeft)).toEqual([
    "0:00",
    "0:00",
    "0:01",
    "0:01",
    "0:01",
    "1:00",
    "1:00",
    "1:00:00",
    "2:01:02",
  ]);
});

it("writes the time of the day with two figures each", () => {
  expect(timeOfDay(new Date(2026, 10, 21, 9, 5))).toBe("09:05");
});
