"""The arbiter, corrections of the score, and what follows a game."""

from __future__ import annotations

from mostek.core.players import BySeat, Seat
from mostek.referee.commands.request import Request
from mostek.referee.figures import Number, Points
from mostek.referee.measures import Measure


class CallArbiter(Request, frozen=True):
    """Call the arbiter, stopping the clock if it runs (PFS-6.1a, PFS-4.4.2c)."""

    seat: Seat
    why: str = ""


class Rule(Request, frozen=True):
    """Rule as the arbiter: a clause always (PFS-6.1b), a reason where the clause is 7.4 (PFS-6.1c)."""

    clause: str
    measure: Measure
    reason: str = ""


class ReverseRuling(Request, frozen=True):
    """Take a ruling back by its number, from 1; it stays in the record."""

    ruling: Number
    clause: str
    reason: str = ""


class CorrectScore(Request, frozen=True):
    """Ask for the points of a turn (counted from 1) to be put right (PFS-4.6.3)."""

    seat: Seat
    turn: Number
    points: Points


class SignSlip(Request, frozen=True):
    """Enter the result in the slip and sign it (PFS-5.2a)."""

    seat: Seat
    final: BySeat[Points]


class HandInSlip(Request, frozen=True):
    """Hand the signed slip to the arbiter (PFS-5.2a)."""

    seat: Seat


class CorrectSlip(Request, frozen=True):
    """Put a handed-in slip right (PFS-4.6.4). The last two are what the tournament knows."""

    seat: Seat
    final: BySeat[Points]
    next_round_paired: bool = False
    day_over: bool = False


class RevealSeed(Request, frozen=True):
    """Publish the seed of the bag when the game is over."""

    seed: str
