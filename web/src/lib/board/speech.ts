// What the board is in words: names of squares and tiles for screen readers, moves for the live region.

import { m } from "../text/text";
import type { Direction, SquareName } from "./squares";
import { readable, readWritten } from "./squares";
import type { Face, Premium, TileText } from "./tiles";
import { BACK, BLANK, isBlank, letterOf, readFaces } from "./tiles";

/** A word of a move, as the server writes it: blanks small, the first square as the rules write it. */
interface SpokenWord {
  readonly word: string;
  readonly at: string;
}

/** A row of the score sheet as a screen reader needs it. */
interface SpokenMove {
  readonly name: string;
  readonly kind: "placement" | "exchange" | "pass" | "loss";
  readonly words: readonly SpokenWord[];
  readonly points: number;
  /** The number of tiles exchanged, if known. */
  readonly count?: number;
}

/** What the name of a square is made of. */
export interface SpokenSquare {
  readonly square: SquareName;
  readonly numbered: boolean;
  readonly premium: Premium | null;
  readonly start: boolean;
  readonly tile: TileText | null;
  readonly tentative: boolean;
  readonly selected: boolean;
  readonly last: boolean;
  readonly dead: boolean;
  /** Whether a word that is not in the list lies here. */
  readonly unknown?: boolean;
}

const LETTERS: Readonly<Record<string, () => string>> = {
  Ą: () => m.board_letter_a_ogonek(),
  Ć: () => m.board_letter_c_acute(),
  Ę: () => m.board_letter_e_ogonek(),
  Ł: () => m.board_letter_l_stroke(),
  Ń: () => m.board_letter_n_acute(),
  Ó: () => m.board_letter_o_acute(),
  Ś: () => m.board_letter_s_acute(),
  Ź: () => m.board_letter_z_acute(),
  Ż: () => m.board_letter_z_dot(),
};

/** A letter so that it cannot be taken for another: Ó is not U, Ż is not Ź. */
export function spokenLetter(letter: string): string {
  return LETTERS[letter]?.() ?? letter;
}

/** The letters of a word one by one; small letters are blanks. */
export function spelled(word: string): string {
  return readFaces(word).map(spokenTile).join(", ");
}

/** A direction in a word. */
export function directionText(direction: Direction): string {
  return direction === "across" ? m.board_across() : m.board_down();
}

/** The premium of a square in words. */
function premiumText(premium: Premium): string {
  switch (premium) {
    case "double_letter":
      return m.board_double_letter();
    case "triple_letter":
      return m.board_triple_letter();
    case "double_word":
      return m.board_double_word();
    case "triple_word":
      return m.board_triple_word();
  }
}

/** The same in two signs, as it stands on the square. */
export function premiumShort(premium: Premium): string {
  switch (premium) {
    case "double_letter":
      return m.board_double_letter_short();
    case "triple_letter":
      return m.board_triple_letter_short();
    case "double_word":
      return m.board_double_word_short();
    case "triple_word":
      return m.board_triple_word_short();
  }
}

/** A tile of a rack: its letter and value. */
export function faceText(face: Face, values: Readonly<Record<Face, number>>): string {
  if (face === BLANK) return m.board_blank();
  if (face === BACK) return m.board_tile_hidden();
  return m.board_tile({ letter: spokenLetter(face), points: values[face] ?? 0 });
}

/** A tile that lies on the board: its letter and value; a blank says that it is one. */
export function tileText(tile: TileText, values: Readonly<Record<Face, number>>): string {
  return isBlank(tile) ? spokenTile(tile) : faceText(letterOf(tile) ?? BLANK, values);
}

/** A square by name, with what lies on it or what it is worth. */
export function squareText(spoken: SpokenSquare, values: Readonly<Record<Face, number>>): string {
  const { square, numbered, premium, start, tile, tentative, selected, last, dead, unknown = false } = spoken;
  const name = readable(square, numbered);
  if (tile === null) {
    const parts = [name, premium && premiumText(premium), start && m.board_start(), m.board_empty()];
    return parts.filter(Boolean).join(", ");
  }
  const marks = [
    dead && m.board_dead_blank(),
    tentative && m.board_tentative(),
    selected && m.board_selected(),
    last && m.board_last_move(),
    unknown && m.board_not_in_list(),
  ];
  return [name, tileText(tile, values), ...marks].filter(Boolean).join(", ");
}

/** A move in one sentence: "Ewa: KOTY, H8 poziomo, 14 punktów". */
export function moveSpeech(move: SpokenMove, { numbered }: { numbered: boolean }): string {
  const { name, count } = move;
  switch (move.kind) {
    case "placement":
      return placementSpeech(move, numbered);
    case "exchange":
      return count === undefined ? m.board_said_exchange({ name }) : m.board_said_exchange_count({ name, count });
    case "pass":
      return m.board_said_pass({ name });
    case "loss":
      return m.board_said_loss({ name });
  }
}

function placementSpeech({ name, words, points }: SpokenMove, numbered: boolean): string {
  const [main, ...others] = words;
  const from = main ? readWritten(main.at) : null;
  if (!main || !from) return m.board_said_no_word({ name, points });
  const said = {
    name,
    points,
    word: capitals(main.word),
    square: readable(from.square, numbered),
    direction: directionText(from.direction),
  };
  const blanks = readFaces(main.word).filter(isBlank).map(spokenTile).join(", ");
  const move = blanks ? m.board_said_placement_blanks({ ...said, blanks }) : m.board_said_placement(said);
  if (!others.length) return move;
  return m.board_said_also({ move, words: others.map((other) => capitals(other.word)).join(", ") });
}

function spokenTile(tile: TileText): string {
  const letter = letterOf(tile);
  if (letter === null) return m.board_blank_unnamed();
  return isBlank(tile) ? m.board_blank_as({ letter: spokenLetter(letter) }) : spokenLetter(letter);
}

function capitals(word: string): string {
  return readFaces(word).join("").toUpperCase();
}
