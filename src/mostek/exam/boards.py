"""The board of a case: the words that lie there, and the tiles that were laid last."""

from __future__ import annotations

from msgspec import Struct

from mostek.core.board import Board, Square, layout
from mostek.core.moves import Placement
from mostek.core.tiles import tile_set
from mostek.exam.cases import CasePosition
from mostek.notation.coordinates import Orientation, parse_coordinate

_ALPHABET = tile_set("pl-current").alphabet


class ShownBoard(Struct, frozen=True):
    """A board as a case shows it."""

    board: Board
    """With the tiles that were laid last."""
    laid: frozenset[Square]
    """Where those tiles lie."""


def shown_board(position: CasePosition) -> ShownBoard:
    """The board that a case shows. Raises `ValueError` for a word that does not fit."""
    board = Board(layout())
    for word in position.words:
        board = board.lay(_read(board, word).tiles)
    laid = _read(board, position.laid) if position.laid else Placement({})
    return ShownBoard(board.lay(laid.tiles), frozenset(laid.tiles))


def _read(board: Board, written: str) -> Placement:
    """A word with its place, or single tiles."""
    if "=" in written:
        pairs = (each.partition("=") for each in written.split())
        return Placement({Square.named(name): _ALPHABET.spell(letter)[0] for name, _, letter in pairs})
    place, _, word = written.partition(" ")
    square, direction = parse_coordinate(place, Orientation.LETTERED_ROWS)
    return Placement.along(board, square, direction, _ALPHABET.spell(word))
