import { describe, expect, it, vi, beforeEach } from "vitest";
import type { Layout, Placement, TileSet } from "../board/tiles";
import { placement } from "../board/state";
import { ApiError, api } from "../wire/http";
import { GcgError, readGcg, writeGcg } from "./gcg";
import { LinkError, pack, unpack } from "./link";
import { boardSvg } from "./picture";
import { forgetIdle, isPlaying, knowPerson } from "./playing";
import { bagOf, isOver, readPosition, withDraw, withRack, writePosition } from "./position";
import { measured } from "./scoring";
import { beginSetUp } from "./setUp";
import { line, play, remove, root, withPosition } from "./tree";

const LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ";
const VALUES = "15326215533132232171521152312195";
const COUNTS = "91231371122823323516134413244511";
const set: TileSet = {
  name: "pl",
  tiles: [...[...LETTERS].map((letter, at) => ({ letter, value: Number(VALUES[at]), count: Number(COUNTS[at]) })), { letter: "?", value: 0, count: 2 }],
};
const layout: Layout = {
  name: "standard15",
  size: 15,
  start: "H8",
  premiums: { A8: "triple_word", H4: "double_letter", H8: "double_word", H12: "double_letter", E5: "double_word", I7: "double_letter", I9: "double_letter" },
};
const KOTA: Placement = { H5: "K", H6: "O", H7: "T", H8: "A" };

describe("tiles that a person lays", () => {
  it.each([
    ["the first word twice", {}, KOTA, "H5", "across", 12, ["KOTA"]],
    ["a word through a tile, with a blank that counts nothing", KOTA, { G8: "w" }, "G8", "down", 1, ["WA"]],
    ["the longer of two words for one tile", KOTA, { H9: "R" }, "H5", "across", 7, ["KOTAR"]],
    ["a cross word for each tile", KOTA, { I7: "A", I8: "L", I9: "E" }, "I7", "across", 13, ["ALE", "TA", "AL"]],
  ] as const)("score %s", (_what, board, laid, square, direction, score, words) => {
    expect(measured(board, laid, layout, set)).toMatchObject({ move: { kind: "play", square, direction, score }, words });
  });

  it("bring fifty more when they are seven", () => {
    const laid = { I2: "A", I3: "A", I4: "A", I5: "A", I6: "A", I7: "A", I8: "A" };
    const { move } = measured({ J2: "K" }, laid, layout, set) as { move: { score: number } };
    expect(move.score).toBe(8 + (1 + 2) + 50);
  });

  it.each([
    ["nothing", KOTA, {}],
    ["line", KOTA, { A1: "A", B2: "B" }],
    ["gap", KOTA, { I5: "A", I7: "B" }],
    ["apart", KOTA, { A1: "A", A2: "B" }],
    ["start", {}, { A1: "A", A2: "B" }],
    ["one", {}, { H8: "A" }],
  ] as const)("are no play: %s", (fault, board, laid) => {
    expect(measured(board, laid, layout, set)).toBe(fault);
  });
});

const GAME = `#character-encoding UTF-8
#player1 ala Ala Kot
#player2 ola Ola
>ala: AKOTEEE 8E KOTA +12 12
#note Początek
>ola: RZZZZAS -ZZ +0 0
>ala: EEEALI? I7 XX +0 12`;

describe("GCG", () => {
  const good = GAME.replace(">ala: EEEALI? I7 XX +0 12", ">ala: EEEALI? 9G ALE +14 26\n>ala: EEEALI? -- -14 12\n>ola: RZZZZAS - +0 0\n>ala: (ZZ) +10 22");

  it("becomes a tree with names and notes, and a withdrawn move a variation", () => {
    const { root: first, names } = readGcg(good, layout, set);
    expect(names).toEqual(["Ala Kot", "Ola"]);
    const kota = first.children[0];
    expect(kota).toMatchObject({ comment: "Początek", move: { kind: "play", square: "H5", direction: "across", score: 12 } });
    expect(kota?.children[0]?.move).toEqual({ kind: "exchange", faces: ["Z", "Z"] });
    const third = kota?.children[0]?.children ?? [];
    expect(third.map(({ move }) => move?.kind)).toEqual(["play", "pass"]);
  });

  it("tells the line that cannot be played", () => {
    expect(() => readGcg(GAME, layout, set)).toThrow(GcgError);
    try {
      readGcg(GAME, layout, set);
    } catch (fault) {
      expect((fault as GcgError).fault).toEqual({ kind: "line", line: 7, text: ">ala: EEEALI? I7 XX +0 12" });
    }
    expect(() => readGcg("#player1 a b", layout, set)).toThrow("no_moves");
    expect(() => readGcg(`>a: KOTA 8E KOTA +12 12\n`.repeat(20_000), layout, set)).toThrow("long");
    expect(() => readGcg(">a: ŻŻ 8E KOTA +12 12", layout, set)).toThrow("line");
    expect(() => readGcg(">a: KOTA 8N KOTA +12 12", layout, set)).toThrow("line");
    expect(() => readGcg(">a: KOTAW 8E KOTA +12 12\n>b: WA G8 WA +1 1", layout, set)).toThrow("line");
  });

  it("is written with notes, and read again", () => {
    const { root: first, names } = readGcg(good, layout, set);
    const written = writeGcg(first, names) as string;
    expect(written).toContain(">p1: AKOTEEE 8E KOTA +12 12\n#note Początek\n");
    const again = readGcg(written, layout, set);
    expect(writeGcg(again.root, again.names)).toContain(">p2: RZZZZAS -ZZ +0 0");
    expect(writeGcg(root(readPosition("15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 A/ 0/0 0", set)), names)).toBeNull();
  });
});

const TURN = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AELRSW?/ 12/20 0";

describe("a link", () => {
  function analysed() {
    const first = root(readPosition(TURN, set));
    first.comment = "Zażółć <b>";
    const laid = measured(first.position.board, { G8: "w" }, layout, set) as { move: { kind: "play" } & NonNullable<(typeof first)["move"]> };
    const next = play(first, laid.move);
    next.position = withRack(next.position, "ZZZ", set);
    play(first, { kind: "exchange", faces: ["A", "?"] });
    play(next, { kind: "pass" }).comment = "koniec";
    return first;
  }

  it("holds position, racks, moves, comments and variations", async () => {
    const fragment = (await pack(analysed())) as string;
    expect(fragment).toMatch(/^[\w-]{20,400}$/);
    const again = await unpack(fragment, layout, set);
    expect([again.comment, again.children.map(({ move }) => move?.kind)]).toEqual(["Zażółć <b>", ["play", "exchange"]]);
    expect(again.children[0]).toMatchObject({ position: { rack: ["Z", "Z", "Z"], scores: [20, 13] }, children: [{ comment: "koniec" }] });
    expect(writePosition(again.position)).toBe(TURN);
  });

  it("is refused when it is cut, forged or too long", async () => {
    const fragment = (await pack(analysed())) as string;
    for (const wrong of ["", "nonsense", fragment.slice(0, -9), `AAAA${fragment}`, "A".repeat(30_000)]) {
      await expect(unpack(wrong, layout, set)).rejects.toBeInstanceOf(LinkError);
    }
    const forged = root(readPosition(TURN, set));
    forged.children.push({ ...root(forged.position), move: { kind: "play", square: "A1", direction: "across", tiles: ["A", "B"], score: 9000 }, parent: forged });
    await expect(unpack((await pack(forged)) as string, layout, set)).rejects.toMatchObject({ position: 1 });
    const long = root(readPosition(TURN, set));
    let at = long;
    for (let turn = 0; turn < 400; turn += 1) {
      at = play(at, { kind: "pass" });
      at.comment = String.fromCodePoint(...Array.from({ length: 60 }, (_, place) => 0x4e00 + ((turn * 7919 + place * 104729) % 20000)));
    }
    expect(await pack(long)).toBeNull();
  });
});

describe("a position that is played on", () => {
  const position = readPosition(TURN, set);

  it("draws out of what nobody is known to hold, until a rack is full", () => {
    const few = { ...position, rack: [], other: ["Ź", "Ż"] };
    expect(bagOf(few, set)).not.toContain("Ź");
    const drawn = withDraw(few, set, () => 0.999);
    expect(drawn.rack).toHaveLength(7);
    expect(drawn.rack).not.toContain("Ź");
  });

  it("keeps what was played from it when its rack changes", () => {
    const first = root(position);
    const next = play(first, { kind: "pass" });
    next.position = withRack(next.position, "ZZ", set);
    play(next, { kind: "pass" });
    const other = withPosition(next, withRack(next.position, "OO", set));
    expect([other === next, first.children.length, line(other).length]).toEqual([false, 2, 1]);
    expect(remove(other)).toBe(first);
  });

  it("is over when somebody has gone out", () => {
    expect(isOver(position, set)).toBe(false);
    const small: TileSet = { name: "few", tiles: [{ letter: "A", value: 1, count: 3 }] };
    expect(isOver({ board: { H8: "A", H9: "A" }, rack: ["A"], other: [], scores: [0, 0], zeroTurns: 0 }, small)).toBe(true);
    expect(isOver({ ...position, zeroTurns: 4 }, set)).toBe(true);
  });

  it("can be set up with no more tiles than the set has", () => {
    const state = beginSetUp({ ...KOTA, A1: "ż" }, layout, set);
    expect(placement(state)).toEqual({ ...KOTA, A1: "ż" });
    expect(state.tiles).toHaveLength(set.tiles.reduce((sum, { count }) => sum + count, 0));
  });

  it("is a picture whose letters are no markup", () => {
    const odd: TileSet = { name: "odd", tiles: [{ letter: "<", value: 1, count: 1 }] };
    const svg = boardSvg({ H8: "<" }, "<", layout, odd);
    expect(svg).toContain("&#60;");
    expect(new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror")).toBeNull();
  });
});

describe("whether the person plays now", () => {
  const game = { id: "k7m3", path: "/t/k7m3", ways: ["Poddaj partię"] };
  const offer = (plays: boolean) => ({ playing: plays ? game : null, kernel: null, lexicon: "", edition: "", title: "", hash: "", words: null, game: null });
  const gone = () => Promise.reject(new ApiError(0, "unreachable", ""));
  beforeEach(() => localStorage.clear());

  it("is what the server says", async () => {
    vi.spyOn(api, "analysisOffer").mockResolvedValueOnce(offer(true)).mockResolvedValueOnce(offer(false));
    expect([await isPlaying(), await isPlaying()]).toEqual(["yes", "no"]);
  });

  it("is without a network what the server said last, and otherwise unknown", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const asked = vi.spyOn(api, "analysisOffer").mockImplementation(gone);
    expect(await isPlaying()).toBe("unknown");
    for (const [said, wanted] of [[true, "yes"], [false, "no"]] as const) {
      asked.mockResolvedValueOnce(offer(said));
      await isPlaying();
      expect(await isPlaying()).toBe(wanted);
    }
    forgetIdle();
    expect(await isPlaying()).toBe("unknown");
  });

  it("is unknown for another person", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    knowPerson("ala");
    const asked = vi.spyOn(api, "analysisOffer").mockImplementation(gone);
    asked.mockResolvedValueOnce(offer(false));
    await isPlaying();
    knowPerson("ala");
    expect(await isPlaying()).toBe("no");
    knowPerson("ola");
    expect(await isPlaying()).toBe("unknown");
  });

  it("is unknown where the server answers anything else: one address kept from it is no missing network", async () => {
    const asked = vi.spyOn(api, "analysisOffer").mockResolvedValueOnce(offer(false)).mockImplementation(gone);
    await isPlaying();
    const health = vi.spyOn(api, "health").mockResolvedValueOnce({ status: "ok", opening: 0, warnings: [] });
    expect(await isPlaying()).toBe("unknown");
    health.mockImplementation(gone);
    expect(await isPlaying()).toBe("no");
    asked.mockRejectedValueOnce(new ApiError(503, "busy", ""));
    expect(await isPlaying()).toBe("unknown");
  });
});
