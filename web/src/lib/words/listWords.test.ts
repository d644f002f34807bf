// The page's own kernel finds what the library finds: `fixtures/words.json` is written by tests/lexicon/test_page_words.py.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { Operation, lettersHeading } from "../analysis/abi";
import { Kernel, KernelFault } from "../analysis/kernel";
import { crc32 } from "../analysis/structures";
import { readWordList } from "../analysis/wordList";
import type { TileSet } from "../board/tiles";
import type { CoreLevel } from "../wire/words";
import { WordsError, type QuestionWish, type WordSearch } from "./finder";
import { ListWords } from "./listWords";
import { questionsOf } from "./questions";
import { Spelling } from "./spelling";

const KERNEL = "../src/mostek/server/wasm/kernel.wasm";
const LIST = "../src/mostek/lexicon/data/pl-wolny.lexicon";
const TILES = "../src/mostek/core/tilesets/pl-current.toml";
const SHOWN = 8;

interface Asked {
  readonly name: string;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

const ALL = (JSON.parse(readFileSync("fixtures/words.json", "utf8")) as readonly Asked[]).filter(({ name }) => name !== "school");

function tileSet(): TileSet {
  const lines = readFileSync(TILES, "utf8").matchAll(/^"?([^"\s])"? = \[(\d+), (\d+)\]/gmu);
  return { name: "pl-current", tiles: [...lines].map(([, letter = "", value, count]) => ({ letter, value: Number(value), count: Number(count) })) };
}

function short(words: readonly string[]): object {
  return { count: words.length, first: words.slice(0, SHOWN), sum: crc32(new TextEncoder().encode(words.join(" "))) };
}

describe("a list in the page", () => {
  let list: ListWords;
  let core: readonly CoreLevel[];

  beforeAll(async () => {
    const kernel = await Kernel.start(await WebAssembly.compile(readFileSync(KERNEL)));
    const { letters, nodes } = readWordList(new Uint8Array(readFileSync(LIST)));
    const heading = lettersHeading(letters);
    kernel.call(Operation.words, heading.length, heading, nodes);
    const set = tileSet();
    expect(Spelling.fits(letters, set)).toBe(true);
    const hash = /"hash": ?"(\w+)"/.exec(readFileSync(LIST).subarray(0, 2000).toString("latin1"))?.[1] ?? "";
    list = new ListWords(kernel, new Spelling(letters, set), "pl-wolny@1", hash);
    core = ALL.find(({ name }) => name === "core")?.answer as readonly CoreLevel[];
  });

  function answerTo({ name, asked }: Asked): unknown {
    switch (name) {
      case "search": {
        const { words, total, is_complete } = list.search(asked as unknown as WordSearch);
        return { ...short(words), total, complete: is_complete };
      }
      case "about": {
        const { word, valid, points, anagrams, alphagram, combinations, rank, of, hooks } = list.facts(asked.word as string);
        return { word, valid, points, anagrams, alphagram, combinations, rank, of, hooks };
      }
      case "stems":
        return Object.fromEntries(list.stems(asked.stem as string).map(({ letter, words }) => [letter, words]));
      case "hooks":
        return list.hooks(asked.words as readonly string[]);
      case "likely":
        return short(list.likely(asked.length as number, asked.count as number).map((row) => `${row.rank} ${row.alphagram} ${row.combinations} ${row.words.join(" ")}`));
      case "questions":
        return short(questionsOf(list, asked as unknown as QuestionWish, core).map(({ question, answers }) => `${question}: ${answers.join(" ")}`));
      default:
        return core;
    }
  }

  it("answers as the library does", { timeout: 120_000 }, () => {
    expect(ALL.length).toBeGreaterThan(200);
    for (const each of ALL) {
      let answer: unknown;
      try {
        answer = answerTo(each);
      } catch (fault) {
        if (!(fault instanceof WordsError)) throw fault;
        answer = { refused: "place" in fault.fault ? fault.fault.place : 0 };
      }
      expect([each.name, each.asked, answer]).toEqual([each.name, each.asked, each.answer]);
    }
  });

  it("looks words up, also those that cannot be spelled", () => {
    expect(list.valid(["KOT", "kot", "KOTEK", "QQ", "K0T", "", "A", "A".repeat(40)])).toEqual([true, true, true, false, false, false, false, false]);
  });

  it("knows no school list that it never got", () => {
    expect(() => questionsOf(list, { kind: "hooks", set: "core1", count: 5 }, null)).toThrow(new WordsError({ kind: "core" }));
  });

  it("refuses malformed requests with a code and an index", () => {
    const { call } = { call: (operation: number, argument: number, numbers: readonly number[]) => () => list["kernel"].call(operation, argument, numbers) };
    expect(call(Operation.find, 5, [64])).toThrow(new KernelFault(3, 0));
    expect(call(Operation.find, 5, [0, 0, 0, 0, 0, 2, 16, 9])).toThrow(new KernelFault(3, 6));
    expect(call(Operation.find, 5, [0, 0])).toThrow(new KernelFault(2, 2));
    expect(call(Operation.contains, 0, [2, 1, 5])).toThrow(new KernelFault(2, 3));
    expect(call(Operation.contains, 0, [1, 1, 300])).toThrow(new KernelFault(3, 2));
    expect(call(Operation.rank, 0, [1, 0, 16])).toThrow(new KernelFault(3, 2));
    expect(call(Operation.likely, 5, [0, 16, 0])).toThrow(new KernelFault(3, 1));
    expect(call(Operation.words, 0, [1, 2, 3])).toThrow(KernelFault);
  });
});
