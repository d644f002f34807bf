// The box in this browser: IndexedDB, a row a card. Where the browser stores nothing, the box lives as long as the page.
import type { Card, Review } from "$lib/wire/words";
import { nameOf, type Box } from "./box";

const NAME = "mostek-study";

interface Facts {
  /** Up to where the box of the account is here. */
  readonly place: number;
  /** Whose box it is; empty without an account. */
  readonly owner: string;
}

interface Kept {
  readonly box: Box;
  readonly facts: Facts;
  readonly unsent: readonly string[];
}

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of ["cards", "reviews", "unsent", "facts"]) request.result.createObjectStore(store);
  };
  return done(request);
}

const reviewKey = (review: Review): string => `${review.at}/${review.card}/${review.rating}`;

export class BoxStorage {
  #database: IDBDatabase | null = null;

  /** Everything that is stored; null where this browser stores nothing. */
  async load(): Promise<Kept | null> {
    try {
      this.#database ??= await opened();
      const stores = this.#database.transaction(["cards", "reviews", "unsent", "facts"]);
      const [cards, reviews, unsent, facts] = await Promise.all([
        done(stores.objectStore("cards").getAll() as IDBRequest<Card[]>),
        done(stores.objectStore("reviews").getAll() as IDBRequest<Review[]>),
        done(stores.objectStore("unsent").getAllKeys() as IDBRequest<string[]>),
        done(stores.objectStore("facts").get("facts") as IDBRequest<Facts | undefined>),
      ]);
      return { box: { cards, reviews }, facts: facts ?? { place: 0, owner: "" }, unsent };
    } catch {
      this.#database = null;
      return null;
    }
  }

  /** Store cards and reviews; `unsent` ones still have to go to the account. */
  async put(cards: readonly Card[], reviews: readonly Review[], unsent: boolean): Promise<void> {
    await this.#write(["cards", "reviews", "unsent"], (store) => {
      for (const card of cards) store("cards").put(card, nameOf(card));
      for (const review of reviews) store("reviews").put(review, reviewKey(review));
      if (!unsent) return;
      for (const card of cards) store("unsent").put(1, nameOf(card));
      for (const review of reviews) store("unsent").put(1, `review ${reviewKey(review)}`);
    });
  }

  async sent(names: readonly string[], facts: Facts): Promise<void> {
    await this.#write(["unsent", "facts"], (store) => {
      for (const name of names) store("unsent").delete(name);
      store("facts").put(facts, "facts");
    });
  }

  async clear(): Promise<void> {
    await this.#write(["cards", "reviews", "unsent", "facts"], (store) => {
      for (const name of ["cards", "reviews", "unsent", "facts"]) store(name).clear();
    });
  }

  async #write(names: string[], work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
    if (!this.#database) return;
    const transaction = this.#database.transaction(names, "readwrite");
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("storage"));
    });
    work((name) => transaction.objectStore(name));
    await ended;
  }
}

/** The name by which a review waits to be sent. */
export const unsentReview = (review: Review): string => `review ${reviewKey(review)}`;
