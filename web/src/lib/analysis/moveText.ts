// Moves as short texts, for links and GCG.
import { nameOf, placeOf, readWritten, step, written, type Direction } from "../board/squares";
import { letterOf, readFaces, writeFaces, type Placement, type TileText } from "../board/tiles";
import type { Move } from "./moves";

/** The tiles of a play as one text, a dot where a tile lies on the board already. */
const tilesText = (tiles: readonly (TileText | null)[]): string => tiles.map((tile) => tile ?? ".").join("");

/** `8H KOTA`, `H8 K..A`: rows with numbers, as in GCG; `-AB` an exchange, `-` a pass. */
export function moveText(move: Move): string {
  if (move.kind === "pass") return "-";
  if (move.kind === "exchange") return `-${writeFaces(move.faces)}`;
  return `${written(move.square, move.direction, true)} ${tilesText(move.tiles)}`;
}

/** What a text says: the squares and tiles of a play, an exchange, or a pass; null if it says nothing. */
type SaidMove =
  | { readonly kind: "laid"; readonly laid: Placement }
  | Exclude<Move, { readonly kind: "play" }>;

/** The other way round. On a square that is taken stands a dot, or the letter that lies there. */
export function readMove(where: string, what: string, board: Placement, size: number): SaidMove | null {
  if (where === "-") return { kind: "pass" };
  if (where.startsWith("-")) return { kind: "exchange", faces: readFaces(where.slice(1).toUpperCase()) };
  const at = placeNumbered(where);
  if (!at) return null;
  const laid: Record<string, TileText> = {};
  const signs = what.replace(/[()]/g, "").match(/\[[^\]]+\]|./gu) ?? [];
  for (const [place, sign] of signs.entries()) {
    const square = step(at.square, at.direction, place, size);
    if (square === null) return null;
    const there = board[square];
    if (there === undefined) {
      if (sign === ".") return null;
      laid[square] = sign;
    } else if (sign !== "." && letterOf(sign) !== letterOf(there)) return null;
  }
  return { kind: "laid", laid };
}

/** `8H` runs across row 8 from column H, `H8` down: the other way round than the rules write it. */
function placeNumbered(text: string): { square: string; direction: Direction } | null {
  const found = readWritten(text.toUpperCase());
  const place = found && placeOf(found.square);
  if (!found || !place) return null;
  const square = nameOf({ row: place.column, column: place.row });
  return { square, direction: found.direction === "across" ? "down" : "across" };
}
