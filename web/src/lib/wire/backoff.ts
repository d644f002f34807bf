// How long to wait before the next attempt to connect.

const FIRST = 300;
const MOST = 5000;

/** Milliseconds before attempt number `attempt` (from 0): twice as long each time, up to 5 s, and never in step with others. */
export function pause(attempt: number, chance: number): number {
  const full = Math.min(FIRST * 2 ** Math.min(attempt, 10), MOST);
  return Math.round(full * (0.5 + chance / 2));
}
