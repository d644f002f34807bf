// The levels of a training game know the words that the bots of the server know: `fixtures/levels.json` is written by
// tests/engine/test_page_levels.py.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../analysis/moves";
import type { PageLevel } from "../wire/api";
import { chosenMove, knows } from "./levels";

interface Fixture {
  readonly levels: readonly PageLevel[];
  /** Words with the names of the levels that know them. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}
const { levels, words } = JSON.parse(readFileSync("fixtures/levels.json", "utf8")) as Fixture;
const LEVEL: PageLevel = { name: "x", title: { pl: "", en: "" }, vocabulary: [100, 100, 100], counts_leave: true, temperature: 1000 };

const play = (word: string, score: number, equity = 1000 * score): Candidate => ({
  move: { kind: "play", square: "H8", direction: "across", tiles: [...word], score },
  equity,
  simulated: null,
});
const exchange = (equity: number): Candidate => ({ move: { kind: "exchange", faces: ["A"] }, equity, simulated: null });
const sight = (random: number, missing: readonly string[] = []) => ({
  words: (move: { readonly tiles: readonly (string | null)[] }) => [move.tiles.join("")],
  unknown: async (asked: readonly string[]) => asked.filter((word) => missing.includes(word)),
  random: () => random,
});
const written = async (...of: Parameters<typeof chosenMove>): Promise<string> => {
  const move = await chosenMove(...of);
  return move.kind === "play" ? move.tiles.join("") : move.kind;
};

describe("the levels of a training game", () => {
  it("know what the bots know", () => {
    expect(Object.keys(words).length).toBeGreaterThan(100);
    for (const [word, names] of Object.entries(words)) expect([word, levels.filter((level) => knows(level, word)).map(({ name }) => name)]).toEqual([word, names]);
  });

  it("play no word that they do not know, and no word that the common list lacks", async () => {
    expect(await written(LEVEL, [play("ŻÓŁTE", 40), play("KOT", 10)], sight(0))).toBe("KOT");
    expect(await written(LEVEL, [play("ŻÓŁ", 40), play("KOT", 10)], sight(0, ["ŻÓŁ"]))).toBe("KOT");
  });

  it("take a worse move seldom, by the temperature", async () => {
    const moves = [play("KOT", 10), play("KOS", 9)];
    // The weights are 1 and 1/e, so the share of the second one is 0.269.
    expect(await written(LEVEL, moves, sight(0.73))).toBe("KOT");
    expect(await written(LEVEL, moves, sight(0.74))).toBe("KOS");
  });

  it("count points alone, or what is left too; exchanges only then, or where nothing else is known", async () => {
    const moves = [play("KOS", 8, 20_000), exchange(15_000), play("KOT", 30, 1000)];
    const beginner = { ...LEVEL, counts_leave: false };
    expect(await written(beginner, moves, sight(0))).toBe("KOT");
    expect(await written(LEVEL, moves, sight(0))).toBe("KOS");
    expect(await written(beginner, moves, sight(0, ["KOT", "KOS"]))).toBe("exchange");
    expect(await written(LEVEL, [play("KOS", 1, -9000), exchange(15_000)], sight(0))).toBe("exchange");
  });

  it("pass where there is nothing else", async () => {
    expect(await written(LEVEL, [play("KOT", 10)], sight(0, ["KOT"]))).toBe("pass");
  });
});
