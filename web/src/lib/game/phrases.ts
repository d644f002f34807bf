// The phrases that players can say to each other.
import { m } from "$lib/text/text";
import type { Phrase } from "$lib/wire/types";

/** What players can say to each other: only what the game needs (PFS-6.6.1). */
const SPOKEN: { readonly [Name in Phrase]: () => string } = {
  hello: m.game_say_hello,
  good_luck: m.game_say_good_luck,
  your_turn: m.game_say_your_turn,
  please_record: m.game_say_please_record,
  one_moment: m.game_say_one_moment,
  well_played: m.game_say_well_played,
  thank_you: m.game_say_thank_you,
  goodbye: m.game_say_goodbye,
};

const isPhrase = (name: string): name is Phrase => name in SPOKEN;

export const PHRASE_NAMES: readonly Phrase[] = Object.keys(SPOKEN).filter(isPhrase);
export const phraseText = (phrase: Phrase): string => SPOKEN[phrase]();
