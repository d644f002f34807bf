// A long press on a key of the page's own keyboard.

/** How long a key is held for its Polish letter, in milliseconds. */
const LONG = 400;

/** One press at a time: `long` is called while the key is held, `short` when it was let go before. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #long = false;

  /** The key goes down. */
  down(long: () => void): void {
    this.cancel();
    this.#long = false;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#long = true;
      long();
    }, LONG);
  }

  /** The finger has left the key, or something else has come between. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The click that ends the press: `true` if it was a short one. A click without a press, as from a keyboard, is short. */
  wasShort(): boolean {
    this.cancel();
    const short = !this.#long;
    this.#long = false;
    return short;
  }
}
