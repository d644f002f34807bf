import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LongPress } from "./longPress";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a press that is held is a long one, and its click means nothing more", () => {
  const [press, long] = [new LongPress(), vi.fn()];
  press.down(long);
  vi.advanceTimersByTime(399);
  expect(long).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(long).toHaveBeenCalledOnce();
  expect(press.wasShort()).toBe(false);
  expect(press.wasShort()).toBe(true);
});

test("a press that is let go, or slips off, is no long one", () => {
  const [press, long] = [new LongPress(), vi.fn()];
  press.down(long);
  vi.advanceTimersByTime(200);
  expect(press.wasShort()).toBe(true);
  press.down(long);
  press.cancel();
  vi.advanceTimersByTime(1000);
  expect(long).not.toHaveBeenCalled();
  expect(press.wasShort()).toBe(true);
});
