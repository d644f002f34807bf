"""The board: squares and their names, directions, premium squares, and the tiles that lie on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple

from mostek.core.data_files import LAYOUTS, LayoutFile
from mostek.core.registry import RegistryError, converted, files_in, read_toml
from mostek.core.tiles import Alphabet, Tile, Tiles

_NAME = re.compile(r"([A-Za-z])([0-9]{1,2})|([0-9]{1,2})([A-Za-z])")


class Square(NamedTuple):
    """A square by its row and column, both counted from 0 at the top left corner."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """Row letter and column number, `H8` for the centre: the labels round the board (GEN-2.4.1a, S49)."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"

    def written(self, direction: Direction) -> str:
        """A word's first square as the rules write it: `H2` for a word across, `2H` for one down (GEN-2.4.1a)."""
        row, column = chr(ord("A") + self.row), str(self.column + 1)
        return row + column if direction is Direction.ACROSS else column + row

    @classmethod
    def named(cls, name: str, *, numbered_rows: bool = False) -> Square:
        """The square of a letter and a number, in either order.

        Args:
            name: `H8` or `8H`; which of the two comes first says how a word runs, and not where it begins.
            numbered_rows: Whether the rows have the numbers, as in the GCG format; by default they have the letters
                (GEN-2.4.1a).

        Raises:
            ValueError: The text names no square.

        Example:
            >>> from mostek import Square
            >>> Square.named("D8") == Square.named("8D"), Square.named("8D"), Square.named("8D", numbered_rows=True)
            (True, Square(row=3, column=7), Square(row=7, column=3))
        """
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} names no square; a row letter and a column number are expected, like H8")
        letter, number = ord((match[1] or match[4]).upper()) - ord("A"), int(match[2] or match[3]) - 1
        return cls(number, letter) if numbered_rows else cls(letter, number)

    def step(self, direction: Direction, count: int = 1) -> Square:
        """The square `count` steps further in a direction (back, if negative); it may lie off the board."""
        if direction is Direction.ACROSS:
            return Square(self.row, self.column + count)
        return Square(self.row + count, self.column)


class Direction(Enum):
    """The direction of a word: from left to right, or from top to bottom (GEN-5b)."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> Direction:
        """The direction at right angles."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Premium(Enum):
    """The premium of a square for the first letter or word that covers it (GEN-2.4b, GEN-2.4c)."""

    NONE = "."
    DOUBLE_LETTER = "'"
    TRIPLE_LETTER = '"'
    DOUBLE_WORD = "="
    TRIPLE_WORD = "#"

    @property
    def letter(self) -> int:
        """The letter multiplier."""
        return _LETTER.get(self, 1)

    @property
    def word(self) -> int:
        """The word multiplier."""
        return _WORD.get(self, 1)


_LETTER = {Premium.DOUBLE_LETTER: 2, Premium.TRIPLE_LETTER: 3}
_WORD = {Premium.DOUBLE_WORD: 2, Premium.TRIPLE_WORD: 3}


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """The layout of a board: its premium squares, and the square that the first word must cover."""

    name: str
    premiums: tuple[tuple[Premium, ...], ...]
    start: Square
    rows: int = field(init=False)
    columns: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", len(self.premiums))
        object.__setattr__(self, "columns", len(self.premiums[0]))

    def __contains__(self, square: object) -> bool:
        return isinstance(square, Square) and 0 <= square.row < self.rows and 0 <= square.column < self.columns

    def __repr__(self) -> str:
        return f"<Layout {self.name}, {self.rows} × {self.columns}>"

    def premium(self, square: Square) -> Premium:
        """The premium of a square of the board."""
        return self.premiums[square.row][square.column]

    def squares(self) -> Iterator[Square]:
        """Every square, row by row."""
        return iter(_squares(self.rows, self.columns))


@cache
def _squares(rows: int, columns: int) -> tuple[Square, ...]:
    """Made once: a square has the same object on every board."""
    return tuple(Square(row, column) for row in range(rows) for column in range(columns))


def layouts() -> tuple[str, ...]:
    """The names of all layouts."""
    return tuple(files_in(LAYOUTS))


@cache
def layout(name: str = "standard15") -> Layout:
    """A layout of the package, by its name.

    Args:
        name: the name of its file in `core/layouts`, without the ending.

    Returns:
        The layout; the same object for the same name.

    Raises:
        LookupError: there is no such layout; the error names all.
        RegistryError: a key of its file is unknown, missing or wrong.

    Example:
        >>> from mostek import Square, layout
        >>> layout().premium(Square.named("A1")).word
        3
    """
    found = files_in(LAYOUTS)
    if name not in found:
        raise LookupError(f"no board layout {name!r}; known: {', '.join(found)}")
    file = found[name]
    stated = converted(file.name, read_toml(file), LayoutFile)
    rows = stated.squares.split()
    if len({len(row) for row in rows}) != 1 or len(rows) > _MOST_ROWS:
        raise RegistryError(file.name, "squares", "{most} rows of one length at most are expected.", most=_MOST_ROWS)
    try:
        read = Layout(name, tuple(tuple(Premium(sign) for sign in row) for row in rows), Square.named(stated.start))
    except ValueError as error:
        key = "start" if repr(stated.start) in str(error) else "squares"
        raise RegistryError(file.name, key, "The entry is incomplete: {why}.", why=error) from None
    if read.start not in read:
        raise RegistryError(file.name, "start", "{square} lies off the board.", square=stated.start)
    return read


standard_layout = layout
"""Where `layout` is an argument."""
_MOST_ROWS = 26
"""A row is named by a letter."""


class Board:
    """The tiles on a layout; immutable.

    Example:
        >>> from mostek import Board, Direction, Placement, Square, layout, tile_set
        >>> board = Board(layout())
        >>> word = tile_set("pl-current").alphabet.spell("KOT")
        >>> board = board.push(Placement.along(board, Square.named("H8"), Direction.ACROSS, word))
        >>> board.cgp(), len(board), len(board.pop())
        ('15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15', 3, 0)
    """

    __slots__ = ("_before", "_cells", "count", "layout")

    def __init__(self, layout: Layout | None = None, tiles: Mapping[Square, Tile] | None = None) -> None:
        """An empty board of the standard layout, where neither is given."""
        layout = layout or standard_layout()
        self.layout = layout
        cells: list[Tile | None] = [None] * (layout.rows * layout.columns)
        for square, tile in (tiles or {}).items():
            if square not in layout:
                raise ValueError(f"{square.name} lies off the board {layout.name}")
            cells[square.row * layout.columns + square.column] = tile
        self._cells = tuple(cells)
        self._before: Board | None = None
        self.count = len(tiles or ())

    @classmethod
    def drawn(cls, picture: str, alphabet: Alphabet, layout: Layout) -> Board:
        """A board from a picture: a line for each row from the top, `.` for an empty square, blanks in small letters.

        Fewer rows or columns than the layout has are taken from the top left corner. Raises `TileError` or `ValueError`.
        """
        tiles: dict[Square, Tile] = {}
        lines = [line.split() for line in picture.strip().splitlines() if line.strip()]
        for row, line in enumerate(lines):
            for column, text in enumerate(line):
                if text != ".":
                    (tiles[Square(row, column)],) = alphabet.spell(text)
        return cls(layout, tiles)

    def __getitem__(self, square: Square | str) -> Tile | None:
        """The tile on a square, also by its name, `H8`; `None` if it is empty or off the board."""
        row, column = Square.named(square) if isinstance(square, str) else square
        columns = self.layout.columns
        if 0 <= column < columns and 0 <= row < self.layout.rows:
            return self._cells[row * columns + column]
        return None

    def __len__(self) -> int:
        return self.count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._cells == other._cells and self.layout == other.layout

    def __hash__(self) -> int:
        return hash((self._cells, self.layout.name))

    def tiles(self) -> Iterator[tuple[Square, Tile]]:
        """Every tile with its square, row by row."""
        for square, tile in zip(self.layout.squares(), self._cells, strict=True):
            if tile is not None:
                yield square, tile

    def blanks(self) -> dict[Square, Tile]:
        """The blanks on the board, read as a letter or not."""
        lying = zip(self.layout.squares(), self._cells, strict=True)
        return {square: tile for square, tile in lying if tile is not None and tile.blank}

    def faces(self) -> Tiles:
        """The tiles on the board as they would lie in the bag."""
        return Tiles(tile.face for tile in self._cells if tile is not None)

    def lay(self, tiles: Mapping[Square, Tile]) -> Board:
        """The board with these tiles on it; they replace what lay there."""
        return self._changed(tiles)

    def take(self, squares: Mapping[Square, Tile]) -> Board:
        """The board without the tiles on these squares."""
        return self._changed(dict.fromkeys(squares))

    def push(self, move: object) -> Board:
        """The board after a move; `pop` gives this one back. A board is a value: write `board = board.push(move)`.

        Args:
            move: A `Placement`, the tiles by square, or what has them as `tiles`: a play or a candidate of the engine. An
                exchange and a pass lay none.

        Raises:
            TypeError: It is a text; `mostek.notation.parse_play` reads one such as `H8 KOT`.
            ValueError: A tile lies off the board, or on a square that has one.
        """
        if isinstance(move, str):
            raise TypeError(f"{move!r} is a text: push mostek.notation.parse_play(...).placement(board)")
        laid = move if isinstance(move, Mapping) else getattr(move, "tiles", None)
        tiles: Mapping[Square, Tile] = laid if isinstance(laid, Mapping) else {}
        for square in tiles:
            if square not in self.layout or self[square] is not None:
                raise ValueError(f"{square.name} is no free square of this board")
        after = self._changed(tiles)
        after._before = self
        return after

    def pop(self) -> Board:
        """The board before the last `push`. Raises `ValueError` if there was none."""
        if self._before is None:
            raise ValueError("no move was pushed on this board")
        return self._before

    def _changed(self, changes: Mapping[Square, Tile | None]) -> Board:
        cells = list(self._cells)
        columns = self.layout.columns
        for (row, column), tile in changes.items():
            cells[row * columns + column] = tile
        board = Board.__new__(Board)
        board.layout = self.layout
        board._cells = tuple(cells)
        board._before = None
        board.count = len(cells) - cells.count(None)
        return board

    def cgp(self) -> str:
        """The tiles in a line, as the first part of a position in CGP: rows from the top, numbers for empty squares."""
        columns = self.layout.columns
        rows = (self._cells[start : start + columns] for start in range(0, len(self._cells), columns))
        texts = ("".join(str(tile or " ") for tile in row) for row in rows)
        return re.sub(" +", lambda empty: str(len(empty[0])), "/".join(texts))

    def svg(self, *, size: int = 480) -> str:
        """A picture of the board, in SVG, so many pixels wide; a notebook shows it by itself."""
        from mostek.core.board_picture import board_svg

        return board_svg(self, size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Board {self.cgp()}>"

    def __str__(self) -> str:
        """The picture that `Board.drawn` reads."""
        columns = self.layout.columns
        texts = [str(tile) if tile else "." for tile in self._cells]
        return "\n".join(" ".join(texts[start : start + columns]) for start in range(0, len(texts), columns))
