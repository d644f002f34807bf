// Prizes as a form says them: money in the smallest coin, and things.
import type { Prize } from "$lib/wire/roster";

const COINS = 100;

/** Money as it is typed, `500`, `12,50` or `1 200`, in the smallest coin; nothing is 0, `null` is no amount. */
export function amountOf(said: string): number | null {
  const typed = said.replace(/[\s\u00a0]|zł|zl|€/g, "").replace(",", ".");
  if (typed === "") return 0;
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * COINS) : null;
}

export const amountText = (amount = 0): string => (amount === 0 ? "" : amount % COINS === 0 ? String(amount / COINS) : (amount / COINS).toFixed(2));

/** The prizes without empty ones at the end, which nobody can win. */
export function emptyLast(prizes: readonly Prize[]): readonly Prize[] {
  const last = prizes.findLastIndex((each) => Boolean(each.amount) || Boolean(each.thing));
  return prizes.slice(0, last + 1);
}
