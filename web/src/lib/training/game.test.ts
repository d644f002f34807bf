import { describe, expect, it } from "vitest";
import { readGcg } from "../analysis/gcg";
import { measured } from "../analysis/scoring";
import { line, end } from "../analysis/tree";
import type { Face, Layout, TileSet } from "../board/tiles";
import { begun, gameGcg, gameTree, mayExchange, played, positionOf, type TrainingGame } from "./game";

const SET: TileSet = {
  name: "small",
  tiles: [
    { letter: "A", value: 1, count: 12 },
    { letter: "K", value: 2, count: 6 },
    { letter: "Ż", value: 5, count: 3 },
    { letter: "?", value: 0, count: 1 },
  ],
};
const LAYOUT: Layout = { name: "plain", size: 15, start: "H8", premiums: {} };
const half = (): number => 0.5;

const sorted = (faces: readonly Face[]): string => [...faces].sort().join("");
const all = (game: TrainingGame): string => sorted([...game.bag, ...game.racks.flat(), ...Object.values(game.board).map((tile) => tile.toUpperCase())]);
const EVERY = sorted(SET.tiles.flatMap(({ letter, count }) => Array.from({ length: count }, () => letter)));

function laid(game: TrainingGame, faces: readonly Face[], column = 8): TrainingGame {
  const tiles = Object.fromEntries(faces.map((face, at) => [`${"HIJKLMN"[at]}${column}`, face]));
  const play = measured(game.board, tiles, LAYOUT, SET);
  if (typeof play === "string") throw new Error(play);
  return played(game, play.move, SET, half);
}

/** A game in which racks and bag are known. */
const known = (racks: readonly [string, string], bag = ""): TrainingGame => ({ ...begun(SET, "equity", 0, half), racks: [[...racks[0]], [...racks[1]]], bag: [...bag] });

describe("a training game", () => {
  it("begins with seven tiles each out of the whole set, and the other rack is not in the position of the player on turn", () => {
    const game = begun(SET, "equity", 1, half);
    expect([game.racks[0].length, game.racks[1].length, game.bag.length]).toEqual([7, 7, 8]);
    expect(all(game)).toBe(EVERY);
    expect(positionOf(game)).toMatchObject({ rack: game.racks[1], other: [] });
  });

  it("draws after a play, and no tile is lost", () => {
    const game = begun(SET, "equity", 0, half);
    const next = laid(game, game.racks[0].filter((face) => face !== "?").slice(0, 3));
    expect([next.racks[0].length, next.bag.length, next.onTurn]).toEqual([7, 5, 1]);
    expect(all(next)).toBe(EVERY);
    expect(next.scores[0]).toBe(next.moves[0]?.points);
  });

  it("draws what is left when the bag has too little", () => {
    const next = laid(known(["AAAKKKK", "ŻŻŻAAAA"], "AK"), ["A", "A", "A"]);
    expect([sorted(next.racks[0]), next.bag, next.end]).toEqual(["AKKKKK", [], null]);
  });

  it("exchanges first and puts the tiles back then, with seven in the bag and not with six", () => {
    const game = known(["AAAKKKK", "ŻŻŻAAAA"], "KKAAAAA");
    expect([mayExchange(game), mayExchange({ ...game, bag: game.bag.slice(1) })]).toEqual([true, false]);
    const next = played(game, { kind: "exchange", faces: ["K", "K"] }, SET, half);
    expect([sorted(next.racks[0]), sorted(next.bag), next.passes]).toEqual(["AAAAAKK", "AAAKKKK", 0]);
  });

  it("ends when somebody goes out: what the other one has left goes over (GEN-15d, GEN-15e)", () => {
    const over = laid(known(["AK", "ŻA"]), ["A", "K"]);
    expect(over.end).toEqual({ left: [[], ["Ż", "A"]], change: [6, -6] });
    expect(over.scores).toEqual([9, -6]);
  });

  it("ends after two passes in a row by both, not after three passes, and not with a play between them", () => {
    const pass = (game: TrainingGame): TrainingGame => played(game, { kind: "pass" }, SET, half);
    const three = pass(pass(pass(known(["AK", "ŻA"], "A"))));
    expect(three.end).toBeNull();
    expect(pass(three)).toMatchObject({ end: { change: [-3, -6] }, scores: [-3, -6] });
    const between = laid(pass(pass(known(["AKA", "ŻA"], "AKAŻ"))), ["A", "K"]);
    expect(pass(pass(pass(between))).end).toBeNull();
  });

  it("is read again from its GCG, and is a line of the analysis board", () => {
    let game = laid({ ...known(["AKŻAAAA", "KAŻKAAK"], "A"), onTurn: 1, moves: [] }, ["K", "A"]);
    game = played(game, { kind: "pass" }, SET, half);
    const gcg = gameGcg(game, ["Ja", "Silnik"]);
    expect(gcg).toContain("#player1 p1 Silnik\n#player2 p2 Ja\n>p1: KAŻKAAK H8 KA +3 3\n>p2: AKŻAAAA - +0 0\n");
    expect(line(end(readGcg(gcg, LAYOUT, SET).root)).length).toBe(2);
    const moves = line(end(gameTree(game)));
    expect(moves.map(({ move }) => move?.kind)).toEqual(["play", "pass"]);
    expect(moves.at(-1)?.position.scores).toEqual([3, 0]);
  });

  it("writes what was left at the end", () => {
    expect(gameGcg(laid(known(["AK", "ŻA"]), ["A", "K"]), ["Ja", "Silnik"])).toContain(">p1:  (ŻA) +6 9\n>p2: ŻA (ŻA) -6 -6\n");
  });
});
