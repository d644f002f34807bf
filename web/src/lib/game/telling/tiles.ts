// Tiles that move between bag, racks and table. Which tiles somebody holds is never said.
import { m } from "$lib/text/text";
import { nameOf, tileCount, told, type Tellers } from "./context";

type Tiles =
  | "tiles_drawn"
  | "tiles_returned"
  | "tiles_set_aside"
  | "rack_stated"
  | "draw_demanded"
  | "bag_died"
  | "surplus_found"
  | "tiles_inspected"
  | "surplus_returned";

export const TILES: Pick<Tellers, Tiles> = {
  tiles_drawn: (event, context) =>
    told(m.game_event_tiles_drawn({ name: nameOf(context, event.seat), count: tileCount(event.tiles) })),
  tiles_returned: (event, context) =>
    told(m.game_event_tiles_returned({ name: nameOf(context, event.seat), count: tileCount(event.tiles) })),
  tiles_set_aside: (event, context) =>
    told(m.game_event_tiles_set_aside({ name: nameOf(context, event.seat), count: tileCount(event.tiles) })),
  rack_stated: (event, context) => {
    const name = nameOf(context, event.seat);
    const before = event.turn;
    return told(before === null ? m.game_event_rack_stated({ name }) : m.game_event_rack_stated_before({ name, turn: before }));
  },
  draw_demanded: (event, context) =>
    told(m.game_event_draw_demanded({ name: nameOf(context, event.seat) }), event.clause),
  bag_died: (event) => told(m.game_event_bag_died(), event.clause),
  surplus_found: (event, context) =>
    told(
      m.game_event_surplus_found({
        name: nameOf(context, event.seat),
        count: event.count,
        chooser: nameOf(context, event.chooser),
      }),
      event.clause,
    ),
  tiles_inspected: (event, context) =>
    told(m.game_event_tiles_inspected({ name: nameOf(context, event.seat), count: tileCount(event.tiles) })),
  surplus_returned: (event, context) =>
    told(m.game_event_surplus_returned({ name: nameOf(context, event.seat), count: tileCount(event.tiles) })),
};
