"""Challenging words and placements, and verdicts."""

from __future__ import annotations

from mostek.core.players import Role, Seat
from mostek.referee.commands.request import Request


class ChallengeWords(Request, frozen=True):
    """Challenge words that the last move formed; none named means all (PFS-4.7.6c)."""

    seat: Seat
    words: tuple[str, ...] = ()


class ClaimPlacement(Request, frozen=True):
    """Complain that the tiles were laid against the rules (PFS-4.7.1b)."""

    seat: Seat


class TypeWords(Request, frozen=True):
    """Type the challenged words into the computer, or write them on the slip for the assistant (PFS-4.7.12, 4.7.10-aux)."""

    seat: Seat
    words: tuple[str, ...]


class ConfirmSlip(Request, frozen=True):
    """Say that the words on the slip are copied without errors (PFS-4.7.10-aux)."""

    seat: Seat


class RunCheck(Request, frozen=True):
    """Press the key that checks the typed words, or hand the slip in (PFS-4.7.12)."""

    seat: Seat


class JudgeWords(Request, frozen=True):
    """Give the one joint verdict on the challenged words (PFS-4.7.11a). Anyone but the lexicon may add a reason."""

    valid: bool
    by: Role
    reason: str = ""


class OverrideVerdict(Request, frozen=True):
    """Set a verdict of the lexicon aside, with a reason (PFS-4.7.14, OPEN-word-3)."""

    valid: bool
    by: Role
    reason: str
