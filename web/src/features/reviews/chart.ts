// The graph of the chance to win: its points, and which turn lies where.
import type { GameReview, Grade } from "$lib/wire/reviews";

/** The chance of the first player after so many turns; null where it is not known. */
interface ChartPoint {
  readonly turn: number;
  readonly chance: number | null;
  /** The grade of the turn that led here, if it is worth a mark. */
  readonly mark: Grade | null;
  readonly seat: number;
}

const MARKED: ReadonlySet<Grade | null> = new Set<Grade | null>(["mistake", "blunder"]);

/** The chance of the first player, seen from the seat that had the turn. */
const asFirst = (chance: number | null, seat: number): number | null =>
  chance === null ? null : seat === 1 ? chance : 1 - chance;

/** The points of the graph: before the first turn, and after each. */
export function chartPoints(review: GameReview): readonly ChartPoint[] {
  if (review.players.length !== 2) return [];
  const { turns } = review;
  const points = turns.map((each, index): ChartPoint => {
    const next = turns[index + 1];
    const chance = asFirst(each.chance_after, each.seat) ?? (next ? asFirst(next.chance_before, next.seat) : null);
    return { turn: index + 1, chance, mark: MARKED.has(each.grade) ? each.grade : null, seat: each.seat };
  });
  const first = turns[0];
  return [{ turn: 0, chance: first ? asFirst(first.chance_before, first.seat) : null, mark: null, seat: 0 }, ...points];
}

/** The lines of the graph: runs of points that are known, as `x,y` for SVG. */
export function chartLines(points: readonly ChartPoint[], width: number, height: number): readonly string[] {
  const runs: string[][] = [[]];
  for (const point of points) {
    if (point.chance === null) runs.push([]);
    else runs.at(-1)?.push(`${round(xOf(point.turn, points.length, width))},${round((1 - point.chance) * height)}`);
  }
  return runs.filter((run) => run.length > 1).map((run) => run.join(" "));
}

/** Where a number of turns stands. */
export const xOf = (turn: number, count: number, width: number): number => (count < 2 ? 0 : (turn / (count - 1)) * width);

const round = (value: number): number => Math.round(value * 100) / 100;
