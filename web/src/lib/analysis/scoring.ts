// The points of tiles that a person lays on the analysis board, and the reason why they are no play.
import { allSquares, inOrder, otherDirection, placeOf, step, type Direction, type SquareName } from "../board/squares";
import { faceOf, letterOf, valuesOf, type Layout, type Placement, type TileSet } from "../board/tiles";
import type { Move } from "./moves";

/** Seven tiles in one turn bring fifty points more (GEN-12b). */
const BINGO = { tiles: 7, points: 50 } as const;

export type LaidFault = "nothing" | "line" | "gap" | "apart" | "start" | "one";

interface LaidPlay {
  readonly move: Move & { readonly kind: "play" };
  /** The words that it makes, the main one first. */
  readonly words: readonly string[];
}

interface Run {
  readonly first: SquareName;
  readonly squares: readonly SquareName[];
}

/** A play out of tiles on free squares (GEN-11), with its points; or why it is none. */
export function measured(board: Placement, laid: Placement, layout: Layout, set: TileSet): LaidPlay | LaidFault {
  const squares = inOrder(Object.keys(laid));
  const [first] = squares;
  if (first === undefined) return "nothing";
  const all: Placement = { ...board, ...laid };
  const direction = directionOf(squares, all, layout.size);
  if (direction === null) return "line";
  const main = runAt(first, direction, all, layout.size);
  if (!squares.every((square) => main.squares.includes(square))) return "gap";
  const cross = squares.map((square) => runAt(square, otherDirection(direction), all, layout.size)).filter(({ squares: run }) => run.length > 1);
  if (Object.keys(board).length === 0) {
    if (!squares.includes(layout.start)) return "start";
    if (squares.length < 2) return "one";
  } else if (main.squares.length === squares.length && cross.length === 0) return "apart";
  const runs = [...(main.squares.length > 1 ? [main] : []), ...cross];
  const points = runs.reduce((sum, run) => sum + pointsOf(run, all, laid, layout, set), 0);
  const score = points + (squares.length >= BINGO.tiles ? BINGO.points : 0);
  const tiles = main.squares.map((square) => laid[square] ?? null);
  return { move: { kind: "play", square: main.first, direction, tiles, score }, words: runs.map((run) => wordOf(run, all)) };
}

/** The line of the tiles; for one tile that of the longer word, across if both are as long. */
function directionOf(squares: readonly SquareName[], all: Placement, size: number): Direction | null {
  const places = squares.map((square) => placeOf(square)).filter((place) => place !== null);
  if (squares.length === 1) {
    const [across, down] = (["across", "down"] as const).map((way) => runAt(squares[0] as string, way, all, size).squares.length);
    return (down as number) > (across as number) ? "down" : "across";
  }
  if (places.every(({ row }) => row === places[0]?.row)) return "across";
  return places.every(({ column }) => column === places[0]?.column) ? "down" : null;
}

function runAt(square: SquareName, direction: Direction, all: Placement, size: number): Run {
  let first = square;
  for (let before = step(first, direction, -1, size); before && all[before] !== undefined; before = step(first, direction, -1, size)) first = before;
  const squares = [];
  for (let at: SquareName | null = first; at && all[at] !== undefined; at = step(at, direction, 1, size)) squares.push(at);
  return { first, squares };
}

function pointsOf(run: Run, all: Placement, laid: Placement, layout: Layout, set: TileSet): number {
  const values = valuesOf(set);
  let [sum, factor] = [0, 1];
  for (const square of run.squares) {
    const value = values[faceOf(all[square] as string)] ?? 0;
    const premium = laid[square] === undefined ? undefined : layout.premiums[square];
    sum += value * (premium === "double_letter" ? 2 : premium === "triple_letter" ? 3 : 1);
    factor *= premium === "double_word" ? 2 : premium === "triple_word" ? 3 : 1;
  }
  return sum * factor;
}

const wordOf = (run: Run, all: Placement): string => run.squares.map((square) => letterOf(all[square] as string) ?? "?").join("");

/** Every word on the board with its squares. */
export function wordsOn(board: Placement, size: number): readonly { readonly word: string; readonly squares: readonly SquareName[] }[] {
  const runs = (["across", "down"] as const).flatMap((direction) =>
    inOrder(Object.keys(board))
      .filter((square) => board[step(square, direction, -1, size) ?? ""] === undefined)
      .map((square) => runAt(square, direction, board, size)),
  );
  return runs.filter(({ squares }) => squares.length > 1).map((run) => ({ word: wordOf(run, board), squares: run.squares }));
}

/** Every square of the board, row by row, as one list. */
export const squaresOf = (layout: Layout): readonly SquareName[] => allSquares(layout.size).flat();
