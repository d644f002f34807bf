// What a clock shows between two messages of the server. It glides to a new reading, so that nothing jumps.

import type { ClockFace } from "$lib/wire/types";

/** The clocks as the server sent them, and when they arrived, by `performance.now()`. */
export interface Face extends ClockFace {
  readonly received: number;
}

/** What was shown, and when, by `performance.now()`. */
export interface Shown {
  readonly left: number;
  readonly at: number;
}

/** A difference smaller than this is made good little by little. */
const SMALL = 250;
/** How much faster or slower than real time a clock may go meanwhile. */
const PACE = 0.1;

/** Whether a seat's time runs now. Time that waits for delivery stands. */
export const isRunning = (face: Face, seat: number): boolean => face.running === seat && !face.held;

/**
 * The face for the person whose clock it is: time that waits for delivery begins to run there as soon as the message that
 * says so has arrived.
 */
export const arrived = (face: Face, seat: number): Face =>
  face.held && face.running === seat ? { ...face, held: false } : face;

/** The time that a seat has left by the last message of the server. */
export function reading(face: Face, seat: number, now: number): number {
  const left = face.left[seat - 1] ?? 0;
  return Math.max(0, isRunning(face, seat) ? left - (now - face.received) : left);
}

/** The next time to show: the reading, or a step towards it if the difference is small. */
export function glide(before: Shown | null, face: Face, seat: number, now: number): Shown {
  const target = reading(face, seat, now);
  if (before === null) return { left: target, at: now };
  const passed = Math.max(0, now - before.at);
  const expected = isRunning(face, seat) ? before.left - passed : before.left;
  const difference = target - expected;
  if (Math.abs(difference) >= SMALL) return { left: target, at: now };
  const step = Math.min(Math.abs(difference), passed * PACE) * Math.sign(difference);
  return { left: Math.max(0, expected + step), at: now };
}

/** Below this tenths are shown. */
const TENTHS = 20_000;

/** `12:05`, `1:00:00`, and under 20 seconds `0:09.4`. A time that is not over is never shown as zero. */
export function clockText(left: number): string {
  if (left < TENTHS) {
    const tenths = Math.ceil(left / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** When a low clock is heard. */
const ALARMS: readonly number[] = [60_000, 10_000];

/** The alarm that was passed between two readings, the lower one if both were. */
export const alarmBetween = (before: number, after: number): number | null =>
  ALARMS.filter((alarm) => before > alarm && after <= alarm).at(-1) ?? null;
