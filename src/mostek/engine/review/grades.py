"""Grades, accuracy and mistake index of losses, by the thresholds of `grades.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp

import msgspec
from msgspec import Struct

from mostek.engine.review.values import Basis, Grade, LossReview


class GradeLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The largest losses of each grade; a larger one is a blunder."""

    good: float
    inaccuracy: float
    mistake: float

    def grade(self, loss: float) -> Grade:
        """The grade of a loss."""
        if loss <= 0:
            return Grade.BEST
        for grade, most in (
            (Grade.GOOD, self.good),
            (Grade.INACCURACY, self.inaccuracy),
            (Grade.MISTAKE, self.mistake),
        ):
            if loss <= most:
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


class Accuracy(Struct, frozen=True, forbid_unknown_fields=True):
    """The constants of the accuracy of a turn."""

    scale: float
    rate: float
    shift: float


class Thresholds(Struct, frozen=True, forbid_unknown_fields=True):
    """All thresholds of a review."""

    chance: GradeLimits
    points: GradeLimits
    mistake_index: MistakeIndex
    accuracy: Accuracy


@cache
def thresholds() -> Thresholds:
    """The thresholds in force.

    Returns:
        The largest losses of each grade, and the constants of the mistake index and the accuracy.

    Example:
        >>> from mostek.engine.review import thresholds
        >>> thresholds().chance.mistake, thresholds().points.grade(2.5).value
        (0.07, 'inaccuracy')
    """
    data = (files("mostek.engine.review") / "grades.toml").read_bytes()
    return msgspec.toml.decode(data, type=Thresholds)


ORDER = tuple(Grade)
"""The grades from the best to the worst."""


def worse(one: Grade, other: Grade) -> Grade:
    """The worse of two grades."""
    return max(one, other, key=ORDER.index)


def accuracy(lost_chance: float) -> float:
    """The accuracy of a turn, from 0 to 100."""
    used = thresholds().accuracy
    return min(100.0, max(0.0, used.scale * exp(-used.rate * 100 * lost_chance) + used.shift))


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
