import { expect, it } from "vitest";
import { writtenMove } from "./moves";
import { PositionError, after, readPosition, unseen, withRack, writePosition, type PositionFault } from "./position";
import { play, root, line } from "./tree";

const SET = {
  name: "pl",
  tiles: [
    { letter: "?", value: 0, count: 2 },
    ...[..."AEKLOTWŻ"].map((letter) => ({ letter, value: 1, count: letter === "Ż" ? 1 : 3 })),
  ],
};
const ROWS = `${"15/".repeat(7)}4KOTA7${"/15".repeat(7)}`;
const TURN = `${ROWS} AEKLOŻ?/TW 12/20 1`;

function fault(text: string): PositionFault {
  try {
    readPosition(text, SET);
  } catch (error) {
    if (error instanceof PositionError) return error.fault;
  }
  throw new Error("it was read");
}

it("is read and written as it was", () => {
  const position = readPosition(`\uFEFF ${TURN} lex OSPS;\n`, SET);
  expect(position.board).toEqual({ H5: "K", H6: "O", H7: "T", H8: "A" });
  expect([position.rack.join(""), position.other.join(""), position.scores, position.zeroTurns]).toEqual(["AEKLOŻ?", "TW", [12, 20], 1]);
  expect(writePosition(position)).toBe(TURN);
});

it("has blanks in small letters, and hides what is neither on the board nor on the rack", () => {
  const position = readPosition(TURN.replace("KOTA", "KoTA"), SET);
  expect(position.board.H6).toBe("o");
  expect(unseen(position, SET).filter((face) => face === "?")).toHaveLength(0);
  expect(unseen(position, SET).filter((face) => face === "O")).toHaveLength(2);
});

it.each<[string, PositionFault]>([
  [" ", { kind: "empty" }],
  ["1".repeat(2001), { kind: "long" }],
  [`${"15/".repeat(3)}15 A/`, { kind: "rows", count: 4 }],
  [TURN.replace("4KOTA7", "4KOTA8"), { kind: "row", row: 8, count: 16 }],
  [TURN.replace("4KOTA7", "4KOTA6"), { kind: "row", row: 8, count: 14 }],
  [TURN.replace("KOTA", "KQTA"), { kind: "sign", sign: "Q", column: 24 }],
  [TURN.replace("KOTA", "K?TA"), { kind: "sign", sign: "?", column: 24 }],
  [ROWS, { kind: "no_rack" }],
  [TURN.replace("AEKLOŻ?", "AEKLOŻ?A"), { kind: "rack", count: 8 }],
  [TURN.replace("AEKLOŻ?", "ŻŻ"), { kind: "surplus", tiles: "Ż" }],
])("is refused with its place: %s", (text, wanted) => {
  expect(fault(text)).toEqual(wanted);
});

it("takes another rack", () => {
  expect(withRack(readPosition(TURN, SET), "wt?", SET).rack).toEqual(["W", "T", "?"]);
});

it("goes on after a move with the other player, and a move made again is the same branch", () => {
  const first = root(readPosition(TURN, SET));
  const move = { kind: "play", square: "A8", direction: "down", tiles: ["L", "E", "Ż", "A", "K", "O", "w", null], score: 92 } as const;
  expect(writtenMove(move, first.position.board, 15)).toBe("8A LEŻAKOw(A)");
  const next = play(first, move);
  expect(next.position).toMatchObject({ rack: ["T", "W"], other: [], scores: [20, 104], zeroTurns: 0 });
  expect(next.position.board).toMatchObject({ A8: "L", G8: "w", H8: "A" });
  expect([play(first, { ...move }) === next, line(next)]).toEqual([true, [next]]);
  const exchanged = after(first.position, { kind: "exchange", faces: ["Ż", "A"] });
  expect([exchanged.other, exchanged.zeroTurns, exchanged.scores]).toEqual([["E", "K", "L", "O", "?"], 2, [20, 12]]);
});
