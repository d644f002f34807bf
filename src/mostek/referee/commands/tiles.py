"""Drawing, and tiles too many and too few."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee.commands.request import Request
from mostek.referee.figures import Number


class DrawStartTile(Request, frozen=True):
    """Draw one tile to decide who starts (GEN-4b). `tile` states which, where people own the bag."""

    seat: Seat
    tile: str | None = None


class DrawTiles(Request, frozen=True):
    """Draw from the bag: all that is missing, or `count`, or the stated `tiles` where people own the bag."""

    seat: Seat
    count: Number | None = None
    tiles: Tiles | None = None


class StateRack(Request, frozen=True):
    """Tell what lies on a rack, or, with `turn` (counted from 1), what lay on it before a move (PFS-1.3.2a)."""

    seat: Seat
    tiles: Tiles
    turn: Number | None = None


class DemandDraw(Request, frozen=True):
    """Demand that the other player draws what is missing before the next move (PFS-4.10.5a)."""

    seat: Seat


class ClaimSurplus(Request, frozen=True):
    """Say that a player has too many tiles, or drew before stopping the clock (PFS-4.10.1, 4.10.3, 4.4.4)."""

    seat: Seat
    of: Seat
    seen: bool = False
    """Whether the surplus tiles were seen; it changes nothing (PFS-4.10.2)."""
    accident: bool = False
    """Whether the bag was torn or knocked over: then there is no penalty, and the arbiter is called (PFS-4.10.1b)."""


class InspectTiles(Request, frozen=True):
    """Draw tiles from those of the player with the surplus; `tiles` are what was drawn, where people own the racks."""

    seat: Seat
    tiles: Tiles | None = None


class ReturnTiles(Request, frozen=True):
    """Put surplus tiles of one's own choice into the bag (PFS-4.10.1c)."""

    seat: Seat
    tiles: Tiles
