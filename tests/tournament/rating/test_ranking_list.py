"""The ranking list: which events count, who is on which list, and with what rating a player comes to an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mostek.tournament.rating.ranking_list import EventResult, ranking_list, select
from mostek.tournament.rating.scalps import EDITIONS, RatingRules, Selection, rules_on

BEFORE, SINCE = EDITIONS
TODAY = date(2026, 5, 17)


def played(*ratings: int, games: int = 12, last: date = TODAY) -> list[EventResult]:
    """Events a week apart, the last one on the last day, each with this whole rating."""
    days = [last - timedelta(weeks=len(ratings) - number) for number in range(1, len(ratings) + 1)]
    return [
        EventResult(day, f"E{number}", rating * games, games)
        for number, (day, rating) in enumerate(zip(days, ratings, strict=True))
    ]


EIGHTEEN = played(163, 163, 158, 148, 158, 158, 158, 158, 158, 149, 158, 158, 158, 158, 158, 158, 158, 157)
"""216 games, 157.44 in all."""


def rating(events: Sequence[EventResult], rules: RatingRules, as_of: date = TODAY) -> tuple[int, int]:
    (row,) = ranking_list({"P": events}, as_of, rules).main
    return row.games, row.rating_hundredths


def test_the_second_worked_example() -> None:
    """TOURNAMENTS 3.5: the old rule takes the last 16 events; the new one drops 148 (204 games left), then 149 (192)."""
    assert rating(EIGHTEEN, BEFORE) == (192, 156_75)
    assert rating(EIGHTEEN, SINCE) == (192, 158_56)


def test_the_selection_changed_on_6_may_2023() -> None:
    assert rules_on(date(2023, 5, 5)).selection is Selection.LATEST
    assert rules_on(date(2023, 5, 6)).selection is Selection.HIGHEST
    assert rules_on(date(1999, 1, 1)) is BEFORE
    assert rules_on(TODAY).scalps.over_fifty


def test_two_hundred_games_are_not_too_many() -> None:
    """§1.2.2 and PFS 14/2023: the number must not go beyond 200."""
    full = played(*range(150, 170), games=10)
    assert rating(full, SINCE)[0] == rating(full, BEFORE)[0] == 200
    one_more = [EventResult(full[0].day - timedelta(1), "before", 180, 1), *full]
    assert rating(one_more, BEFORE)[0] == 200
    assert rating(one_more, SINCE)[0] == 191


def test_the_old_rule_stops_at_the_first_event_that_goes_beyond() -> None:
    """An older and shorter one that would still fit is not asked."""
    events = [*played(150, games=5, last=TODAY - timedelta(150)), *played(*[150] * 17)]
    assert [each.games for each in select(events, TODAY, BEFORE)] == [12] * 16


def test_of_equally_low_events_the_older_is_dropped() -> None:
    events = played(*[150] * 17)
    assert select(events, TODAY, SINCE) == tuple(events[1:])


def test_of_equally_low_events_of_one_day_the_name_tells_which_goes() -> None:
    events = [EventResult(TODAY, name, 1800, 12) for name in "BACDEFGHIJKLMNOPQ"]
    for order in (events, events[::-1]):
        assert [each.event for each in select(order, TODAY, SINCE)] == list("BCDEFGHIJKLMNOPQ")


def test_a_low_event_is_compared_by_its_rating_not_by_its_scalps() -> None:
    events = [*played(*[160] * 16), EventResult(TODAY, "short", 170 * 9, 9)]
    assert "short" in [each.event for each in select(events, TODAY, SINCE)]


@pytest.mark.parametrize(
    ("as_of", "last_day_out"),
    [
        pytest.param(date(2026, 5, 17), date(2024, 5, 16), id="the same day two years ago still counts"),
        pytest.param(date(2024, 2, 29), date(2022, 2, 27), id="two years before a leap day"),
    ],
)
@pytest.mark.parametrize("rules", EDITIONS)
def test_games_of_two_years_count(as_of: date, last_day_out: date, rules: RatingRules) -> None:
    """§1.2.1."""
    out, within = (EventResult(last_day_out + timedelta(days), str(days), 3000, 30) for days in (0, 1))
    assert select([within, out], as_of, rules) == (within,)
    assert select([EventResult(as_of + timedelta(1), "tomorrow", 3000, 30)], as_of, rules) == ()


def test_a_window_of_four_years_may_open_on_a_leap_day() -> None:
    events = [EventResult(date(2020, 2, day), "E", 3000, 30) for day in (28, 29)]
    assert select(events, date(2024, 2, 29), replace(SINCE, window_years=4)) == (events[1],)
    assert select(events, date(2024, 2, 29), replace(SINCE, window_years=None)) == tuple(events)


def test_thirty_games_are_enough_and_29_wait() -> None:
    """§2.1; the lists are numbered each from 1."""
    found = ranking_list({"A": played(120, games=30), "B": played(180, games=29), "C": []}, TODAY, SINCE)
    assert [(row.place, row.player) for row in found.main] == [(1, "A")]
    assert [(row.place, row.player) for row in found.waiting] == [(1, "B")]


def test_the_unrounded_number_orders_the_list() -> None:
    """§1.1: both are printed 150.00, since 29999 / 200 is 149.995."""
    found = ranking_list(
        {"A": [EventResult(TODAY, "E", 29999, 200)], "B": [EventResult(TODAY, "E", 30000, 200)]}, TODAY, SINCE
    )
    assert [(row.player, row.rating_hundredths, row.rating) for row in found.main] == [
        ("B", 150_00, 150),
        ("A", 150_00, 150),
    ]


def test_equals_follow_each_other_by_name() -> None:
    """As published: 5936 / 48 and 17066 / 138 are the same number, and have two places."""
    players = {"D": [EventResult(TODAY, "E", 17066, 138)], "C": [EventResult(TODAY, "E", 5936, 48)]}
    assert [(row.place, row.player) for row in ranking_list(players, TODAY, SINCE).main] == [(1, "C"), (2, "D")]


def test_those_who_wait_stand_by_games_and_then_by_rating() -> None:
    players = {"A": played(90, games=29), "B": played(140, games=28), "C": played(111, games=28)}
    assert [row.player for row in ranking_list(players, TODAY, SINCE).waiting] == ["A", "B", "C"]


LONG_AGO = date(2015, 1, 1)


EVENTS = st.lists(
    st.builds(
        EventResult,
        st.dates(TODAY - timedelta(900), TODAY + timedelta(30)),
        st.uuids().map(str),
        st.integers(500, 3000),
        st.integers(0, 24),
    ),
    max_size=30,
)


@given(EVENTS, st.data())
def test_lists_do_not_depend_on_the_order_of_events_and_never_go_beyond_200(
    events: list[EventResult], data: st.DataObject
) -> None:
    for rules in EDITIONS:
        found = ranking_list({"P": events}, TODAY, rules)
        assert found == ranking_list({"P": data.draw(st.permutations(events))}, TODAY, rules)
        assert all(row.games <= rules.maximum_games for row in found.main)
        assert all(row.games < rules.minimum_games for row in found.waiting)


@given(EVENTS)
def test_the_rule_of_2023_never_ranks_lower_than_all_events_do(events: list[EventResult]) -> None:
    within = select(events, TODAY, replace(SINCE, maximum_games=10**6))
    best = select(events, TODAY, SINCE)
    if best:
        assert sum(e.scalps for e in best) * sum(e.games for e in within) >= sum(e.scalps for e in within) * sum(
            e.games for e in best
        )
