// Shares of seeds: this page commits itself to 32 random bytes, and gives them when all others are committed as well.
import { Newest } from "../storage/newest";
import { fields, flag, list, nullOr, text, whole } from "../storage/shape";
import type { Card } from "./api";

/** A share that was given, with the commitments that this page had seen before. `mostek verify --receipt` reads it. */
export interface GivenShare {
  readonly seat: number;
  readonly share: string;
  /** The commitment of the server. */
  readonly server: string;
  /** The commitments seat by seat. */
  readonly seats: readonly (string | null)[];
  /** Whether no other commitment could follow. */
  readonly complete: boolean;
  /** How many shares this page has given at the table. */
  readonly times: number;
}

interface Kept {
  readonly share: string;
  readonly given: GivenShare | null;
  readonly times: number;
}

const GIVEN = fields<GivenShare>({ seat: whole, share: text, server: text, seats: list(nullOr(text)), complete: flag, times: whole });
const shares = new Newest("mostek.shares", fields<Kept>({ share: text, given: nullOr(GIVEN), times: whole }));

/** The share that this page has given at a table; null if it gave none. */
export const givenAt = (table: string): GivenShare | null => shares.read(table)?.given ?? null;

/** A share that belongs to no table yet: the table of a rematch may not exist before the request. */
interface Promised {
  readonly share: string;
  readonly commitment: string;
}

/** Make a share. Null where the browser cannot compute its hash, on a page without https: it takes no part. */
export async function promise(share = hex(crypto.getRandomValues(new Uint8Array(32)))): Promise<Promised | null> {
  const commitment = await hashed(share);
  return commitment === null ? null : { share, commitment };
}

/** The share for a table, the same until it is given: what was once shown is never used again. */
export async function promiseAt(table: string): Promise<string | null> {
  const kept = shares.read(table);
  const made = await promise(kept !== null && kept.given === null ? kept.share : undefined);
  if (made !== null) keepAt(table, made);
  return made?.commitment ?? null;
}

/** Note which table a share is for. */
export function keepAt(table: string, { share }: Promised): void {
  const kept = shares.read(table);
  if (kept?.share !== share) shares.keep(table, { share, given: null, times: kept?.times ?? 0 });
}

/** Whether the game waits for the share of this person's page. */
export const isDue = (card: Card): boolean => card.status === "open" && card.seats.some(({ me, share_due }) => me && share_due);

/**
 * The share that is due from this page: kept with what the card shows, before anybody else sees it.
 *
 * Null if it must not be given: another page of this person is committed, or it was given when other commitments stood there.
 */
export async function dueShare(card: Card): Promise<string | null> {
  const own = card.seats.find(({ me }) => me);
  const kept = shares.read(card.id);
  if (!isDue(card) || own === undefined || card.seed === null || kept === null) return null;
  if ((await hashed(kept.share)) !== own.commitment) return null;
  const seats = card.seats.map(({ commitment }) => commitment);
  const { commitment: server, final: complete } = card.seed;
  if (kept.given !== null) {
    const same = kept.given.server === server && (!kept.given.complete || seats.every((each, at) => each === kept.given?.seats[at]));
    return same ? kept.share : null;
  }
  const times = kept.times + 1;
  shares.keep(card.id, { share: kept.share, given: { seat: own.seat, share: kept.share, server, seats, complete, times }, times });
  return kept.share;
}

async function hashed(said: string): Promise<string | null> {
  try {
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said))));
  } catch {
    return null;
  }
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
