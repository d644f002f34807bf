"""What holds for every field with every past: the independent judge finds nothing, and nothing changes by itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from mostek.tournament.pairing.system import check, explain, pair
from mostek.tournament.pairing.values import Contender, PairingError, PairingTask
from oracle.pairing import after_round, borne, least_borne
from tournament.pairing.pairing_tasks import PAIRS, field_with_past, tasks

SEEDED = settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def sound(task: PairingTask) -> None:
    if task.forbidden and len(task.contenders) < 8:
        # A handful of players may be left no way; bigger fields always have one.
        try:
            pair(task)
        except PairingError:
            return
    pairing = pair(task)
    assert check(task, pairing).faults == ()
    if task.system in PAIRS:
        assert borne(task, pairing) == least_borne(task, pairing)
    assert pair(task) == pairing
    explained = explain(task, pairing)
    assert [tuple(seat.number for seat in table.seats) for table in explained.tables] == list(pairing.tables)
    assert explained.left == ()


@SEEDED
@given(tasks())
def test_a_pairing_of_two_by_two_is_sound(task: PairingTask) -> None:
    sound(task)


@settings(SEEDED, max_examples=25)
@given(tasks(systems=("round_robin", "tables")))
def test_a_circle_and_tables_of_several_are_sound(task: PairingTask) -> None:
    field = tuple(sorted(each.number for each in task.contenders)) if task.system == "round_robin" else ()
    fresh = tuple(replace(each, met={}) for each in task.contenders)
    sound(replace(task, contenders=fresh, field=field, forced=frozenset(), forbidden=frozenset()))


@settings(SEEDED, max_examples=30)
@given(tasks())
def test_who_is_at_which_place_matters_and_not_the_order_of_sets(task: PairingTask) -> None:
    turned = replace(
        task,
        forced=frozenset(reversed(sorted(task.forced, key=sorted))),
        contenders=tuple(replace(each, met=dict(reversed(list(each.met.items())))) for each in task.contenders),
    )
    try:
        expected = pair(task)
    except PairingError:
        return
    assert pair(turned) == expected


@pytest.mark.parametrize("system", PAIRS)
def test_three_hundred_are_paired_soundly(system: str) -> None:
    sound(field_with_past(system, 299, 6, 3, teams=30))


@pytest.mark.parametrize("system", PAIRS)
@pytest.mark.parametrize("size", [2, 5, 8, 13, 30])
def test_an_event_of_twelve_rounds_has_no_second_bye_too_early_and_balanced_starts(system: str, size: int) -> None:
    chance = Random(size)
    contenders = tuple(Contender(number=number) for number in range(1, size + 1))
    for number in range(1, 13):
        task = PairingTask(system=system, round=number, contenders=contenders, seed="e")
        sound(task)
        contenders = after_round(contenders, pair(task), chance)
        byes = [each.byes for each in contenders]
        assert max(byes) - min(byes) <= 1
        assert all(abs(2 * each.starts - each.games) <= 3 for each in contenders)
    assert sum(abs(2 * each.starts - each.games) <= 2 for each in contenders) >= size - 1


@settings(SEEDED, max_examples=12)
@given(tasks(systems=("swiss", "danish_no_repeats"), largest=30))
def test_a_round_taken_back_and_paired_again_is_the_same(task: PairingTask) -> None:
    try:
        first = pair(task)
    except PairingError:
        return
    assert pair(PairingTask(**{name: getattr(task, name) for name in task.__struct_fields__})) == first
