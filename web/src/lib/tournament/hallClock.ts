// The time in the hall, by the server's clock: that of the device may be a day off, but it runs as fast.

/** A time of the hall, `2026-11-21T10:00:00`, as milliseconds that can be subtracted from another one. */
export const hallMillis = (said: string): number => Date.parse(`${said.slice(0, 19)}Z`);

export class HallClock {
  #ahead = 0;
  #zone = 0;

  constructor(readonly device: () => number = Date.now) {}

  /** The server has just said what time it is. */
  set(said: string, epoch?: number): void {
    this.#ahead = hallMillis(said) - this.device();
    if (epoch !== undefined) this.#zone = hallMillis(said) - epoch;
  }

  /** How long ago a moment was that the server tells in milliseconds since 1970; the device's clock has no say in it. */
  since(epoch: number): number {
    return this.now() - (epoch + this.#zone);
  }

  now(): number {
    return this.device() + this.#ahead;
  }
}

/** Milliseconds as a time of the hall, the way the server writes it. */
export const hallTime = (millis: number): string => new Date(millis).toISOString().slice(0, 19);

/** Minutes and seconds, with hours where there are some: `47:05`, `1:02:09`. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The time of the day in the hall: `14:05`. */
export const timeOfDay = (millis: number): string => hallTime(millis).slice(11, 16);
