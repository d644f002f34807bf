"""The set of tiles, counted: letter by letter before the game, and laid in a square before and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee.events import Event, SetCounted, SquareLaid


class Square(Struct, frozen=True):
    """What the ten-by-ten square and the count of the set have shown (PFS-1.1.1b, 1.1.1d)."""

    whole: int
    """How many tiles the square should have: those with which the game is played."""
    counts: Mapping[str, int]
    """How many tiles of each face the game is played with."""
    missing: Tiles
    """What the set lacked when it was counted, and the game is played without (PFS-1.1.1b)."""
    surplus: Tiles
    laid: tuple[tuple[Seat, int], ...]
    """Who laid the square, and how many tiles it had, in the order of time."""
    after: int | None
    """The number that lay there after the game."""

    @property
    def differs(self) -> bool:
        """Whether the last square did not have all tiles: then the arbiter is told for the next round (PFS-1.1.1d)."""
        return bool(self.laid) and self.laid[-1][1] != self.whole


def square_of(tiles: Tiles, events: Sequence[Event], after: int | None) -> Square:
    """The square of a game that is played with these tiles."""
    counted = [event for event in events if isinstance(event, SetCounted)]
    return Square(
        whole=len(tiles),
        counts=tiles.counts,
        missing=counted[-1].missing if counted else NO_TILES,
        surplus=counted[-1].surplus if counted else NO_TILES,
        laid=tuple((event.seat, event.count) for event in events if isinstance(event, SquareLaid)),
        after=after,
    )
