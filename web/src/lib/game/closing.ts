// When a table closes by itself, in words.
import { language, m } from "$lib/text/text";
import type { Card } from "$lib/wire/api";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** From here on the time is told in minutes, and the line is a warning. */
const SOON = 90 * MINUTE;

/** `za 5 godzin`, `in 20 minutes`; a moment that is past is told as the next minute. */
export function inTime(until: number, now: number): string {
  const left = Math.max(until - now, MINUTE);
  const format = new Intl.RelativeTimeFormat(language.current);
  return left > SOON ? format.format(Math.round(left / HOUR), "hour") : format.format(Math.round(left / MINUTE), "minute");
}

interface Closing {
  readonly text: string;
  /** Whether somebody should do something now. */
  readonly warns: boolean;
}

/** What the card of a table says about its end; null if the table does not close by itself for now. */
export function closing({ status, closes }: Pick<Card, "status" | "closes">, now: number): Closing | null {
  if (closes === null || (status !== "open" && status !== "playing")) return null;
  const when = inTime(closes, now);
  if (status === "playing") return { text: m.game_closes_idle({ when }), warns: true };
  return { text: m.game_closes_open({ when }), warns: closes - now <= SOON };
}
