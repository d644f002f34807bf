// Moves of analysis, whoever found them.
import { written, step, type Direction, type SquareName } from "../board/squares";
import { writeFaces, type Face, type Placement, type TileText } from "../board/tiles";

export type Move =
  | {
      readonly kind: "play";
      readonly square: SquareName;
      readonly direction: Direction;
      /** `null` where a tile is on the board already. */
      readonly tiles: readonly (TileText | null)[];
      readonly score: number;
    }
  | { readonly kind: "exchange"; readonly faces: readonly Face[] }
  | { readonly kind: "pass" };

/** What a simulation says of a move, with standard errors. */
interface Simulated {
  readonly deals: number;
  /** The share of games won. */
  readonly share: number;
  readonly shareError: number;
  /** The mean growth of the lead, in points. */
  readonly spread: number;
  readonly spreadError: number;
}

export interface Candidate {
  readonly move: Move;
  /** Score and value of what is left, in thousandths of a point. */
  readonly equity: number;
  readonly simulated: Simulated | null;
}

/** A move as the rules write it, with the tiles of the board in parentheses; empty for a pass. */
export function writtenMove(move: Move, board: Placement, size: number): string {
  if (move.kind === "pass") return "";
  if (move.kind === "exchange") return writeFaces(move.faces);
  let word = "";
  let lies = false;
  move.tiles.forEach((tile, at) => {
    if ((tile === null) !== lies) word += lies ? ")" : "(";
    lies = tile === null;
    word += tile ?? board[step(move.square, move.direction, at, size) ?? ""] ?? "";
  });
  return `${written(move.square, move.direction, false)} ${word}${lies ? ")" : ""}`;
}

/** Whether two moves are the same. */
export const sameMove = (one: Move, other: Move): boolean => JSON.stringify(one) === JSON.stringify(other);
