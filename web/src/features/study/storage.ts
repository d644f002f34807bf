// The box in this browser: IndexedDB, a row a card.
import { Database } from "$lib/storage/database";
import { fields, list, text, whole } from "$lib/storage/shape";
import type { StudyCard, Review } from "$lib/wire/words";
import { nameOf, readBox, type Box } from "./box";

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

const STORES = ["cards", "reviews", "unsent", "facts"] as const;
const FACTS = fields<Facts>({ place: whole, owner: text });

const reviewKey = (review: Review): string => `${review.at}/${review.card}/${review.rating}`;

export class BoxStorage {
  readonly #database = new Database(NAME, STORES);

  /** Everything that is stored. Rejects where this browser stores nothing. */
  async load(): Promise<Kept> {
    const [cards, reviews, unsent, facts] = await this.#database.read((store) => [
      store("cards").getAll(),
      store("reviews").getAll(),
      store("unsent").getAllKeys(),
      store("facts").get("facts"),
    ]);
    return { box: readBox(cards, reviews), facts: FACTS(facts) ? facts : { place: 0, owner: "" }, unsent: list(text)(unsent) ? unsent : [] };
  }

  /** Store cards and reviews; `unsent` ones still have to go to the account. */
  async put(cards: readonly StudyCard[], reviews: readonly Review[], unsent: boolean): Promise<void> {
    await this.#database.write((store) => {
      for (const card of cards) store("cards").put(card, nameOf(card));
      for (const review of reviews) store("reviews").put(review, reviewKey(review));
      if (!unsent) return;
      for (const card of cards) store("unsent").put(1, nameOf(card));
      for (const review of reviews) store("unsent").put(1, unsentReview(review));
    });
  }

  async sent(names: readonly string[], facts: Facts): Promise<void> {
    await this.#database.write((store) => {
      for (const name of names) store("unsent").delete(name);
      store("facts").put(facts, "facts");
    });
  }

  async clear(): Promise<void> {
    await this.#database.write((store) => {
      for (const name of STORES) store(name).clear();
    });
  }
}

/** The name by which a review waits to be sent. */
export const unsentReview = (review: Review): string => `review ${reviewKey(review)}`;
