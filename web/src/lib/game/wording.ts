// Names, words of moves and results in sentences that the page itself composes. Sentences about events come from the server.
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

type Result = NonNullable<View["result"]>;
type Word = View["words"][number];

export const nameOf = (context: Context, seat: number): string => context.names[seat - 1] ?? String(seat);

const namesOf = (context: Context, seats: readonly number[]): string =>
  seats.map((seat) => nameOf(context, seat)).join(", ");

/** A word in capitals and without brackets, as a lexicon knows it. */
export const plainWord = (word: Word): string => word.word.replaceAll(/[[\]]/g, "").toUpperCase();

/** A word with its first square: `KoT H8`; the small letter is a blank. */
export function wordText(word: Word, numbered: boolean): string {
  const place = readWritten(word.at);
  return `${word.word} ${place ? written(place.square, place.direction, numbered) : word.at}`;
}

export const wordsText = (words: readonly Word[], numbered: boolean): string =>
  words.map((word) => wordText(word, numbered)).join(", ");

const ENDINGS = {
  out: m.game_ending_out,
  passes: m.game_ending_passes,
  passes_and_losses: m.game_ending_passes_and_losses,
  time: m.game_ending_time,
} as const;

/** Why a game is over. */
export const endingText = (result: Result, context: Context): string =>
  result.ending === "forfeit"
    ? m.game_ending_forfeit({ names: namesOf(context, result.forfeited ?? []) })
    : ENDINGS[result.ending]();

/** Who has won. */
export const winnersText = (result: Result, context: Context): string =>
  result.winners.length > 1
    ? m.game_result_draw({ names: namesOf(context, result.winners) })
    : m.game_result_winner({ name: namesOf(context, result.winners) });
