// The letters of a list by their codes, as the kernel knows them, and the texts that people type: tiles and patterns.
import { BLANK, lettersOf, valuesOf, type TileSet } from "../board/tiles";
import { WordsError } from "./finder";

/** The longest pattern in parts, as the kernel counts them. */
const MOST_PARTS = 63;
/** A part of a pattern that is any number of letters, for the kernel. */
const RUN = 0n;

export class Spelling {
  readonly #codes: ReadonlyMap<string, number>;
  readonly #longest: number;
  /** The number of tiles of each code in a full bag, blanks first. */
  readonly bag: readonly number[];

  constructor(
    readonly letters: readonly string[],
    readonly set: TileSet,
  ) {
    this.#codes = new Map(letters.map((letter, at) => [letter, at + 1]));
    this.#longest = Math.max(...letters.map((letter) => letter.length));
    this.bag = [BLANK, ...letters].map((face) => set.tiles.find(({ letter }) => letter === face)?.count ?? 0);
  }

  /** Whether the tiles spell the words of this list. */
  static fits(letters: readonly string[], set: TileSet): boolean {
    return lettersOf(set).join(" ") === letters.join(" ");
  }

  /** The codes of the letters of a text, 0 for a blank; throws the place of the first other sign. */
  codes(text: string): number[] {
    const signs = text.toUpperCase();
    const found: number[] = [];
    for (let at = 0; at < signs.length; ) {
      const form = this.#formAt(signs, at);
      if (form === null) throw new WordsError({ kind: "sign", text, place: at + 1 });
      found.push(form === BLANK ? 0 : this.#code(form));
      at += form.length;
    }
    return found;
  }

  /** The codes of a word; throws what else it is. */
  plain(word: string): number[] {
    const codes = this.codes(word);
    if (codes.length === 0 || codes.includes(0)) throw new WordsError({ kind: "no_word", text: word });
    return codes;
  }

  text(codes: Iterable<number>): string {
    return [...codes].map((code) => this.letters[code - 1] ?? BLANK).join("");
  }

  /** How many there are of each code, blanks first. */
  counts(codes: readonly number[]): number[] {
    const counts = new Array<number>(this.letters.length + 1).fill(0);
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }

  /** The points of a word without premiums. */
  points(codes: readonly number[]): number {
    const values = valuesOf(this.set);
    return codes.reduce((sum, code) => sum + (values[this.letters[code - 1] ?? BLANK] ?? 0), 0);
  }

  /** The parts of a pattern: a bit for each letter that fits, 0 for any number of letters. */
  parts(pattern: string): bigint[] {
    const text = pattern.toUpperCase();
    const parts: bigint[] = [];
    for (let at = 0; at < text.length; ) {
      const fail = (): never => {
        throw new WordsError({ kind: "pattern", text: pattern, place: at + 1 });
      };
      if (text[at] === "*") {
        if (parts.at(-1) !== RUN) parts.push(RUN);
        at += 1;
        continue;
      }
      const end = text[at] === "[" ? text.indexOf("]", at) : -1;
      const chosen = end < 0 ? null : text.slice(at + 1, end);
      if (text[at] === "[" && (chosen === null || !this.#isTile(chosen))) {
        parts.push(chosen === null ? fail() : (this.#set(chosen) ?? fail()));
        at = end + 1;
        continue;
      }
      const form = chosen ?? this.#formAt(text, at) ?? fail();
      parts.push(form === BLANK ? this.#every() : 1n << BigInt(this.#code(form)));
      at += form.length + (chosen === null ? 0 : 2);
    }
    if (parts.length > MOST_PARTS) throw new WordsError({ kind: "parts", found: parts.length, most: MOST_PARTS });
    return parts;
  }

  /** Whether brackets hold one tile of several letters. */
  #isTile(chosen: string): boolean {
    return chosen.length > 1 && this.#codes.has(chosen);
  }

  #set(chosen: string): bigint | null {
    const others = chosen.startsWith("^");
    const codes = this.codes(others ? chosen.slice(1) : chosen);
    const mask = codes.reduce((bits, code) => bits | (1n << BigInt(code)), 0n);
    const wanted = others ? this.#every() & ~mask : mask;
    return codes.includes(0) || wanted === 0n ? null : wanted;
  }

  #every(): bigint {
    return (1n << BigInt(this.letters.length + 1)) - 2n;
  }

  #code(form: string): number {
    return this.#codes.get(form) ?? 0;
  }

  #formAt(text: string, at: number): string | null {
    if (text[at] === BLANK) return BLANK;
    for (let length = Math.min(this.#longest, text.length - at); length > 0; length -= 1) {
      const form = text.slice(at, at + length);
      if (this.#codes.has(form)) return form;
    }
    return null;
  }
}
