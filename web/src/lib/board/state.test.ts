import { describe, expect, test } from "vitest";
import {
  askBlank,
  dragOver,
  dragTile,
  drop,
  place,
  placeSelected,
  putOnRack,
  recall,
  select,
  setBlank,
  shift,
  shuffle,
  sort,
  takeBack,
  toggleMark,
} from "./tileMoves";
import { markedFaces, onRack, placement, squareOf, unnamedBlanks } from "./state";
import { holding, idOf, POLISH, rackText } from "./testing";

describe("laying tiles", () => {
  test("a tile leaves the rack and lies on its square", () => {
    const state = holding("KOTY");
    const next = place(state, idOf(state, "O"), "H8");
    expect(placement(next)).toEqual({ H8: "O" });
    expect(rackText(next)).toBe("KTY");
    expect(placement(state)).toEqual({});
  });

  test("nothing can be laid where a tile lies for everybody, nor outside the names of squares", () => {
    const state = holding("KOTY", { H8: "A" });
    expect(place(state, idOf(state, "K"), "H8")).toBe(state);
    expect(place(state, idOf(state, "K"), "nowhere")).toBe(state);
    expect(place(state, 999, "H9")).toBe(state);
  });

  test("a tile that comes from the rack sends the one that lay there back, one from the board changes places with it", () => {
    let state = holding("KOTY");
    state = place(state, idOf(state, "K"), "H8");
    state = place(state, idOf(state, "O"), "H9");
    expect(placement(place(state, idOf(state, "O"), "H8"))).toEqual({ H8: "O", H9: "K" });
    const evicted = place(state, idOf(state, "T"), "H8");
    expect(placement(evicted)).toEqual({ H8: "T", H9: "O" });
    expect(rackText(evicted)).toBe("KY");
  });

  test("the placement is told in the order of the squares, two-digit columns after one-digit ones", () => {
    let state = holding("ABC");
    for (const [face, square] of [["A", "H10"], ["B", "I1"], ["C", "H9"]] as const) state = place(state, idOf(state, face), square);
    expect(Object.keys(placement(state))).toEqual(["H9", "H10", "I1"]);
  });

  test("a tap lays the selected tile, and a second tap on a tile selects nothing", () => {
    const state = holding("KOTY");
    const selected = select(state, idOf(state, "T"));
    expect(placement(placeSelected(selected, "A1"))).toEqual({ A1: "T" });
    expect(placeSelected(selected, "A1").selected).toBeNull();
    expect(select(selected, idOf(state, "T")).selected).toBeNull();
    expect(placeSelected(state, "A1")).toBe(state);
  });

  test("taking back puts a tile where it stood on the rack, recalling all of them", () => {
    let state = holding("KOTY");
    state = place(place(state, idOf(state, "O"), "H8"), idOf(state, "K"), "H9");
    expect(rackText(takeBack(state, "H8"))).toBe("OTY");
    expect(takeBack(state, "A1")).toBe(state);
    expect(rackText(recall(state))).toBe("KOTY");
    expect(recall(holding("A"))).toEqual(holding("A"));
  });
});

describe("blanks", () => {
  test("a blank asks for its letter, is small on the wire, and keeps the letter when it moves", () => {
    const state = holding("A?");
    const laid = place(state, idOf(state, "?"), "H8");
    expect(laid.asking).toBe("H8");
    expect(unnamedBlanks(laid)).toEqual(["H8"]);
    const named = setBlank(laid, "H8", "Ż");
    expect(named.asking).toBeNull();
    expect(placement(named)).toEqual({ H8: "ż" });
    expect(unnamedBlanks(named)).toEqual([]);
    const moved = place(named, idOf(state, "?"), "H9");
    expect(placement(moved)).toEqual({ H9: "ż" });
    expect(moved.asking).toBeNull();
    expect(askBlank(moved, "H9").asking).toBe("H9");
  });

  test("a blank on the rack again stands for nothing, and a letter is no blank", () => {
    const state = holding("A?");
    const back = takeBack(setBlank(place(state, idOf(state, "?"), "H8"), "H8", "B"), "H8");
    expect(placement(place(back, idOf(state, "?"), "H8"))).toEqual({ H8: "?" });
    const letter = place(state, idOf(state, "A"), "H8");
    expect(placement(setBlank(letter, "H8", "B"))).toEqual({ H8: "A" });
    expect(askBlank(letter, "H8").asking).toBeNull();
  });
});

describe("the order of the rack", () => {
  test("a tile is put before another one, those on the board not counted", () => {
    const state = holding("KOTY");
    expect(rackText(putOnRack(state, idOf(state, "Y"), 0))).toBe("YKOT");
    expect(rackText(putOnRack(state, idOf(state, "K"), 9))).toBe("OTYK");
    const laid = place(state, idOf(state, "O"), "H8");
    const back = putOnRack(laid, idOf(state, "O"), 3);
    expect(rackText(back)).toBe("KTYO");
    expect(squareOf(back, idOf(state, "O"))).toBeNull();
  });

  test("arrow keys move a tile by one place and stop at the ends", () => {
    const state = holding("KOTY");
    expect(rackText(shift(state, idOf(state, "O"), 1))).toBe("KTOY");
    expect(rackText(shift(state, idOf(state, "O"), -1))).toBe("OKTY");
    expect(shift(state, idOf(state, "Y"), 1)).toBe(state);
  });

  test("sorting follows the Polish alphabet with blanks last", () => {
    expect(rackText(sort(holding("ŻZ?ŁLĄA")))).toBe("AĄLŁZŻ?");
  });

  test("shuffling keeps the tiles and takes its chance from outside", () => {
    const numbers = [0.1, 0.9, 0.4];
    const next = shuffle(holding("KOTY"), () => numbers.shift() ?? 0);
    // From the back: place 3 with 0, place 2 with 2, place 1 with 0.
    expect(rackText(next)).toBe("OYTK");
    expect([...rackText(shuffle(holding("KOTY"), Math.random))].sort()).toEqual(["K", "O", "T", "Y"]);
  });
});

describe("choosing tiles for an exchange", () => {
  test("tiles are chosen and let go again; one that lies on the board comes back first", () => {
    const state = holding("KOTY");
    const laid = place(state, idOf(state, "T"), "H8");
    const marked = toggleMark(toggleMark(laid, idOf(state, "T")), idOf(state, "K"));
    expect(markedFaces(marked)).toEqual(["K", "T"]);
    expect(placement(marked)).toEqual({});
    expect(markedFaces(toggleMark(marked, idOf(state, "T")))).toEqual(["K"]);
    expect(toggleMark(state, 999)).toBe(state);
  });

  test("a chosen tile that is laid is chosen no longer", () => {
    const state = holding("KO");
    expect(place(toggleMark(state, idOf(state, "K")), idOf(state, "K"), "H8").marked).toEqual([]);
  });
});

describe("dragging", () => {
  test("a tile goes where it is let go", () => {
    const state = holding("KOTY");
    const over = dragOver(dragTile(state, idOf(state, "K")), { kind: "square", square: "C3" });
    expect(placement(drop(over))).toEqual({ C3: "K" });
    expect(drop(over).drag).toBeNull();
    const home = dragOver(dragTile(drop(over), idOf(state, "K")), { kind: "rack", position: 2 });
    expect(rackText(drop(home))).toBe("OTKY");
  });

  test("over nothing, or over a taken square, it stays where it was", () => {
    const state = holding("KOTY", { H8: "A" });
    const dragged = dragTile(state, idOf(state, "K"));
    expect(rackText(drop(dragged))).toBe("KOTY");
    const taken = drop(dragOver(dragged, { kind: "square", square: "H8" }));
    expect(placement(taken)).toEqual({});
    expect(taken.drag).toBeNull();
  });

  test("the state is the very same one while the pointer stays over one thing", () => {
    const state = holding("KOTY");
    const over = dragOver(dragTile(state, idOf(state, "K")), { kind: "rack", position: 1 });
    expect(dragOver(over, { kind: "rack", position: 1 })).toBe(over);
    expect(dragOver(over, { kind: "rack", position: 2 })).not.toBe(over);
    expect(dragOver(over, null)).not.toBe(over);
    expect(dragOver(state, null)).toBe(state);
  });
});

test("two equal tiles are two tiles", () => {
  const state = holding("AA");
  const [first, second] = onRack(state);
  const laid = place(place(state, first?.id ?? 0, "H8"), second?.id ?? 0, "H9");
  expect(placement(laid)).toEqual({ H8: "A", H9: "A" });
  expect(POLISH).toHaveLength(32);
});
