// Announcements for screen readers: new events, and the answers to keys.
import { moveSpeech } from "$lib/board/speech";
import { m } from "$lib/text/text";
import type { NumberedEvent, View } from "$lib/wire/types";
import { isShown } from "./reduce";
import { clockText, reading, type Face } from "./clock";
import { nameOf, type Context } from "./wording";

/** The sentences about the events after number `n`. A placement is spoken with its square and direction. */
export function since(log: readonly NumberedEvent[], n: number, context: Context): string {
  return log
    .filter((entry) => entry.n > n)
    .flatMap(({ event, sentence }) => {
      if (event.type !== "tiles_laid" || !context.tellsValues) return isShown(sentence) ? [sentence.text] : [];
      const { words, points } = event;
      const name = nameOf(context, event.seat);
      return [moveSpeech({ name, kind: "placement", words, points }, { numbered: context.numbered })];
    })
    .join(" ");
}

/** All scores. */
export const scores = (view: View): string =>
  view.players
    .map((name, index) => m.game_spoken_score({ name, points: (view.result?.final ?? view.scores)[index] ?? 0 }))
    .join(" ");

/** All clocks, and how many tiles the bag has. */
export function times(view: View, face: Face | null, now: number): string {
  const bag = m.game_bag({ count: view.bag_count });
  if (face === null) return bag;
  const clocks = view.players.map((name, index) => m.game_clock_of({ name, time: clockText(reading(face, index + 1, now)) }));
  return `${clocks.join(". ")}. ${bag}`;
}

/** The last row of the score sheet. */
export function lastTurn(view: View, numbered: boolean): string {
  const turn = view.turns.at(-1);
  if (!turn) return m.game_sheet_empty();
  const name = view.players[turn.seat - 1] ?? "";
  return moveSpeech({ name, kind: turn.kind, words: turn.words, points: turn.points, count: turn.aside }, { numbered });
}
