import { beforeEach, describe, expect, test } from "vitest";
import { language } from "../text/text";
import type { SpokenSquare } from "./speech";
import { faceText, moveSpeech, premiumShort, spelled, spokenLetter, squareText, tileText } from "./speech";

const VALUES = { K: 2, O: 1, Ż: 5, Z: 1, "?": 0 };
const SQUARE: SpokenSquare = {
  square: "H8",
  numbered: false,
  premium: null,
  start: false,
  tile: null,
  tentative: false,
  selected: false,
  last: false,
  dead: false,
};
const ROWS = { numbered: false };

beforeEach(() => language.choose("pl"));

describe("moves", () => {
  const koty = { name: "Ewa", kind: "placement", words: [{ word: "KOTY", at: "H8" }], points: 14 } as const;

  test.each([
    [0, "0 punktów"],
    [1, "1 punkt"],
    [2, "2 punkty"],
    [5, "5 punktów"],
    [14, "14 punktów"],
    [22, "22 punkty"],
    [112, "112 punktów"],
  ])("%i points in Polish", (points, said) => {
    expect(moveSpeech({ ...koty, points }, ROWS)).toBe(`Ewa: KOTY, H8 poziomo, ${said}`);
  });

  test("in English, down a column, with the columns lettered", () => {
    language.choose("en");
    const down = { ...koty, words: [{ word: "KOTY", at: "8B" }], points: 1 };
    expect(moveSpeech(down, ROWS)).toBe("Ewa: KOTY, B8 down, 1 point");
    expect(moveSpeech(down, { numbered: true })).toBe("Ewa: KOTY, H2 down, 1 point");
  });

  test("blanks are announced, and the other words", () => {
    const words = [
      { word: "KoŻA", at: "H8" },
      { word: "ŻUk", at: "10H" },
    ];
    expect(moveSpeech({ ...koty, words }, ROWS)).toBe("Ewa: KOŻA (blank jako O), H8 poziomo, 14 punktów; także ŻUK");
  });

  test("everything that is no placement", () => {
    const nothing = { name: "Ewa", words: [], points: 0 } as const;
    expect(moveSpeech({ ...nothing, kind: "pass" }, ROWS)).toBe("Ewa pauzuje");
    expect(moveSpeech({ ...nothing, kind: "loss" }, ROWS)).toBe("Ewa traci kolejkę");
    expect(moveSpeech({ ...nothing, kind: "exchange" }, ROWS)).toBe("Ewa wymienia płytki");
    expect([1, 3, 7].map((count) => moveSpeech({ ...nothing, kind: "exchange", count }, ROWS))).toEqual([
      "Ewa wymienia 1 płytkę",
      "Ewa wymienia 3 płytki",
      "Ewa wymienia 7 płytek",
    ]);
    expect(moveSpeech({ ...nothing, kind: "placement" }, ROWS)).toBe("Ewa kładzie płytki, 0 punktów");
  });
});

describe("letters and tiles", () => {
  test("letters that sound alike are announced apart", () => {
    expect(["Ó", "Ż", "Ź", "K"].map(spokenLetter)).toEqual(["Ó kreskowane", "Ż z kropką", "Ź z kreską", "K"]);
    language.choose("en");
    expect(spokenLetter("Ł")).toBe("L with stroke");
    expect(spelled("KóT")).toBe("K, blank as O with acute, T");
  });

  test("tiles of the board and of the rack", () => {
    expect(tileText("K", VALUES)).toBe("K, 2 punkty");
    expect(tileText("ż", VALUES)).toBe("blank jako Ż z kropką");
    expect(tileText("?", VALUES)).toBe("blank bez litery");
    expect([faceText("Ż", VALUES), faceText("?", VALUES), faceText("#", VALUES)]).toEqual([
      "Ż z kropką, 5 punktów",
      "blank",
      "zakryta płytka",
    ]);
  });
});

describe("squares", () => {
  test("empty ones tell what they are worth", () => {
    expect(squareText({ ...SQUARE, square: "B2", premium: "double_word" }, VALUES)).toBe("B2, premia słowna podwójna, puste");
    expect(squareText({ ...SQUARE, premium: "double_word", start: true }, VALUES)).toBe(
      "H8, premia słowna podwójna, pole startowe, puste",
    );
    expect(squareText({ ...SQUARE, square: "H2", numbered: true }, VALUES)).toBe("B8, puste");
  });

  test("taken ones tell the tile, and no longer the premium", () => {
    expect(squareText({ ...SQUARE, premium: "double_word", tile: "K", last: true }, VALUES)).toBe("H8, K, 2 punkty, ostatni ruch");
    expect(squareText({ ...SQUARE, tile: "o", tentative: true, selected: true }, VALUES)).toBe(
      "H8, blank jako O, położone próbnie, wybrane",
    );
    expect(squareText({ ...SQUARE, tile: "?", dead: true }, VALUES)).toBe("H8, blank bez litery, martwy blank");
  });

  test("premiums in two signs", () => {
    const premiums = ["double_letter", "triple_letter", "double_word", "triple_word"] as const;
    expect(premiums.map(premiumShort)).toEqual(["2L", "3L", "2S", "3S"]);
    language.choose("en");
    expect(premiums.map(premiumShort)).toEqual(["2L", "3L", "2W", "3W"]);
  });
});
