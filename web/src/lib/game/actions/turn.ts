// A turn: laying, exchanging, passing, the clock; drawing tiles, and tiles too many or too few.
import { letterOf, readFaces, writeFaces } from "$lib/board/tiles";
import { m } from "$lib/text/text";
import type { StopReason } from "$lib/wire/messages";
import type { Seat } from "$lib/wire/types";
import { isTicked, listIn, numberIn, optionalNumber, optionalText, text } from "../fields";
import {
  blanksOn,
  letterFields,
  lettersIn,
  typedTiles,
  withoutFields,
  type ActionBuilder,
  type ActionBuilders,
} from "./action";

/** Every reason, so that a missing one does not compile. */
const STOPS: { readonly [Name in StopReason]: true } = {
  move: true,
  surplus: true,
  arbiter: true,
  duty: true,
  counting: true,
  break: true,
  other: true,
};
const isStop = (text: string): text is StopReason => text in STOPS;

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

const drawStartTile: ActionBuilder = ({ seat, context }) => ({
  fields: context.view.venue === "table" ? [text("tile", m.game_field_tile())] : [],
  command: (values) => {
    const tile = typedTiles(values, "tile");
    return { type: "draw_start_tile", seat, ...(tile ? { tile } : {}) };
  },
});

/** The own rack, or, for an official, the player's; for the choice `before` as it was before the player's last turn. */
const stateRack: ActionBuilder = ({ seat, choice, context: { view } }) => {
  const last = choice === "before" ? view.turns.filter((turn) => turn.seat === seat).at(-1) : undefined;
  const known = last?.rack ?? (typeof view.viewer === "number" ? (view.rack ?? "") : (view.racks?.[seat - 1] ?? ""));
  return {
    fields: [text("tiles", m.game_field_tiles(), known.replaceAll("#", ""), m.game_field_tiles_hint())],
    command: (values) => {
      const tiles = typedTiles(values, "tiles");
      return tiles ? { type: "state_rack", seat, tiles, ...(last ? { turn: last.number } : {}) } : null;
    },
  };
};

const inspectTiles: ActionBuilder = ({ seat, context }) => ({
  fields:
    context.view.venue === "table" ? [optionalText("tiles", m.game_field_tiles(), m.game_field_tiles_hint())] : [],
  command: (values) => {
    const tiles = typedTiles(values, "tiles");
    return { type: "inspect_tiles", seat, ...(tiles ? { tiles } : {}) };
  },
});

const returnTiles: ActionBuilder = ({ seat, context: { view } }) => {
  const seen = readFaces(view.inspected ?? "");
  const known = seen.length > 0 && !seen.includes("#");
  return {
    fields: known
      ? [{ kind: "tiles", name: "tiles", label: m.game_field_tiles(), from: seen, chosen: [] }]
      : [text("tiles", m.game_field_tiles(), "", m.game_field_tiles_hint())],
    command: (values) => {
      const tiles = known ? writeFaces(listIn(values, "tiles")) : typedTiles(values, "tiles");
      return tiles ? { type: "return_tiles", seat, tiles } : null;
    },
  };
};

export const TILES: ActionBuilders<
  "draw_start_tile" | "demand_draw" | "claim_surplus" | "inspect_tiles" | "return_tiles" | "state_rack"
> = {
  draw_start_tile: drawStartTile,
  demand_draw: withoutFields(({ seat }) => ({ type: "demand_draw", seat })),
  claim_surplus: ({ seat, number, choice }) => ({
    fields: [{ kind: "tick", name: "seen", label: m.game_field_seen() }],
    command: (values) => ({
      type: "claim_surplus",
      seat,
      of: (number ?? seat) as Seat,
      seen: isTicked(values, "seen"),
      accident: choice === "accident",
    }),
  }),
  inspect_tiles: inspectTiles,
  return_tiles: returnTiles,
  state_rack: stateRack,
};
