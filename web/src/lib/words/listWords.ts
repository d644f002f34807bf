// A word list that is open in the kernel of the page: the same answers as `src/mostek/lexicon/word_search.py` and `word_study.py`.
import { Operation } from "../analysis/abi";
import { view, type Kernel } from "../analysis/kernel";
import type { FoundWords, Hooks, LikelyRow, StemRow, WordFacts } from "../wire/words";
import { LONGEST, MOST_RANKED, MOST_WORDS, SHORTEST, WordsError, type WordSearch } from "./finder";
import { Spelling } from "./spelling";

const MOST_TILES = 20;
/** The nodes of the graph that a search visits at most. */
const MOST_STEPS = 40_000_000;
/** More than all words of a length that a set of tiles makes. */
const MANY = 1000;
const BITS = 0xffffffffn;

const counted = (numbers: readonly number[]): number[] => [numbers.length, ...numbers];
const wide = (number: bigint): number[] => [Number(number & BITS), Number(number >> 32n)];

interface Found {
  readonly words: readonly string[];
  readonly total: number;
  readonly isComplete: boolean;
}

export class ListWords {
  constructor(
    private readonly kernel: Kernel,
    readonly spelling: Spelling,
    /** NAME@EDITION. */
    readonly lexicon: string,
    /** The hash of the words. */
    readonly hash: string,
  ) {}

  search(asked: WordSearch): FoundWords {
    const { words, total, isComplete } = this.find(asked, (asked.tiles ?? "") !== "");
    return { lexicon: this.lexicon, words, total, is_complete: isComplete, hooks: asked.hooks ? this.hooks(words) : [] };
  }

  find({ pattern = "", tiles = "", contains = "", excludes = "", shortest, longest, limit }: WordSearch, longestFirst = false): Found {
    if (!(SHORTEST <= shortest && shortest <= longest && longest <= LONGEST)) throw new WordsError({ kind: "lengths" });
    const { spelling } = this;
    const rack = spelling.codes(tiles);
    if (rack.length > MOST_TILES) throw new WordsError({ kind: "tiles", found: rack.length, most: MOST_TILES });
    const [needed, without] = [spelling.codes(contains), spelling.codes(excludes)];
    if (needed.includes(0) || without.includes(0)) throw new WordsError({ kind: "blank" });
    const parts = spelling.parts(pattern);
    const excluded = without.reduce((bits, code) => bits | (1n << BigInt(code)), 0n);
    const request = [
      ...[parts.length, ...parts.flatMap(wide)],
      ...counted(rack.length > 0 ? spelling.counts(rack) : []),
      ...counted(spelling.counts(needed)),
      ...[...wide(excluded), shortest, longest, MOST_STEPS],
    ];
    return this.#found(this.kernel.call(Operation.find, limit, request), limit, longestFirst);
  }

  /** Whether each of the words is in the list; what has other signs is not. */
  valid(words: readonly string[]): boolean[] {
    const codes = words.map((word) => {
      try {
        return this.spelling.codes(word).slice(0, LONGEST + 1);
      } catch {
        return [];
      }
    });
    return this.#contains(codes);
  }

  /** The words that make another word with one letter more, whatever is in the list itself. */
  hooks(words: readonly string[]): Hooks[] {
    const every = this.spelling.letters.map((_, at) => at + 1);
    const codes = words.map((word) => this.spelling.plain(word));
    const asked = codes.flatMap((word) => [...every.map((code) => [code, ...word]), ...every.map((code) => [...word, code]), word.slice(1), word.slice(0, -1)]);
    const answers = this.#contains(asked.map((word) => word.slice(0, LONGEST + 1)));
    return codes.map((word, at) => {
      const from = at * (2 * every.length + 2);
      const side = (first: number): string => this.spelling.text(every.filter((_, place) => answers[first + place]));
      const [front_hook = false, back_hook = false] = answers.slice(from + 2 * every.length, from + 2 * every.length + 2);
      return { word: this.spelling.text(word), front: side(from), back: side(from + every.length), front_hook, back_hook };
    });
  }

  /** The words that use all of the tiles. */
  anagrams(tiles: string, limit = MANY): readonly string[] {
    const count = this.spelling.codes(tiles).length;
    if (count < SHORTEST) throw new WordsError({ kind: "short" });
    if (count > LONGEST) return [];
    return this.find({ tiles, shortest: count, longest: count, limit }, true).words;
  }

  likely(length: number, count: number): LikelyRow[] {
    const answer = view(this.kernel.call(Operation.likely, count, [...counted(this.spelling.bag), length, 0]));
    const rows = answer.getUint32(0, true);
    return Array.from({ length: rows }, (_, at) => {
      const first = 4 + 8 * rows + at * length;
      const alphagram = this.spelling.text(Array.from({ length }, (_unused, place) => answer.getUint8(first + place)));
      return { rank: at + 1, alphagram, combinations: number(answer, 4 + 8 * at), words: this.anagrams(alphagram) };
    });
  }

  stems(stem: string): StemRow[] {
    const count = this.spelling.codes(stem).length;
    if (count < 1 || count >= LONGEST) throw new WordsError({ kind: "stem", most: LONGEST - 1 });
    return this.spelling.letters
      .map((letter) => ({ letter, words: this.find({ tiles: stem + letter, contains: letter, shortest: count + 1, longest: count + 1, limit: MANY }).words }))
      .filter(({ words }) => words.length > 0);
  }

  /** The facts of a word that need the list alone. */
  facts(word: string): WordFacts {
    if (word.length > 2 * LONGEST) throw new WordsError({ kind: "lengths" });
    const [hooks] = this.hooks([word]) as [Hooks];
    const codes = this.spelling.plain(word);
    const spelled = hooks.word;
    const bag = counted(this.spelling.bag);
    // The kernel ranks words; a longer text has no place anyway.
    const answer = view(this.kernel.call(Operation.rank, 0, [...bag, ...counted(codes.slice(0, LONGEST)), MOST_RANKED]));
    const rank = answer.getUint32(8, true);
    const isWord = SHORTEST <= codes.length && codes.length <= LONGEST;
    return {
      lexicon: this.lexicon,
      word: spelled,
      valid: this.valid([spelled])[0] ?? false,
      points: this.spelling.points(codes),
      hooks,
      anagrams: (isWord ? this.anagrams(spelled) : []).filter((other) => other !== spelled).slice(0, MOST_WORDS),
      alphagram: this.spelling.text(codes.slice().sort((a, b) => a - b)),
      combinations: number(answer, 0),
      rank: rank === 0 ? null : rank,
      of: answer.getUint32(12, true),
      readings: null,
      editions: "",
      with_morphology: false,
    };
  }

  #found(bytes: Uint8Array<ArrayBuffer>, limit: number, longestFirst: boolean): Found {
    const answer = view(bytes);
    const count = answer.getUint32(4, true);
    let at = 8 + 8 * count;
    const lengths = Array.from({ length: count }, (_, length) => {
      const [total, shown] = [answer.getUint32(8 + 8 * length, true), answer.getUint32(12 + 8 * length, true)];
      const words = Array.from({ length: shown }, () => this.spelling.text(bytes.subarray(at, (at += length))));
      return { total, words };
    });
    const ordered = longestFirst ? lengths.slice().reverse() : lengths;
    const total = lengths.reduce((sum, each) => sum + each.total, 0);
    return { words: ordered.flatMap(({ words }) => words).slice(0, limit), total, isComplete: answer.getUint32(0, true) === 1 };
  }

  #contains(words: readonly (readonly number[])[]): boolean[] {
    if (words.length === 0) return [];
    const answer = this.kernel.call(Operation.contains, 0, [words.length, ...words.flatMap(counted)]);
    return Array.from(answer, (each) => each === 1);
  }
}

/** A number of 64 bits; larger ones than JSON holds exactly are rounded, as the server's are. */
const number = (answer: DataView, at: number): number => Number(answer.getBigUint64(at, true));
