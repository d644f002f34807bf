// The tables of the lobby in the order in which they matter to a person.
import type { Card } from "$lib/wire/api";

interface Groups {
  readonly mine: readonly Card[];
  readonly open: readonly Card[];
  readonly playing: readonly Card[];
  readonly over: readonly Card[];
}

const WEIGHT = { playing: 0, open: 1, over: 2, closed: 3 } as const;
const MOST_OVER = 12;

/** My unfinished games first, then free seats, games to watch, and the latest finished ones; the newest of each first. */
export function sorted(cards: readonly Card[]): Groups {
  const newest = [...cards].sort((one, two) => two.created - one.created);
  const isMine = (card: Card): boolean => typeof card.mine === "number" && card.status !== "over";
  const others = newest.filter((card) => !isMine(card));
  return {
    mine: newest.filter(isMine).sort((one, two) => WEIGHT[one.status] - WEIGHT[two.status]),
    open: others.filter(({ status }) => status === "open"),
    playing: others.filter(({ status }) => status === "playing"),
    over: others.filter(({ status }) => status === "over").slice(0, MOST_OVER),
  };
}
