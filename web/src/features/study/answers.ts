// What a person types as an answer, compared with the answers of a card or a question.
import type { Question } from "$lib/wire/words";

/** The words that were typed, in capitals. */
export const typedWords = (text: string): readonly string[] => text.toUpperCase().split(/[\s,;]+/u).filter(Boolean);

const letters = (text: string): string => [...new Set(text.toUpperCase().replace(/[^\p{L}]/gu, ""))].sort().join("");

/** The letters in front and behind, of an answer about hooks. */
export function hookSides(question: Question): readonly [string, string] {
  const [front = "", back = ""] = (question.answers[0] ?? "|").split("|");
  return [front, back];
}

/** Whether the typed words are just the anagrams. */
export function allFound(question: Question, typed: readonly string[]): boolean {
  const found = new Set(typed);
  return question.answers.every((answer) => found.has(answer)) && typed.every((word) => question.answers.includes(word));
}

/** Whether the typed letters are just the hooks. */
export function hooksFound(question: Question, front: string, back: string): boolean {
  const [right, behind] = hookSides(question);
  return letters(front) === letters(right) && letters(back) === letters(behind);
}

/** Words by the number of their letters. */
export function byLength(words: readonly string[], longestFirst: boolean): readonly (readonly [number, readonly string[]])[] {
  const lengths = new Map<number, string[]>();
  for (const word of words) {
    const length = [...word].length;
    const same = lengths.get(length);
    if (same) same.push(word);
    else lengths.set(length, [word]);
  }
  return [...lengths.entries()].sort(([one], [other]) => (longestFirst ? other - one : one - other));
}
