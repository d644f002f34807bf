// Every event as a sentence in the language of the page.
import { m } from "$lib/text/text";
import type { EventName, GameEvent } from "$lib/wire/types";
import { ARBITER } from "./telling/arbiter";
import { BEGINNING } from "./telling/beginning";
import { told, type Context, type Sentence, type Tellers } from "./telling/context";
import { TILES } from "./telling/tiles";
import { isTrifle, TIME } from "./telling/time";
import { TURNS } from "./telling/turns";

export type { Context, Sentence } from "./telling/context";

export const TELLERS: Tellers = { ...BEGINNING, ...TURNS, ...TILES, ...TIME, ...ARBITER };

/** Events that go without saying: the board, the clocks or the sentence about another event tells them. */
const QUIET: ReadonlySet<string> = new Set<EventName>([
  "game_created",
  "deal_completed",
  "tiles_returned",
  "game_started",
  "turn_opened",
  "clock_started",
  "clock_stopped",
  "tiles_arranged",
  "slip_confirmed",
  "check_run",
  "exchange_accepted",
  "pass_declared",
  "seed_revealed",
  "recorded",
]);

/**
 * Whether an event goes without a word of its own; the whole log shows it, too. The loss of a turn says itself that the tiles
 * are taken back, unless they lay against the rules; where the table tells values, the move is told with its own; and a credit
 * for the way of a message is mostly too short to be told.
 */
export function isQuiet(event: GameEvent, context: Context): boolean {
  if (event.type === "move_withdrawn") return event.cause !== "faulty_placement";
  if (event.type === "time_credited") return isTrifle(event);
  return QUIET.has(event.type) || (event.type === "value_announced" && context.tellsValues);
}

/** The event in a sentence. An event that this page does not know, because the server is newer, is told by its name. */
export function tell(event: GameEvent, context: Context): Sentence {
  const teller = TELLERS[event.type] as ((event: GameEvent, context: Context) => Sentence) | undefined;
  return teller ? teller(event, context) : told(m.game_event_unknown({ type: String(event.type) }));
}

/** The sentences about some events, quiet ones left out. */
export const tellAll = (events: readonly GameEvent[], context: Context): readonly Sentence[] =>
  events.filter((event) => !isQuiet(event, context)).map((event) => tell(event, context));
