// Names and words of moves in sentences that the page itself composes. Sentences about events come from the server.
import { readWritten, written } from "$lib/board/squares";
import { m } from "$lib/text/text";
import type { View } from "$lib/wire/types";

export interface Context {
  /** The players' names, the first seat's first. */
  readonly names: readonly string[];
  /** Whether squares are named as GCG does, with numbered rows. */
  readonly numbered: boolean;
  /** Whether the table announces values itself; elsewhere the players count them. */
  readonly tellsValues: boolean;
}

type Word = View["words"][number];

export const nameOf = (context: Context, seat: number): string => context.names[seat - 1] ?? String(seat);

/** A word in capitals and without brackets, as a lexicon knows it. */
export const plainWord = (word: Word): string => word.word.replaceAll(/[[\]]/g, "").toUpperCase();

/** A word with its first square: `KoT H8`; the small letter is a blank. */
export function wordText(word: Word, numbered: boolean): string {
  const place = readWritten(word.at);
  return `${word.word} ${place ? written(place.square, place.direction, numbered) : word.at}`;
}

/** The list that judges; any but the federation's says that it is another one. */
export const lexiconText = ([name, edition]: readonly [string, string, ...string[]]): string =>
  name.startsWith("osps") ? m.game_lexicon({ name, edition }) : m.game_lexicon_not_osps({ name, edition });

export const wordsText = (words: readonly Word[], numbered: boolean): string =>
  words.map((word) => wordText(word, numbered)).join(", ");
