// The box of this person: in the browser at once, and with the account when the server answers.
import type { Grade } from "ts-fsrs";
import { ApiError } from "$lib/wire/http";
import { words, type StudyCard, type Question, type Review } from "$lib/wire/words";
import { EMPTY, MOST_CARDS, merged, nameOf, newCard, reviewed, type Box } from "./box";
import { BoxStorage, unsentReview } from "./storage";

/** The most cards and reviews that the server takes at once, and the letters of a request of 64 kB with room to spare. */
const SENT_CARDS = 100;
const SENT_REVIEWS = 200;
const SENT_LETTERS = 20_000;

/** The first cards that go into one request; at least one. */
function batch(cards: readonly StudyCard[]): readonly StudyCard[] {
  let letters = 0;
  return cards.slice(0, SENT_CARDS).filter((card, at) => (letters += JSON.stringify(card).length) <= SENT_LETTERS || at === 0);
}

/** `unanswered`: the server does not answer; `refused`: it has said why it does not take the box. */
type SyncState = "alone" | "waiting" | "done" | "unanswered" | "refused";

class Study {
  box = $state.raw<Box>(EMPTY);
  loaded = $state(false);
  /** Whether this browser stores the box. */
  stores = $state(true);
  /** Whether a box may lie in this browser. */
  #isReadable = false;
  /** Whether the box is with the account. */
  sync = $state<SyncState>("alone");
  /** What the server has said, if it has refused. */
  refusal = $state("");
  readonly #storage = new BoxStorage();
  #unsent = new Set<string>();
  #place = 0;
  #owner = "";
  #loading: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;

  /** Read the box of this browser, once: read again later it would undo what an exchange has learnt meanwhile. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    const kept = await this.#storage.load().catch(() => null);
    this.stores = this.#isReadable = kept !== null;
    if (kept) {
      this.box = merged(this.box, kept.box);
      this.#unsent = new Set(kept.unsent);
      this.#place = kept.facts.place;
      this.#owner = kept.facts.owner;
    }
    this.sync = this.#withoutPerson();
    this.loaded = true;
  }

  /** Cards of questions; those that were removed come back. Returns how many are new. */
  async add(questions: readonly Question[], lexicon: string, now = Date.now()): Promise<number> {
    const there = new Map(this.box.cards.map((card) => [nameOf(card), card]));
    const fresh = questions
      .map((question) => ({ ...newCard(question, lexicon, now), changed: Math.max(now, (there.get(nameOf({ ...question, lexicon }))?.changed ?? 0) + 1) }))
      .filter((card) => there.get(nameOf(card))?.removed ?? true);
    const free = MOST_CARDS - this.box.cards.length;
    const some = fresh.filter((card) => there.has(nameOf(card))).concat(fresh.filter((card) => !there.has(nameOf(card))).slice(0, Math.max(free, 0)));
    await this.#change(some, []);
    return some.length;
  }

  async answer(card: StudyCard, rating: Grade, now = Date.now()): Promise<StudyCard> {
    const next = reviewed(card, rating, now);
    await this.#change([next], [{ at: now, card: nameOf(card), rating }]);
    return next;
  }

  async remove(card: StudyCard, now = Date.now()): Promise<void> {
    await this.#change([{ ...card, removed: true, changed: Math.max(now, card.changed + 1) }], []);
  }

  /** Bring the box of a file into this one. */
  async take(box: Box): Promise<void> {
    await this.#change(box.cards, box.reviews);
  }

  /** Exchange changes with the account of a person; `person` is null for somebody without a name. */
  async exchange(person: string | null): Promise<void> {
    await this.load();
    if (person === null) {
      this.sync = this.#withoutPerson();
      return;
    }
    this.#syncing ??= this.#exchange(person).finally(() => (this.#syncing = null));
    await this.#syncing;
  }

  /** Without a network nobody says who the person is, but whose box it is was stored with it: it goes there later. */
  #withoutPerson(): SyncState {
    return this.#owner !== "" && !navigator.onLine ? "unanswered" : "alone";
  }

  /** Delete the box here and with the account. */
  async clear(person: string | null): Promise<void> {
    if (person !== null) await words.clear();
    if (this.#isReadable) await this.#storage.clear();
    this.box = EMPTY;
    this.#unsent.clear();
    this.#place = 0;
  }

  async #exchange(person: string): Promise<void> {
    this.sync = "waiting";
    if (this.#owner !== person) {
      // The box of a browser goes to the first account that is used with it; another account gets its own.
      if (this.#owner !== "") {
        await this.#store((storage) => storage.clear());
        this.box = EMPTY;
        this.#unsent.clear();
      } else this.#unsent = new Set([...this.box.cards.map(nameOf), ...this.box.reviews.map(unsentReview)]);
      this.#owner = person;
      this.#place = 0;
    }
    try {
      let more = true;
      while (more) {
        const cards = batch(this.box.cards.filter((card) => this.#unsent.has(nameOf(card))));
        const reviews = this.box.reviews.filter((review) => this.#unsent.has(unsentReview(review))).slice(0, SENT_REVIEWS);
        const part = await words.merge(cards, reviews, this.#place);
        this.box = merged(this.box, part);
        this.#place = part.place;
        await this.#store((storage) => storage.put(part.cards, part.reviews, false));
        const now = new Map(this.box.cards.map((card) => [nameOf(card), card]));
        const names = [...cards.filter((card) => now.get(nameOf(card))?.changed === card.changed).map(nameOf), ...reviews.map(unsentReview)];
        for (const name of names) this.#unsent.delete(name);
        await this.#store((storage) => storage.sent(names, { place: this.#place, owner: this.#owner }));
        more = part.more || (names.length > 0 && this.#unsent.size > 0);
      }
      this.sync = "done";
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      this.sync = fault.status === 0 ? "unanswered" : "refused";
      this.refusal = fault.detail;
    }
  }

  /** What the browser does not store is still in this page, and goes to the account. After one failure nothing more is stored: what
   * lies there must stay one box, of one person. */
  async #store(act: (storage: BoxStorage) => Promise<void>): Promise<void> {
    if (this.stores) await act(this.#storage).catch(() => (this.stores = false));
  }

  async #change(cards: readonly StudyCard[], reviews: readonly Review[]): Promise<void> {
    this.box = merged(this.box, { cards, reviews });
    for (const card of cards) this.#unsent.add(nameOf(card));
    for (const review of reviews) this.#unsent.add(unsentReview(review));
    await this.#store((storage) => storage.put(cards, reviews, true));
  }
}

export const study = new Study();
