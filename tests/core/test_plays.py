from __future__ import annotations

import pytest

from mostek.core.board import Board, Direction, Square, layout
from mostek.core.moves import NO_FAULT, Placement, PlayFault, faults, words_formed
from mostek.core.tiles import Tile, Tiles, tile_set

ALPHABET = tile_set("pl-current").alphabet
EMPTY = Board(layout())
B0 = Board.drawn("\n".join([". " * 15] * 7 + [". P R Ó B U J E . . . . . . ."]), ALPHABET, layout())

MANY = PlayFault.TWO_PLACES | PlayFault.UNKNOWN_LETTER | PlayFault.BLANK_UNDECLARED | PlayFault.OFF_BOARD


def placed(text: str) -> Placement:
    return Placement({Square.named(part.split("=")[0]): Tile.read(part.split("=")[1]) for part in text.split()})


@pytest.mark.parametrize(
    ("board", "text", "expected"),
    [
        (EMPTY, "A1=D A2=A A3=R", PlayFault.OFF_CENTRE),
        (EMPTY, "H8=A", PlayFault.ONE_TILE),
        (EMPTY, "A1=A", PlayFault.ONE_TILE | PlayFault.OFF_CENTRE),
        (EMPTY, "H8=A I9=B", PlayFault.DIAGONAL),
        (EMPTY, "H8=A I7=B", PlayFault.DIAGONAL),
        (EMPTY, "H8=A H10=B", PlayFault.GAP),
        (EMPTY, "H5=S H6=K H7=O H8=K", NO_FAULT),
        (B0, "A1=D A2=A A3=R", PlayFault.NOT_CONNECTED),
        (B0, "H1=S H9=M H10=Y", NO_FAULT),
        (B0, "A1=A A3=B", PlayFault.GAP | PlayFault.NOT_CONNECTED),
        (B0, "H1=S J10=A", PlayFault.TWO_PLACES),
        (B0, "A1=S H9=A", PlayFault.TWO_PLACES),
        (B0, "H8=M H9=Y", PlayFault.SQUARE_TAKEN),
        (B0, "H15=M H16=Y", PlayFault.OFF_BOARD | PlayFault.NOT_CONNECTED),
        (B0, "I1=?", PlayFault.BLANK_UNDECLARED | PlayFault.NOT_CONNECTED),
        (B0, "H1=Q", PlayFault.UNKNOWN_LETTER),
        (
            B0,
            "H1=q I9=? O16=X",
            PlayFault.TWO_PLACES | PlayFault.UNKNOWN_LETTER | PlayFault.BLANK_UNDECLARED | PlayFault.OFF_BOARD,
        ),
    ],
)
def test_all_faults_at_once(board: Board, text: str, expected: PlayFault) -> None:
    assert faults(board, placed(text), None, ALPHABET) == expected


def test_no_tiles_at_all() -> None:
    assert faults(B0, Placement({}), Tiles.of("A"), ALPHABET) == PlayFault.NO_TILES


def test_tiles_must_be_on_the_rack_blanks_as_blanks() -> None:
    assert faults(B0, placed("H1=S"), Tiles.of("ABC"), ALPHABET) == PlayFault.NOT_ON_RACK
    assert faults(B0, placed("H1=s"), Tiles.of("SBC"), ALPHABET) == PlayFault.NOT_ON_RACK
    assert faults(B0, placed("H1=s"), Tiles.of("?BC"), ALPHABET) == NO_FAULT


def test_words_formed_main_word_first() -> None:
    words = words_formed(B0, placed("I6=D I7=A I8=R"))
    assert [(word.text, word.start.written(word.direction)) for word in words] == [
        ("DAR", "I6"),
        ("UD", "6H"),
        ("JA", "7H"),
        ("ER", "8H"),
    ]


def test_a_single_tile_has_the_longer_word_as_its_main_word() -> None:
    assert [word.text for word in words_formed(B0, placed("H1=S"))] == ["SPRÓBUJE"]
    assert [word.text for word in words_formed(B0, placed("I8=R"))] == ["ER"]


def test_writing_a_word_along_the_board_plays_through_what_lies_there() -> None:
    word = ALPHABET.spell("SPRÓBUJEMY")
    assert Placement.along(B0, Square.named("H1"), Direction.ACROSS, word) == placed("H1=S H9=M H10=Y")
    dots = [None if str(tile) in "PRÓBUJE" else tile for tile in word]
    assert Placement.along(B0, Square.named("H1"), Direction.ACROSS, dots) == placed("H1=S H9=M H10=Y")


def test_a_different_letter_on_a_taken_square_is_kept_as_a_fault() -> None:
    placement = Placement.along(B0, Square.named("H1"), Direction.ACROSS, ALPHABET.spell("SPRÓBA"))
    assert faults(B0, placement, None, ALPHABET) & PlayFault.SQUARE_TAKEN


def test_an_isolated_tile_forms_no_word() -> None:
    assert words_formed(B0, placed("A1=A")) == ()
