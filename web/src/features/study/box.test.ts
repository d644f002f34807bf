import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StudyCard, Question } from "$lib/wire/words";
import { allFound, hooksFound, typedWords } from "./answers";
import { DAY, EMPTY, ankiTable, daily, dueCards, exported, freshOn, imported, merged, nameOf, newCard, nextDue, reviewed, type Box } from "./box";

const START = Date.UTC(2026, 10, 24, 12);
const LIST = "pl-wolny@1";

/** A random number from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ["KOT", "ŻÓŁĆ", "OŚ", "MIŚ", "ĘĄ", "TOR"];
const question = (at: number): Question => ({ kind: "anagrams", question: WORDS[at] ?? "AA", answers: [WORDS[at] ?? "AA", 'Z "cudzysłowem"; i średnikiem'] });

/** A box after random additions, answers and removals on one device. */
function randomBox(seed: number): Box {
  const next = chance(seed);
  let box = EMPTY;
  let now = START;
  for (let step = 0; step < 25; step += 1) {
    now += Math.floor(next() * 3 * DAY);
    const at = Math.floor(next() * WORDS.length);
    const there = box.cards.find((card) => card.question === WORDS[at]);
    const rating = (Math.floor(next() * 4) + 1) as 1 | 2 | 3 | 4;
    if (!there) box = merged(box, { cards: [newCard(question(at), LIST, now)], reviews: [] });
    else if (next() < 0.15) box = merged(box, { cards: [{ ...there, removed: true, changed: now }], reviews: [] });
    else box = merged(box, { cards: [reviewed(there, rating, now)], reviews: [{ at: now, card: nameOf(there), rating }] });
  }
  return box;
}

const seeds = Array.from({ length: 12 }, (_, seed) => seed);
const names = (box: Box): readonly string[] => box.cards.map(nameOf).sort();

describe("a box", () => {
  it.each(seeds)("is the same after export and import (%i)", (seed) => {
    const box = randomBox(seed);
    expect(imported(exported(box))).toEqual(box);
  });

  it.each(seeds)("loses no card when it is merged, in any order and as often as one likes (%i)", (seed) => {
    const [one, other, third] = [randomBox(seed), randomBox(seed + 100), randomBox(seed + 200)];
    const both = merged(one, other);
    expect(names(both)).toEqual([...new Set([...names(one), ...names(other)])].sort());
    expect(merged(other, one)).toEqual(both);
    expect(merged(both, one)).toEqual(both);
    expect(merged(merged(one, other), third)).toEqual(merged(one, merged(other, third)));
    expect(both.reviews.length).toBe(new Set([...one.reviews, ...other.reviews].map((review) => JSON.stringify(review))).size);
  });

  it.each(["", "[]", "{}", '{"format":"mostek-box-1"}', '{"format":"mostek-box-1","cards":[{}],"reviews":[]}', exported(randomBox(1)).slice(0, -9)])(
    "is not read from nonsense (%s)",
    (text) => expect(imported(text)).toBeNull(),
  );

  it("is written for Anki with a line a card, without removed ones", () => {
    const card = newCard(question(0), LIST, START);
    const lines = ankiTable({ cards: [card, { ...newCard(question(1), LIST, START), removed: true }], reviews: [] }).trim().split("\n");
    expect(lines.slice(4)).toEqual(['KOT;"KOT Z ""cudzysłowem""; i średnikiem";mostek::anagrams']);
  });
});

describe("a card", () => {
  const card = newCard(question(0), LIST, START);

  it("comes again the later, the better it was known", () => {
    const [again = 0, hard = 0, good = 0, easy = 0] = nextDue(card, START);
    expect(START < again && again <= hard && hard <= good && good < easy).toBe(true);
  });

  it("comes at growing intervals while it is known, and soon after it was forgotten", () => {
    let known: StudyCard = card;
    const gaps: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const before = known.due;
      known = reviewed(known, 3, before);
      gaps.push(known.due - before);
    }
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(gaps.at(-1)).toBeGreaterThan(20 * DAY);
    const forgotten = reviewed(known, 1, known.due);
    expect(forgotten.due - known.due).toBeLessThan(DAY);
    expect(forgotten.lapses).toBe(1);
  });

  it("is due at its moment and not before; new cards come last and not all on one day", () => {
    const old = { ...newCard(question(1), LIST, START), state: 2, due: START };
    expect(dueCards([card, old], START - 1, 9)).toEqual([]);
    expect(dueCards([card, old], START, 9)).toEqual([old, card]);
    expect(dueCards([card, old], START, 0)).toEqual([old]);
    expect(dueCards([{ ...card, removed: true }], START, 9)).toEqual([]);
  });
});

it("counts the answers of each day", () => {
  const review = (at: number, rating: number): Box["reviews"][number] => ({ at, card: "x", rating });
  const days = daily([review(START, 1), review(START, 3), review(START - DAY, 4), review(START - 30 * DAY, 4)], START, 3);
  expect(days.map(({ right, wrong }) => [right, wrong])).toEqual([[0, 0], [1, 0], [1, 1]]);
});

describe.each(["Europe/Warsaw", "America/Chicago", "Pacific/Kiritimati", "UTC"])("a day of study in %s", (zone) => {
  const before = process.env["TZ"];
  beforeAll(() => void (process.env["TZ"] = zone));
  afterAll(() => void (process.env["TZ"] = before));
  const at = (month: number, day: number, hour: number, minute = 0): number => new Date(2026, month - 1, day, hour, minute).getTime();
  const twice = (first: number, second: number): StudyCard => reviewed(reviewed(newCard(question(0), LIST, first), 3, first), 3, second);

  it.each([
    ["winter", 1],
    ["summer", 7],
  ])("does not change within ten minutes, whatever the hour, but at four (%s)", (_, month) => {
    const usual = twice(at(month, 14, 12), at(month, 14, 12, 10));
    for (let hour = 0; hour < 24; hour += 1) {
      const card = twice(at(month, 14, hour, 55), at(month, 14, hour, 65));
      if (hour === 3) expect(card.stability).toBeGreaterThan(usual.stability);
      else expect([hour, card.stability, card.interval]).toEqual([hour, usual.stability, usual.interval]);
    }
  });

  it("gives the same interval over a change of the clocks, and a card of days is due at the same hour", () => {
    const usual = twice(at(6, 10, 18), at(6, 10, 18, 10));
    for (const [month, day] of [[3, 7], [3, 28], [10, 24], [10, 31]] as const) {
      const now = at(month, day, 18, 10);
      const card = twice(at(month, day, 18), now);
      expect(card.interval).toBe(usual.interval);
      expect(new Date(card.due).getHours()).toBe(18);
    }
  });

  it("counts what is answered after midnight as of the evening before", () => {
    const reviews = [{ at: at(5, 2, 1), card: "x", rating: 3 }, { at: at(5, 1, 22), card: "y", rating: 1 }, { at: at(5, 2, 4), card: "z", rating: 3 }];
    expect(daily(reviews, at(5, 2, 3, 59), 2).map(({ right, wrong }) => [right, wrong])).toEqual([[0, 0], [2, 1]]);
    expect(daily(reviews, at(5, 2, 9), 2).map(({ right, wrong }) => [right, wrong])).toEqual([[1, 1], [1, 0]]);
    const card = { ...newCard(question(0), LIST, at(5, 1, 20)) };
    const answered = [{ at: at(5, 2, 1), card: nameOf(card), rating: 3 }];
    expect(freshOn([card], answered, at(5, 2, 3))).toBe(1);
    expect(freshOn([card], answered, at(5, 2, 5))).toBe(0);
  });
});

describe("an answer", () => {
  const anagrams: Question = { kind: "anagrams", question: "KOT", answers: ["KOT", "KTO", "TOK"] };
  const hooks: Question = { kind: "hooks", question: "KOT", answers: ["S|AĄĘ"] };

  it.each([["kot, kto tok", true], ["tok\nKTO;kot", true], ["kot kto", false], ["kot kto tok otk", false], ["", false]])("of anagrams %j is right: %s", (text, right) =>
    expect(allFound(anagrams, typedWords(text))).toBe(right),
  );

  it.each([["s", "ę a ą", true], ["S", "AĄ", false], ["", "AĄĘ", false], ["sz", "aąę", false]])("of hooks %j | %j is right: %s", (front, back, right) =>
    expect(hooksFound(hooks, front, back)).toBe(right),
  );
});
