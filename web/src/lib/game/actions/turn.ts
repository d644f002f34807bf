// A turn: laying, exchanging, passing, the clock.
import { readable } from "$lib/board/squares";
import { BLANK, isBlank, letterOf, readFaces, writeFaces, writeTile } from "$lib/board/tiles";
import { m } from "$lib/text/text";
import type { StopReason } from "$lib/wire/messages";
import type { Command, View } from "$lib/wire/types";
import type { ActionBuilder, ActionBuilders, ActionContext } from "./action";
import { numberIn, one, optionalNumber, optionalText, text, textIn, type Choice, type Field, type Values } from "../fields";

/** An action without fields. */
export const withoutFields =
  (make: (request: Parameters<ActionBuilder>[0]) => Command): ActionBuilder =>
  (request) => ({ fields: [], command: () => make(request) });

/** Tiles as typed: without spaces, in capitals. */
export const typedTiles = (values: Values, name: string): string => textIn(values, name).replaceAll(/\s/g, "").toUpperCase();

export const choicesOf = (letters: readonly string[]): readonly Choice[] =>
  letters.map((letter) => ({ value: letter, label: letter }));

/** The blanks that lie on the board or are being laid. */
export function blanksOn(view: View): readonly (readonly [string, string])[] {
  return Object.entries({ ...view.arranged, ...view.board }).filter(([, tile]) => isBlank(tile));
}

/** A field for the letter of each of some blanks. */
export const letterFields = (squares: readonly string[], { letters, numbered }: ActionContext): readonly Field[] =>
  squares.map((square) =>
    one(square, m.game_field_letter_of({ square: readable(square, numbered) }), choicesOf(letters)),
  );

export const lettersIn = (squares: readonly string[], values: Values): Record<string, string> =>
  Object.fromEntries(squares.map((square) => [square, writeTile(BLANK, textIn(values, square))]));

const STOPS: ReadonlySet<string> = new Set<StopReason>(["move", "surplus", "arbiter", "duty", "counting", "other"]);
const isStop = (text: string): text is StopReason => STOPS.has(text);

const layTiles: ActionBuilder = ({ seat, context }) => ({
  fields: [],
  command: () => {
    const placement = { ...context.tentative };
    return Object.keys(placement).length > 0 ? { type: "lay_tiles", seat, placement } : null;
  },
});

/**
 * Tiles that are marked on the rack; at a physical table they are typed. The number may have been announced with
 * `announce_exchange`; otherwise the tiles give it.
 */
const exchangeTiles: ActionBuilder = ({ seat, context: { view, marked } }) => {
  const atTable = view.venue === "table";
  return {
    fields: atTable ? [text("tiles", m.game_field_tiles(), "", m.game_field_tiles_hint())] : [],
    command: (values) => {
      const tiles = atTable ? typedTiles(values, "tiles") : writeFaces(marked);
      const count = readFaces(tiles).length;
      return count > 0 ? { type: "exchange_tiles", seat, tiles, ...(view.plan === "exchanging" ? {} : { count }) } : null;
    },
  };
};

const declareBlanks: ActionBuilder = ({ seat, context }) => {
  const blanks = blanksOn(context.view);
  const open = blanks.filter(([, tile]) => letterOf(tile) === null);
  const squares = (open.length > 0 ? open : blanks).map(([square]) => square);
  return {
    fields: letterFields(squares, context),
    command: (values) =>
      squares.length > 0 ? { type: "declare_blanks", seat, blanks: lettersIn(squares, values) } : null,
  };
};

const drawTiles: ActionBuilder = ({ seat, context }) => {
  if (context.view.venue === "online") return { fields: [], command: () => ({ type: "draw_tiles", seat }) };
  return {
    fields: [
      optionalNumber("count", m.game_field_count()),
      optionalText("tiles", m.game_field_tiles(), m.game_field_tiles_hint()),
    ],
    command: (values) => {
      const tiles = typedTiles(values, "tiles");
      const count = numberIn(values, "count");
      return { type: "draw_tiles", seat, ...(tiles ? { tiles } : {}), ...(count !== null ? { count } : {}) };
    },
  };
};

export const TURN: ActionBuilders<
  | "lay_tiles"
  | "announce_exchange"
  | "exchange_tiles"
  | "pass_turn"
  | "declare_blanks"
  | "stop_clock"
  | "start_clock"
  | "draw_tiles"
> = {
  lay_tiles: layTiles,
  announce_exchange: ({ seat }) => ({
    fields: [optionalNumber("count", m.game_field_count_said())],
    command: (values) => {
      const count = numberIn(values, "count");
      return { type: "announce_exchange", seat, ...(count !== null ? { count } : {}) };
    },
  }),
  exchange_tiles: exchangeTiles,
  pass_turn: withoutFields(({ seat }) => ({ type: "pass_turn", seat })),
  declare_blanks: declareBlanks,
  stop_clock: withoutFields(({ seat, choice }) => ({ type: "stop_clock", seat, reason: isStop(choice) ? choice : "move" })),
  start_clock: withoutFields(({ seat }) => ({ type: "start_clock", seat })),
  draw_tiles: drawTiles,
};
