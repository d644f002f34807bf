"""The board and the rack as lines of coloured text; every sign says the same without colour."""

from __future__ import annotations

from collections.abc import Container, Mapping

from rich.text import Text

from mostek.core.board import Board, Premium, Square
from mostek.core.tiles import Tile, Tiles, TileSet
from mostek.messages import text
from mostek.notation.coordinates import Orientation, column_labels, row_labels

CELL = 3
"""Columns of the terminal for each square: a mark, the letter, its value."""
MARGIN = 3
"""Columns for the labels of the rows."""

_LABEL = "bright_black"
_TILE = "bold #201c16 on #efe2c0"
_NEW_TILE = "bold #201c16 on #ffc94a"
_PREMIUMS: Mapping[Premium, tuple[str, str]] = {
    Premium.NONE: ("·", "#6c6c6c on #262626"),
    Premium.DOUBLE_LETTER: ("2L", "#0e2a3d on #94c3df"),
    Premium.TRIPLE_LETTER: ("3L", "#f2f7fb on #2a6796"),
    Premium.DOUBLE_WORD: ("2W", "#45131a on #e3a3a3"),
    Premium.TRIPLE_WORD: ("3W", "#fdf0ee on #a4373a"),
}


def board_width(board: Board) -> int:
    """How many columns the picture takes."""
    return MARGIN + CELL * board.layout.columns


def board_lines(board: Board, new: Container[Square], tile_set: TileSet, orientation: Orientation) -> list[Text]:
    """The board with its labels. Tiles on the `new` squares, those of the last move, have a mark before them."""
    head = Text(" " * MARGIN, style=_LABEL)
    for label in column_labels(board.layout, orientation):
        head.append(f"{label:^{CELL}}")
    lines = [head]
    for row, label in enumerate(row_labels(board.layout, orientation)):
        line = Text(f"{label:>{MARGIN - 1}} ", style=_LABEL)
        for column in range(board.layout.columns):
            square = Square(row, column)
            line.append_text(_cell(board, square, square in new, tile_set))
        lines.append(line)
    return lines


def rack_line(rack: Tiles, tile_set: TileSet) -> Text:
    """A rack in the order of the alphabet, blanks last, with the value of each tile."""
    line = Text()
    order = sorted(rack, key=lambda face: (face not in tile_set.alphabet, tile_set.alphabet.order(face)))
    for face in order:
        line.append(f" {face}{_value(tile_set.values[face])} ", style=_TILE)
        line.append(" ")
    return line


def _cell(board: Board, square: Square, new: bool, tile_set: TileSet) -> Text:
    tile = board[square]
    if tile is None:
        sign, style = _PREMIUMS[board.layout.premium(square)]
        shown = "★" if square == board.layout.start else text(sign) if len(sign) > 1 else sign
        return Text(f"{shown:^{CELL}}" if len(shown) < 2 else f" {shown}", style=style)
    return Text(f"{'›' if new else ' '}{_tile(tile, tile_set):<{CELL - 1}}", style=_NEW_TILE if new else _TILE)


def _tile(tile: Tile, tile_set: TileSet) -> str:
    """The letter with its value where there is room; a blank has a small letter and no value."""
    if tile.letter is None or tile.blank:
        return str(tile).strip("[]")[: CELL - 1]
    return tile.letter if len(tile.letter) > 1 else tile.letter + _value(tile_set.of_tile(tile))[: CELL - 2]


def _value(points: int) -> str:
    return "".join(chr(0x2080 + int(digit)) for digit in str(points))
