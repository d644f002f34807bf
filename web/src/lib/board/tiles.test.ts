import { expect, test } from "vitest";
import { faceOf, isBlank, letterOf, lettersOf, readFaces, valuesOf, writeFaces, writeTile } from "./tiles";

test("faces in a text", () => {
  expect(readFaces("AŻ?[CH]#")).toEqual(["A", "Ż", "?", "CH", "#"]);
  expect(writeFaces(["A", "CH", "?"])).toBe("A[CH]?");
});

test("tiles of the board", () => {
  expect([letterOf("ż"), letterOf("K"), letterOf("?"), letterOf("[ch]")]).toEqual(["Ż", "K", null, "CH"]);
  expect([isBlank("ż"), isBlank("K"), isBlank("?"), isBlank("[ch]"), isBlank("[CH]")]).toEqual([true, false, true, true, false]);
  expect([faceOf("ż"), faceOf("K"), faceOf("[CH]")]).toEqual(["?", "K", "CH"]);
  expect([writeTile("K", null), writeTile("?", "Ż"), writeTile("?", null), writeTile("CH", null)]).toEqual(["K", "ż", "?", "[CH]"]);
});

test("a set's letters and values come from the server", () => {
  const set = { name: "small", tiles: [{ letter: "A", value: 1, count: 9 }, { letter: "Ą", value: 5, count: 1 }, { letter: "?", value: 0, count: 2 }] };
  expect(lettersOf(set)).toEqual(["A", "Ą"]);
  expect(valuesOf(set)).toEqual({ A: 1, Ą: 5, "?": 0 });
});
