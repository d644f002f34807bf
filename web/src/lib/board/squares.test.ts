import { expect, test } from "vitest";
import { allSquares, columnLabels, inOrder, nameOf, placeOf, readable, readWritten, rowLabels, step, written } from "./squares";

test("names and places", () => {
  expect(nameOf({ row: 7, column: 7 })).toBe("H8");
  expect(placeOf("O15")).toEqual({ row: 14, column: 14 });
  for (const text of ["", "8H", "H0", "H", "h8", "H008", "H8 "]) expect(placeOf(text)).toBeNull();
});

test("steps end at the edge", () => {
  expect(step("H8", "across", 1, 15)).toBe("H9");
  expect(step("H8", "down", -7, 15)).toBe("A8");
  expect(step("H15", "across", 1, 15)).toBeNull();
  expect(step("A1", "down", -1, 15)).toBeNull();
});

test("the board's squares, row by row", () => {
  const rows = allSquares(15);
  expect(rows.flat()).toHaveLength(225);
  expect([rows[0]?.[14], rows[1]?.[0]]).toEqual(["A15", "B1"]);
  expect(inOrder(["B1", "A10", "A2"])).toEqual(["A2", "A10", "B1"]);
});

test("either lines may have the letters", () => {
  expect([rowLabels(3, false), columnLabels(3, false)]).toEqual([["A", "B", "C"], ["1", "2", "3"]]);
  expect([rowLabels(3, true), columnLabels(3, true)]).toEqual([["1", "2", "3"], ["A", "B", "C"]]);
  expect(readable("H2", false)).toBe("H2");
  expect(readable("H2", true)).toBe("B8");
});

test("first squares with their direction (GEN-2.4.1a)", () => {
  expect(readWritten("H2")).toEqual({ square: "H2", direction: "across" });
  expect(readWritten("2H")).toEqual({ square: "H2", direction: "down" });
  expect(readWritten("?")).toBeNull();
  expect(readWritten("0H")).toBeNull();
  expect([written("H2", "across", false), written("H2", "down", false)]).toEqual(["H2", "2H"]);
  // GCG: 8B runs across row 8, B8 runs down column B.
  expect([written("H2", "across", true), written("H2", "down", true)]).toEqual(["8B", "B8"]);
});
