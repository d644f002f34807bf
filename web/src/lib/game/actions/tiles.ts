// Drawing for the start, and tiles too many and too few.
import { readFaces, writeFaces } from "$lib/board/tiles";
import { m } from "$lib/text/text";
import type { Seat } from "$lib/wire/types";
import type { ActionBuilder, ActionBuilders } from "./action";
import { isTicked, listIn, optionalText, text } from "../fields";
import { withoutFields, typedTiles } from "./turn";

const drawStartTile: ActionBuilder = ({ seat, context }) => ({
  fields: context.view.venue === "table" ? [optionalText("tile", m.game_field_tile())] : [],
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
