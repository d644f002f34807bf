import { beforeEach, expect, it } from "vitest";
import { language } from "$lib/text/text";
import type { View } from "$lib/wire/types";
import { tabTitle } from "./tabTitle";
import { viewWith } from "./view.testing";

const call = { seat: 1, reason: "arbiter", running: 1, awaiting: true, since: null } as const;

beforeEach(() => language.choose("pl"));

it.each<[string, Partial<View>, string]>([
  ["the own turn", { viewer: 1, on_turn: 1 }, "Twój ruch – Ewa – Jan"],
  ["another's turn", { viewer: 2, on_turn: 1 }, "Ruch: Ewa – Ewa – Jan"],
  ["that one decides", { viewer: 2, on_turn: 1, phase: "laid" }, "Twoja decyzja – Ewa – Jan"],
  ["that the other decides", { viewer: 1, on_turn: 1, phase: "laid" }, "Zapisuje: Jan – Ewa – Jan"],
  ["to an arbiter that they are called", { viewer: "arbiter", interruption: call }, "Wezwanie! – Ewa – Jan"],
  ["to a player that the arbiter is called", { viewer: 2, interruption: call }, "Czekamy na sędziego – Ewa – Jan"],
  ["to a jury that a verdict is awaited", { viewer: "jury", phase: "challenged" }, "Czekają na werdykt – Ewa – Jan"],
  ["that the game is over", { phase: "over" }, "Koniec partii – Ewa – Jan"],
])("says %s", (_, fields, title) => {
  expect(tabTitle(viewWith(fields))).toBe(title);
});

it("asks before the game whether one is ready", () => {
  expect(tabTitle(null, true)).toBe("Gotowi? – Stół");
  expect(tabTitle(null)).toBe("Stół");
});
