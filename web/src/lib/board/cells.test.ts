import { beforeEach, expect, test } from "vitest";
import { language } from "../text/text";
import { cellsOf, reused, type Cell, type Scene } from "./cells";
import { dragOver, dragTile, select } from "./tileMoves";
import { valuesOf } from "./tiles";
import { holding, idOf, LAYOUT, TILE_SET } from "./testing";
import { moveCursor, typeLetter } from "./typing";

const SCENE: Scene = {
  layout: LAYOUT,
  values: valuesOf(TILE_SET),
  lastMove: ["H8"],
  dead: [],
  arranged: null,
  numbered: false,
  worth: null,
};

beforeEach(() => language.choose("pl"));

function at(cells: readonly Cell[][], square: string): Cell {
  const found = cells.flat().find((cell) => cell.square === square);
  if (!found) throw new Error(`no square ${square}`);
  return found;
}

test("what lies for everybody, what is tentative, and what another player has arranged", () => {
  const state = typeLetter(holding("KO", { H8: "k" }), "O");
  const cells = cellsOf(state, { ...SCENE, arranged: { H10: "Ż" } });
  expect(at(cells, "H8")).toMatchObject({ tile: { letter: "K", value: 0, blank: true }, tentative: false, last: true, own: null });
  expect(at(cells, "H9")).toMatchObject({ tile: { letter: "O" }, tentative: true, own: idOf(state, "O") });
  expect(at(cells, "H10")).toMatchObject({ tile: { letter: "Ż", value: 5 }, tentative: true, own: null });
  expect(at(cells, "A1")).toMatchObject({ premium: "triple_word", tile: null, cursor: null });
});

test("what is selected, dragged and dragged over", () => {
  const laid = typeLetter(holding("KO"), "K");
  const id = idOf(laid, "K");
  expect(at(cellsOf(select(laid, id), SCENE), "H8").selected).toBe(true);
  const dragged = cellsOf(dragOver(dragTile(laid, id), { kind: "square", square: "C3" }), SCENE);
  expect([at(dragged, "H8").dragged, at(dragged, "C3").over, at(dragged, "C4").over]).toEqual([true, true, false]);
});

test("only squares that have changed are drawn again", () => {
  const state = holding("KO", { H8: "A" });
  const before = cellsOf(state, SCENE);
  const moved = reused(before, cellsOf(moveCursor(state, 0, 1), SCENE));
  const fresh = moved.flat().filter((cell, place) => cell !== before.flat()[place]);
  expect(fresh.map((cell) => cell.square)).toEqual(["H8", "H9"]);
  const typed = reused(before, cellsOf(typeLetter(state, "K"), SCENE));
  expect(at(typed, "H9").tile?.letter).toBe("K");
  expect(at(typed, "H7")).toBe(at(before, "H7"));
  const renamed = reused(before, cellsOf(state, { ...SCENE, numbered: true }));
  expect(at(renamed, "A2").text).toBe("B1, puste");
  expect(at(renamed, "H8").text).toBe(at(before, "H8").text);
});
