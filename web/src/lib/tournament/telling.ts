// The two numbers of a result while they are typed.
import type { Points } from "./playerSheet";

const NUMBER = /^\d{1,4}$/;

/** The points that were typed; null until both are whole numbers. */
export function typedPoints(own: string, other: string): Points | null {
  const [one, two] = [own.trim(), other.trim()];
  return NUMBER.test(one) && NUMBER.test(two) ? [Number(one), Number(two)] : null;
}

export const isAlike = (one: Points | null, other: Points | null): boolean =>
  one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
