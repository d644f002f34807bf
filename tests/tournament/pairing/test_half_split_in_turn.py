"""Half-split in turn: brackets, whom each takes, what a check of its own finds, and a twin that tries every way."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mostek.tournament.pairing.check import Breach, Fault
from mostek.tournament.pairing.system import check, explain, pair
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask
from oracle.pairing import first_come
from oracle.turns import in_turn
from tournament.pairing.pairing_tasks import line, pairs_of, two
from tournament.pairing.test_pairing_corpus import rounds
from tournament.pairing.test_pairing_properties import SEEDED

SYSTEM = "half_split_in_turn"


def paired(*half_points: int, met: tuple[tuple[int, int], ...] = ((90, 91),), byes: tuple[int, ...] = ()) -> set[str]:
    """The tables of a field whose players are numbered by their places; it is not round 1."""
    task = line(SYSTEM, *half_points, met=met, byes=byes)
    return {"-".join(map(str, sorted(table))) for table in pair(task).tables}


def test_the_upper_half_of_a_group_meets_the_lower_half_in_order() -> None:
    assert paired(4, 4, 4, 4, 2, 2) == {"1-3", "2-4", "5-6"}


def test_round_one_is_one_group_whatever_points_were_brought_along() -> None:
    assert pairs_of(pair(line(SYSTEM, 4, 4, 0, 0))) == {two(1, 3), two(2, 4)}


def test_who_has_met_the_next_takes_the_one_after() -> None:
    assert paired(4, 4, 4, 4, 4, 4, met=((1, 4),)) == {"1-5", "2-4", "3-6"}


def test_an_opponent_is_left_to_another_who_could_find_none() -> None:
    """1 could take 4, but then 3 would have met all who are left of the bracket."""
    assert paired(4, 4, 4, 4, 4, 4, met=((3, 5), (3, 6), (3, 2), (3, 1))) == {"1-5", "2-6", "3-4"}


def test_who_finds_none_in_the_lower_half_takes_one_of_the_upper_half() -> None:
    assert paired(4, 4, 4, 4, met=((1, 3), (1, 4))) == {"1-2", "3-4"}


def test_an_odd_group_takes_the_first_of_the_next() -> None:
    assert paired(4, 4, 4, 2, 2, 2) == {"1-3", "2-4", "5-6"}


def test_a_player_alone_joins_the_next_group_as_a_whole() -> None:
    assert paired(6, 4, 4, 4, 4, 4) == {"1-4", "2-5", "3-6"}


def test_half_a_point_opens_no_group_and_a_whole_point_does() -> None:
    assert paired(3, 3, 2, 2) == {"1-3", "2-4"}
    assert paired(4, 4, 3, 3) == {"1-2", "3-4"}


def test_a_bracket_that_cannot_be_paired_takes_two_more() -> None:
    assert paired(4, 4, 2, 2, 2, 2, met=((1, 2),)) == {"1-3", "2-4", "5-6"}


def test_a_bracket_leaves_nobody_below_whom_the_others_have_met() -> None:
    """5 and 6 have met: the bracket of 3 and 4 takes them in."""
    assert paired(4, 4, 2, 2, 0, 0, met=((5, 6),)) == {"1-2", "3-5", "4-6"}


def test_the_bye_goes_to_the_lowest_who_is_due_for_it() -> None:
    assert pair(line(SYSTEM, 4, 4, 2, 2, 0, byes=(5,))).byes == (4,)


def test_a_repeat_that_no_pairing_avoids_is_set_first() -> None:
    task = line(SYSTEM, 4, 4, 2, 2, met=((1, 2), (1, 3), (1, 4)))
    pairing = pair(task)
    assert len(pairing.tables) == 2
    assert check(task, pairing).faults == ()


def test_a_forced_pair_and_a_forbidden_one_are_kept() -> None:
    task = replace(
        line(SYSTEM, 4, 4, 4, 4, 4, 4, met=((9, 8),)), forced=frozenset({two(1, 6)}), forbidden=frozenset({two(2, 4)})
    )
    assert pairs_of(pair(task)) == {two(1, 6), two(2, 5), two(3, 4)}


SOUND = line(SYSTEM, 4, 4, 4, 4, 4, 4, met=((1, 4),))


@pytest.mark.parametrize(
    ("tables", "fault"),
    [
        (((1, 5), (2, 4), (3, 6)), None),
        (((1, 6), (2, 4), (3, 5)), (1, 5)),
        (((1, 5), (2, 6), (3, 4)), (2, 4)),
        (((1, 2), (3, 5), (4, 6)), (1, 5)),
    ],
)
def test_a_pairing_out_of_turn_is_found(tables: tuple[tuple[int, int], ...], fault: tuple[int, int] | None) -> None:
    faults = [each for each in check(SOUND, Pairing(tables)).faults if each.breach is Breach.OUT_OF_TURN]
    assert faults == ([Fault(Breach.OUT_OF_TURN, fault)] if fault else [])


def test_a_table_across_brackets_is_found() -> None:
    task = line(SYSTEM, 4, 4, 2, 2, met=((9, 8),))
    assert Breach.OUT_OF_TURN in {each.breach for each in check(task, Pairing(((1, 3), (2, 4)))).faults}


def test_the_explanation_names_who_was_passed_over() -> None:
    found = explain(SOUND, pair(SOUND))
    first = next(table for table in found.tables if {1, 5} == {seat.number for seat in table.seats})
    assert first.why == "departs"
    assert [
        (each.number, each.obstacle, each.times) for seat in first.seats if seat.number == 1 for each in seat.passed
    ] == [(4, "met", 1)]


@st.composite
def small_fields(draw: st.DrawFn) -> PairingTask:
    points = sorted(draw(st.lists(st.integers(0, 6), min_size=2, max_size=8)), reverse=True)
    numbers = range(1, len(points) + 1)
    pairs = [(one, other) for one in numbers for other in numbers if one < other]
    met = tuple(draw(st.lists(st.sampled_from(pairs), max_size=len(pairs) // 2, unique=True)))
    return replace(line(SYSTEM, *points, met=met), round=2)


@SEEDED
@given(small_fields())
def test_it_is_the_twin_that_tries_every_way(task: PairingTask) -> None:
    pairing = pair(task)
    if any(task.contenders[one - 1].met.get(other) for one, other in pairing.tables):
        return  # a repeat that could not be avoided was set first
    waiting = [each for each in task.contenders if each.number not in pairing.byes]
    groups = [[each.number for each in part] for _, part in groupby(waiting, lambda each: each.half_points // 2)]
    met = {each.number: each.met for each in task.contenders}
    assert pairs_of(pairing) == in_turn(groups, lambda one, other: not met[one].get(other))
    if pairing.byes:
        (bye,) = pairing.byes
        lower = [each.number for each in task.contenders if each.number > bye]
        for each in lower:
            rest = [other.number for other in task.contenders if other.number != each]
            assert first_come(rest, lambda one, other: not met[one].get(other)) is None


WHOLE = {"graboszyce": 11, "katowice": 1, "sochaczew": 1, "sosnowiec": 7}
"""So many rounds from the first on, until somebody came late or the system changed, are paired exactly as published."""


@pytest.mark.corpus
@pytest.mark.parametrize("event", WHOLE)
def test_the_published_rounds_come_out_to_the_last_table(shared_corpus: Path, event: str) -> None:
    for each in list(rounds(shared_corpus, event))[: WHOLE[event]]:
        pairing = pair(replace(each.task, system=SYSTEM))
        assert (pairs_of(pairing), pairing.byes) == (each.pairs, each.byes)
        assert not [
            fault for fault in check(replace(each.task, system=SYSTEM), pairing).faults if fault.breach in TURNS
        ]


TURNS = (Breach.OUT_OF_TURN, Breach.REPEAT_AVOIDABLE, Breach.BYE_TOO_HIGH)


def test_contenders_with_no_points_are_one_group() -> None:
    contenders = tuple(Contender(number=number) for number in range(1, 7))
    task = PairingTask(system=SYSTEM, round=2, contenders=contenders, seed="s")
    assert pairs_of(pair(task)) == {two(1, 4), two(2, 5), two(3, 6)}
