// What clocks do, who is away from the board, and play that stands still.
import { language, m } from "$lib/text/text";
import { duration, nameOf, seconds, told, type Context, type EventOf, type Sentence, type Tellers } from "./context";

type Time =
  | "clock_started"
  | "clock_stopped"
  | "clock_set"
  | "time_credited"
  | "flag_fell"
  | "turn_time_exceeded"
  | "solo_began"
  | "play_interrupted"
  | "left_board"
  | "came_back"
  | "absence_reported"
  | "record_overdue"
  | "count_began"
  | "count_stated"
  | "count_broken_off"
  | "irregularity_reported";

const STOPPED = {
  move: m.game_event_stopped,
  surplus: m.game_event_stopped_surplus,
  arbiter: m.game_event_stopped_arbiter,
  duty: m.game_event_stopped_duty,
  counting: m.game_event_stopped_counting,
  other: m.game_event_stopped,
} as const;

const POINTED_OUT = {
  clock_not_started: m.game_event_irregularity_clock,
  surplus: m.game_event_irregularity_surplus,
  other_fault: m.game_event_irregularity_other,
  suspicion: m.game_event_irregularity_suspicion,
} as const;

const CREDITED = {
  delivery: m.game_event_time_credited_delivery,
  transit: m.game_event_time_credited_transit,
  outage: m.game_event_time_credited_outage,
} as const;

/** Below this, in milliseconds, nobody misses the time that a message took; the whole log lists it. */
const TRIFLE = 500;
/** The least time, in milliseconds, that is told by its figure. */
const TENTH = 100;

type Credit = EventOf<"time_credited">;

export const isTrifle = (credit: Credit): boolean => credit.millis < TRIFLE;

/** Time that was given back to a player, and why. */
export function creditText(credit: Credit, name: string): string {
  const told = seconds(Math.max(TENTH, credit.millis), language.current);
  return CREDITED[credit.why]({ name, seconds: credit.millis < TENTH ? `< ${told}` : told });
}

function interrupted(event: EventOf<"play_interrupted">, context: Context): Sentence {
  const text = STOPPED[event.reason]({ name: nameOf(context, event.seat) });
  return told(event.why ? m.game_event_why({ text, reason: event.why }) : text, event.clause);
}

function counted(event: EventOf<"count_stated">, context: Context): Sentence {
  const text = m.game_event_count_stated({ name: nameOf(context, event.seat), count: event.count });
  return told(event.count === event.due ? text : `${text} ${m.game_event_count_wrong({ due: event.due })}`);
}

export const TIME: Pick<Tellers, Time> = {
  clock_started: (event, context) =>
    told(m.game_event_clock_started({ name: nameOf(context, event.seat), time: duration(event.left) })),
  clock_stopped: (event, context) =>
    told(m.game_event_clock_stopped({ name: nameOf(context, event.seat), time: duration(event.left) })),
  clock_set: (event, context) =>
    told(m.game_event_clock_set({ name: nameOf(context, event.seat), time: duration(event.left) }), event.clause),
  time_credited: (event, context) => told(creditText(event, nameOf(context, event.seat))),
  flag_fell: (event, context) => told(m.game_event_flag_fell({ name: nameOf(context, event.seat) }), event.clause),
  turn_time_exceeded: (event, context) =>
    told(m.game_event_turn_time_exceeded({ name: nameOf(context, event.seat) }), event.clause),
  solo_began: (event, context) => told(m.game_event_solo_began({ name: nameOf(context, event.seat) }), event.clause),
  play_interrupted: interrupted,
  left_board: (event, context) => told(m.game_event_left_board({ name: nameOf(context, event.seat) })),
  came_back: (event, context) => told(m.game_event_came_back({ name: nameOf(context, event.seat) })),
  absence_reported: (event, context) =>
    told(m.game_event_absence_reported({ name: nameOf(context, event.seat) }), event.clause),
  record_overdue: (event, context) =>
    told(m.game_event_record_overdue({ name: nameOf(context, event.seat) }), event.clause),
  count_began: (event, context) => told(m.game_event_count_began({ name: nameOf(context, event.seat) })),
  count_stated: counted,
  count_broken_off: (event) => told(m.game_event_count_broken_off(), event.clause),
  irregularity_reported: (event) => told(POINTED_OUT[event.what]()),
};
