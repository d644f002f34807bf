"""Won, drawn or lost: read from what a round was worth."""

from __future__ import annotations

from enum import StrEnum

from mostek.tournament.credits import DRAW, WIN, Credit, CreditKind


class Outcome(StrEnum):
    """How a game ended for one entrant."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


_OF_HALF_POINTS = {WIN: Outcome.WIN, DRAW: Outcome.DRAW}
_WITHOUT_GAME = (CreditKind.BYE, CreditKind.ABSENT)


def outcome_of(credit: Credit) -> Outcome | None:
    """How the game ended; nothing for a round without one (a bye, an absence).

    Between two the match points say it, for they also know a game that the last word decided (A-14). At a table of three or
    four they are a sum, so the game points say whether the entrant was above the best of the others (A-27).
    """
    if credit.kind in _WITHOUT_GAME:
        return None
    if len(credit.opponents) > 1:
        return compare(credit.own, credit.other)
    return _OF_HALF_POINTS.get(credit.half_points, Outcome.LOSS)


def compare(own: int, other: int) -> Outcome:
    """How a game with these scores ended."""
    return Outcome.WIN if own > other else Outcome.DRAW if own == other else Outcome.LOSS
