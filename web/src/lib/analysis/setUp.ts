// Setting up a position: all tiles of the set are at hand, and those of the position lie where it has them.
import { begin, type BoardState, type OwnTile, type Tentative } from "../board/state";
import { faceOf, isBlank, letterOf, lettersOf, type Layout, type Placement, type TileSet } from "../board/tiles";

/** The board of a position as something that can be changed: no more tiles than the set has can ever lie there. */
export function beginSetUp(board: Placement, layout: Layout, set: TileSet): BoardState {
  const tiles: OwnTile[] = set.tiles.flatMap(({ letter, count }) => Array.from({ length: count }, () => letter)).map((face, id) => ({ id, face }));
  const left = [...tiles];
  const tentative: Record<string, Tentative> = {};
  for (const [square, text] of Object.entries(board)) {
    const at = left.findIndex(({ face }) => face === faceOf(text));
    const [tile] = at < 0 ? [] : left.splice(at, 1);
    if (tile) tentative[square] = { id: tile.id, letter: isBlank(text) ? letterOf(text) : null };
  }
  return { ...begin({ size: layout.size, start: layout.start, letters: lettersOf(set) }), tiles, tentative };
}
