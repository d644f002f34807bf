// People of the desk: what a form says of a person, and who sits with whom.
import type { Person } from "$lib/wire/roster";
import type { EntrantCard, RoundTableCard } from "$lib/wire/tournaments";
import { currentRound, isSettled, tablesOf, type Cards } from "./cards";

/** A person as a form holds them: all as text, as it is typed. */
export interface FilledPerson {
  name: string;
  first: string;
  last: string;
  city: string;
  club: string;
  category: string;
  rating: string;
  minor: boolean;
  consent: boolean;
  public: boolean;
}

export const EMPTY: Readonly<FilledPerson> = {
  name: "", first: "", last: "", city: "", club: "", category: "", rating: "", minor: false, consent: false, public: false,
};

/** How an entry came, as a form holds it. */
export interface FilledEntry {
  channel: "in_person" | "phone" | "web" | "file";
  /** `2026-11-21`; empty for today. */
  enteredOn: string;
  number: number | null;
  override: string;
}

export const NEW_ENTRY: Readonly<FilledEntry> = { channel: "in_person", enteredOn: "", number: null, override: "" };

/** The fields of a command that say how an entry came; what is not said is left to the desk. */
export const entryOf = (filled: FilledEntry): Readonly<Record<string, unknown>> => ({
  channel: filled.channel,
  ...(filled.enteredOn ? { entered_on: filled.enteredOn } : {}),
  ...(filled.number === null ? {} : { number: filled.number }),
  override: filled.override.trim(),
});

/** Hundredths as people write them: `161.25`, `150`. */
export const ratingText = (hundredths: number | undefined): string =>
  hundredths === undefined ? "" : hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2);

/** A rating in hundredths; `null` for nothing typed, and `undefined` for what is no number. */
export function ratingOf(said: string): number | null | undefined {
  const typed = said.trim().replace(",", ".");
  if (typed === "") return null;
  return /^\d{1,5}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined;
}

export const filledWith = (person: Person): FilledPerson => ({
  ...EMPTY,
  ...person,
  rating: ratingText(person.rating),
});

/** The person that a form says; `null` if the rating is no number. Parts of a name that no longer make it up are dropped. */
export function personOf(filled: FilledPerson): Person | null {
  const rating = ratingOf(filled.rating);
  if (rating === undefined) return null;
  const [name, first, last] = [filled.name, filled.first, filled.last].map((each) => each.trim()) as [string, string, string];
  const areParts = [first, last].filter(Boolean).join(" ") === name;
  return {
    name,
    ...(areParts ? { first, last } : {}),
    city: filled.city.trim(),
    club: filled.club.trim(),
    category: filled.category.trim(),
    ...(rating === null ? {} : { rating }),
    minor: filled.minor,
    consent: filled.minor && filled.consent,
    public: filled.minor && filled.public,
  };
}

/** The open game of two of this player in the round that is played. */
export function openGameOf(cards: Cards, entrant: EntrantCard): RoundTableCard | null {
  const division = entrant.division ?? "";
  const tables = tablesOf(cards, division, currentRound(cards, division));
  const own = tables.find(({ players }) => players.includes(entrant.number));
  return own && own.players.length === 2 && !isSettled(own) ? own : null;
}

/** Who is present and has no table in the round that is played. */
export function withoutTable(cards: Cards, division: string): readonly EntrantCard[] {
  const seated = new Set(tablesOf(cards, division, currentRound(cards, division)).flatMap(({ players }) => players));
  return [...cards.entrants.values()].filter(
    (each) => (each.division ?? "") === division && each.status === "present" && !seated.has(each.number),
  );
}

/** Small letters without signs above or below them, for searches. */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ł/gi, "l").toLowerCase();
