import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../text/text";
import LetterKeys from "./LetterKeys.svelte";
import Rack from "./Rack.svelte";
import { markedFaces, placement, type BoardState } from "./state";
import { holding, rackText, TILE_SET } from "./testing";
import { typeLetter } from "./typing";

beforeEach(() => {
  language.choose("pl");
  // jsdom animates nothing.
  Element.prototype.getAnimations = () => [];
  Element.prototype.animate = () => ({ cancel: () => undefined, currentTime: 0 }) as unknown as Animation;
});
afterEach(cleanup);

function show(state: BoardState, more: Record<string, unknown> = {}) {
  const seen = { state, laid: vi.fn() };
  const onchange = (next: BoardState): void => {
    seen.state = next;
    void rack.rerender({ state: next });
  };
  const rack = render(Rack, { tileSet: TILE_SET, state, onchange, onlay: seen.laid, ...more });
  return seen;
}

const tile = (name: RegExp): HTMLElement => screen.getByRole("button", { name });

test("tiles are buttons with a name, a place and a state", async () => {
  show(holding("KŻ?"));
  expect(screen.getByRole("group", { name: "Stojak: 3 płytki" })).toBeTruthy();
  expect(tile(/^K, 2 punkty, miejsce 1 z 3$/).getAttribute("aria-pressed")).toBe("false");
  expect(tile(/^blank, miejsce 3 z 3$/)).toBeTruthy();
  await fireEvent.click(tile(/^Ż z kropką, 5 punktów/));
  expect(tile(/^Ż z kropką/).getAttribute("aria-pressed")).toBe("true");
});

test("one tile can be tabbed to; arrows go on, and with Shift move the tile", async () => {
  const seen = show(holding("KOT"));
  expect(screen.getAllByRole("button").filter((button) => button.dataset.tile && button.tabIndex === 0)).toHaveLength(1);
  await fireEvent.keyDown(tile(/^K/), { key: "ArrowRight" });
  expect(document.activeElement).toBe(tile(/^O/));
  await fireEvent.keyDown(tile(/^O/), { key: "ArrowRight", shiftKey: true });
  expect(rackText(seen.state)).toBe("KTO");
  await vi.waitFor(() => expect(document.activeElement).toBe(tile(/^O/)));
});

test("letters that are typed here go to the board", async () => {
  const seen = show(holding("KOT"));
  await fireEvent.keyDown(tile(/^K/), { key: "t" });
  expect(placement(seen.state)).toEqual({ H8: "T" });
  await fireEvent.keyDown(tile(/^K/), { key: "," });
  expect(placement(seen.state)).toEqual({ H8: "T" });
});

test("buttons sort and recall; recalling needs something on the board", async () => {
  const seen = show(holding("KOT"));
  expect(tile(/Zbierz/).hasAttribute("disabled")).toBe(true);
  await fireEvent.keyDown(tile(/^O/), { key: "o" });
  await fireEvent.click(tile(/Zbierz/));
  expect(placement(seen.state)).toEqual({});
  const other = show(holding("TOK"));
  await fireEvent.click(screen.getAllByText("Ułóż")[1] as HTMLElement);
  expect(rackText(other.state)).toBe("KOT");
});

test("for an exchange several tiles are chosen", async () => {
  const seen = show(holding("KOT"), { mode: "exchange" });
  expect(screen.getByText("Wybierz płytki do wymiany.")).toBeTruthy();
  await fireEvent.click(tile(/^K/));
  await fireEvent.click(tile(/^T/));
  expect(markedFaces(seen.state)).toEqual(["K", "T"]);
  expect(screen.getByText("Do wymiany: 2 płytki.")).toBeTruthy();
  expect(tile(/^K/).getAttribute("aria-pressed")).toBe("true");
});

test("a rack that is switched off changes nothing", async () => {
  const start = typeLetter(holding("KOT"), "K");
  const seen = show(start, { disabled: true });
  // Unlike a made-up event, `click` asks whether the button is switched off.
  for (const name of [/^O/, /Zbierz/, /Ułóż/]) tile(name).click();
  await fireEvent.pointerDown(tile(/^O/), { button: 0 });
  await fireEvent.pointerMove(window, { clientX: 90, clientY: 90 });
  expect(seen.state).toBe(start);
});

test("letter keys lay tiles, and a phone's keyboard does through its field", async () => {
  let state = holding("KOŻ");
  const keys = render(LetterKeys, { state, onchange: (next: BoardState) => void keys.rerender({ state: (state = next) }) });
  await fireEvent.click(screen.getByRole("button", { name: "K" }));
  expect(placement(state)).toEqual({ H8: "K" });
  // The keys of letters that Polish lacks are not there.
  expect(screen.queryByRole("button", { name: /^[QVX]/ })).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>("Wpisz litery");
  await fireEvent.input(field, { target: { value: `${field.value}o` } });
  expect(placement(state)).toEqual({ H8: "K", H9: "O" });
  await fireEvent.input(field, { target: { value: field.value.slice(1) } });
  expect(placement(state)).toEqual({ H8: "K" });
});
