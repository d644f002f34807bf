import { beforeEach, describe, expect, it } from "vitest";
import { language } from "$lib/text/text";
import type { Option, View } from "$lib/wire/types";
import { keyOf, offer } from "./order";
import { prompt } from "./prompt";
import { viewWith } from "./view.testing";

const CONTEXT = { names: ["Ewa", "Jan"], numbered: false, tellsValues: false, lexicon: null };

const options = (...keys: readonly string[]): readonly Option[] =>
  keys.map((key) => {
    const [command = "", ...choice] = key.split(" ");
    return { command, choice: choice.join(" "), clause: "", reason: null, params: {} };
  });

beforeEach(() => language.choose("pl"));

const asked = (fields: Partial<View>, ...keys: readonly string[]): string =>
  prompt({ view: viewWith(fields), allowed: options(...keys), context: CONTEXT });

describe("what is asked", () => {
  it.each<[string, Partial<View>, readonly string[], string]>([
    ["the player on turn", { on_turn: 1 }, ["lay_tiles"], "Twoja kolej."],
    ["the other one", { on_turn: 2 }, [], "Na ruchu: Jan."],
    ["to draw first", { on_turn: 1 }, ["draw_tiles"], "Dobierz brakujące płytki."],
    ["to end the move", { on_turn: 1, plan: "arranged" }, ["lay_tiles", "stop_clock move"], "Płytki leżą. Zatrzymaj zegar, żeby zakończyć ruch."],
    ["to announce", { phase: "laid", on_turn: 1 }, ["announce_value"], "Podaj wartość swojego ruchu."],
    ["to record or challenge", { phase: "laid", on_turn: 2 }, ["record_move", "challenge_words"], "Jan: KoT H8. Zapisz ruch albo zażądaj sprawdzenia."],
    ["to record", { phase: "laid", on_turn: 2 }, ["record_move"], "Jan: KoT H8. Zapisz ruch."],
    ["to wait for the record", { phase: "laid", on_turn: 1 }, [], "Ruch czeka na zapis przez: Jan."],
    ["to run the check", { phase: "challenged", typed: ["KOT"] }, ["run_check"], "Słowa są wpisane: KOT. Uruchom sprawdzenie."],
    ["to confirm before the start", { phase: "choosing_starter" }, ["draw_start_tile", "confirm set"], "Przed partią: potwierdź, co trzeba sprawdzić."],
    ["to wait for the arbiter", { interruption: { seat: 1, reason: "arbiter", running: 1, awaiting: true } }, [], "Gra wstrzymana: czekamy na sędziego."],
  ])("%s", (_, fields, keys, text) => {
    expect(asked(fields, ...keys)).toBe(text);
  });

  it("opens the table while nothing is known", () => {
    expect(prompt({ view: null, allowed: [], context: CONTEXT })).toBe("Otwieramy stół …");
  });
});

describe("the order of options", () => {
  it("leaves none out", () => {
    const all = options("call_arbiter", "pass_turn", "lay_tiles", "stop_clock surplus", "something_new");
    const { first, usual, others } = offer(all);
    expect([...(first ? [first] : []), ...usual, ...others].map(keyOf).sort()).toEqual(all.map(keyOf).sort());
    expect(first?.command).toBe("lay_tiles");
  });

  it("ends a move before announcing it, and never begins with a challenge", () => {
    expect(keyOf(offer(options("announce_value", "stop_clock move")).first ?? options("x")[0]!)).toBe("stop_clock move");
    expect(offer(options("challenge_words")).first).toBeNull();
  });

  it("does not urge what is not urgent", () => {
    const { first, usual } = offer(options("draw_tiles"), () => false);
    expect(first).toBeNull();
    expect(usual.map(keyOf)).toEqual(["draw_tiles"]);
  });
});
