"""The thresholds of `grades.toml`; accuracy and mistake index of losses."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from mostek.core.package_data import package_data
from mostek.engine.review.values import Basis, LossReview


class GradeLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Losses below which a turn has each grade; one that is below none is a blunder."""

    good: float
    inaccuracy: float
    mistake: float


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
        >>> thresholds().chance.mistake
        0.12
    """
    data = (package_data("mostek.engine.review") / "grades.toml").read_bytes()
    return msgspec.toml.decode(data, type=Thresholds)


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
