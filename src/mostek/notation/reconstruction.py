"""Finds the squares of placements whose words, points and final board are known, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mostek.core.board import Board, Direction, Layout, Square
from mostek.core.moves import Placement, faults, score
from mostek.core.tiles import BLANK, Letter, Tile, Tiles, TileSet


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A placement without its square: the rack it came from, the words in capitals with the main one first, the points."""

    rack: Tiles
    words: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement that fits: the square and direction of its main word, and the tiles laid."""

    start: Square
    direction: Direction
    tiles: Mapping[Square, Tile]


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The answer of `reconstruct`: the first sequence found, and where a second one differs from it."""

    placed: tuple[Placed, ...]
    ambiguous_from: int | None
    """The index of the first placement that another sequence puts elsewhere; `None` if there is only one sequence."""


class NoReconstruction(Exception):  # noqa: N818 - not an error of the program: the record contradicts itself
    """No sequence fits; `furthest` placements could be put on the board at most. `exhausted`: all were tried."""

    def __init__(self, furthest: int, *, exhausted: bool) -> None:
        super().__init__(f"no sequence of placements fits beyond number {furthest}")
        self.furthest = furthest
        self.exhausted = exhausted


def reconstruct(
    plays: Sequence[Unplaced], final: Mapping[Square, Letter], tile_set: TileSet, layout: Layout
) -> Reconstruction:
    """The sequence of placements that forms exactly these words for exactly these points and ends with this board.

    Searches depth first over the squares where the main word stands on the final board and over the letters that blanks
    may stand for. Raises `NoReconstruction`.
    """
    search = _Search(plays, final, tile_set)
    found = search.solutions(Board(layout))
    first = next(found, None)
    if first is None:
        raise NoReconstruction(search.furthest, exhausted=not search.gave_up)
    second = next(found, None)
    if second is None:
        return Reconstruction(first, None)
    return Reconstruction(
        first, next(at for at, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1])
    )


class _Search:
    def __init__(self, plays: Sequence[Unplaced], final: Mapping[Square, Letter], tile_set: TileSet) -> None:
        self.plays = plays
        self.final = final
        self.tile_set = tile_set
        self.furthest = 0
        self._barren: set[tuple[int, Board]] = set()
        self._tries = 0

    @property
    def gave_up(self) -> bool:
        """Whether the search stopped before it had tried everything."""
        return self._tries >= _MOST_TRIES

    def solutions(self, board: Board, at: int = 0) -> Iterator[tuple[Placed, ...]]:
        """Every way to put the placements from `at` on, each once."""
        self.furthest = max(self.furthest, at)
        if at == len(self.plays):
            if len(board) == len(self.final):
                yield ()
            return
        if (at, board) in self._barren:
            return
        fruitful = False
        for placed in self._fitting(board, self.plays[at]):
            for rest in self.solutions(board.lay(placed.tiles), at + 1):
                fruitful = True
                yield (placed, *rest)
        if not fruitful:
            self._barren.add((at, board))

    def _fitting(self, board: Board, play: Unplaced) -> Iterator[Placed]:
        seen: set[Placement] = set()
        for placed in self._candidates(board, play):
            self._tries += 1
            if self.gave_up:
                return
            placement = Placement(placed.tiles)
            if placement in seen or faults(board, placement, None, self.tile_set.alphabet):
                continue
            value = score(board, placement, self.tile_set)
            words = sorted(each.word.text for each in value.words)
            if value.total == play.points and words == sorted(play.words):
                seen.add(placement)
                yield placed

    def _candidates(self, board: Board, play: Unplaced) -> Iterator[Placed]:
        word = self.tile_set.alphabet.word(play.words[0])
        for start, direction in self._places(word):
            squares = [start.step(direction, count) for count in range(len(word))]
            empty = [square for square in squares if board[square] is None]
            if empty:
                for tiles in self._tiles(empty, play.rack):
                    yield Placed(start, direction, tiles)

    def _places(self, word: tuple[Letter, ...]) -> Iterator[tuple[Square, Direction]]:
        """Where these letters stand on the final board, perhaps inside a longer word."""
        for start in self.final:
            for direction in Direction:
                if all(self.final.get(start.step(direction, at)) == letter for at, letter in enumerate(word)):
                    yield start, direction

    def _tiles(self, squares: Sequence[Square], rack: Tiles) -> Iterator[dict[Square, Tile]]:
        """Every way to lay the letters of these squares from the rack, with none, some or all of its blanks."""
        for count in range(rack.count(BLANK) + 1):
            for blanks in combinations(squares, count):
                tiles = {square: Tile(self.final[square], blank=square in blanks) for square in squares}
                if not Tiles(tile.face for tile in tiles.values()).missing_from(rack):
                    yield tiles


_MOST_TRIES = 50_000
"""A game of thirty turns takes some hundreds of tries; more than this many means a log that fits in too many ways."""
