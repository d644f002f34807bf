// How what the server tells changes what the page knows about a game. Pure; TypeScript holds no rule of the game.
import type { GameEvent, MessageOf, NumberedEvent, View } from "$lib/wire/types";

/** What is known of the stream: the view after the event `n`, and all events. */
export interface Stream {
  readonly n: number;
  readonly view: View | null;
  readonly log: readonly NumberedEvent[];
}

export const NOTHING: Stream = { n: 0, view: null, log: [] };

/** The events, of which the last has the number `last`, with their numbers. */
export function numbered(events: readonly GameEvent[], last: number): readonly NumberedEvent[] {
  return events.map((event, index) => ({ n: last - events.length + 1 + index, event }));
}

/** The log with the new events after what is known of them already. */
function extended(log: readonly NumberedEvent[], more: readonly NumberedEvent[]): readonly NumberedEvent[] {
  const known = log.at(-1)?.n ?? 0;
  return [...log, ...more.filter(({ n }) => n > known)];
}

/** Whether the person sees the game from another seat now, so that the numbers of the events are other ones. */
export function isOtherStream(stream: Stream, snapshot: MessageOf<"snapshot">): boolean {
  return stream.view !== null && (stream.view.viewer !== snapshot.view.viewer || snapshot.n < stream.n);
}

/** The stream after a snapshot. */
export function withSnapshot(stream: Stream, snapshot: MessageOf<"snapshot">): Stream {
  const before = isOtherStream(stream, snapshot) ? [] : stream.log;
  return { n: snapshot.n, view: snapshot.view, log: extended(before, numbered(snapshot.events, snapshot.n)) };
}

/** The stream after an update; null if something before it is missing. What is known already changes nothing. */
export function withUpdate(stream: Stream, update: MessageOf<"update">): Stream | null {
  if (update.n <= stream.n) return stream;
  if (stream.view === null || update.after > stream.n) return null;
  return {
    n: update.n,
    view: {
      ...stream.view,
      ...update.changes,
      turns: [...stream.view.turns.slice(0, update.turns_from), ...update.turns],
    },
    log: extended(stream.log, numbered(update.events, update.n)),
  };
}

/** A placement as a key that does not depend on the order of its squares. */
export function placementKey(placement: Readonly<Record<string, string>>): string {
  return Object.entries(placement)
    .map(([square, tile]) => `${square}${tile}`)
    .sort()
    .join(" ");
}
