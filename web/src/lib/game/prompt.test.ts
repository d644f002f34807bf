import { beforeEach, describe, expect, it } from "vitest";
import { language } from "$lib/text/text";
import type { GameEvent, NumberedEvent, Option, View } from "$lib/wire/types";
import { keyOf, orderOptions } from "./optionOrder";
import { prompt } from "./prompt";
import { interruptionReason, isJudgedByList, outcomeOf, type Outcome } from "./replay";
import { viewWith } from "./view.testing";

const CONTEXT = { names: ["Ewa", "Jan"], numbered: false, tellsValues: false, lexicon: null };

const options = (...keys: readonly string[]): readonly Option[] =>
  keys.map((key) => {
    const [command = "", ...choice] = key.split(" ");
    return { command, choice: choice.join(" "), clause: "", phrase: key };
  });

beforeEach(() => language.choose("pl"));

const asked = (fields: Partial<View>, ...keys: readonly string[]): string =>
  prompt({ view: viewWith(fields), allowed: options(...keys), context: CONTEXT, outcome: null, byList: false, why: "", ending: "" });

const decided = (outcome: Outcome, fields: Partial<View>, ...keys: readonly string[]): string =>
  prompt({ view: viewWith(fields), allowed: options(...keys), context: CONTEXT, outcome, byList: false, why: "", ending: "" });

describe("what is asked", () => {
  it.each<[string, Partial<View>, readonly string[], string]>([
    ["the player on turn", { on_turn: 1 }, ["lay_tiles"], "Twoja kolej."],
    ["the other one", { on_turn: 2 }, [], "Na ruchu: Jan."],
    ["to draw first", { on_turn: 1 }, ["draw_tiles"], "Dobierz brakujące płytki."],
    ["to end the move", { on_turn: 1, plan: "arranged", clock: [1, 1] }, ["lay_tiles", "stop_clock move"], "Płytki leżą. Zatrzymaj zegar, żeby zakończyć ruch."],
    ["to end a move without a clock", { on_turn: 1, plan: "arranged" }, ["announce_value"], "Płytki leżą. Podaj wartość ruchu, żeby go zakończyć."],
    ["to announce", { phase: "laid", on_turn: 1 }, ["announce_value"], "Podaj wartość swojego ruchu."],
    ["to record or challenge", { phase: "laid", on_turn: 2 }, ["record_move", "challenge_words"], "Jan: KoT H8. Zapisz ruch albo zażądaj sprawdzenia."],
    ["to record", { phase: "laid", on_turn: 2 }, ["record_move"], "Jan: KoT H8. Zapisz ruch."],
    ["to wait for the record", { phase: "laid", on_turn: 1 }, [], "Ruch czeka na zapis przez: Jan."],
    ["to run the check", { phase: "challenged", typed: ["KOT"] }, ["run_check"], "Słowa są wpisane: KOT. Uruchom sprawdzenie."],
    ["to confirm before the start", { phase: "choosing_starter" }, ["draw_start_tile", "confirm set"], "Przed partią: potwierdź, co trzeba sprawdzić."],
    ["to say when they are ready", { interruption: { seat: 1, reason: "break", running: 1, awaiting: true, since: 0 } }, ["confirm resume"], "Gra jest odłożona. Zgłoś, gdy możesz grać dalej."],
    ["to wait for who is not ready", { interruption: { seat: 1, reason: "break", running: 1, awaiting: true, since: 0 }, confirmed: [[1, "resume"]] }, [], "Gra jest odłożona. Ruszy dalej, gdy gotowość zgłoszą: Jan."],
    ["to wait for the arbiter", { interruption: { seat: 1, reason: "arbiter", running: 1, awaiting: true, since: null } }, [], "Gra wstrzymana: czekamy na sędziego."],
  ])("%s", (_, fields, keys, text) => {
    expect(asked(fields, ...keys)).toBe(text);
  });

  it("opens the table while nothing is known", () => {
    expect(prompt({ view: null, allowed: [], context: CONTEXT, outcome: null, byList: false, why: "", ending: "" })).toBe("Otwieramy stół …");
  });
});

describe("what has been decided", () => {
  it("says a verdict before it asks for the record", () => {
    expect(decided("valid", { phase: "laid", on_turn: 2 }, "record_move")).toBe("Ruch poprawny. Jan: KoT H8. Zapisz ruch.");
    expect(decided("invalid", { phase: "closing", on_turn: 2 }, "record_move")).toBe(
      "Ruch niepoprawny. Jan zabiera płytki i traci kolejkę. Zapisz stratę.",
    );
    expect(decided("lost", { phase: "closing", on_turn: 1 })).toBe(
      "Zabierasz płytki i tracisz kolejkę. Kolejka czeka na zapis.",
    );
  });

  it("names the list that gave the verdict, and that it is not the federation's", () => {
    const lexicon: View["lexicon"] = ["pl-wolny", "2022-03", "00"];
    const told = (byList: boolean, pin: View["lexicon"]): string =>
      prompt({
        view: viewWith({ phase: "closing", on_turn: 1, lexicon: pin }),
        allowed: [],
        context: CONTEXT,
        outcome: "invalid",
        byList,
        why: "",
        ending: "",
      });
    expect(told(true, lexicon)).toMatch(/^Ruch niepoprawny\. Słownik: pl-wolny 2022-03 \(to nie jest OSPS\)\. /);
    expect(told(true, ["osps", "50", "00"])).toMatch(/^Ruch niepoprawny\. Słownik: osps 50\. /);
    expect(told(false, lexicon)).not.toContain("pl-wolny");
    const log = (...events: readonly object[]): NumberedEvent[] =>
      events.map((event, index) => ({ n: index, event: event as GameEvent, sentence: null }));
    expect(isJudgedByList(log({ type: "words_judged", valid: true, by: "lexicon" }))).toBe(true);
    expect(isJudgedByList(log({ type: "words_judged", valid: true, by: "arbiter" }))).toBe(false);
    const overridden = { type: "verdict_overridden", valid: true, by: "arbiter" };
    expect(isJudgedByList(log({ type: "words_judged", valid: false, by: "lexicon" }, overridden))).toBe(false);
  });

  it("says the value that the player has counted, where the table does not", () => {
    const laid = { phase: "laid", on_turn: 2, points: 79 } as const;
    expect(asked(laid, "record_move")).toBe("Jan: KoT H8 – podaje 79 punktów. Zapisz ruch.");
  });

  it("asks for the own signature, then for the others', then for the slip itself", () => {
    const over = (signed: Readonly<Record<string, number[]>>, ...keys: readonly string[]): string =>
      asked({ phase: "over", slip: { signed, handed_in: null, amended: false } }, "sign_slip", ...keys);
    expect(over({})).toMatch(/Podpisz protokół\.$/);
    expect(over({ "1": [10, 5] })).toMatch(/Protokół czeka na podpis: Jan\.$/);
    expect(over({ "1": [10, 5], "2": [10, 5] }, "hand_in_slip")).toMatch(/oddaj go\.$/);
    expect(over({ "1": [10, 5], "2": [10, 6] })).toMatch(/podpiszcie jeszcze raz\.$/);
  });

  it("tells the arbiter who calls, and why", () => {
    const call = { interruption: { seat: 2, reason: "arbiter", running: 1, awaiting: true, since: null } } as const;
    const log = [{ n: 1, event: { type: "play_interrupted", why: "brak płytki. " } as GameEvent, sentence: null }];
    const input = { view: viewWith(call), allowed: options("rule settle"), context: CONTEXT, outcome: null, byList: false, ending: "" };
    expect(prompt({ ...input, why: interruptionReason(log) })).toBe(
      "Jan wzywa cię do stołu: brak płytki. Gra stoi, dopóki nie wydasz orzeczenia.",
    );
    expect(prompt({ ...input, why: interruptionReason([]) })).toMatch(/^Jan wzywa cię do stołu\. /);
  });

  it("is forgotten with the next turn and the next move", () => {
    const log = (...events: readonly object[]): readonly NumberedEvent[] =>
      events.map((event, n) => ({ n, event: event as GameEvent, sentence: null }));
    const checked = { type: "words_judged", valid: false };
    expect(outcomeOf(log(checked))).toBe("invalid");
    expect(outcomeOf(log(checked, { type: "verdict_overridden", valid: true }))).toBe("valid");
    expect(outcomeOf(log(checked, { type: "turn_lost" }))).toBe("invalid");
    expect(outcomeOf(log({ type: "turn_lost" }))).toBe("lost");
    expect(outcomeOf(log(checked, { type: "turn_opened" }))).toBeNull();
    expect(outcomeOf(log(checked, { type: "tiles_laid" }))).toBeNull();
  });
});

describe("the order of options", () => {
  it("leaves none out", () => {
    const all = options("call_arbiter", "pass_turn", "lay_tiles", "stop_clock surplus", "something_new");
    const { first, usual, others } = orderOptions(all);
    expect([...(first ? [first] : []), ...usual, ...others].map(keyOf).sort()).toEqual(all.map(keyOf).sort());
    expect(first?.command).toBe("lay_tiles");
  });

  it("ends a move before announcing it, and never begins with a challenge", () => {
    expect(keyOf(orderOptions(options("announce_value", "stop_clock move")).first ?? options("x")[0]!)).toBe("stop_clock move");
    expect(orderOptions(options("challenge_words")).first).toBeNull();
  });

  it("hides the confirmation of a corrected slip until there is a correction", () => {
    const all = options("confirm slip", "sign_slip");
    expect(orderOptions(all, ({ command }) => command !== "confirm").others.map(keyOf)).toEqual(["confirm slip"]);
    expect(orderOptions(all).usual.map(keyOf)).toEqual(["confirm slip"]);
  });

  it("does not urge what is not urgent", () => {
    const { first, usual } = orderOptions(options("draw_tiles"), () => false);
    expect(first).toBeNull();
    expect(usual.map(keyOf)).toEqual(["draw_tiles"]);
  });
});
