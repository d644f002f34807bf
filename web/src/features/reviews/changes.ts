// Verdicts that have changed while a review deepens: what they were, so that none flips silently.
import type { GameReview, Grade, TurnReview } from "$lib/wire/reviews";

/** An earlier verdict of a turn. */
export interface EarlierVerdict {
  readonly grade: Grade | null;
  readonly best: string;
  readonly depth: TurnReview["depth"];
}

export type Changes = Readonly<Record<number, EarlierVerdict>>;

const bestOf = (turn: TurnReview): string => turn.best[0]?.move ?? "";

/** The changes known so far with those that a newer review brings; a verdict that comes back is no change. */
export function changesOf(before: GameReview | null, after: GameReview, known: Changes): Changes {
  const found: Record<number, EarlierVerdict> = { ...known };
  for (const turn of after.turns) {
    const old = before?.turns[turn.turn];
    if (old?.grade && turn.grade && (old.grade !== turn.grade || bestOf(old) !== bestOf(turn))) {
      found[turn.turn] = { grade: old.grade, best: bestOf(old), depth: old.depth };
    }
    const earlier = found[turn.turn];
    if (earlier && earlier.grade === turn.grade && earlier.best === bestOf(turn)) delete found[turn.turn];
  }
  return found;
}
