// The box of cards: which card comes next, when it comes again, and how two boxes become one. A card is never lost: a removed one
// stays as a mark, and of two versions the one that was changed last stays, as on the server.
import { createEmptyCard, fsrs, Rating, State, type Card as Scheduled, type Grade } from "ts-fsrs";
import { fields, flag, list, nullOr, number, oneOf, parsed, text, type Shape } from "$lib/storage/shape";
import type { StudyCard, Question, Review } from "$lib/wire/words";

export const DAY = 24 * 60 * 60 * 1000;
export const MOST_CARDS = 5000;
const MOST_REVIEWS = 20_000;
const FORMAT = "mostek-box-1";

export interface Box {
  readonly cards: readonly StudyCard[];
  readonly reviews: readonly Review[];
}

export const EMPTY: Box = { cards: [], reviews: [] };

/** A day of study begins at four in the morning of this device, as in Anki: who learns after midnight has not slept yet. */
const MORNING = 4 * 60 * 60 * 1000;

/** What is added to a moment so that its day by UTC, by which ts-fsrs counts, is the day of study. */
const shift = (moment: number): number => -new Date(moment).getTimezoneOffset() * 60_000 - MORNING;
const toStudyTime = (moment: number): Date => new Date(moment + shift(moment));
/** Summer time may begin or end between: the shift is that of the moment itself. */
const fromStudyTime = (shown: number): number => shown - shift(shown - shift(shown));

/** The beginning of the day of study of a moment. */
function dayStart(moment: number): number {
  const day = new Date(moment - MORNING);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 4).getTime();
}

/** Nine of ten cards are known when they come again; without chance, so that two devices agree. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false });

/** The name of a card in its box. */
export const nameOf = (card: Pick<StudyCard, "kind" | "question" | "lexicon">): string => `${card.kind}:${card.question}:${card.lexicon}`;

function scheduled(card: StudyCard): Scheduled {
  return {
    ...createEmptyCard(toStudyTime(card.added)),
    due: toStudyTime(card.due),
    stability: card.stability,
    difficulty: card.difficulty,
    state: card.state as State,
    reps: card.reps,
    lapses: card.lapses,
    scheduled_days: card.interval,
    learning_steps: card.step,
    ...(card.last === null ? {} : { last_review: toStudyTime(card.last) }),
  };
}

/** A new card, due at once. */
export function newCard(question: Question, lexicon: string, now: number): StudyCard {
  const { kind, question: asked, answers } = question;
  const start = { stability: 0, difficulty: 0, state: 0, reps: 0, lapses: 0, interval: 0, step: 0, last: null, removed: false };
  return { kind, question: asked, lexicon, answers: answers.slice(0, 120), added: now, changed: now, due: now, ...start };
}

/** The card after an answer: 1 again, 2 hard, 3 good, 4 easy. */
export function reviewed(card: StudyCard, rating: Grade, now: number): StudyCard {
  const next = scheduler.next(scheduled(card), toStudyTime(now), rating).card;
  return {
    ...card,
    changed: Math.max(now, card.changed + 1),
    due: fromStudyTime(next.due.getTime()),
    stability: next.stability,
    difficulty: next.difficulty,
    state: next.state,
    reps: next.reps,
    lapses: next.lapses,
    interval: next.scheduled_days,
    step: next.learning_steps,
    last: now,
  };
}

/** When the card would come again after each answer. */
export function nextDue(card: StudyCard, now: number): readonly number[] {
  return ([Rating.Again, Rating.Hard, Rating.Good, Rating.Easy] as const).map((rating) => reviewed(card, rating, now).due);
}

/** The cards that are due, those that wait longest first and new ones last, at most `fresh` of them. */
export function dueCards(cards: readonly StudyCard[], now: number, fresh: number): readonly StudyCard[] {
  const due = cards.filter((card) => !card.removed && card.due <= now).sort((a, b) => a.due - b.due || (nameOf(a) < nameOf(b) ? -1 : 1));
  return [...due.filter((card) => card.state !== 0), ...due.filter((card) => card.state === 0).slice(0, Math.max(fresh, 0))];
}

/** The version of a card that stays: the later one, of two at once the same one in any order. */
function later(one: StudyCard, other: StudyCard): StudyCard {
  if (one.changed !== other.changed) return one.changed > other.changed ? one : other;
  return JSON.stringify(one) >= JSON.stringify(other) ? one : other;
}

const reviewName = (review: Review): string => `${review.at}/${review.card}/${review.rating}`;

/** One box of two of the same person, in any order and as often as one likes. */
export function merged(one: Box, other: Box): Box {
  const cards = new Map<string, StudyCard>();
  for (const card of [...one.cards, ...other.cards]) {
    const there = cards.get(nameOf(card));
    cards.set(nameOf(card), there === undefined ? card : later(there, card));
  }
  const reviews = new Map([...one.reviews, ...other.reviews].map((review) => [reviewName(review), review]));
  const sorted = [...reviews.entries()].sort(([a, x], [b, y]) => x.at - y.at || (a < b ? -1 : 1)).map(([, review]) => review);
  return { cards: [...cards.keys()].sort().flatMap((name) => cards.get(name) ?? []), reviews: sorted.slice(-MOST_REVIEWS) };
}

/** A box as a file. */
export const exported = (box: Box): string => JSON.stringify({ cards: box.cards, reviews: box.reviews, format: FORMAT }, null, 1);

const upTo =
  (most: number): Shape<number> =>
  (value): value is number =>
    number(value) && value >= 0 && value <= most;
const letters =
  (most: number): Shape<string> =>
  (value): value is string =>
    text(value) && value.length > 0 && value.length <= most;
const MOMENT = upTo(4_102_444_800_000);
const ANSWERS: Shape<readonly string[]> = (value): value is readonly string[] => list(letters(70))(value) && value.length <= 120;

const CARD_FIELDS = {
  kind: oneOf("anagrams", "hooks", "word"),
  question: letters(30),
  lexicon: letters(81),
  answers: ANSWERS,
  added: MOMENT,
  changed: MOMENT,
  due: MOMENT,
  stability: upTo(1e6),
  difficulty: upTo(10),
  state: upTo(3),
  reps: upTo(1e6),
  lapses: upTo(1e6),
  interval: upTo(36_500),
  step: upTo(100),
  last: nullOr(MOMENT),
  removed: flag,
};
const CARD = fields<StudyCard>(CARD_FIELDS);
const RATING: Shape<number> = (value): value is number => upTo(4)(value) && value >= 1;
const REVIEW_FIELDS = { at: MOMENT, card: letters(130), rating: RATING };
const REVIEW = fields<Review>(REVIEW_FIELDS);
const FILE = fields<Box & { readonly format: typeof FORMAT }>({ cards: list(CARD), reviews: list(REVIEW), format: oneOf(FORMAT) });

/** The cards and reviews among what was stored. */
export function readBox(cards: unknown, reviews: unknown): Box {
  const fitting = <Value>(values: unknown, shape: Shape<Value>): Value[] => (Array.isArray(values) ? values.filter(shape) : []);
  return {
    cards: fitting(cards, CARD).map((card) => only(card, CARD_FIELDS)),
    reviews: fitting(reviews, REVIEW).map((review) => only(review, REVIEW_FIELDS)),
  };
}

/** Without fields of others, which the server does not take. */
const only = <Value extends object>(value: Value, names: object): Value =>
  Object.fromEntries(Object.keys(names).map((name) => [name, Reflect.get(value, name)])) as Value;

/** The box of a file; null for anything else. */
export function imported(written: string): Box | null {
  const file = parsed(written, FILE);
  if (file === null || file.cards.length > MOST_CARDS || file.reviews.length > MOST_REVIEWS) return null;
  return readBox(file.cards, file.reviews);
}

const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The cards as a table that Anki imports: question, answer and a tag in a line. */
export function ankiTable(box: Box): string {
  const head = "#separator:Semicolon\n#html:false\n#columns:front;back;tags\n#tags column:3\n";
  const rows = box.cards.filter((card) => !card.removed).map((card) => [card.question, card.answers.join(" "), `mostek::${card.kind}`].map(cell).join(";"));
  return head + rows.map((row) => `${row}\n`).join("");
}

/** The cards that were answered for the first time on the day of study of `now`. */
export function freshOn(cards: readonly StudyCard[], reviews: readonly Review[], now: number): number {
  const morning = dayStart(now);
  const earlier = new Set(reviews.filter((review) => review.at < morning).map((review) => review.card));
  const today = new Set(reviews.filter((review) => review.at >= morning).map((review) => review.card));
  return cards.filter((card) => today.has(nameOf(card)) && !earlier.has(nameOf(card))).length;
}

export interface DayCount {
  readonly day: number;
  readonly right: number;
  readonly wrong: number;
}

/** The answers of each of the last days, today last; a day begins at four in the morning of this device. */
export function daily(reviews: readonly Review[], now: number, days: number): readonly DayCount[] {
  const morning = new Date(dayStart(now));
  const starts = Array.from({ length: days }, (_, at) => new Date(morning).setDate(morning.getDate() - (days - 1 - at)));
  return starts.map((day, at) => {
    const end = starts[at + 1] ?? Infinity;
    const those = reviews.filter((review) => review.at >= day && review.at < end);
    const wrong = those.filter((review) => review.rating === 1).length;
    return { day, right: those.length - wrong, wrong };
  });
}
