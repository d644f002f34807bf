// The box of this person: in the browser at once, and with the account when the server answers.
import type { Grade } from "ts-fsrs";
import { words, type Card, type Question, type Review } from "$lib/wire/words";
import { EMPTY, MOST_CARDS, merged, nameOf, newCard, reviewed, type Box } from "./box";
import { BoxStorage, unsentReview } from "./storage";

/** The most cards and reviews that the server takes at once, and the letters of a request of 64 kB with room to spare. */
const SENT_CARDS = 100;
const SENT_REVIEWS = 200;
const SENT_LETTERS = 20_000;

/** The first cards that go into one request; at least one. */
function batch(cards: readonly Card[]): readonly Card[] {
  let letters = 0;
  return cards.slice(0, SENT_CARDS).filter((card, at) => (letters += JSON.stringify(card).length) <= SENT_LETTERS || at === 0);
}

type SyncState = "alone" | "waiting" | "done" | "failed";

class Study {
  box = $state.raw<Box>(EMPTY);
  loaded = $state(false);
  /** Whether this browser stores the box. */
  stores = $state(true);
  /** Whether the box is with the account. */
  sync = $state<SyncState>("alone");
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
    const kept = await this.#storage.load();
    this.stores = kept !== null;
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

  async answer(card: Card, rating: Grade, now = Date.now()): Promise<Card> {
    const next = reviewed(card, rating, now);
    await this.#change([next], [{ at: now, card: nameOf(card), rating }]);
    return next;
  }

  async remove(card: Card, now = Date.now()): Promise<void> {
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
    return this.#owner !== "" && !navigator.onLine ? "failed" : "alone";
  }

  /** Delete the box here and with the account. */
  async clear(person: string | null): Promise<void> {
    if (person !== null) await words.clear();
    await this.#storage.clear();
    this.box = EMPTY;
    this.#unsent.clear();
    this.#place = 0;
  }

  async #exchange(person: string): Promise<void> {
    this.sync = "waiting";
    if (this.#owner !== person) {
      // The box of a browser goes to the first account that is used with it; another account gets its own.
      if (this.#owner !== "") {
        await this.#storage.clear();
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
        await this.#storage.put(part.cards, part.reviews, false);
        const now = new Map(this.box.cards.map((card) => [nameOf(card), card]));
        const names = [...cards.filter((card) => now.get(nameOf(card))?.changed === card.changed).map(nameOf), ...reviews.map(unsentReview)];
        for (const name of names) this.#unsent.delete(name);
        await this.#storage.sent(names, { place: this.#place, owner: this.#owner });
        more = part.more || (names.length > 0 && this.#unsent.size > 0);
      }
      this.sync = "done";
    } catch {
      this.sync = "failed";
    }
  }

  async #change(cards: readonly Card[], reviews: readonly Review[]): Promise<void> {
    this.box = merged(this.box, { cards, reviews });
    for (const card of cards) this.#unsent.add(nameOf(card));
    for (const review of reviews) this.#unsent.add(unsentReview(review));
    try {
      await this.#storage.put(cards, reviews, true);
    } catch {
      this.stores = false;
    }
  }
}

export const study = new Study();
