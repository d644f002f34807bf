import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { language } from "../text/text";
import Board from "./Board.svelte";
import { place, select } from "./tileMoves";
import { placement, type BoardState } from "./state";
import { holding, idOf, LAYOUT, TILE_SET } from "./testing";
import { typeLetter } from "./typing";

beforeAll(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => language.choose("pl"));
afterEach(cleanup);

/** A board as a page holds it: what it wishes becomes its state. */
function show(state: BoardState, more: Record<string, unknown> = {}) {
  const seen = { state, laid: vi.fn() };
  const onchange = (next: BoardState): void => {
    seen.state = next;
    void board.rerender({ state: next });
  };
  const board = render(Board, { layout: LAYOUT, tileSet: TILE_SET, state, onchange, onlay: seen.laid, ...more });
  return seen;
}

const square = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-square="${name}"]`);
  if (!found) throw new Error(`no square ${name}`);
  return found;
};

describe("for a screen reader", () => {
  test("it is a grid of fifteen rows in which one square can be tabbed to", () => {
    show(holding("KOT"));
    expect(screen.getByRole("grid", { name: "Plansza" })).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(15);
    const cells = screen.getAllByRole("gridcell");
    expect(cells).toHaveLength(225);
    expect(cells.filter((cell) => cell.tabIndex === 0).map((cell) => cell.dataset.square)).toEqual(["H8"]);
  });

  test("squares are named in the language of the page and in the convention that was chosen", async () => {
    show(holding("KOT", { H9: "o", H10: "K" }), { lastMove: ["H10"], dead: ["H9"], numbered: true });
    expect(square("A1").getAttribute("aria-label")).toBe("A1, premia słowna potrójna, puste");
    expect(square("H10").getAttribute("aria-label")).toBe("J8, K, 2 punkty, ostatni ruch");
    expect(square("H9").getAttribute("aria-label")).toBe("I8, blank jako O, martwy blank");
    language.choose("en");
    await vi.waitFor(() => expect(square("A1").getAttribute("aria-label")).toBe("A1, triple word, empty"));
  });

  test("another player's tiles that only lie are announced as such", () => {
    show(holding("KOT"), { arranged: { H8: "K" } });
    expect(square("H8").getAttribute("aria-label")).toBe("H8, K, 2 punkty, położone próbnie");
  });

  test("a letter that the rack lacks is announced", async () => {
    show(holding("KOT"));
    await fireEvent.keyDown(square("H8"), { key: "ż" });
    await vi.waitFor(() => expect(document.querySelector("[aria-live]")?.textContent).toBe("Na stojaku nie ma Ż z kropką."));
  });
});

describe("by keyboard", () => {
  test("letters are laid, the focus goes on, and Enter ends the word", async () => {
    const seen = show(holding("KOT"));
    square("H8").focus();
    for (const key of ["k", "o"]) await fireEvent.keyDown(document.activeElement as Element, { key });
    expect(placement(seen.state)).toEqual({ H8: "K", H9: "O" });
    expect((document.activeElement as HTMLElement).dataset.square).toBe("H10");
    await fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(seen.laid).toHaveBeenCalledOnce();
  });

  test("Enter without a word ends nothing, and the browser keeps its own keys", async () => {
    const seen = show(holding("KOT"));
    await fireEvent.keyDown(square("H8"), { key: "Enter" });
    expect(seen.laid).not.toHaveBeenCalled();
    const isLeft = await fireEvent.keyDown(square("H8"), { key: "r", ctrlKey: true });
    expect(isLeft).toBe(true);
    expect(await fireEvent.keyDown(square("H8"), { key: "Escape" })).toBe(true);
  });
});

describe("by pointer", () => {
  test("a tap lays the selected tile, two taps on it take it back", async () => {
    const start = holding("KOT");
    const seen = show(select(start, idOf(start, "O")));
    await fireEvent.click(square("C3"));
    expect(placement(seen.state)).toEqual({ C3: "O" });
    expect(seen.state.cursor.square).toBe("C4");
    await fireEvent.dblClick(square("C3"));
    expect(placement(seen.state)).toEqual({ C3: "O" });
    await fireEvent.click(square("C3"));
    await fireEvent.click(square("C3"));
    await fireEvent.dblClick(square("C3"));
    expect(placement(seen.state)).toEqual({});
  });

  test("a taken square takes no tile", async () => {
    const start = holding("KOT", { H8: "A" });
    const seen = show(select(start, idOf(start, "O")));
    await fireEvent.click(square("H8"));
    expect(placement(seen.state)).toEqual({});
  });
});

describe("a blank", () => {
  test("asks for its letter, and without one it goes back", async () => {
    const start = holding("A?");
    const seen = show(place(start, idOf(start, "?"), "H8"));
    expect(screen.getByRole("dialog", { name: "Jaką literę oznacza blank na H8?" })).toBeTruthy();
    expect(screen.queryByText("Bez litery")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Ż z kropką" }));
    expect(placement(seen.state)).toEqual({ H8: "ż" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("may stay without a letter where the table allows it", async () => {
    const start = holding("A?");
    const seen = show(place(start, idOf(start, "?"), "H8"), { allowUnnamed: true });
    await fireEvent.click(screen.getByText("Bez litery"));
    expect(placement(seen.state)).toEqual({ H8: "?" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("goes back when the question is left", async () => {
    const start = holding("A?");
    const seen = show(place(start, idOf(start, "?"), "H8"));
    await fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
    expect(placement(seen.state)).toEqual({});
  });
});

test("a board that only shows walks with the arrows and wishes nothing", async () => {
  const seen = show(typeLetter(holding("KOT"), "K"), { readonly: true });
  const before = seen.state;
  await fireEvent.keyDown(square("H9"), { key: "ArrowDown" });
  await fireEvent.keyDown(square("I9"), { key: "o" });
  await fireEvent.click(square("A1"));
  expect(seen.state).toBe(before);
  expect(square("A1").tabIndex).toBe(0);
});

test("what the placement is worth stands at its first tile and is announced", () => {
  show(typeLetter(typeLetter(holding("KOT"), "K"), "O"), { worth: 22 });
  expect(square("H8").querySelector(".worth")).toBeTruthy();
  expect(document.querySelectorAll(".worth")).toHaveLength(1);
  expect(screen.getByText("Razem 22 punkty.")).toBeTruthy();
});
