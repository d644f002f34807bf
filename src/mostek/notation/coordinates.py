"""Squares with a direction, as people write them, in either of the two conventions.

In both, the label that comes first names the line in which the word runs. They differ in which lines have letters:
GEN-2.4.1a letters the rows (`H2` runs across row H, `2H` down column 2), GCG letters the columns (`8B` across, `B8`
down). The premium squares are symmetric, so a text read in the wrong convention replays with equal scores: the convention
is always an argument, never a guess.
"""

from __future__ import annotations

import re
from enum import Enum

from mostek.core.board import Direction, Layout, Square


class Orientation(Enum):
    """Which lines of the board have letters."""

    LETTERED_ROWS = "lettered-rows"
    """Rows A–O, columns 1–15: the rules of the game (GEN-2.4.1a, S49)."""
    NUMBERED_ROWS = "numbered-rows"
    """Rows 1–15, columns A–O: GCG, CGP."""


class CoordinateError(ValueError):
    """A text names no square with a direction."""


def parse_coordinate(text: str, orientation: Orientation) -> tuple[Square, Direction]:
    """Read the first square of a word and its direction.

    Args:
        text: A letter and a number: `H8` or `8H`.
        orientation: Which lines of the board have letters.

    Returns:
        The square, which may lie off the board, and the direction.

    Raises:
        CoordinateError: The text names no square.

    Source: GEN-2.4.1a for lettered rows; the GCG format for numbered rows.

    Example:
        >>> from mostek.notation import Orientation, parse_coordinate
        >>> square, direction = parse_coordinate("8D", Orientation.NUMBERED_ROWS)
        >>> square.name, direction.value
        ('H4', 'across')
    """
    if not (match := _COORDINATE.fullmatch(text)):
        raise CoordinateError(f"{text!r} names no square: a letter and a number are expected, like H8 or 8H")
    letter_first = match["letter_first"] is not None
    letter = ord((match["letter_first"] or match["letter_last"]).upper()) - ord("A")
    number = int(match[2] or match[3]) - 1
    if orientation is Orientation.LETTERED_ROWS:
        return Square(letter, number), Direction.ACROSS if letter_first else Direction.DOWN
    return Square(number, letter), Direction.DOWN if letter_first else Direction.ACROSS


def format_coordinate(square: Square, direction: Direction, orientation: Orientation) -> str:
    """Write the first square of a word with its direction.

    Args:
        square: The square.
        direction: How the word runs.
        orientation: Which lines of the board have letters.

    Returns:
        The text that `parse_coordinate` reads back in the same convention.

    Example:
        >>> from mostek import Direction, Square
        >>> from mostek.notation import Orientation, format_coordinate
        >>> format_coordinate(Square.named("H4"), Direction.ACROSS, Orientation.NUMBERED_ROWS)
        '8D'
    """
    rows_have_letters = orientation is Orientation.LETTERED_ROWS
    letter = _letter(square.row if rows_have_letters else square.column)
    number = str((square.column if rows_have_letters else square.row) + 1)
    return letter + number if rows_have_letters is (direction is Direction.ACROSS) else number + letter


def format_square(square: Square, orientation: Orientation) -> str:
    """Write a square without a direction.

    Args:
        square: The square.
        orientation: Which lines of the board have letters.

    Returns:
        The text, letter first in both conventions.

    Example:
        >>> from mostek import Orientation, Square
        >>> from mostek.notation.coordinates import format_square
        >>> format_square(Square.named("H4"), Orientation.NUMBERED_ROWS)
        'D8'
    """
    direction = Direction.ACROSS if orientation is Orientation.LETTERED_ROWS else Direction.DOWN
    return format_coordinate(square, direction, orientation)


def row_labels(layout: Layout, orientation: Orientation) -> list[str]:
    """Label the rows of a board.

    Args:
        layout: The board.
        orientation: Which lines of the board have letters.

    Returns:
        The labels down the left edge, from the top.

    Example:
        >>> from mostek import Orientation, layout
        >>> from mostek.notation.coordinates import row_labels
        >>> row_labels(layout(), Orientation.LETTERED_ROWS)[:3]
        ['A', 'B', 'C']
    """
    return _labels(layout.rows, orientation is Orientation.LETTERED_ROWS)


def column_labels(layout: Layout, orientation: Orientation) -> list[str]:
    """Label the columns of a board.

    Args:
        layout: The board.
        orientation: Which lines of the board have letters.

    Returns:
        The labels along the upper edge, from the left.

    Example:
        >>> from mostek import Orientation, layout
        >>> from mostek.notation.coordinates import column_labels
        >>> column_labels(layout(), Orientation.LETTERED_ROWS)[:3]
        ['1', '2', '3']
    """
    return _labels(layout.columns, orientation is Orientation.NUMBERED_ROWS)


def _letter(place: int) -> str:
    """The letter of a line; `?` for one so far off the board that the alphabet ends."""
    return chr(ord("A") + place) if 0 <= place < _LETTERS else "?"


def _labels(count: int, letters: bool) -> list[str]:
    return [_letter(place) if letters else str(place + 1) for place in range(count)]


_LETTERS = 26
_COORDINATE = re.compile(r"(?P<letter_first>[A-Za-z])([0-9]{1,2})|([0-9]{1,2})(?P<letter_last>[A-Za-z])")
