// What the server has written into the page for its script, see `rendering.py`.

export interface EventData {
  readonly id: string;
  readonly mark: string;
  readonly page: string;
  readonly applies: readonly string[];
  readonly refreshes: readonly string[];
  /** The address of a round, without its number. */
  readonly round: string;
  /** The rounds of each division that are in the page. */
  readonly rounds: readonly (readonly [string, number])[];
  /** Sign and word of each light. */
  readonly lights: Readonly<Record<string, readonly [string, string]>>;
  /** Of a copy: when it last had everything, in milliseconds since 1970, and whether nothing has come since for a while. */
  readonly copied: readonly [number, boolean] | null;
  readonly words: Readonly<Record<"as_of" | "quiet" | "cut" | "paired" | "show" | "left" | "over" | "forfeit" | "both" | "last_words" | "last_word", string>>;
}

/** The data in a page; null if it has none, as the page that says why there is nothing. */
export function dataIn(page: Document): EventData | null {
  const text = page.getElementById("event")?.textContent;
  return text ? (JSON.parse(text) as EventData) : null;
}
