import { describe, expect, it } from "vitest";
import { alarmBetween, arrived, clockText, glide, reading, type Face, type Shown } from "./clock";

const face = (left: number, received = 0, more: Partial<Face> = {}): Face => ({
  left: [left, 60_000],
  running: 1,
  held: false,
  received,
  ...more,
});

describe("what a clock shows", () => {
  it("counts from the moment of receiving", () => {
    expect(reading(face(10_000, 500), 1, 2500)).toBe(8000);
    expect(reading(face(10_000, 500), 2, 2500)).toBe(60_000);
    expect(reading(face(10_000), 1, 99_000)).toBe(0);
  });

  it("stands while it waits for delivery, but not for whom the move has reached", () => {
    const held = face(10_000, 0, { held: true });
    expect(reading(held, 1, 5000)).toBe(10_000);
    expect(reading(arrived(held, 1), 1, 5000)).toBe(5000);
    expect(reading(arrived(held, 2), 1, 5000)).toBe(10_000);
  });

  it.each([-200, -60, 60, 200])("glides over a small difference of %i ms without a jump", (difference) => {
    let shown: Shown = glide(null, face(10_000), 1, 0);
    const corrected = face(10_000 - 1000 + difference, 1000);
    for (let now = 100; now <= 5000; now += 100) {
      const next = glide(shown, now <= 1000 ? face(10_000) : corrected, 1, now);
      const step = shown.left - next.left;
      expect(step).toBeGreaterThanOrEqual(89);
      expect(step).toBeLessThanOrEqual(111);
      shown = next;
    }
    expect(shown.left).toBe(reading(corrected, 1, 5000));
  });

  it("takes over a large difference at once", () => {
    const before = glide(null, face(10_000), 1, 0);
    expect(glide(before, face(15_000, 100), 1, 100).left).toBe(15_000);
  });

  it.each([
    [1_200_000, "20:00"],
    [3_600_000, "1:00:00"],
    [60_001, "1:01"],
    [20_000, "0:20"],
    [19_999, "0:20.0"],
    [9_410, "0:09.5"],
    [1, "0:00.1"],
    [0, "0:00.0"],
  ])("%i ms as %s", (left, text) => {
    expect(clockText(left)).toBe(text);
  });

  it("is heard once at a minute and at ten seconds", () => {
    expect(alarmBetween(60_100, 60_000)).toBe(60_000);
    expect(alarmBetween(60_000, 59_900)).toBeNull();
    expect(alarmBetween(10_050, 9_950)).toBe(10_000);
    expect(alarmBetween(70_000, 5_000)).toBe(10_000);
  });
});
