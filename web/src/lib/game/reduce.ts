// The reducer: how messages of the server change the page's state of a game. Pure; TypeScript holds no rule of the game.
import type { GameEvent, MessageOf, NumberedEvent, Sentence, View } from "$lib/wire/types";

/** The stream so far: the view after the event `n`, and all events. */
export interface Stream {
  readonly n: number;
  readonly view: View | null;
  readonly log: readonly NumberedEvent[];
  /** Why the game is over and who has won; empty before that. */
  readonly ending: string;
}

export const EMPTY_STREAM: Stream = { n: 0, view: null, log: [], ending: "" };

/** Whether the log and announcements show an event: quiet ones are in the whole log only. */
export const isShown = (sentence: Sentence | null): sentence is Sentence => sentence !== null && !sentence.quiet;

/** The events of a message with their sentences and numbers. */
function numbered({ events, sentences, n }: MessageOf<"snapshot" | "update">): readonly NumberedEvent[] {
  return events.map((event: GameEvent, index: number) => ({
    n: n - events.length + 1 + index,
    event,
    sentence: sentences[index] ?? null,
  }));
}

/** The log with the new events appended. */
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
  const isWhole = snapshot.events.length === snapshot.n;
  const before = isWhole || isOtherStream(stream, snapshot) ? [] : stream.log;
  return { n: snapshot.n, view: snapshot.view, log: extended(before, numbered(snapshot)), ending: snapshot.ending };
}

/** The stream after an update; null if an earlier one is missing. An update that came before changes nothing. */
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
    log: extended(stream.log, numbered(update)),
    ending: "result" in update.changes ? update.ending : stream.ending,
  };
}

/** A placement as a key that does not depend on the order of its squares. */
export function placementKey(placement: Readonly<Record<string, string>>): string {
  return Object.entries(placement)
    .map(([square, tile]) => `${square}${tile}`)
    .sort()
    .join(" ");
}
