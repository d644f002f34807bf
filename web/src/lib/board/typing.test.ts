import { describe, expect, test } from "vitest";
import type { KeyAction } from "./keyboard";
import { placeSelected, select, setBlank } from "./tileMoves";
import type { BoardState } from "./state";
import { placement } from "./state";
import { holding, idOf, rackText } from "./testing";
import { backspace, missingLetter, moveCursor, moveToEdge, applyKey, pointAt, setCursor, turn, typeLetter, typeVariant } from "./typing";

function type(state: BoardState, word: string): BoardState {
  return [...word].reduce((next, sign) => (sign === "," ? typeVariant(next) : typeLetter(next, sign)), state);
}

describe("typing a word", () => {
  test("each letter goes to the next square in the direction", () => {
    expect(placement(type(holding("KOTY"), "KOT"))).toEqual({ H8: "K", H9: "O", H10: "T" });
    expect(placement(type(turn(holding("KOTY")), "KOT"))).toEqual({ H8: "K", I8: "O", J8: "T" });
  });

  test("squares that hold a tile are stepped over", () => {
    const state = type(holding("KTY", { H9: "O" }), "KTY");
    expect(placement(state)).toEqual({ H8: "K", H10: "T", H11: "Y" });
    expect(state.cursor.square).toBe("H12");
    expect(placement(type(holding("KTY", { H8: "O" }), "K"))).toEqual({ H9: "K" });
  });

  test("at the edge the word ends: nothing is replaced by the next letter", () => {
    const state = type(setCursor(holding("KOTY"), "H14"), "KOT");
    expect(placement(state)).toEqual({ H14: "K", H15: "O" });
    expect(state.cursor).toEqual({ square: "H15", direction: "across", past: true });
    expect(missingLetter(state)).toBe("T");
    expect(placement(backspace(state))).toEqual({ H14: "K" });
  });

  test("a blank stands for a letter that is missing, and for any letter when asked for", () => {
    expect(placement(type(holding("K?"), "KO"))).toEqual({ H8: "K", H9: "o" });
    expect(placement(typeLetter(holding("K?"), "K", true))).toEqual({ H8: "k" });
    expect(typeLetter(holding("K?"), "O").asking).toBeNull();
  });

  test("without the letter and without a blank nothing moves, and the letter is named", () => {
    const state = type(holding("KOT"), "KŻ");
    expect(placement(state)).toEqual({ H8: "K" });
    expect(state.cursor.square).toBe("H9");
    expect(missingLetter(state)).toBe("Ż");
    expect(missingLetter(type(state, "O"))).toBeNull();
  });

  test("a letter typed on a tentative tile takes its place", () => {
    const state = setCursor(type(holding("KOTA"), "KOT"), "H9");
    const next = typeLetter(state, "A");
    expect(placement(next)).toEqual({ H8: "K", H9: "A", H10: "T" });
    expect(rackText(next)).toBe("O");
    expect(placement(typeLetter(state, "Ż"))).toEqual({ H8: "K", H9: "O", H10: "T" });
    const blank = setCursor(type(holding("?"), "O"), "H8");
    expect(placement(typeLetter(blank, "K"))).toEqual({ H8: "k" });
  });
});

describe("letter, then the key for its next variant", () => {
  test("A becomes Ą, and the A goes back to the rack", () => {
    const state = type(holding("AĄ"), "A,");
    expect(placement(state)).toEqual({ H8: "Ą" });
    expect(rackText(state)).toBe("A");
    expect(state.cursor.square).toBe("H9");
  });

  test("it works without an A on the rack", () => {
    expect(placement(type(holding("KĄ"), "A,"))).toEqual({ H8: "Ą" });
  });

  test("Z becomes Ż and then Ź, also when the rack has no Ż", () => {
    expect(placement(type(holding("ZŻŹ"), "Z,"))).toEqual({ H8: "Ż" });
    expect(placement(type(holding("ZŻŹ"), "Z,,"))).toEqual({ H8: "Ź" });
    expect(placement(type(holding("ZŹ"), "Z,"))).toEqual({ H8: "Z" });
    expect(placement(type(holding("ZŹ"), "Z,,"))).toEqual({ H8: "Ź" });
  });

  test("a blank becomes the next variant when the rack has none", () => {
    expect(placement(type(holding("?"), "L,"))).toEqual({ H8: "ł" });
  });

  test("it works at the edge, and not after the cursor has moved", () => {
    expect(placement(type(setCursor(holding("AĄ"), "H15"), "A,"))).toEqual({ H15: "Ą" });
    expect(placement(typeVariant(setCursor(type(holding("AĄ"), "A"), "A1")))).toEqual({ H8: "A" });
    const plain = type(holding("K"), "K");
    expect(typeVariant(plain)).toBe(plain);
  });
});

describe("taking back with the keyboard", () => {
  test("backspace takes the last letter back, stepping over tiles of the board", () => {
    const state = type(holding("KTY", { H9: "O" }), "KTY");
    const first = backspace(state);
    expect(placement(first)).toEqual({ H8: "K", H10: "T" });
    expect(first.cursor.square).toBe("H11");
    const third = backspace(backspace(first));
    expect(placement(third)).toEqual({});
    expect(third.cursor.square).toBe("H8");
  });

  test("at the beginning of a line it does nothing", () => {
    const state = setCursor(holding("K"), "H1");
    expect(backspace(state)).toBe(state);
  });

  test("Escape gives up a selection first, and then takes everything back", () => {
    const word = type(holding("KOTY"), "KOT");
    const selected = select(word, idOf(word, "Y"));
    const once = applyKey(selected, { kind: "escape" });
    expect(once.selected).toBeNull();
    expect(placement(once)).toEqual({ H8: "K", H9: "O", H10: "T" });
    expect(placement(applyKey(once, { kind: "escape" }))).toEqual({});
  });
});

describe("the cursor", () => {
  test("it stops at the edge of the board", () => {
    const state = setCursor(holding("K"), "A15");
    expect(moveCursor(state, -1, 0)).toBe(state);
    expect(moveCursor(state, 0, 1)).toBe(state);
    expect(moveCursor(state, 1, 0).cursor.square).toBe("B15");
  });

  test("Home and End go along the row, with Ctrl over the board", () => {
    const state = holding("K");
    expect(moveToEdge(state, false, false).cursor.square).toBe("H1");
    expect(moveToEdge(state, true, false).cursor.square).toBe("H15");
    expect(moveToEdge(state, false, true).cursor.square).toBe("A1");
    expect(moveToEdge(state, true, true).cursor.square).toBe("O15");
  });

  test("a second click on a square turns the direction", () => {
    const once = pointAt(holding("K"), "C3");
    expect(once.cursor).toEqual({ square: "C3", direction: "across", past: false });
    expect(pointAt(once, "C3").cursor.direction).toBe("down");
  });

  test("Space lays the selected tile, or turns the direction", () => {
    const state = holding("KO");
    const space: KeyAction = { kind: "turn" };
    expect(applyKey(state, space).cursor.direction).toBe("down");
    expect(placement(applyKey(select(state, idOf(state, "O")), space))).toEqual({ H8: "O" });
  });
});

describe("a rack of which only its owner knows the faces", () => {
  test("any letter is a tile of it, Shift a blank, and named tiles go first", () => {
    const state = type(holding("A##?"), "KA");
    expect(placement(state)).toEqual({ H8: "K", H9: "A" });
    expect(placement(typeLetter(state, "Ż", true))).toEqual({ H8: "K", H9: "A", H10: "ż" });
    expect(rackText(typeLetter(state, "Ż", true))).toBe("#");
    expect(placement(typeLetter(holding("##"), "K", true))).toEqual({ H8: "k" });
    expect(missingLetter(type(holding("#"), "KO"))).toBe("O");
  });

  test("a tile laid by hand is asked for, and told as it is", () => {
    const state = placeSelected(select(holding("##"), 1), "H8");
    expect(state.asking).toBe("H8");
    expect(placement(setBlank(state, "H8", "Ą"))).toEqual({ H8: "Ą" });
    expect(placement(setBlank(state, "H8", "ą"))).toEqual({ H8: "ą" });
    expect(placement(setBlank(state, "H8", "?"))).toEqual({ H8: "?" });
  });
});
