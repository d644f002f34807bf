// Squares and their names. Inside the program a square is always called by its row letter and column number, `H8` for the
// centre (GEN-2.4.1a), as on the wire; only what a person reads may follow the other convention.

/** A square's name: row letter, then column number. */
export type SquareName = string;

/** How a word runs: from left to right, or from top to bottom (GEN-5b). */
export type Direction = "across" | "down";

/** A square by row and column, both counted from 0 at the top left corner. It may lie off the board. */
interface Place {
  readonly row: number;
  readonly column: number;
}

const LETTER_A = 65;
const NAME = /^([A-Z])([1-9][0-9]?)$/;

/** The name of the square in this row and column. */
export function nameOf({ row, column }: Place): SquareName {
  return `${letterOfLine(row)}${column + 1}`;
}

/** Where the square of that name lies; `null` if the text names no square. */
export function placeOf(name: SquareName): Place | null {
  const match = NAME.exec(name);
  if (!match) return null;
  return { row: (match[1] as string).charCodeAt(0) - LETTER_A, column: Number(match[2]) - 1 };
}

/** Whether a board with `size` rows and columns has such a square. */
export function isOnBoard({ row, column }: Place, size: number): boolean {
  return row >= 0 && column >= 0 && row < size && column < size;
}

/** The square `count` steps further in a direction (back, if negative); `null` if it lies off the board. */
export function step(name: SquareName, direction: Direction, count: number, size: number): SquareName | null {
  const place = placeOf(name);
  if (!place) return null;
  const next =
    direction === "across"
      ? { row: place.row, column: place.column + count }
      : { row: place.row + count, column: place.column };
  return isOnBoard(next, size) ? nameOf(next) : null;
}

/** The direction at right angles. */
export function otherDirection(direction: Direction): Direction {
  return direction === "across" ? "down" : "across";
}

/** Every square, row by row. */
export function allSquares(size: number): SquareName[][] {
  return lines(size).map((row) => lines(size).map((column) => nameOf({ row, column })));
}

/** Squares in the order of rows, then columns. */
export function inOrder(names: readonly SquareName[]): SquareName[] {
  return [...names].sort((one, other) => rank(one) - rank(other));
}

/** The labels down the left edge: letters, or numbers where the columns have letters (GCG). */
export function rowLabels(size: number, numbered: boolean): string[] {
  return lines(size).map((line) => (numbered ? String(line + 1) : letterOfLine(line)));
}

/** The labels along the upper edge. */
export function columnLabels(size: number, numbered: boolean): string[] {
  return rowLabels(size, !numbered);
}

/** A square as a person reads it: the letter first in both conventions. */
export function readable(name: SquareName, numbered: boolean): string {
  const place = placeOf(name);
  if (!place || !numbered) return name;
  return `${letterOfLine(place.column)}${place.row + 1}`;
}

/**
 * A word's first square and direction out of the way in which the rules write it: `H2` runs across row H, `2H` runs down
 * column 2 (GEN-2.4.1a). `null` if the text is neither.
 */
export function readWritten(text: string): { square: SquareName; direction: Direction } | null {
  if (placeOf(text)) return { square: text, direction: "across" };
  const turned = /^([0-9]{1,2})([A-Z])$/.exec(text);
  const square = turned ? `${turned[2]}${turned[1]}` : "";
  return placeOf(square) ? { square, direction: "down" } : null;
}

/** The other way round: how the rules write a first square and a direction, in either convention. */
export function written(square: SquareName, direction: Direction, numbered: boolean): string {
  const place = placeOf(square);
  if (!place) return square;
  const letter = letterOfLine(numbered ? place.column : place.row);
  const number = String((numbered ? place.row : place.column) + 1);
  // The label that comes first names the line in which the word runs.
  const letterFirst = numbered ? direction === "down" : direction === "across";
  return letterFirst ? letter + number : number + letter;
}

function letterOfLine(line: number): string {
  return String.fromCharCode(LETTER_A + line);
}

function rank(name: SquareName): number {
  const place = placeOf(name);
  return place ? place.row * 100 + place.column : -1;
}

function lines(size: number): number[] {
  return Array.from({ length: size }, (_, line) => line);
}
