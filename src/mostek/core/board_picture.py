"""A picture of a board in SVG that needs nothing from elsewhere: premium squares, tiles with their letters, labels round it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from mostek.core.board import Premium

if TYPE_CHECKING:
    from mostek.core.board import Board

_SQUARE = 32
_COLOURS = {
    Premium.NONE: "#f7f3ea",
    Premium.DOUBLE_LETTER: "#bcd9ea",
    Premium.TRIPLE_LETTER: "#5f9dc6",
    Premium.DOUBLE_WORD: "#f0c4bd",
    Premium.TRIPLE_WORD: "#d9705f",
}
_TILE, _LINE, _INK = "#f6e3b8", "#b8ad98", "#1d2a25"
_OF_BLANK = ' fill="#a32626" font-style="italic"'


def board_svg(board: Board, size: int) -> str:
    """The picture, so many pixels wide; rows have letters and columns numbers (GEN-2.4.1a)."""
    rows, columns = board.layout.rows, board.layout.columns
    wide, high = (columns + 1) * _SQUARE, (rows + 1) * _SQUARE
    # The picture keeps its own colours: on a dark page letters would else be dark on dark.
    inside = "".join((*_svg_labels(rows, columns), *_svg_squares(board)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{size}" height="{size * high // wide}" '
        f'font-family="sans-serif" text-anchor="middle" fill="{_INK}" role="img" aria-label="{escape(board.cgp())}">'
        f'<rect width="{wide}" height="{high}" fill="#fff"/>{inside}</svg>'
    )


def _svg_labels(rows: int, columns: int) -> Iterator[str]:
    for column in range(columns):
        yield _svg_text((column + 1.5) * _SQUARE, _SQUARE * 0.65, 13, str(column + 1))
    for row in range(rows):
        yield _svg_text(_SQUARE / 2, (row + 1.65) * _SQUARE, 13, chr(ord("A") + row))


def _svg_squares(board: Board) -> Iterator[str]:
    for square in board.layout.squares():
        tile = board[square]
        x, y = (square.column + 1) * _SQUARE, (square.row + 1) * _SQUARE
        fill = _COLOURS[board.layout.premium(square)] if tile is None else _TILE
        yield f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}" stroke="{_LINE}"/>'
        if tile is not None:
            letter = tile.letter or "?"
            style = f' font-weight="700"{_OF_BLANK if tile.blank else ""}'
            yield _svg_text(x + _SQUARE / 2, y + _SQUARE * 0.72, 20 if len(letter) == 1 else 13, letter, style)


def _svg_text(x: float, y: float, size: int, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>{escape(text)}</text>'
