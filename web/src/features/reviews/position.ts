// Positions and moves as the server writes them, put on the board: a line of CGP, and `H4 SPR(Ó)BUJE`.
import { nameOf, placeOf, readWritten, written, type Direction, type SquareName } from "$lib/board/squares";
import { faceOf, readFaces, type Placement } from "$lib/board/tiles";

/** The tiles in rows of a board: digits are empty squares, small letters blanks. */
function boardOf(rows: readonly string[]): Placement {
  const tiles: Record<SquareName, string> = {};
  rows.forEach((text, row) => {
    let column = 0;
    for (const [part] of text.matchAll(/\d+|\[[^\]]+\]|./gu)) {
      if (/^\d+$/.test(part)) column += Number(part);
      else tiles[nameOf({ row, column: column++ })] = part;
    }
  });
  return tiles;
}

/** The board of a line of CGP. */
export const boardIn = (position: string): Placement => boardOf((position.split(" ")[0] ?? "").split("/"));

/** The final board, whose rows have a sign for each square. */
export const finalBoard = (rows: readonly string[]): Placement =>
  boardOf(rows.map((row) => row.replace(/[.\s·]/gu, "1")));

/** A move read: what it is, and for a play its squares. */
export interface ReadMove {
  readonly kind: "play" | "exchange" | "pass" | "unknown";
  /** The new tiles by square. */
  readonly tiles: Placement;
  /** The whole word, small letters for blanks. */
  readonly word: string;
  readonly square: SquareName;
  readonly direction: Direction;
  /** The tiles of an exchange. */
  readonly exchanged: string;
}

const NOTHING: ReadMove = { kind: "unknown", tiles: {}, word: "", square: "", direction: "across", exchanged: "" };

/** Read a move; `unknown` for what is none. */
export function readMove(text: string): ReadMove {
  if (text === "-") return { ...NOTHING, kind: "pass" };
  if (text.startsWith("-")) return { ...NOTHING, kind: "exchange", exchanged: text.slice(1) };
  const [at = "", word = ""] = text.split(" ");
  const from = readWritten(at);
  const place = from && placeOf(from.square);
  if (!from || !place || !word) return NOTHING;
  const tiles: Record<SquareName, string> = {};
  let [lies, count, whole] = [false, 0, ""];
  for (const part of word.match(/\[[^\]]+\]|./gu) ?? []) {
    if (part === "(" || part === ")") lies = part === "(";
    else {
      const step = from.direction === "across" ? { row: 0, column: count } : { row: count, column: 0 };
      if (!lies) tiles[nameOf({ row: place.row + step.row, column: place.column + step.column })] = part;
      whole += part;
      count += 1;
    }
  }
  return { ...NOTHING, kind: "play", tiles, word: whole, ...from };
}

/** The move as the person's settings name squares. */
export function shownMove(text: string, numbered: boolean): string {
  const move = readMove(text);
  if (move.kind !== "play") return text;
  return `${written(move.square, move.direction, numbered)} ${text.split(" ")[1] ?? ""}`;
}

/** The rack without the tiles of a move, as the person sees it while the move lies on the board. */
export function rackWithout(rack: string, move: ReadMove): string[] {
  const faces = readFaces(rack);
  const gone = move.kind === "exchange" ? readFaces(move.exchanged) : Object.values(move.tiles).map(faceOf);
  for (const face of gone) {
    const at = faces.indexOf(face);
    if (at >= 0) faces.splice(at, 1);
  }
  return faces;
}
