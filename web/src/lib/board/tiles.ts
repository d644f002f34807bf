// Tiles as the protocol writes them, and the tile sets of the server, which alone knows the letters' values.

/** What is printed on a tile: a letter in capitals (of one or more characters), `?` for a blank, `#` for a tile face down. */
export type Face = string;

/** A tile on the board: `K`; a small letter for a blank that stands for it; `?` for a blank undeclared; `[CH]`. */
export type TileText = string;

/** Tiles by square, as in the view and in `lay_tiles`. */
export type Placement = Readonly<Record<string, TileText>>;

/** A kind of tile: `GET /api/tile_sets/{name}` lists them in the order of the alphabet. */
interface TileKind {
  readonly letter: Face;
  readonly value: number;
  readonly count: number;
}

/** A set of tiles. */
export interface TileSet {
  readonly name: string;
  readonly tiles: readonly TileKind[];
}

/** The premium of a square in words. */
export type Premium = "double_letter" | "triple_letter" | "double_word" | "triple_word";

/** A board: `GET /api/layouts/{name}`. */
export interface Layout {
  readonly name: string;
  readonly size: number;
  readonly start: string;
  readonly premiums: Readonly<Record<string, Premium>>;
}

export const BLANK: Face = "?";
export const BACK: Face = "#";

/** The faces in a text like `AEK?` or `A[CH]`. */
export function readFaces(text: string): Face[] {
  const faces = text.match(/\[[^\]]+\]|./gu) ?? [];
  return faces.map((face) => (face.length > 1 && face.startsWith("[") ? face.slice(1, -1) : face));
}

/** The other way round: faces as one text. */
export function writeFaces(faces: readonly Face[]): string {
  return faces.map(bracketed).join("");
}

/** The letter that a tile on the board is read as, in capitals; `null` for an undeclared blank. */
export function letterOf(tile: TileText): string | null {
  const text = tile.startsWith("[") ? tile.slice(1, -1) : tile;
  return text === BLANK ? null : text.toUpperCase();
}

/** Whether a tile on the board is a blank. */
export function isBlank(tile: TileText): boolean {
  const text = tile.startsWith("[") ? tile.slice(1, -1) : tile;
  return text === BLANK || text !== text.toUpperCase();
}

/** What is printed on a tile that lies on the board. */
export function faceOf(tile: TileText): Face {
  return isBlank(tile) ? BLANK : (letterOf(tile) as string);
}

/**
 * A tile for the wire: its face and, for a blank, the letter that it stands for (`null`: undeclared). For a tile from a rack
 * of which only its owner knows the faces, `letter` is the tile itself, as its owner tells it.
 */
export function writeTile(face: Face, letter: string | null): TileText {
  if (face === BACK) return letter === null || letter === BLANK ? (letter ?? BACK) : bracketed(letter);
  if (face !== BLANK) return bracketed(face);
  return letter === null ? BLANK : bracketed(letter.toLowerCase());
}

/** The letters of a set in the order of the alphabet, without the blank. */
export function lettersOf(set: TileSet): string[] {
  return set.tiles.map((kind) => kind.letter).filter((letter) => letter !== BLANK);
}

/** The value of each face. */
export function valuesOf(set: TileSet): Readonly<Record<Face, number>> {
  return Object.fromEntries(set.tiles.map((kind) => [kind.letter, kind.value]));
}

function bracketed(face: string): string {
  return [...face].length > 1 ? `[${face}]` : face;
}
