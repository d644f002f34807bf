"""What a director can read to a player who asks why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mostek.tournament.pairing.explain import (
    ByeWhy,
    Explanation,
    Obstacle,
    Passed,
    SeatReason,
    StartWhy,
    TableReason,
    Why,
)
from mostek.tournament.pairing.matching import Layer
from mostek.tournament.pairing.system import explain, pair
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Starters, Teammates, system_names
from tournament.pairing.pairing_tasks import line, two


def explained(task: PairingTask) -> Explanation:
    return explain(task, pair(task))


def table_of(explanation: Explanation, number: int) -> tuple[TableReason, SeatReason]:
    return next((table, seat) for table in explanation.tables for seat in table.seats if seat.number == number)


def test_a_table_as_meant_says_group_and_place() -> None:
    table, seat = table_of(explained(line("swiss", 2, 2, 2, 2, 0, 0)), 2)
    assert (table.why, table.met, table.floats) == (Why.MEANT, 0, False)
    assert (seat.place, seat.half_points, seat.group_place, seat.group_size, seat.meant) == (2, 2, 2, 4, 4)


def test_who_would_meet_again_is_told_with_the_number_of_meetings() -> None:
    explanation = explained(line("swiss", 2, 2, 2, 2, met=((2, 4),)))
    table, seat = table_of(explanation, 2)
    assert (table.why, seat.passed) == (Why.DEPARTS, (Passed(4, Obstacle.MET, 1),))
    _, other = table_of(explanation, 1)
    assert other.passed == (Passed(3, Obstacle.SEATED, meets=2),)


def test_forbidden_pairs_and_teammates_are_named() -> None:
    task = replace(line("swiss", *[0] * 4), forbidden=frozenset({two(1, 3)}))
    assert table_of(explained(task), 1)[1].passed == (Passed(3, Obstacle.FORBIDDEN),)
    mates = tuple(replace(each, team="a" if each.number in (1, 3) else "") for each in task.contenders)
    task = replace(task, forbidden=frozenset(), contenders=mates, teammates=Teammates.AVOID)
    assert table_of(explained(task), 1)[1].passed == (Passed(3, Obstacle.TEAMMATES),)


def test_down_the_standings_everybody_passed_over_is_named() -> None:
    task = line("danish_no_repeats", 6, 4, 2, 0, met=((3, 4),))
    table, seat = table_of(explained(task), 1)
    assert (table.why, seat.passed) == (Why.FIRST_FREE, (Passed(2, Obstacle.NEEDED, meets=4),))


def test_a_repeat_that_nobody_can_avoid_says_so() -> None:
    explanation = explained(line("danish_no_repeats", 2, 0, met=((1, 2),)))
    assert (explanation.tables[0].why, explanation.tables[0].met, explanation.repeats) == (Why.UNAVOIDABLE, 1, 1)
    assert all(seat.passed == () for seat in explanation.tables[0].seats)


def test_the_bye_says_who_below_had_had_one() -> None:
    (reason,) = explained(line("swiss", 2, 2, 2, 0, 0, byes=(5,))).byes
    assert (reason.why, reason.seat.number, reason.byes) == (ByeWhy.LOWEST, 4, 0)
    assert reason.seat.passed == (Passed(5, Obstacle.HAD_BYE, 1),)


def test_the_bye_says_who_below_was_needed() -> None:
    met = ((1, 2), (1, 3), (2, 3))
    (reason,) = explained(line("swiss", 2, 2, 2, 0, 0, met=((4, 1), (4, 2), (4, 3), *met))).byes
    assert reason.seat.number == 5 or reason.seat.passed


def test_the_starter_is_who_has_started_less() -> None:
    task = line("swiss", 0, 0)
    started = replace(
        task, contenders=(replace(task.contenders[0], starts=2, games=3), replace(task.contenders[1], games=3))
    )
    (table,) = explained(started).tables
    assert (table.start, [(seat.number, seat.starts, seat.games) for seat in table.seats]) == (
        StartWhy.STARTED_LESS, [(2, 0, 3), (1, 2, 3)],
    )  # fmt: skip
    assert explained(task).tables[0].start is StartWhy.COIN
    assert explained(replace(task, starters=Starters.DRAWN)).tables[0].start is StartWhy.LETTERS


@pytest.mark.parametrize(
    ("one", "two", "starter", "why"),
    [
        ((2, 4, 2), (2, 4, 1), 2, StartWhy.DUE),
        ((2, 4, -1), (2, 4, -2), 2, StartWhy.DUE),
        ((3, 5, -2), (2, 5, 1), 1, StartWhy.BREAKS_RUN),
        ((2, 5, 2), (3, 5, -1), 2, StartWhy.BREAKS_RUN),
        ((2, 5, 1), (3, 5, -1), 1, StartWhy.STARTED_LESS),
    ],
)
def test_a_run_in_one_role_is_broken(
    one: tuple[int, int, int], two: tuple[int, int, int], starter: int, why: StartWhy
) -> None:
    contenders = tuple(
        Contender(number=number, starts=starts, games=games, run=run)
        for number, (starts, games, run) in enumerate((one, two), 1)
    )
    (table,) = explained(PairingTask(system="swiss", round=6, contenders=contenders, seed="s")).tables
    assert (table.seats[0].number, table.start) == (starter, why)


def test_totals_say_how_many_tables_repeat_float_and_cost() -> None:
    explanation = explained(line("swiss", 4, 2, met=((1, 2),)))
    assert (explanation.repeats, explanation.floats, explanation.teammates, explanation.seed) == (1, 1, 0, "s")
    costs = dict(explanation.costs)
    assert (costs[Layer.REPEATS], costs[Layer.DISTANCE], costs[Layer.FLOATS]) == (1, 4, 1)


def test_forced_circle_company_and_laid_out_tables_say_so() -> None:
    def whys(task: PairingTask) -> list[str]:
        return [table.why for table in explained(task).tables]

    forced = frozenset({two(1, 2)})
    assert whys(replace(line("swiss", *[0] * 4), forced=forced)) == [Why.FORCED, Why.MEANT]
    assert whys(replace(line("round_robin", *[0] * 4), forced=forced)) == [Why.FORCED, "circle_left"]
    assert whys(line("round_robin", *[0] * 4)) == ["circle", "circle"]
    assert whys(line("tables", *[0] * 5)) == ["company", "company"]
    assert whys(replace(line("manual", *[0] * 4), tables=((1, 2), (3, 4)))) == ["laid_out", "laid_out"]


def test_who_is_left_by_hand_is_told() -> None:
    task = replace(line("manual", *[0] * 5), tables=((1, 2), (5,)))
    explanation = explained(task)
    assert (explanation.left, explanation.byes[0].why) == ((3, 4), "laid_out")


def test_a_pairing_that_the_director_has_changed_is_explained_too() -> None:
    task = line("swiss", *[0] * 4)
    explanation = explain(task, Pairing(((1, 2), (3, 4))))
    assert [table.why for table in explanation.tables] == [Why.DEPARTS, Why.DEPARTS]


@pytest.mark.parametrize("system", system_names())
def test_whatever_the_director_makes_of_it_can_be_explained(system: str) -> None:
    task = replace(line(system, *[0] * 7, met=((1, 2), (3, 4))), forced=frozenset({two(1, 5)}))
    explanation = explain(task, Pairing(((1, 2), (3, 4, 5)), (6,)))
    assert [len(table.seats) for table in explanation.tables] == [2, 3]
    assert (explanation.repeats, explanation.left) == (2, (7,))
