"""Ratings of people and puzzles: an answer is a game between the two.

The model is Bradley-Terry with full pairs by Weng and Lin, of the library openskill (extra `server`). A rating is a normal
distribution; it is shown as 60 times its mean, so that it begins at 1500.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

SHOWN = 60.0
"""The shown points in one point of the model."""
_MEAN, _DEVIATION = 25.0, 25.0 / 3
_PUZZLE_DEVIATION = 4.0
"""The uncertainty of a first guess at a puzzle's difficulty: about 240 shown points."""
_LEAST_DEVIATION = 0.9
"""Below it a rating would no longer follow a person who learns."""


class Strength(Struct, frozen=True):
    """The rating of a person or a puzzle, as a normal distribution of the model."""

    mean: float = _MEAN
    deviation: float = _DEVIATION

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(SHOWN * self.mean)

    @property
    def margin(self) -> int:
        """Its uncertainty of about 95 %."""
        return round(2 * SHOWN * self.deviation)


def of_difficulty(difficulty: int) -> Strength:
    """The rating of a puzzle without an attempt."""
    return Strength(difficulty / SHOWN, _PUZZLE_DEVIATION)


def after_answer(person: Strength, puzzle: Strength, is_right: bool) -> tuple[Strength, Strength]:
    """Both ratings after an answer.

    Source: R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, 2011.
    """
    model = _model()
    sides = [[_rating(model, person)], [_rating(model, puzzle)]]
    ranks = [0.0, 1.0] if is_right else [1.0, 0.0]
    (first,), (second,) = model.rate(sides, ranks=ranks)
    return _strength(first), _strength(second)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=_MEAN, sigma=_DEVIATION)


def _rating(model: Any, strength: Strength) -> Any:
    return model.rating(mu=strength.mean, sigma=strength.deviation)


def _strength(rating: Any) -> Strength:
    return Strength(float(rating.mu), max(_LEAST_DEVIATION, float(rating.sigma)))
