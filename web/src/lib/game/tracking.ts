// The tracking sheet: the set of tiles, and what has been crossed out.
import { BLANK, faceOf, readFaces, type TileSet } from "$lib/board/tiles";
import type { View } from "$lib/wire/types";

/** How many tiles of each face are crossed out. */
export type Crossed = Readonly<Record<string, number>>;

interface Line {
  readonly face: string;
  readonly all: number;
  readonly left: number;
}

/** What a player can see: the board, and the own rack. */
export function seenTiles(view: View): Crossed {
  const faces = [...Object.values(view.board).map(faceOf), ...readFaces(view.rack ?? "")];
  const seen: Record<string, number> = {};
  for (const face of faces) seen[face] = (seen[face] ?? 0) + 1;
  return seen;
}

/** The sheet, the blank last. */
export function sheet(set: TileSet, crossed: Crossed): readonly Line[] {
  const lines = set.tiles.map(({ letter, count }) => ({
    face: letter,
    all: count,
    left: Math.max(0, count - (crossed[letter] ?? 0)),
  }));
  return [...lines.filter(({ face }) => face !== BLANK), ...lines.filter(({ face }) => face === BLANK)];
}

/** The sheet with one tile more (or fewer) crossed out. */
export function cross(set: TileSet, crossed: Crossed, face: string, by: 1 | -1): Crossed {
  const all = set.tiles.find(({ letter }) => letter === face)?.count ?? 0;
  return { ...crossed, [face]: Math.min(all, Math.max(0, (crossed[face] ?? 0) + by)) };
}

/** How many tiles are left on the sheet. */
export const total = (lines: readonly Line[]): number => lines.reduce((sum, { left }) => sum + left, 0);

/** Parse the stored sheet; entries of another shape are dropped. */
export function readCrossed(text: string | null): Crossed {
  const parsed: unknown = parse(text);
  if (typeof parsed !== "object" || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  );
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
