// The questions of a quiz or of new cards, as `src/mostek/features/study/model.py` asks them: the same for the same seed.
import { crc32 } from "../analysis/structures";
import type { CoreLevel, Question } from "../wire/words";
import type { QuestionWish } from "./finder";
import { LONGEST, SHORTEST, WordsError } from "./finder";
import type { ListWords } from "./listWords";
import { areFitForSchool, isFitForSchool } from "./schoolWords";

const MOST_QUESTIONS = 200;
const MOST_ANSWERS = 120;
/** Changes that are tried to make a false word of a true one. */
const TRIES = 200;
const MANY_WORDS = 50_000;
const LIKELIEST = 500;
const HOOKED_AT_ONCE = 50;

/** A number of 32 bits that depends on a text alone and looks like chance. */
function chanceOf(text: string): number {
  let mixed = crc32(new TextEncoder().encode(text));
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `core` is the school list, if it is on the device. */
export function questionsOf(list: ListWords, wish: QuestionWish, core: readonly CoreLevel[] | null): readonly Question[] {
  const { kind, seed = "" } = wish;
  const name = `${seed}/${kind}/${list.hash}`;
  const own = (wish.words ?? "").toUpperCase().split(/\s+/u).filter(Boolean).slice(0, MOST_QUESTIONS);
  const isOwn = own.length > 0;
  const words = isOwn ? own : wordsOf(list, wish.set ?? "core1", core).filter(isFitForSchool);
  const chosen = [...new Set(words)].map((word) => [chanceOf(`${name}/${word}`), word] as const).sort(inOrder).map(([, word]) => word);
  const count = Math.min(wish.count, MOST_QUESTIONS);
  switch (kind) {
    case "anagrams":
      return first(count, aboutAnagrams(list, chosen, isOwn));
    case "hooks":
      return first(count, aboutHooks(list, chosen, isOwn));
    case "word":
      return wordsOrNot(list, chosen, count, name);
  }
}

function first(count: number, questions: Iterable<Question>): Question[] {
  const found: Question[] = [];
  if (count > 0) for (const question of questions) if (found.push(question) >= count) break;
  return found;
}

function* aboutAnagrams(list: ListWords, chosen: readonly string[], isOwn: boolean): Iterable<Question> {
  for (const question of new Set(chosen.map((word) => alphagram(list, word)))) {
    const answers = list.anagrams(question, MOST_ANSWERS);
    if (isOwn || areFitForSchool(answers)) yield { kind: "anagrams", question, answers };
  }
}

function* aboutHooks(list: ListWords, chosen: readonly string[], isOwn: boolean): Iterable<Question> {
  for (let at = 0; at < chosen.length; at += HOOKED_AT_ONCE) {
    for (const { word, front, back } of list.hooks(chosen.slice(at, at + HOOKED_AT_ONCE))) {
      const longer = [...Array.from(front, (letter) => letter + word), ...Array.from(back, (letter) => word + letter)];
      if (isOwn || areFitForSchool(longer)) yield { kind: "hooks", question: word, answers: [`${front}|${back}`] };
    }
  }
}

const inOrder = ([one, word]: readonly [number, string], [other, next]: readonly [number, string]): number => one - other || (word < next ? -1 : 1);

function wordsOf(list: ListWords, set: string, core: readonly CoreLevel[] | null): readonly string[] {
  const ofLength = (length: number): readonly string[] => list.find({ shortest: length, longest: length, limit: MANY_WORDS }).words;
  switch (set) {
    case "twos":
      return ofLength(2);
    case "threes":
      return ofLength(3);
    case "sevens":
      return list.likely(7, LIKELIEST).flatMap(({ words }) => words);
    case "eights":
      return list.likely(8, LIKELIEST).flatMap(({ words }) => words);
  }
  const level = core?.find((each) => `core${each.level}` === set);
  if (!level) throw new WordsError({ kind: "core" });
  return level.words;
}

const alphagram = (list: ListWords, word: string): string => list.spelling.text(list.spelling.codes(word).sort((a, b) => a - b));

function wordsOrNot(list: ListWords, chosen: readonly string[], count: number, name: string): readonly Question[] {
  const short = list.find({ shortest: SHORTEST, longest: Math.min(5, LONGEST), limit: MANY_WORDS }).words;
  const seen = new Set([...chosen, ...short].flatMap(runsIn));
  // Two short words may differ in one letter from the same false word, which is then a question once.
  const used = new Set(chosen);
  return chosen.slice(0, count).map((word) => {
    const isFalse = chanceOf(`${name}/${word}/false`) % 2 === 1;
    const made = isFalse ? falseWord(list, word, seen, `${name}/${word}`, used) : null;
    if (made !== null) {
      used.add(made);
      return { kind: "word", question: made, answers: ["no"] };
    }
    return { kind: "word", question: word, answers: [list.valid([word])[0] ? "yes" : "no"] };
  });
}

function falseWord(list: ListWords, word: string, seen: ReadonlySet<string>, name: string, used: ReadonlySet<string>): string | null {
  const codes = list.spelling.codes(word);
  for (let number = 0; number < TRIES; number += 1) {
    const changed = [...codes];
    changed[chanceOf(`${name}/${number}/place`) % codes.length] = (chanceOf(`${name}/${number}/letter`) % list.spelling.letters.length) + 1;
    const made = list.spelling.text(changed);
    if (!used.has(made) && runsIn(made).every((run) => seen.has(run)) && !list.valid([made])[0] && isFitForSchool(made)) return made;
  }
  return null;
}

/** The runs of three signs, where the ends count as signs. */
function runsIn(word: string): string[] {
  const marked = `<${word}>`;
  return Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3));
}
