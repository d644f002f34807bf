"""Grades, accuracy and mistake index of losses, by the thresholds of `grades.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from mostek.engine.review.values import Basis, Grade, LossReview


class GradeLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Losses below which a turn has each grade; one that is below none is a blunder."""

    good: float
    inaccuracy: float
    mistake: float

    def grade(self, loss: float) -> Grade:
        """The grade of a loss."""
        if loss <= 0:
            return Grade.BEST
        for grade, limit in (
            (Grade.GOOD, self.good),
            (Grade.INACCURACY, self.inaccuracy),
            (Grade.MISTAKE, self.mistake),
        ):
            if loss < limit:
                return grade
        return Grade.BLUNDER


class MistakeIndex(Struct, frozen=True, forbid_unknown_fields=True):
    """The sizes of mistakes and their weights in Woogles' mistake index."""

    small_chance: float
    medium_chance: float
    least_points: float
    small_points: float
    medium_points: float
    small: float
    medium: float
    large: float


class Thresholds(Struct, frozen=True, forbid_unknown_fields=True):
    """All thresholds of a review."""

    chance: GradeLimits
    points: GradeLimits
    mistake_index: MistakeIndex


@cache
def thresholds() -> Thresholds:
    """The thresholds in force.

    Returns:
        The limits of each grade, and the constants of the mistake index.

    Example:
        >>> from mostek.engine.review import thresholds
        >>> thresholds().chance.mistake, thresholds().points.grade(2.5).value
        (0.12, 'good')
    """
    data = (files("mostek.engine.review") / "grades.toml").read_bytes()
    return msgspec.toml.decode(data, type=Thresholds)


ORDER = tuple(Grade)
"""The grades from the best to the worst."""


def combined(by_chance: Grade, by_points: Grade) -> Grade:
    """The grade of a turn: good needs both; else the milder counts, but is no better than an inaccuracy.

    A chance that is lost in a game long decided, or points in one long won, tell little alone.
    """
    worse, milder = (pick(by_chance, by_points, key=ORDER.index) for pick in (max, min))
    return worse if ORDER.index(worse) <= ORDER.index(Grade.GOOD) else max(milder, Grade.INACCURACY, key=ORDER.index)


def accuracy(chance: float, lost: float) -> float:
    """The share of the chance to win that a turn left of the best move's, in per cent; 100 where there was none to lose."""
    return 100 * max(0.0, 1 - lost / chance) if chance > 0 else 100.0


def mistake(loss: LossReview, basis: Basis) -> float:
    """The share of a turn in the mistake index."""
    used = thresholds().mistake_index
    if basis is not Basis.EXACT and loss.chance > 0:
        small, medium, lost = used.small_chance, used.medium_chance, loss.chance
    elif loss.chance > 0:
        return used.large
    elif loss.points < used.least_points:
        return 0.0
    else:
        small, medium, lost = used.small_points, used.medium_points, loss.points
    return used.small if lost <= small else used.medium if lost <= medium else used.large
