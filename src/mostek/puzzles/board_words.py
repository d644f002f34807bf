"""The words on a board."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.board import Board, Direction
from mostek.core.moves import Word
from mostek.core.tiles import Tile


def words_on(board: Board) -> Iterator[Word]:
    """Every word of two tiles and more on a board."""
    for direction in Direction:
        for square, _ in board.tiles():
            if board[square.step(direction, -1)] is None:
                tiles: list[Tile] = []
                at = square
                while (tile := board[at]) is not None:
                    tiles.append(tile)
                    at = at.step(direction)
                if len(tiles) > 1:
                    yield Word(square, direction, tuple(tiles))
