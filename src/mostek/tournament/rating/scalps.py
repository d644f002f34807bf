"""The scalp: what one game is worth for the rating (PFS rating rules §1.1)."""

from __future__ import annotations

from mostek.tournament.outcomes import Outcome
from mostek.tournament.rating.rules import ScalpRules
from mostek.tournament.rounding import half_up

STAKE = 50
"""What a win adds to the opponent's rating and a loss takes from it (§1.1)."""
HUNDREDTHS = 100

_GAIN = {Outcome.WIN: STAKE, Outcome.DRAW: 0, Outcome.LOSS: -STAKE}


def scalp(own: int, opponent: int, outcome: Outcome, rules: ScalpRules) -> int:
    """The scalp in whole points, from both ratings in hundredths.

    It is rounded per game, halves upwards, and summed then (TOURNAMENTS section 0). Whether the rating is rounded before 50 is
    added or after makes no difference, since 50 is whole. The gap of more than 50 is taken between the ratings as they are.
    """
    if rules.over_fifty and _is_expected(own, opponent, outcome):
        return half_up(own, HUNDREDTHS)
    return half_up(opponent, HUNDREDTHS) + _GAIN[outcome]


def _is_expected(own: int, opponent: int, outcome: Outcome) -> bool:
    """Whether the one rated higher by more than 50 has won."""
    lead = own - opponent if outcome is Outcome.WIN else opponent - own
    return outcome is not Outcome.DRAW and lead > STAKE * HUNDREDTHS
