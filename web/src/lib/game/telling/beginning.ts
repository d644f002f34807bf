// What happens before the first turn.
import { m } from "$lib/text/text";
import { nameOf, namesOf, tileCount, told, type EventOf, type Sentence, type Tellers } from "./context";

type Beginning =
  | "game_created"
  | "confirmed"
  | "set_counted"
  | "square_laid"
  | "places_disputed"
  | "places_drawn"
  | "place_chosen"
  | "lateness_began"
  | "arrived"
  | "start_tile_drawn"
  | "start_draw_tied"
  | "starter_chosen"
  | "deal_completed"
  | "game_started";

const CONFIRMED = {
  set: m.game_event_confirmed_set,
  clock: m.game_event_confirmed_clock,
  equipment: m.game_event_confirmed_equipment,
  leave: m.game_event_confirmed_leave,
  check_together: m.game_event_confirmed_check_together,
  slip: m.game_event_confirmed_slip,
} as const;

function setCounted(event: EventOf<"set_counted">): Sentence {
  const parts = [m.game_event_set_counted({ count: tileCount(event.tiles) })];
  if (event.missing) parts.push(m.game_event_set_missing({ tiles: event.missing }));
  if (event.surplus) parts.push(m.game_event_set_surplus({ tiles: event.surplus }));
  return told(parts.join(" "));
}

function squareLaid(event: EventOf<"square_laid">): Sentence {
  const laid = m.game_event_square_laid({ count: event.count });
  return told(event.count === event.whole ? laid : `${laid} ${m.game_event_square_wrong({ whole: event.whole })}`);
}

export const BEGINNING: Pick<Tellers, Beginning> = {
  game_created: ({ players, rulebook, edition }) =>
    told(m.game_event_game_created({ names: players.join(", "), rulebook: rulebook.toUpperCase(), edition })),
  confirmed: (event, context) => told(CONFIRMED[event.what]({ name: nameOf(context, event.seat) })),
  set_counted: setCounted,
  square_laid: squareLaid,
  places_disputed: (event, context) =>
    told(m.game_event_places_disputed({ name: nameOf(context, event.seat) }), event.clause),
  places_drawn: (event, context) => told(m.game_event_places_drawn({ name: nameOf(context, event.seat) }), event.clause),
  place_chosen: (event, context) => {
    const name = nameOf(context, event.seat);
    const left = event.place === "clock_left";
    return told(left ? m.game_event_place_clock_left({ name }) : m.game_event_place_clock_right({ name }));
  },
  lateness_began: (event) => told(m.game_event_lateness_began(), event.clause),
  arrived: (event, context) => told(m.game_event_arrived({ name: nameOf(context, event.seat) }), event.clause),
  start_tile_drawn: (event, context) =>
    told(m.game_event_start_tile_drawn({ name: nameOf(context, event.seat), tile: event.tile })),
  start_draw_tied: (event, context) =>
    told(m.game_event_start_draw_tied({ names: namesOf(context, event.seats) }), event.clause),
  starter_chosen: (event, context) =>
    told(m.game_event_starter_chosen({ name: nameOf(context, event.seat) }), event.clause),
  deal_completed: () => told(m.game_event_deal_completed()),
  game_started: () => told(m.game_event_game_started()),
};
