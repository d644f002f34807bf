"""Warnings of a last round in which it is wiser not to play."""

from __future__ import annotations

from msgspec.structs import replace

from mostek.tournament.incentives import Counting, Prospect, Reward, incentives
from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import PairingTask
from tournament.pairing.pairing_tasks import line, pairs_of, two

POINTS = {1: (1700, 90), 2: (1690, 80), 3: (1680, 70), 4: (1670, 60), 5: (1660, 50), 6: (1650, 40)}


def before_the_last_round(system: str) -> PairingTask:
    """Two leaders who have met, so that the Swiss gives each of them a rival to beat, and the Danish one to the other."""
    met = ((1, 2), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (2, 6), (3, 4), (3, 5), (3, 6), (4, 5), (5, 6))
    return line(system, 6, 6, 4, 4, 2, 2, met=met)


def test_a_swiss_last_round_may_make_a_prize_sure_for_whoever_stays_away() -> None:
    task = before_the_last_round("swiss")
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 5), two(4, 6)}
    found = incentives(task, POINTS)
    assert [(each.number, each.reward) for each in found if each.place == 1] == [(1, Reward.WITHDRAWING_SECURES)]
    assert (found[0].withdraws.worst, found[0].plays.worst) == (3, 4)


def test_the_danish_last_round_of_the_same_standings_rewards_nobody() -> None:
    assert incentives(before_the_last_round("danish"), POINTS) == ()


def test_a_prize_that_is_sure_anyway_is_no_reason_to_stay_away() -> None:
    task = replace(line("danish", 20, 16, 12, 6, 4, 2), round=11)
    assert incentives(task, POINTS) == ()


def test_best_worst_and_mean_place_are_sums_over_the_tables() -> None:
    found = incentives(before_the_last_round("swiss"), POINTS)[0]
    # Winning keeps the first place. Losing lets the rival pass; two more may pass at their own tables, each even.
    assert (found.wins, found.loses) == (Prospect(1, 1, 100), Prospect(2, 4, 300))
    # Whoever stays away is passed by the winner of each of the two tables that concern the prize.
    assert (found.withdraws.worst, found.plays) == (3, Prospect(1, 4, 200))


def test_under_a_cap_of_the_margin_those_behind_make_up_no_more_than_it() -> None:
    """Spread first, as such events classify: with a win that counts by ten, 70 does not pass who rests with 90."""
    task = before_the_last_round("swiss")
    free = incentives(task, POINTS, counting=Counting(by_spread=True))
    capped = incentives(task, POINTS, counting=Counting(cap=10, by_spread=True))
    rests = {
        name: [each.withdraws.worst for each in found if each.place == 1]
        for name, found in (("free", free), ("capped", capped))
    }
    assert rests == {"free": [3], "capped": [2]}


def test_a_cap_does_not_touch_game_points() -> None:
    task = before_the_last_round("swiss")
    assert incentives(task, POINTS, counting=Counting(cap=10)) == incentives(task, POINTS)
