// What a sentence about an event needs besides the event.
import { inOrder, readWritten, readable, written } from "$lib/board/squares";
import { letterOf } from "$lib/board/tiles";
import type { EventName, GameEvent } from "$lib/wire/types";

export interface Context {
  /** The players' names, the first seat's first. */
  readonly names: readonly string[];
  /** Whether squares are named as GCG does, with numbered rows. */
  readonly numbered: boolean;
  /** Whether the table tells values by itself; elsewhere they are for the players to count. */
  readonly tellsValues: boolean;
  /** The list that judges words, if the game has one. */
  readonly lexicon: string | null;
}

/** What is told, and the clause on which it rests. */
export interface Sentence {
  readonly text: string;
  readonly clause: string | null;
}

/** One teller for every type of event; a type that is forgotten does not compile. */
export type Tellers = { readonly [Name in EventName]: Teller<Name> };
type Teller<Name extends EventName> = (event: EventOf<Name>, context: Context) => Sentence;
export type EventOf<Name extends EventName> = Extract<GameEvent, { type: Name }>;

export const told = (text: string, clause: string | null = null): Sentence => ({ text, clause: clause || null });

export const nameOf = (context: Context, seat: number): string => context.names[seat - 1] ?? String(seat);

export const namesOf = (context: Context, seats: readonly number[]): string =>
  seats.map((seat) => nameOf(context, seat)).join(", ");

/** How many tiles a text like `AE?[CH]` has. */
export const tileCount = (tiles: string): number => (tiles.match(/\[[^\]]+\]|./gu) ?? []).length;

/** A time as minutes and seconds, `24:05`; `1:02:03` from an hour on. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Seconds with one decimal, as the language of the page writes it. */
export const seconds = (millis: number, language: string): string =>
  (millis / 1000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface Word {
  readonly word: string;
  readonly at: string;
  readonly points: number;
}

/** A word in capitals and without brackets, as a lexicon knows it. */
export const plainWord = (word: Word): string => word.word.replaceAll(/[[\]]/g, "").toUpperCase();

/** A word with its first square: `KoT H8`; the small letter is a blank. */
export function wordText(word: Word, numbered: boolean): string {
  const place = readWritten(word.at);
  return `${word.word} ${place ? written(place.square, place.direction, numbered) : word.at}`;
}

export const wordsText = (words: readonly Word[], numbered: boolean): string =>
  words.map((word) => wordText(word, numbered)).join(", ");

/** Which squares mean which letters: `H9 = O`. */
export const lettersText = (tiles: Readonly<Record<string, string>>, numbered: boolean): string =>
  inOrder(Object.keys(tiles))
    .map((square) => `${readable(square, numbered)} = ${letterOf(tiles[square] ?? "?") ?? "–"}`)
    .join(", ");
