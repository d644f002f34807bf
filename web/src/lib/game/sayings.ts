import { m } from "$lib/text/text";
import type { Phrase } from "$lib/wire/types";

const SAYINGS: { readonly [Name in Phrase]: () => string } = {
  hello: m.game_say_hello,
  good_luck: m.game_say_good_luck,
  your_turn: m.game_say_your_turn,
  please_record: m.game_say_please_record,
  one_moment: m.game_say_one_moment,
  well_played: m.game_say_well_played,
  thank_you: m.game_say_thank_you,
  goodbye: m.game_say_goodbye,
};

const isPhrase = (name: string): name is Phrase => name in SAYINGS;

export const PHRASE_NAMES: readonly Phrase[] = Object.keys(SAYINGS).filter(isPhrase);
export const phraseText = (phrase: Phrase): string => SAYINGS[phrase]();
