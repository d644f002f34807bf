// What people do at a table around the game.
import { m } from "$lib/text/text";
import type { Check, Irregularity } from "$lib/wire/messages";
import { number, numberIn, one, optionalText, text, textIn } from "../fields";
import { typedTiles, withoutFields, type ActionBuilders } from "./action";

/** Every check, so that a missing one does not compile. */
const CHECKS: { readonly [Name in Check]: true } = {
  set: true,
  clock: true,
  equipment: true,
  leave: true,
  check_together: true,
  slip: true,
  end: true,
  adjourn: true,
  resume: true,
  go_on: true,
  sight: true,
};
const isCheck = (text: string): text is Check => text in CHECKS;

const POINTED_OUT: { readonly [What in Irregularity]: () => string } = {
  clock_not_started: m.game_field_irregularity_clock_not_started,
  surplus: m.game_field_irregularity_surplus,
  other_fault: m.game_field_irregularity_other_fault,
  suspicion: m.game_field_irregularity_suspicion,
};
const isIrregularity = (text: string): text is Irregularity => text in POINTED_OUT;

export const TABLE: ActionBuilders<
  | "confirm"
  | "state_set"
  | "lay_square"
  | "dispute_places"
  | "choose_place"
  | "arrive"
  | "leave_board"
  | "return_to_board"
  | "count_tiles"
  | "state_count"
  | "call_arbiter"
  | "start_lateness"
  | "report_irregularity"
> = {
  confirm: ({ seat, choice }) => ({
    fields: [],
    command: () => (isCheck(choice) ? { type: "confirm", seat, what: choice } : null),
  }),
  state_set: ({ seat }) => ({
    fields: [text("tiles", m.game_field_tiles(), "", m.game_field_tiles_hint())],
    command: (values) => {
      const tiles = typedTiles(values, "tiles");
      return tiles ? { type: "state_set", seat, tiles } : null;
    },
  }),
  lay_square: ({ seat }) => ({
    fields: [number("count", m.game_field_count())],
    command: (values) => {
      const count = numberIn(values, "count");
      return count === null ? null : { type: "lay_square", seat, count };
    },
  }),
  dispute_places: withoutFields(({ seat }) => ({ type: "dispute_places", seat })),
  choose_place: withoutFields(({ seat, choice }) => ({
    type: "choose_place",
    seat,
    place: choice === "clock_right" ? "clock_right" : "clock_left",
  })),
  arrive: withoutFields(({ seat }) => ({ type: "arrive", seat })),
  leave_board: withoutFields(({ seat }) => ({ type: "leave_board", seat })),
  return_to_board: withoutFields(({ seat }) => ({ type: "return_to_board", seat })),
  count_tiles: withoutFields(({ seat }) => ({ type: "count_tiles", seat })),
  state_count: ({ seat }) => ({
    fields: [number("count", m.game_field_count())],
    command: (values) => {
      const count = numberIn(values, "count");
      return count === null ? null : { type: "state_count", seat, count };
    },
  }),
  call_arbiter: ({ seat }) => ({
    fields: [optionalText("why", m.game_field_why())],
    command: (values) => ({ type: "call_arbiter", seat, why: textIn(values, "why") }),
  }),
  start_lateness: withoutFields(() => ({ type: "start_lateness" })),
  report_irregularity: () => ({
    fields: [
      one(
        "what",
        m.game_field_what(),
        Object.entries(POINTED_OUT).map(([value, label]) => ({ value, label: label() })),
      ),
    ],
    command: (values) => {
      const what = textIn(values, "what");
      return isIrregularity(what) ? { type: "report_irregularity", what } : null;
    },
  }),
};
