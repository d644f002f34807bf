// The numbers of a result while they are typed, and a result in words.
import { m } from "$lib/text/text";
import type { Ending, Points, Told } from "./playerSheet";

const NUMBER = /^\d{1,4}$/;
const numbers = (typed: readonly string[]): Points | null => (typed.every((each) => NUMBER.test(each.trim())) ? typed.map(Number) : null);

/** Whether a number of points is whole, as the desk takes it: an arbiter may have taken more away than was won. */
export const isWhole = (typed: unknown): boolean => /^-?\d{1,4}$/.test(String(typed ?? "").trim());

/** Whether the last words are needed: some points are equal, and the event has no draws. Who has none has laid no word. */
export function asksWords(typed: readonly unknown[], hasDraws: boolean): boolean {
  const scored = typed.map(Number).filter(Boolean);
  return !hasDraws && typed.every(isWhole) && new Set(scored).size < scored.length;
}

/** The result that was typed, the own points first; of several players perhaps those alone. Null until every number is there. */
export function typedResult(typed: readonly string[], words: readonly string[], hasDraws: boolean): Told | null {
  const points = numbers(typed.length > 2 && typed.slice(1).every((each) => !each.trim()) ? typed.slice(0, 1) : typed);
  const last = asksWords(typed, hasDraws) ? numbers(words) : [];
  return points && last && { points, words: last };
}

/** What a result that somebody tells would mean. The tournament says what a result that is in means. */
export function meant({ points, words }: Told): Ending {
  const ranks = points.map((each, seat) => each * 10_000 + (words[seat] ?? 0));
  const [own = 0, ...others] = ranks;
  const place = 1 + others.filter((each) => each > own).length;
  const outcome = place > 1 ? "lost" : others.includes(own) ? "drawn" : "won";
  return { outcome, by: words.length > 0 ? "last_words" : "points", points, words, place: others.length > 1 ? place : null };
}

/** Who wins: `Wygrywasz 24 punktami`. */
export function endingText({ outcome, by, points: [own = 0, other = 0], place }: Ending): string {
  if (place !== null) return m.phone_place({ place });
  if (outcome === "drawn") return m.phone_draw();
  if (by === "last_words") return outcome === "won" ? m.phone_won_by_word() : m.phone_lost_by_word();
  const count = Math.abs(own - other);
  return outcome === "won" ? m.phone_winning({ count }) : m.phone_losing({ count });
}

/** `400:400, ostatnie słowa 14:9`. */
export const resultText = (points: Points, words: Points): string =>
  points.join(":") + (words.length > 0 ? `, ${m.phone_words({ points: words.join(":") })}` : "");
