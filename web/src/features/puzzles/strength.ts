// The strength of a visitor without a name: it lasts as long as the page, and nothing is stored.
const FIRST = 1400;
const STEP = 80;
const LEAST = 800;
const MOST = 2400;

let strength = FIRST;

/** The present strength, near which the next puzzle is chosen. */
export const presentStrength = (): number => strength;

/** Take an answer into account. */
export function noteAnswer(right: boolean): void {
  strength = Math.min(MOST, Math.max(LEAST, strength + (right ? STEP : -STEP)));
}
