"""What people do at a table around the game."""

from __future__ import annotations

from enum import StrEnum

from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee.commands.request import Request
from mostek.referee.commands.setup import Check
from mostek.referee.figures import Number


class Confirm(Request, frozen=True):
    """Confirm something, or consent to it. An arbiter confirms in the place of the player in `seat`."""

    seat: Seat
    what: Check


class StateSet(Request, frozen=True):
    """Tell how many tiles of each letter the set really has, before the game (PFS-1.1.1b)."""

    seat: Seat
    tiles: Tiles


class LaySquare(Request, frozen=True):
    """Lay the tiles in a square of ten by ten, before or after a game, and tell their number (PFS-1.1.1d, GEN-2.1g)."""

    seat: Seat
    count: Number


class DisputePlaces(Request, frozen=True):
    """Want the same place at the table as the other: a draw decides who chooses (PFS-2.2)."""

    seat: Seat


class Place(StrEnum):
    """A side of the table."""

    CLOCK_LEFT = "clock_left"
    """The clock stands at the player's left hand."""
    CLOCK_RIGHT = "clock_right"


class ChoosePlace(Request, frozen=True):
    """Choose a place, as the winner of the draw (PFS-2.2)."""

    seat: Seat
    place: Place


class Arrive(Request, frozen=True):
    """Come to the table late: stop the clock that runs meanwhile (PFS-6.3.2b)."""

    seat: Seat


class StartLateness(Request, frozen=True):
    """Start the clock while nobody is at the table: the arbiter's (PFS-6.3.3)."""


class LeaveBoard(Request, frozen=True):
    """Leave the board during the game (PFS-6.4)."""

    seat: Seat


class ReturnToBoard(Request, frozen=True):
    """Come back to it."""

    seat: Seat


class CountTiles(Request, frozen=True):
    """Begin to count the tiles in the bag (PFS-6.5.1)."""

    seat: Seat


class StateCount(Request, frozen=True):
    """Tell how many tiles were counted in the bag."""

    seat: Seat
    count: Number


class Irregularity(StrEnum):
    """What a third person may point out (PFS-6.6.9)."""

    CLOCK_NOT_STARTED = "clock_not_started"
    SURPLUS = "surplus"
    OTHER_FAULT = "other_fault"
    SUSPICION = "suspicion"
    """Told to the arbiter alone."""


class ReportIrregularity(Request, frozen=True):
    """Point an irregularity out as a third person."""

    what: Irregularity
