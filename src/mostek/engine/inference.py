"""Inference from the other player's last turn about the tiles left on their rack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from mostek.core.board import Board
from mostek.core.moves import Placement
from mostek.core.tiles import Tile
from mostek.engine import kernel
from mostek.engine.kernel import FoundPlay
from mostek.engine.leaves import LeaveValues
from mostek.engine.position import PositionError, SearchPosition
from mostek.notation.plays import parse_play

_GIVEN = re.compile(r"-([1-7]?)")


@dataclass(frozen=True)
class LastTurn:
    """The turn before a position. A rack with a far better play is unlikely for the other player."""

    before: Board
    """The board before the turn."""
    turn: FoundPlay | int
    """A play, or the number of tiles exchanged, 0 for a pass."""


def read_last_turn(written: str, position: SearchPosition) -> LastTurn:
    """Read the turn that led to a position: `H4 SPR(Ó)BUJE` is on the board already, `-3` exchanged three tiles, `-` was a pass.

    Raises `PositionError` for what is no turn, does not lie so, or is no play of the lexicon.
    """
    if given := _GIVEN.fullmatch(written):
        return LastTurn(position.board, int(given[1] or 0))
    try:
        return _play(_laid(written, position), position)
    except (ValueError, StopIteration):
        raise PositionError("{turn!r} is no turn that has led to this position.", turn=written) from None


# Weighing a thousand racks takes as long as following a hundred deals.
@lru_cache(maxsize=4)
def infer_rack(clue: LastTurn, position: SearchPosition, values: LeaveValues, seed: int) -> kernel.Inference:
    """The possible leaves of the other player with their weights, in the kernel's form."""
    searcher = position.searcher
    return kernel.Inference(
        searcher.search,
        values.to_kernel(),
        searcher.board_codes(clue.before),
        clue.turn if isinstance(clue.turn, int) else searcher.play_codes(clue.turn),
        searcher.rack_codes(position.unseen),
        seed=seed,
    )


def _laid(written: str, position: SearchPosition) -> Placement:
    play = parse_play(written, position.orientation, position.tile_set.alphabet)
    placed = list(zip(play.squares, play.cells, strict=True))
    if play.misfits(position.board) or any(
        isinstance(cell, Tile) and cell != position.board[at] for at, cell in placed
    ):
        raise ValueError("other tiles lie there")
    return Placement({at: cell for at, cell in placed if isinstance(cell, Tile)})


def _play(laid: Placement, position: SearchPosition) -> LastTurn:
    before = Board(position.board.layout, dict(set(position.board.tiles()) - laid.tiles.items()))
    plays = position.searcher.plays(before, laid.faces)
    return LastTurn(before, next(play for play in plays if play.placement == laid))
