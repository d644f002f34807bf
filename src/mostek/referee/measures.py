"""What an arbiter can order. The order itself is a ruling, which names its clause (PFS-6.1b)."""

from __future__ import annotations

from msgspec import Struct

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tags import tag
from mostek.referee.figures import Points, Time


class _Measure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What all measures share: nothing but their name."""


class Settle(_Measure, frozen=True):
    """Nothing but the words of the ruling: the game goes on as it stands."""


class Warn(_Measure, frozen=True):
    """A warning (PFS-7.1a)."""

    seat: Seat


class Deduct(_Measure, frozen=True):
    """Points taken from the score of this game, a multiple of five (PFS-7.1b, S34)."""

    seat: Seat
    points: Points


class ExcludeFromGame(_Measure, frozen=True):
    """The game is lost by forfeit (PFS-7.1c)."""

    seat: Seat


class ExcludeFromEvent(_Measure, frozen=True):
    """The game is lost by forfeit and the player plays no more in this event (PFS-7.1d, 6.6.7, 6.6.8)."""

    seat: Seat


class ForcePass(_Measure, frozen=True):
    """The turn of the player on turn is passed (PFS-3.4.4)."""

    seat: Seat


class RepeatMove(_Measure, frozen=True):
    """The move is made again from the board, rack and clock with which the turn began (PFS-4.8.2)."""

    seat: Seat


class TidyTiles(_Measure, frozen=True):
    """Tiles that lie askew are put right on the mover's time; the layout stays (PFS-4.1.3)."""

    seat: Seat


class CorrectTiles(_Measure, frozen=True):
    """From now on tiles on the board are read as what they are; earlier words and points stand (PFS-4.8.5)."""

    tiles: Placement


class AdjustClock(_Measure, frozen=True):
    """A player's time becomes longer (or, below zero, shorter) by so many milliseconds (PFS-6.4f, 7.4)."""

    seat: Seat
    millis: Time


class SettleScore(_Measure, frozen=True):
    """A player's score is fixed by the arbiter (PFS-4.6.3)."""

    seat: Seat
    points: Points


class LiftLock(_Measure, frozen=True):
    """The player on turn may do anything again with it (S63)."""

    seat: Seat


Measure = (
    Settle
    | Warn
    | Deduct
    | ExcludeFromGame
    | ExcludeFromEvent
    | ForcePass
    | RepeatMove
    | TidyTiles
    | CorrectTiles
    | AdjustClock
    | SettleScore
    | LiftLock
)
