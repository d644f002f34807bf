// What the server has written into the page for its script, and what comes over the stream. See `rendering.py` and `tournament_cards.py`.

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
  readonly words: Readonly<Record<"cut" | "paired" | "show" | "left" | "over" | "forfeit" | "both", string>>;
}

export interface TableCard {
  readonly division?: string;
  readonly round: number;
  readonly table: number;
  readonly players: readonly number[];
  readonly light: string;
  readonly scores?: readonly number[];
  readonly forfeit?: boolean;
  readonly winner?: number | null;
}

export interface StandingCard {
  readonly division?: string;
  readonly number: number;
  readonly place?: number | null;
  readonly half_points?: number;
  readonly game_points?: number;
  readonly spread?: number;
}

export interface Changes {
  readonly event?: unknown;
  readonly entrants?: readonly unknown[];
  readonly rounds?: readonly { readonly division: string; readonly round: number }[];
  readonly tables?: readonly TableCard[];
  readonly standings?: readonly StandingCard[];
  readonly gone_entrants?: readonly unknown[];
  readonly gone_rounds?: readonly unknown[];
  readonly gone_standings?: readonly unknown[];
}

export interface Update {
  readonly changes?: Changes | null;
  readonly announcements?: readonly unknown[] | null;
  readonly reload?: boolean;
}

/** The data in a page; null if it has none, as the page that says why there is nothing. */
export function dataIn(page: Document): EventData | null {
  const text = page.getElementById("event")?.textContent;
  return text ? (JSON.parse(text) as EventData) : null;
}
