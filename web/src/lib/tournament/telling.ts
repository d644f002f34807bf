// The two numbers of a result while they are typed, and a result in words.
import { m } from "$lib/text/text";
import type { Points } from "./playerSheet";

const NUMBER = /^\d{1,4}$/;

/** The points that were typed; null until both are whole numbers. */
export function typedPoints(own: string, other: string): Points | null {
  const [one, two] = [own.trim(), other.trim()];
  return NUMBER.test(one) && NUMBER.test(two) ? [Number(one), Number(two)] : null;
}

/** `400:400, ostatnie słowa 14:9`. */
export const resultText = (points: Points, words: Points): string =>
  points.join(":") + (words.length > 0 ? `, ${m.phone_words({ points: words.join(":") })}` : "");

export const isAlike = (one: Points | null, other: Points | null): boolean =>
  one !== null && other !== null && one.join() === other.join();
