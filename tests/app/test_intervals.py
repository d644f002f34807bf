"""Intervals against published figures and against what holds for every sample."""

from __future__ import annotations

from statistics import fmean

import pytest

from mostek.features.reviews.intervals import bootstrap, variation, wilson


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_figures_of_newcombe(hits: int, count: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = wilson(hits, count)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.value == hits / count


def test_the_other_share_has_the_mirrored_interval() -> None:
    one, other = wilson(3, 11), wilson(8, 11)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_the_bootstrap_interval_of_a_mean_is_about_that_of_the_normal_distribution() -> None:
    numbers = [float(number % 20) for number in range(400)]
    found = bootstrap(numbers, fmean)
    half = 1.96 * 5.77 / 20
    assert (found.low, found.high) == pytest.approx((9.5 - half, 9.5 + half), abs=0.08)
    assert bootstrap(numbers, fmean) == found
    assert bootstrap(numbers, fmean, seed=2) != found


def test_times_that_do_not_vary_vary_by_nothing() -> None:
    assert variation([7.0] * 12) == 0.0
    assert variation([0.0] * 12) == 0.0
    assert variation([1.0, 9.0]) == pytest.approx(1.1314, abs=1e-4)
