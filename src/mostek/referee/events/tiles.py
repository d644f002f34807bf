"""Tiles that move between bag, racks and table, and what is told about them."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee.events.facts import Fact


class TilesDrawn(Fact, frozen=True):
    """A player took tiles from the bag.

    `surplus` is how many too many the rack holds then, `owing` how many too few; `early` is how many of them were drawn for
    a move whose clock still runs (PFS-4.4.4).
    """

    seat: Seat
    tiles: Tiles
    surplus: int = 0
    owing: int = 0
    early: int = 0


class TilesReturned(Fact, frozen=True):
    """Tiles that were exchanged went into the bag, after the new ones had been drawn (GEN-6X-b)."""

    seat: Seat
    tiles: Tiles


class TilesSetAside(Fact, frozen=True):
    """A player took tiles off the rack to exchange them and ended the move."""

    seat: Seat
    tiles: Tiles


class RackStated(Fact, frozen=True):
    """It was told what lies on a rack, or what lay on it before a turn (counted from 1)."""

    seat: Seat
    tiles: Tiles
    turn: int | None = None


class DrawDemanded(Fact, frozen=True):
    """The player in `seat` must draw before the next move (PFS-4.10.5a, 6.4d)."""

    seat: Seat
    clause: str


class BagDied(Fact, frozen=True):
    """Nobody drew in time: the tiles in the bag are out of the game (PFS-4.10.5b)."""

    clause: str


class SurplusFound(Fact, frozen=True):
    """A player has so many tiles too many; `chooser` looks at some and picks those that go back (PFS-4.10.1)."""

    seat: Seat
    count: int
    chooser: Seat
    clause: str


class TilesInspected(Fact, frozen=True):
    """Tiles of the player in `of` were drawn to be looked at by the one in `seat`."""

    seat: Seat
    of: Seat
    tiles: Tiles


class SurplusReturned(Fact, frozen=True):
    """Surplus tiles of a player went into the bag, picked by the one in `chooser`."""

    seat: Seat
    tiles: Tiles
    chooser: Seat


TilesMoved = (
    TilesDrawn
    | TilesReturned
    | TilesSetAside
    | RackStated
    | DrawDemanded
    | BagDied
    | SurplusFound
    | TilesInspected
    | SurplusReturned
)
