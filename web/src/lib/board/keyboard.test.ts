import { describe, expect, test } from "vitest";
import type { KeyStroke } from "./keyboard";
import { difference, lettersIn, readKey, nextVariant } from "./keyboard";
import { POLISH } from "./testing";

function stroke(key: string, more: Partial<KeyStroke> & { altGraph?: boolean } = {}): KeyStroke {
  const { altGraph = false, ...rest } = more;
  return {
    key,
    code: "",
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    getModifierState: (name) => name === "AltGraph" && altGraph,
    ...rest,
  };
}

function letter(key: string, more: Parameters<typeof stroke>[1] = {}): string | null {
  const action = readKey(stroke(key, more), POLISH);
  return action?.kind === "letter" ? action.letter : null;
}

describe("letters from keys", () => {
  test("plain letters, and Polish ones of a Polish layout", () => {
    expect(letter("k")).toBe("K");
    expect(letter("ą", { altGraph: true })).toBe("Ą");
    // Windows tells AltGr as Ctrl and Alt together.
    expect(letter("ź", { altGraph: true, altKey: true, ctrlKey: true, code: "KeyX" })).toBe("Ź");
    expect(letter("ó")).toBe("Ó");
  });

  test("AltGr or Alt with a letter of a layout without Polish letters", () => {
    expect([..."acelnosz"].map((key) => letter(key, { altKey: true, code: `Key${key.toUpperCase()}` })).join("")).toBe("ĄĆĘŁŃÓŚŻ");
    expect(letter("x", { altKey: true, code: "KeyX" })).toBe("Ź");
    // A German layout has € at AltGr+E, a Macintosh å at Option+A.
    expect(letter("€", { altGraph: true, code: "KeyE" })).toBe("Ę");
    expect(letter("å", { altKey: true, code: "KeyA" })).toBe("Ą");
    // On a German layout the key with the code KeyY writes Z.
    expect(letter("z", { altKey: true, code: "KeyY" })).toBe("Ż");
  });

  test("an o with an accent is Ó even if it comes in two signs", () => {
    expect(letter("o\u0301".normalize("NFC"))).toBe("Ó");
    expect(lettersIn("zo\u0301łw", POLISH)).toEqual(["Z", "Ó", "Ł", "W"]);
  });

  test("letters that the alphabet lacks, and shortcuts of the browser, are not the board's", () => {
    expect(readKey(stroke("q"), POLISH)).toBeNull();
    expect(readKey(stroke("x"), POLISH)).toBeNull();
    expect(readKey(stroke("c", { ctrlKey: true }), POLISH)).toBeNull();
    expect(readKey(stroke("r", { metaKey: true }), POLISH)).toBeNull();
    expect(readKey(stroke("ArrowLeft", { altKey: true }), POLISH)).toBeNull();
    expect(readKey(stroke("b", { altKey: true, code: "KeyB" }), POLISH)).toBeNull();
    expect(readKey(stroke("Tab"), POLISH)).toBeNull();
    expect(readKey(stroke("?", { shiftKey: true }), POLISH)).toBeNull();
    expect(readKey(stroke("Dead"), POLISH)).toBeNull();
  });

  test("Shift asks for a blank", () => {
    expect(readKey(stroke("K", { shiftKey: true }), POLISH)).toEqual({ kind: "letter", letter: "K", blank: true });
    expect(readKey(stroke("k"), POLISH)).toEqual({ kind: "letter", letter: "K", blank: false });
  });
});

test("other keys of the board", () => {
  expect(readKey(stroke("ArrowUp"), POLISH)).toEqual({ kind: "arrow", rows: -1, columns: 0 });
  expect(readKey(stroke("ArrowRight"), POLISH)).toEqual({ kind: "arrow", rows: 0, columns: 1 });
  expect(readKey(stroke("End"), POLISH)).toEqual({ kind: "edge", end: true, corner: false });
  expect(readKey(stroke("Home", { ctrlKey: true }), POLISH)).toEqual({ kind: "edge", end: false, corner: true });
  expect([",", ";", "'", "/"].map((key) => readKey(stroke(key), POLISH)?.kind)).toEqual(Array(4).fill("variant"));
  expect([" ", "Enter", "Backspace", "Delete", "Escape"].map((key) => readKey(stroke(key), POLISH)?.kind)).toEqual([
    "turn",
    "enter",
    "back",
    "remove",
    "escape",
  ]);
});

describe("sisters", () => {
  test("in Polish", () => {
    expect([..."ACELNOS"].map((plain) => nextVariant(plain, POLISH)).join("")).toBe("ĄĆĘŁŃÓŚ");
    expect([nextVariant("Z", POLISH), nextVariant("Ż", POLISH), nextVariant("Ź", POLISH)]).toEqual(["Ż", "Ź", "Z"]);
    expect(nextVariant("Ą", POLISH)).toBe("A");
    expect(nextVariant("K", POLISH)).toBe("K");
  });

  test("an alphabet without signs has none, another one its own", () => {
    expect(nextVariant("A", ["A", "B", "L"])).toBe("A");
    expect(nextVariant("A", ["A", "Ä", "B", "CH"])).toBe("Ä");
  });
});

describe("a phone's keyboard", () => {
  test("what was added and taken away", () => {
    expect(difference("\u00a0", "\u00a0k")).toEqual({ removed: 0, added: "k" });
    expect(difference("\u00a0ko", "\u00a0")).toEqual({ removed: 2, added: "" });
    expect(difference("\u00a0", "")).toEqual({ removed: 1, added: "" });
    expect(difference("\u00a0za", "\u00a0zą")).toEqual({ removed: 1, added: "ą" });
    expect(difference("\u00a0", "\u00a0")).toEqual({ removed: 0, added: "" });
  });

  test("only letters of the alphabet come through", () => {
    expect(lettersIn("Kot 7! ß q", POLISH)).toEqual(["K", "O", "T"]);
  });
});
