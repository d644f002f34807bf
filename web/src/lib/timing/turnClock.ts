// The clock of a turn (CHAL-4a): it runs while a player thinks and lays, stands while a word is checked (S15), and begins anew with
// the next turn.
import { fields, nullOr, number, whole } from "$lib/storage/shape";

export interface TurnClock {
  /** The turns that have begun. */
  readonly turn: number;
  /** What was left in milliseconds when it began to run, or stood. */
  readonly left: number;
  /** Since when it runs, in milliseconds of this device; null while it stands. */
  readonly since: number | null;
}

/** A clock as a device keeps it. */
export const TURN_CLOCK = fields<TurnClock>({ turn: whole, left: number, since: nullOr(number) });

/** Before the first turn. */
export const atRest = (seconds: number): TurnClock => ({ turn: 0, left: seconds * 1000, since: null });

/** A device whose clock is set back gives nobody more time. */
export const leftAt = ({ left, since }: TurnClock, now: number): number =>
  since === null ? left : Math.min(left, Math.max(0, left - (now - since)));

export const nextTurn = ({ turn }: TurnClock, seconds: number, now: number): TurnClock => ({ turn: turn + 1, left: seconds * 1000, since: now });

export const standing = (clock: TurnClock, now: number): TurnClock => ({ ...clock, left: leftAt(clock, now), since: null });

export const running = (clock: TurnClock, now: number): TurnClock => ({ ...clock, since: now });

/** Below this the turn is nearly over. */
const SOON = 10_000;

/** What is to be heard between two readings. */
export const signalBetween = (before: number, after: number): "soon" | "over" | null =>
  before > 0 && after <= 0 ? "over" : before > SOON && after <= SOON ? "soon" : null;
