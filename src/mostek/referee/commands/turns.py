"""A turn: laying, exchanging, passing, the clock, the record."""

from __future__ import annotations

from enum import StrEnum

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee.commands.request import Request
from mostek.referee.figures import Number, Points, Time


class StartClock(Request, frozen=True):
    """Press the clock so that the other player's time runs (PFS-2.4a, PFS-4.9.1)."""

    seat: Seat


class StopReason(StrEnum):
    """For what a running clock is stopped (PFS-4.4.2)."""

    MOVE = "move"
    """The move is final."""
    SURPLUS = "surplus"
    """To take surplus tiles off a rack."""
    ARBITER = "arbiter"
    """To call the arbiter."""
    DUTY = "duty"
    """The player is an arbiter and must settle a dispute at another table."""
    COUNTING = "counting"
    """To have the tiles in the bag counted: allowed only by the older wording (T5)."""
    OTHER = "other"
    """Anything else; never allowed."""


class StopClock(Request, frozen=True):
    """Stop the clock."""

    seat: Seat
    reason: StopReason = StopReason.MOVE


class CheckTime(Request, frozen=True):
    """Look at the clock: the server's timer sends this when a time runs out."""


class CreditReason(StrEnum):
    """Why time that ran is not a player's to lose."""

    DELIVERY = "delivery"
    """The position had not reached the player yet."""
    TRANSIT = "transit"
    """The player's own move was on its way."""
    OUTAGE = "outage"
    """The server stood still."""


class CreditTime(Request, frozen=True):
    """Give time back that a player could not see or use: what moves need is what counts (PFS-1.2a, OPEN-time-4)."""

    seat: Seat
    millis: Time
    """How much; no more than has run since the clock was started, less what was given back before."""
    why: CreditReason


class LayTiles(Request, frozen=True):
    """Lay tiles; where the table stops clocks by itself, this ends the move. Blanks may be undeclared at a table."""

    seat: Seat
    placement: Placement


class AnnounceExchange(Request, frozen=True):
    """Say that this turn is an exchange (PFS-3.3a); `count` is the number of tiles if it was said."""

    seat: Seat
    count: Number | None = None


class ExchangeTiles(Request, frozen=True):
    """Exchange tiles, or set them aside for it. `count` is the number announced beforehand (OPEN-exch-3)."""

    seat: Seat
    tiles: Tiles
    count: Number | None = None


class PassTurn(Request, frozen=True):
    """Give the turn up."""

    seat: Seat


class DeclareBlanks(Request, frozen=True):
    """Say which letters the blanks of the own move stand for, `{"H9": "o"}` (PFS-4.2.1)."""

    seat: Seat
    blanks: Placement


class WriteBlanks(Request, frozen=True):
    """Write letters of blanks on the own score sheet or card (PFS-4.2.2a); either player may write any blank."""

    seat: Seat
    blanks: Placement


class DisputeBlank(Request, frozen=True):
    """Dispute what a blank on the board stands for: `{"H9": "?"}` (PFS-4.8.4)."""

    seat: Seat
    blank: Placement


class AnnounceValue(Request, frozen=True):
    """Say the value of the own move aloud; it may be wrong."""

    seat: Seat
    points: Points


class RecordMove(Request, frozen=True):
    """Write a move, exchange, pass or lost turn down. `points=None` is the true value."""

    seat: Seat
    points: Points | None = None
