"""Intervals of small samples: of a share, and of a figure that is worked out from a list of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from random import Random
from statistics import fmean

from msgspec import Struct

Z = 1.959964
"""The quantile of the normal distribution for 95 %."""
_RESAMPLED = 2000


class Estimate(Struct, frozen=True):
    """A figure with its interval of 95 %."""

    value: float
    low: float
    high: float


def wilson(hits: int, count: int) -> Estimate:
    """The share of hits with Wilson's score interval, which holds for few turns and for shares near 0 and 1.

    Args:
        hits: The number of hits.
        count: The number of trials, at least one.

    Returns:
        The share and its interval, between 0 and 1.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American
    Statistical Association 22 (1927), 209-212; R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, method 3.

    Example:
        >>> found = wilson(81, 263)
        >>> round(found.low, 4), round(found.high, 4)
        (0.2553, 0.3662)

    """
    share = hits / count
    middle = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return Estimate(share, max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


def bootstrap(numbers: Sequence[float], figure: Callable[[Sequence[float]], float], seed: int = 1) -> Estimate:
    """A figure of numbers with its percentile interval from samples that are drawn anew.

    Args:
        numbers: The numbers, at least one.
        figure: The function that works the figure out.
        seed: The seed of the samples: the same numbers give the same interval.

    Returns:
        The figure and the middle 95 % of its values in the samples.

    Source: B. Efron, R. J. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.

    Example:
        >>> bootstrap([2.0, 2.0, 2.0], fmean)
        Estimate(value=2.0, low=2.0, high=2.0)

    """
    chance = Random(seed)
    found = sorted(figure(chance.choices(numbers, k=len(numbers))) for _ in range(_RESAMPLED))
    cut = _RESAMPLED // 40
    return Estimate(figure(numbers), found[cut], found[-1 - cut])


def variation(numbers: Sequence[float]) -> float:
    """The coefficient of variation: the standard deviation as a part of the mean; 0 for numbers that do not vary.

    Args:
        numbers: Numbers that are not negative, at least two.

    Returns:
        0 for equal numbers, about 1 for times that come by chance.

    Example:
        >>> variation([5.0, 5.0]), round(variation([1.0, 3.0]), 3)
        (0.0, 0.707)

    """
    mean = fmean(numbers)
    # `statistics.stdev` computes with fractions, which takes half of the time of a report.
    return sqrt(fsum((each - mean) ** 2 for each in numbers) / (len(numbers) - 1)) / mean if mean else 0.0
