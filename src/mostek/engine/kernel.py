"""The engine's one door to the compiled kernel: boards, racks and plays go in and out as values of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from mostek import _kernel
from mostek._kernel import SearchGraph
from mostek.board import Board, Direction, Layout, Square
from mostek.lexicon import LexiconError
from mostek.plays import Placement
from mostek.scoring import BINGO, Bingo
from mostek.tiles import BLANK, Letter, Tile, Tiles, TileSet

_Key = TypeVar("_Key", Tile, str)

Position: TypeAlias = tuple[Board, Tiles]
"""A board and the rack of the player on turn."""


class Totals(NamedTuple):
    """All plays of a position summed up."""

    plays: int
    score: int
    """The sum of the scores."""
    best: int
    """The highest score; 0 if there is no play."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A legal play: where its word begins, the tiles to lay (`None` where one lies already), and its exact score."""

    start: Square
    direction: Direction
    word: tuple[Tile | None, ...]
    score: int

    @property
    def placement(self) -> Placement:
        """The tiles on their squares."""
        return Placement(
            {self.start.step(self.direction, place): tile for place, tile in enumerate(self.word) if tile is not None}
        )

    @property
    def faces(self) -> Tiles:
        """The tiles as they leave the rack."""
        return Tiles(tile.face for tile in self.word if tile is not None)


class Searcher:
    """Finds plays in one lexicon, on one layout, with one set of tiles; may be shared by threads.

    The search itself runs without the interpreter's lock. Racks may hold up to `bingo.tiles` tiles. Every method raises
    `ValueError` for tiles that are not of the set and for a rack that is too large.
    """

    def __init__(self, graph: SearchGraph, tile_set: TileSet, layout: Layout, bingo: Bingo = BINGO) -> None:
        self.tile_set = tile_set
        self.layout = layout
        values = bytes([0, *(tile_set.values[letter] for letter in tile_set.alphabet.letters)])
        self._search = _kernel.Search(graph, _kernel_layout(layout), values, bingo.tiles, bingo.points)
        self.rack_size = bingo.tiles
        self._tiles = _codes(tile_set.alphabet.letters)
        self._codes = {tile: code for code, tile in self._tiles.items()} | {Tile(None, blank=True): _BLANK}
        self._faces = {BLANK: 0} | {letter: code for code, letter in enumerate(tile_set.alphabet.letters, 1)}

    @property
    def search(self) -> _kernel.Search:
        """The kernel's own searcher, for what plays on inside the kernel."""
        return self._search

    def rack_codes(self, rack: Tiles) -> bytes:
        """Tiles by the kernel's codes: 0 for a blank, else the letter's place in the alphabet from 1."""
        return bytes(self._code(self._faces, face) for face in rack)

    def plays(self, board: Board, rack: Tiles) -> list[FoundPlay]:
        """Every play, each once, in an order that depends on nothing but the position."""
        return self._found(self._search.plays(self._board(board), self.rack_codes(rack)))

    def best(self, board: Board, rack: Tiles, count: int) -> list[FoundPlay]:
        """The best plays by score, best first; of equal ones the one higher up and further left."""
        return self._found(self._search.best(self._board(board), self.rack_codes(rack), count))

    def totals(self, board: Board, rack: Tiles) -> Totals:
        """The totals of `plays`, much faster."""
        return Totals(*self._search.totals(self._board(board), self.rack_codes(rack)))

    def best_many(self, positions: Sequence[Position], count: int) -> list[list[FoundPlay]]:
        """`best` of many positions at once."""
        boards, racks = self._batch(positions)
        return [self._found(plays) for plays in self._search.best_many(boards, racks, count)]

    def totals_many(self, positions: Sequence[Position]) -> list[Totals]:
        """`totals` of many positions at once."""
        boards, racks = self._batch(positions)
        return [Totals(*totals) for totals in self._search.totals_many(boards, racks)]

    def _batch(self, positions: Sequence[Position]) -> tuple[bytes, list[bytes]]:
        return b"".join(self._board(board) for board, _ in positions), [self.rack_codes(rack) for _, rack in positions]

    def _board(self, board: Board) -> bytes:
        if board.layout != self.layout:
            raise ValueError(f"this searcher knows the layout {self.layout.name!r}, not {board.layout.name!r}")
        cells = bytearray(self.layout.rows * self.layout.columns)
        for (row, column), tile in board.tiles():
            cells[row * self.layout.columns + column] = self._code(self._codes, tile)
        return bytes(cells)

    def _code(self, codes: Mapping[_Key, int], key: _Key) -> int:
        if key not in codes:
            raise ValueError(f"the tile {str(key)!r} is not of the set {self.tile_set.name!r}")
        return codes[key]

    def _found(self, plays: Iterable[_kernel.Play]) -> list[FoundPlay]:
        tiles = self._tiles
        return [
            FoundPlay(Square(row, column), _DIRECTIONS[direction], tuple(map(tiles.get, word)), score)
            for row, column, direction, word, score in plays
        ]


def open_searcher(name: str, tile_set: TileSet, layout: Layout, bingo: Bingo = BINGO) -> Searcher:
    """A searcher in the lexicon of that name; its search graph is built first where it is missing.

    Raises `LexiconError`, also when the lexicon is made of other letters than the tiles, and `OSError`.
    """
    from mostek.lexicon import library

    header = library.find(name).header
    if header.letters != tile_set.alphabet.letters:
        raise LexiconError(
            "The lexicon {name!r} has other letters than the tile set {tile_set!r}.", name=name, tile_set=tile_set.name
        )
    return Searcher(library.open_search(name), tile_set, layout, bingo)


def _kernel_layout(layout: Layout) -> _kernel.Layout:
    premiums = [premium for row in layout.premiums for premium in row]
    return _kernel.Layout(
        layout.rows,
        layout.columns,
        bytes(premium.letter for premium in premiums),
        bytes(premium.word for premium in premiums),
        layout.start.row * layout.columns + layout.start.column,
    )


def _codes(letters: tuple[Letter, ...]) -> dict[int, Tile]:
    """The kernel's number of every tile that can lie on a board: the letter's place from 1, with a mark for a blank."""
    own = {code: Tile(letter) for code, letter in enumerate(letters, 1)}
    return own | {code | _BLANK: Tile(tile.letter, blank=True) for code, tile in own.items()}


_BLANK = 0x80
_DIRECTIONS = (Direction.ACROSS, Direction.DOWN)
