// Taking part in the seed: a page commits itself with the seat, and gives its share by itself as soon as it is due.
import type { Card } from "$lib/wire/api";
import { api } from "$lib/wire/http";
import { dueShare, keepAt, promise, promiseAt } from "$lib/wire/shares";

/** The card after this page's share was given, if that was due. A share that did not get through is due again. */
export async function withShare(card: Card): Promise<Card> {
  const share = await dueShare(card);
  return share === null ? card : api.giveShare(card.id, share).catch(() => card);
}

/** What this page commits itself to at a table; null where the seed takes no shares. */
export const commitmentAt = async (card: Card): Promise<string | null> => (card.seed === null ? null : promiseAt(card.id));

export async function sitDown(card: Card, others: readonly string[] = []): Promise<Card> {
  return withShare(await api.sit(card.id, others, await commitmentAt(card)));
}

export async function sayReady(card: Card, anew = false): Promise<Card> {
  return withShare(await api.sayReady(card.id, await commitmentAt(card), anew));
}

/** Play again: at the table that another player has opened for that, else at a new one. */
export async function playAgain(card: Card): Promise<Card> {
  if (card.rematch !== null) return withShare(await api.rematch(card.id, await commitmentAt(await api.card(card.rematch))));
  const made = await promise();
  const next = await api.rematch(card.id, made?.commitment);
  if (made !== null && next.seats.some(({ me, commitment }) => me && commitment === made.commitment)) keepAt(next.id, made);
  return withShare(next);
}

/** A seat that was taken without a commitment gets one before the last other seat is taken. */
export async function committed(card: Card): Promise<Card> {
  const isOpen = card.status === "open" && card.seed !== null && card.seats.some(({ name }) => name === null);
  const lacks = card.seats.some(({ me, commitment }) => me && commitment === null);
  const commitment = isOpen && lacks ? await promiseAt(card.id) : null;
  return withShare(commitment === null ? card : await api.sit(card.id, [], commitment).catch(() => card));
}
