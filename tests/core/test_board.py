from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.board import Board, Direction, Premium, Square, layout
from mostek.core.moves import Exchange, Pass, Placement
from mostek.core.tiles import Tile, TileError, Tiles, tile_set
from mostek.notation.coordinates import (
    CoordinateError,
    Orientation,
    column_labels,
    format_coordinate,
    format_square,
    parse_coordinate,
    row_labels,
)

ALPHABET = tile_set("pl-current").alphabet
squares = st.builds(Square, st.integers(0, 14), st.integers(0, 14))


def test_the_standard_layout() -> None:
    counts = Counter(layout().premium(square) for square in layout().squares())
    assert sum(counts.values()) == 225
    assert counts[Premium.TRIPLE_WORD] == 8
    assert counts[Premium.DOUBLE_WORD] == 17
    assert counts[Premium.TRIPLE_LETTER] == 12
    assert counts[Premium.DOUBLE_LETTER] == 24
    assert layout().start == Square(7, 7)


@given(squares)
def test_the_layout_is_symmetric(square: Square) -> None:
    turned, mirrored = Square(square.column, square.row), Square(square.row, 14 - square.column)
    assert layout().premium(square) is layout().premium(turned) is layout().premium(mirrored)


@given(squares, st.sampled_from(Direction), st.sampled_from(Orientation))
def test_coordinates_are_read_back(square: Square, direction: Direction, orientation: Orientation) -> None:
    text = format_coordinate(square, direction, orientation)
    assert parse_coordinate(text, orientation) == (square, direction)
    assert parse_coordinate(text.lower(), orientation) == (square, direction)


def test_the_two_conventions_name_different_squares() -> None:
    """Scores could never tell: the layout is symmetric. The squares must."""
    lettered, numbered = Orientation.LETTERED_ROWS, Orientation.NUMBERED_ROWS
    assert parse_coordinate("B3", lettered) == (Square(1, 2), Direction.ACROSS)
    assert parse_coordinate("B3", numbered) == (Square(2, 1), Direction.DOWN)
    assert parse_coordinate("3B", lettered) == (Square(1, 2), Direction.DOWN)
    assert parse_coordinate("3B", numbered) == (Square(2, 1), Direction.ACROSS)
    assert format_square(Square(1, 2), lettered) == "B3"
    assert format_square(Square(1, 2), numbered) == "C2"


def test_the_corner_of_the_rules() -> None:
    """GEN-2.4.1a: A1 for a word across, 1A for one down."""
    assert Square(0, 0).written(Direction.ACROSS) == "A1"
    assert Square(0, 0).written(Direction.DOWN) == "1A"


@pytest.mark.parametrize("text", ["", "H", "8", "H8H", "8H8", "HH", "88", "H100", "Ą1", "H-1", "H 8", "A1A", "A\n1"])
def test_what_is_no_coordinate(text: str) -> None:
    for orientation in Orientation:
        with pytest.raises(CoordinateError):
            parse_coordinate(text, orientation)


def test_labels() -> None:
    assert row_labels(layout(), Orientation.LETTERED_ROWS)[-1] == "O"
    assert column_labels(layout(), Orientation.LETTERED_ROWS)[-1] == "15"
    assert row_labels(layout(), Orientation.NUMBERED_ROWS)[-1] == "15"
    assert column_labels(layout(), Orientation.NUMBERED_ROWS)[-1] == "O"


def test_a_board_is_drawn_and_draws_itself() -> None:
    board = Board.drawn(". . .\n. K o T", ALPHABET, layout())
    assert board[Square(1, 1)] == Tile(ALPHABET.letters[ALPHABET.order("K")])
    assert str(board[Square(1, 2)]) == "o"
    assert len(board) == 3
    assert Board.drawn(str(board), ALPHABET, layout()) == board
    assert board.faces().counts == {"K": 1, "?": 1, "T": 1}


def test_off_the_board_there_is_nothing() -> None:
    board = Board(layout())
    assert [board[Square(-1, 0)], board[Square(0, 15)], board[Square(15, 0)]] == [None, None, None]
    with pytest.raises(ValueError, match="off the board"):
        Board(layout(), {Square(15, 0): Tile(ALPHABET.letters[0])})
    with pytest.raises(TileError):
        Board.drawn("Q", ALPHABET, layout())


@pytest.mark.parametrize("name", ["", "8", "88", "Ą1", "A100", "A-1", "Ax"])
def test_what_is_no_square(name: str) -> None:
    with pytest.raises(ValueError, match="names no square"):
        Square.named(name)


def test_moves_are_pushed_and_taken_back() -> None:
    board = Board(layout())
    first = Placement.along(board, Square.named("H8"), Direction.ACROSS, ALPHABET.spell("KOT"))
    after = board.push(first).push(Pass()).push(Exchange(Tiles.of("ABC"))).push({Square.named("I8"): Tile.read("E")})
    assert (len(board), len(after), len(after.pop()), len(after.pop().pop().pop())) == (0, 4, 3, 3)
    assert after.pop().pop().pop().pop() == board
    with pytest.raises(ValueError, match="no move was pushed"):
        board.pop()


def test_a_move_that_cannot_lie_is_not_pushed() -> None:
    board = Board(layout(), {Square.named("H8"): Tile.read("K")})
    with pytest.raises(ValueError, match="H8 is no free square"):
        board.push({Square.named("H8"): Tile.read("O")})
    with pytest.raises(ValueError, match="H16 is no free square"):
        board.push({Square.named("H16"): Tile.read("O")})
    with pytest.raises(TypeError, match="parse_play"):
        board.push("H8 KOT")


def test_a_square_is_named_in_either_order_and_by_numbered_rows() -> None:
    assert Square.named("d8") == Square.named("8D") == Square(3, 7)
    assert Square.named("D8", numbered_rows=True) == Square.named("8D", numbered_rows=True) == Square(7, 3)
    for wrong in ("", "8", "D", "DD", "88", "D100", "Ą8", "8D8", "D٨"):
        with pytest.raises(ValueError, match="names no square"):
            Square.named(wrong)


def test_the_picture_of_a_board_has_its_letters_and_is_xml() -> None:
    board = Board(layout(), {Square.named("H8"): Tile.read("Ż"), Square.named("H9"): Tile.read("ó")})
    picture = ElementTree.fromstring(board.svg(size=300))
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[-2:] == ["Ż", "Ó"]
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == 1 + 225
    assert picture.get("width") == "300"
    assert repr(board) == "<Board 15/15/15/15/15/15/15/7Żó6/15/15/15/15/15/15/15>"
