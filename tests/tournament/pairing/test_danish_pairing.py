"""Danish, with repeats and without, random and by hand: pairing down an order."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from loops import with_seeds
from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import Contender, PairingError, PairingTask, Teammates
from oracle.pairing import first_come
from tournament.pairing.pairing_tasks import field_with_past, line, pairs_of, two


def test_danish_goes_straight_down_the_standings_whoever_has_met() -> None:
    assert pairs_of(pair(line("danish", 6, 4, 2, 0, met=((1, 2),)))) == {two(1, 2), two(3, 4)}


def test_danish_gives_the_bye_to_the_lowest_without_one() -> None:
    pairing = pair(line("danish", 6, 4, 2, 2, 0, byes=(5,)))
    assert (pairing.byes, pairs_of(pairing)) == ((4,), {two(1, 2), two(3, 5)})


def test_danish_departs_from_the_line_only_where_something_is_forbidden() -> None:
    task = replace(line("danish", 8, 7, 6, 5, 4, 3, 2, 1), forbidden=frozenset({two(3, 4)}))
    assert pairs_of(pair(task)) == {two(1, 2), two(3, 5), two(4, 6), two(7, 8)}


def test_danish_keeps_teammates_apart_where_they_are_to_be_avoided() -> None:
    task = line("danish", 4, 3, 2, 1)
    mates = tuple(replace(each, team="a" if each.number < 3 else "") for each in task.contenders)
    task = replace(task, contenders=mates, teammates=Teammates.AVOID)
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 4)}


def test_danish_takes_forced_pairs_out_first() -> None:
    task = replace(line("danish", 6, 5, 4, 3, 2, 1), forced=frozenset({two(1, 6)}))
    assert pairs_of(pair(task)) == {two(1, 6), two(2, 3), two(4, 5)}


def test_without_repeats_each_meets_the_highest_not_met_yet() -> None:
    task = line("danish_no_repeats", 6, 4, 4, 2, 2, 0, met=((1, 2), (3, 4)))
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 4), two(5, 6)}


def test_the_highest_is_passed_over_when_the_others_could_not_be_paired() -> None:
    # 1 may meet 2, but then 3 and 4 would have to meet again.
    task = line("danish_no_repeats", 6, 4, 2, 0, met=((3, 4),))
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 4)}


def test_only_unavoidable_repeats_are_borne() -> None:
    met = tuple((one, other) for one in range(1, 4) for other in range(one + 1, 7))
    task = line("danish_no_repeats", 6, 5, 4, 3, 2, 1, met=met)
    pairing = pair(task)
    again = [table for table in pairing.tables if any(set(pair) == set(table) for pair in met)]
    assert len(again) == 2


def naive(task: PairingTask) -> set[frozenset[int]] | None:
    """The pairs by backtracking, the bye beginning from the bottom; without a way `None`."""
    known = {each.number: each for each in task.contenders}
    fewest = min(each.byes for each in task.contenders)

    def may_meet(one: int, other: int) -> bool:
        return other not in known[one].met and two(one, other) not in task.forbidden

    numbers = [each.number for each in task.contenders]
    free = [number for number in reversed(numbers) if known[number].byes == fewest] if len(numbers) % 2 else [0]
    for bye in free:
        found = first_come([number for number in numbers if number != bye], may_meet)
        if found is not None:
            return {frozenset(pair) for pair in found}
    return None


@with_seeds(120)
def test_top_down_does_as_a_director_with_patience_does(seed: int) -> None:
    size = 4 + seed % 9
    task = field_with_past("danish_no_repeats", size, seed % size // 2 + seed % 3, seed)
    expected = naive(task)
    if expected is not None:
        assert pairs_of(pair(task)) == expected


@with_seeds(200)
def test_top_down_finds_its_way_where_few_pairs_are_left(seed: int) -> None:
    chance = Random(seed)
    size = 4 + seed % 11
    task = line("danish_no_repeats", *[0] * size)
    pairs = [two(one, other) for one in range(1, size + 1) for other in range(one + 1, size + 1)]
    task = replace(task, forbidden=frozenset(each for each in pairs if chance.random() > 3 / size))
    expected = naive(task)
    if expected is not None:
        assert pairs_of(pair(task)) == expected
    else:
        with pytest.raises(PairingError):
            pair(task)


def test_a_random_pairing_follows_from_the_seed_and_repeats_nobody() -> None:
    task = field_with_past("random", 40, 6, 1)
    assert pair(task) == pair(task)
    assert pair(task) != pair(replace(task, seed="another"))
    known: dict[int, Contender] = {each.number: each for each in task.contenders}
    assert not any(other in known[one].met for one, other in pair(task).tables)


def test_by_hand_the_tables_stand_as_laid_out_and_nobody_is_paired_silently() -> None:
    task = replace(line("manual", *[0] * 7), tables=((2, 1), (7,), (4, 3)))
    pairing = pair(task)
    assert (pairing.tables, pairing.byes) == (((2, 1), (4, 3)), (7,))


def test_by_hand_forced_pairs_that_are_not_laid_out_are_added() -> None:
    task = replace(line("manual", *[0] * 4), tables=((2, 1),), forced=frozenset({two(3, 4)}))
    assert pairs_of(pair(task)) == {two(1, 2), two(3, 4)}
