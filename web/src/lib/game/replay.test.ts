import { describe, expect, it } from "vitest";
import type { GameEvent, NumberedEvent, Turn } from "$lib/wire/types";
import {
  addressOf,
  boardAfter,
  creditsByTurn,
  lastMoveSquares,
  lastStep,
  racksBefore,
  scoresAfter,
  stepNamed,
  unrecordedSquares,
} from "./replay";
import { viewWith } from "./view.testing";

const turn = (number: number, placement: Record<string, string> | null, kind: Turn["kind"] = "placement"): Turn => ({
  seat: number % 2 === 1 ? 1 : 2,
  kind,
  points: 5,
  total: 5,
  words: [],
  forced: false,
  placement,
  rack: "",
  aside: 0,
  records: {},
  number,
  true: 5,
});

const numbered = (...events: readonly object[]): readonly NumberedEvent[] =>
  events.map((event, index) => ({ n: index + 1, event: event as GameEvent, sentence: null }));

describe("the board in a replay", () => {
  const view = viewWith({
    board: { A1: "S", H8: "K", H9: "o", I8: "A", J8: "R" },
    phase: "laid",
    turns: [turn(1, { H8: "K", H9: "o" }), turn(2, { G8: "X" }, "loss"), turn(3, { I8: "A" })],
  });
  const log = numbered({ type: "tiles_laid", seat: 2, placement: { J8: "R" }, words: [], points: 1, faults: [] });

  it("begins with the position in which the game was taken up, without the move that awaits its record", () => {
    expect(boardAfter(view, 0, unrecordedSquares(view, log))).toEqual({ A1: "S" });
  });

  it("grows with each turn, not with a lost one", () => {
    expect(boardAfter(view, 1, ["J8"])).toEqual({ A1: "S", H8: "K", H9: "o" });
    expect(boardAfter(view, 2, ["J8"])).toEqual(boardAfter(view, 1, ["J8"]));
    expect(boardAfter(view, 3, ["J8"])).toEqual({ A1: "S", H8: "K", H9: "o", I8: "A" });
  });

  it("marks the move that awaits its record, else the last one that lies", () => {
    expect(lastMoveSquares(view, unrecordedSquares(view, log))).toEqual(["J8"]);
    expect(lastMoveSquares({ ...view, phase: "thinking" }, [])).toEqual(["I8"]);
  });
});

it("lists the sentences about given time with the turn in which it was given, quiet ones left out", () => {
  const entry = (type: string, text = "", quiet = false): NumberedEvent =>
    ({ n: 1, event: { type }, sentence: { text, quiet } }) as unknown as NumberedEvent;
  const credits = creditsByTurn([
    entry("time_credited", "ten"),
    entry("move_accepted"),
    entry("time_credited", "twenty"),
    entry("time_credited", "a moment", true),
    entry("time_credited", "thirty"),
    entry("turn_passed"),
  ]);
  expect(credits.get(1)).toEqual(["ten"]);
  expect(credits.get(2)).toEqual(["twenty", "thirty"]);
});

it("keeps time given during a turn with it when the turn is lost after it was written down", () => {
  const entry = (type: string, text = ""): NumberedEvent => ({ n: 1, event: { type }, sentence: { text } }) as unknown as NumberedEvent;
  const lost = ["turn_opened", "move_accepted", "move_withdrawn", "turn_lost", "turn_opened"].map((type) => entry(type));
  expect(creditsByTurn([...lost, entry("time_credited", "ten")]).get(2)).toEqual(["ten"]);
  const challenged = ["turn_opened", "move_accepted", "turn_opened", "move_withdrawn", "turn_lost"].map((type) => entry(type));
  expect(creditsByTurn([...challenged, entry("time_credited", "ten")]).get(3)).toEqual(["ten"]);
});

describe("the steps of a replay", () => {
  const rows: readonly Turn[] = [
    { ...turn(1, { H8: "K" }), total: 5, rack: "KOTABCD" },
    { ...turn(2, { I8: "A" }), total: 7, rack: "AEIOUYZ" },
    { ...turn(3, { J8: "R" }), total: 11, rack: "OTABCDR" },
  ];
  const running = viewWith({ turns: [...rows] });
  const over = viewWith({ turns: [...rows], phase: "over", racks: ["OTABCD", "EIOUYZW"] });

  it("end with the last turn, after the game with the final scores", () => {
    expect(lastStep(running)).toBe(3);
    expect(lastStep(over)).toBe(4);
  });

  it("have the scores of their moment", () => {
    expect(scoresAfter(over, 0)).toEqual([0, 0]);
    expect(scoresAfter(over, 2)).toEqual([5, 7]);
    expect(scoresAfter(over, 3)).toEqual([11, 7]);
  });

  it("have the racks from which their move was played, which nobody knows before the end", () => {
    expect(racksBefore(over, 1)).toEqual(["KOTABCD", "AEIOUYZ"]);
    expect(racksBefore(over, 2)).toEqual(["OTABCDR", "AEIOUYZ"]);
    expect(racksBefore(over, 3)).toEqual(["OTABCDR", "EIOUYZW"]);
    expect(racksBefore(running, 1)).toBeNull();
  });

  it("are named in an address", () => {
    expect(stepNamed("?move=16")).toBe(16);
    expect(["", "?move=", "?move=-1", "?move=x", "?move=99999"].map(stepNamed)).toEqual([null, null, null, null, null]);
    expect(addressOf("http://a.example/t/x?move=3#y", 16)).toBe("http://a.example/t/x?move=16");
    expect(addressOf("http://a.example/t/x?move=3", null)).toBe("http://a.example/t/x");
  });
});
