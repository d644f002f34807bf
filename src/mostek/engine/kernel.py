"""The engine's one door to the compiled kernel: converts boards, racks and plays to the kernel's codes and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from mostek import _kernel
from mostek._kernel import (
    ArrowChunk,
    ArrowChunks,
    Batch,
    Comparison,
    Gaddag,
    Inference,
    Judging,
    Leaves,
    Positions,
    Search,
    Simulation,
    Solver,
    Table,
    ValueTable,
    WinTable,
    WordMap,
    compare,
    grades,
    leave_training_sums,
    self_play,
)
from mostek.core.board import Board, Direction, Layout, Square, layouts
from mostek.core.moves import BINGO, Bingo, Placement
from mostek.core.tiles import BLANK, Letter, Tile, Tiles, TileSet
from mostek.lexicon import LexiconError

if TYPE_CHECKING:
    from mostek._kernel import JudgedMove
    from mostek._kernel import Move as KernelMove
    from mostek._kernel import Play as KernelPlay
    from mostek._kernel import RowError as KernelRowError

__all__ = [
    "EXCHANGE_FROM",
    "POINT",
    "ArrowChunk",
    "ArrowChunks",
    "Batch",
    "Comparison",
    "FoundPlay",
    "Gaddag",
    "Inference",
    "JudgedMove",
    "Judging",
    "KernelMove",
    "KernelPlay",
    "KernelRowError",
    "Leaves",
    "Positions",
    "Search",
    "Searcher",
    "Simulation",
    "Solver",
    "Table",
    "Totals",
    "Valuation",
    "ValueTable",
    "WinTable",
    "WordMap",
    "compare",
    "grades",
    "leave_training_sums",
    "open_searcher",
    "self_play",
]
_Key = TypeVar("_Key", Tile, str)

Valuation: TypeAlias = Leaves | int | None
"""The value of a leave: leave values (`LeaveValues.to_kernel`); with an empty bag the points of the opponent's rack; `None` for
0."""
POINT = 1000
"""Units of equity in a point."""
EXCHANGE_FROM = 7
"""The tiles that the bag must contain for an exchange, unless a rulebook says otherwise (PFS-4.3.1b)."""


class Totals(NamedTuple):
    """The totals of all plays of a position."""

    plays: int
    score: int
    """The sum of the scores."""
    best: int
    """The highest score; 0 without plays."""


@dataclass(frozen=True, slots=True)
class FoundPlay:
    """A legal play: the start of its word, the tiles to lay (`None` where a tile is on the board already), score and equity."""

    start: Square
    direction: Direction
    word: tuple[Tile | None, ...]
    score: int
    """Points, with the bingo bonus."""
    equity: int
    """The score plus the value of the leave, in thousandths of a point."""

    def __str__(self) -> str:
        """The play with a dot for each tile of the board: `H4 SPR.BUJe`."""
        return f"{self.start.written(self.direction)} {''.join(str(tile or '.') for tile in self.word)}"

    @property
    def placement(self) -> Placement:
        """The tiles on their squares."""
        return Placement(
            {self.start.step(self.direction, place): tile for place, tile in enumerate(self.word) if tile is not None}
        )

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """The tiles to lay by square, as `Board.push` takes them."""
        return self.placement.tiles

    @property
    def faces(self) -> Tiles:
        """The tiles as they leave the rack."""
        return Tiles(tile.face for tile in self.word if tile is not None)


class Searcher:
    """Generates plays with one lexicon, one layout and one set of tiles; may be shared by threads.

    The kernel runs without the interpreter's lock. A rack holds at most `bingo.tiles` tiles. Every method raises
    `ValueError` for tiles that are not in the set and for a rack that is too large.

    Args:
        gaddag: The lexicon.
        tile_set: The tiles and their values; its alphabet is that of the lexicon.
        layout: The board.
        bingo: The size of a rack and the bonus for laying a whole one.
        word_map: The word map of the same lexicon, with which `best` is about twice as fast.
    """

    def __init__(
        self,
        gaddag: Gaddag,
        tile_set: TileSet,
        layout: Layout,
        bingo: Bingo = BINGO,
        word_map: WordMap | None = None,
    ) -> None:
        self.tile_set = tile_set
        self.layout = layout
        values = bytes([0, *(tile_set.values[letter] for letter in tile_set.alphabet.letters)])
        self._search = Search(gaddag, _kernel_layout(layout), values, bingo.tiles, bingo.points, word_map)
        self.rack_size = bingo.tiles
        self._tiles = _codes(tile_set.alphabet.letters)
        self._codes = {tile: code for code, tile in self._tiles.items()} | {Tile(None, blank=True): _BLANK}
        self._faces = {BLANK: 0} | {letter: code for code, letter in enumerate(tile_set.alphabet.letters, 1)}

    @property
    def search(self) -> Search:
        """The kernel's search object, for simulation, endgames and self-play."""
        return self._search

    def rack_codes(self, rack: Tiles) -> bytes:
        """The kernel's codes of tiles: 0 for a blank, otherwise the letter's place in the alphabet from 1."""
        return bytes(self._code(self._faces, face) for face in rack)

    def plays(self, board: Board, rack: Tiles) -> list[FoundPlay]:
        """Every play once, in an order that depends only on the position; the equity is the score."""
        return [self.found(play) for play in self._search.plays(self.board_codes(board), self.rack_codes(rack))]

    def best(self, board: Board, rack: Tiles, count: int, leaves: Valuation = None) -> list[FoundPlay]:
        """The `count` best plays by equity, best first; equal ones by row, column and direction."""
        found = self._search.best(self.board_codes(board), self.rack_codes(rack), count, leaves)
        return [self.found(play, equity) for play, equity in found]

    def totals(self, board: Board, rack: Tiles) -> Totals:
        """The totals of `plays`, faster than adding them up."""
        return Totals(*self._search.totals(self.board_codes(board), self.rack_codes(rack)))

    def found(self, play: KernelPlay, equity: int | None = None) -> FoundPlay:
        """A play of the kernel as a `FoundPlay`."""
        row, column, direction, word, score = play
        tiles = tuple(map(self._tiles.get, word))
        return FoundPlay(
            Square(row, column), _DIRECTIONS[direction], tiles, score, POINT * score if equity is None else equity
        )

    def play_codes(self, play: FoundPlay) -> KernelPlay:
        """A play in the kernel's form."""
        word = bytes(self._code(self._codes, tile) if tile else 0 for tile in play.word)
        return (*play.start, _DIRECTIONS.index(play.direction), word, play.score)

    def rack_of(self, codes: bytes) -> Tiles:
        """The tiles of a rack in the kernel's codes."""
        return Tiles((BLANK, *self.tile_set.alphabet.letters)[code] for code in codes)

    @cached_property
    def batch(self) -> Batch:
        """The kernel's batch, for questions about many positions."""
        letters = self.tile_set.alphabet.letters
        counts = bytes(self.tile_set.tiles.count(face) for face in (BLANK, *letters))
        others = [name for name in layouts() if name != self.layout.name]
        spelled = [(str(letter), letter.lower()) for letter in letters]
        return Batch(self._search, spelled, counts, self.layout.columns, other_layouts=others)

    def board_codes(self, board: Board) -> bytes:
        """A board in the kernel's form: a byte for each square, row by row. Raises `ValueError` for another layout."""
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


def open_searcher(name: str, tile_set: TileSet, layout: Layout, bingo: Bingo = BINGO) -> Searcher:
    """Open a searcher for the lexicon of that name; builds a missing GADDAG and word map first.

    Raises `LexiconError`, also when the lexicon is made of other letters than the tiles, and `OSError`.
    """
    from mostek.lexicon import library

    header = library.find(name).header
    if header.letters != tile_set.alphabet.letters:
        raise LexiconError(
            "The lexicon {name!r} has other letters than the tile set {tile_set!r}.", name=name, tile_set=tile_set.name
        )
    word_map = library.open_word_map(name) if len(header.letters) <= _MAP_LETTERS else None
    return Searcher(library.open_gaddag(name), tile_set, layout, bingo, word_map)


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
    """The kernel's code of every tile on a board: the letter's place from 1, with a mark for a blank."""
    own = {code: Tile(letter) for code, letter in enumerate(letters, 1)}
    return own | {code | _BLANK: Tile(tile.letter, blank=True) for code, tile in own.items()}


_BLANK = 0x80
_MAP_LETTERS = 32
"""The largest alphabet of a word map."""
_DIRECTIONS = (Direction.ACROSS, Direction.DOWN)
