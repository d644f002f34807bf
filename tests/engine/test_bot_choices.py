"""How a bot shares out its clock, and what it chooses after few deals and after many."""

from __future__ import annotations

from math import inf

import pytest

from mostek.engine.bots.equity_prior import CandidateResult, most_likely_best, worth_of_a_point
from mostek.engine.bots.thinking_time import thinking_time
from mostek.engine.win_table import open_win_table
from mostek.lexicon import DEFAULT

POINT = 0.005
"""A point is worth half a percent of a game."""


@pytest.mark.parametrize(
    ("left", "unseen", "is_late", "expected"),
    [
        (1_200_000, 86, False, 1500),
        (42_000, 86, False, 1500),
        (28_000, 86, False, 1000),
        (1000, 86, False, 35),
        (1000, 14, True, 300),
        (1000, 9, True, 300),
        (1000, 8, True, 300),
        (1000, 7, False, 250),
        (0, 7, False, 0),
    ],
)
def test_a_clock_is_shared_out(left: int, unseen: int, is_late: bool, expected: int) -> None:
    assert thinking_time(1500, left, unseen, is_late=is_late) == expected


def test_no_clock_is_used_up() -> None:
    """Turns of a whole game, each as long as it may be: time is always left."""
    left, unseen = 10_000, 86
    while unseen > 0:
        taken = thinking_time(5000, left, unseen, is_late=7 < unseen <= 14)
        assert 0 < taken <= left // 2
        left, unseen = left - taken, unseen - 4
    assert left > 500


def results(error: float) -> list[CandidateResult]:
    """One exchange is better by four points of equity, the other has won two percent more so far."""
    return [CandidateResult(bytes([1]), 0.50, error, 20_000), CandidateResult(bytes([2]), 0.52, error, 16_000)]


@pytest.mark.parametrize(("error", "chosen"), [(inf, 1), (0.2, 1), (0.05, 1), (0.02, 2), (0.001, 2)])
def test_the_fewer_deals_the_more_counts_equity(error: float, chosen: int) -> None:
    assert most_likely_best(results(error), POINT) == bytes([chosen])


def test_where_points_do_not_matter_the_deals_decide() -> None:
    assert most_likely_best(results(0.2), 0.0) == bytes([2])
    assert most_likely_best(results(0.2)[:1], POINT) == bytes([1])


def test_of_equal_candidates_the_first_is_taken() -> None:
    same = [CandidateResult(bytes([number]), 0.5, 0.1, 10_000) for number in (7, 8, 9)]
    assert most_likely_best(same, POINT) == bytes([7])


def test_a_point_is_worth_more_the_fewer_tiles_there_are_and_nothing_in_a_won_game() -> None:
    wins = open_win_table(DEFAULT).to_kernel()
    early, late, won = (worth_of_a_point(wins, *at) for at in ((0, 86), (0, 20), (300, 20)))
    assert 0.002 < early < late < 0.02
    assert won == 0
