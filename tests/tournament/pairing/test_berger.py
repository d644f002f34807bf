"""Everybody meets everybody, as Berger's published tables say."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.systems.round_robin import berger
from mostek.tournament.pairing.values import PairingError, PairingFault
from tournament.pairing.pairing_tasks import line, pairs_of, two

FOUR = [{(1, 4), (2, 3)}, {(4, 3), (1, 2)}, {(2, 4), (3, 1)}]
SIX = [
    {(1, 6), (2, 5), (3, 4)},
    {(6, 4), (5, 3), (1, 2)},
    {(2, 6), (3, 1), (4, 5)},
    {(6, 5), (1, 4), (2, 3)},
    {(3, 6), (4, 2), (5, 1)},
]
"""The tables as chess arbiters print them, the first-named with the white pieces."""


@pytest.mark.parametrize("table", [FOUR, SIX], ids=["four", "six"])
def test_the_table_is_the_published_one(table: list[set[tuple[int, int]]]) -> None:
    members = len(table) + 1
    assert [set(berger(members, number)) for number in range(1, members)] == table


@pytest.mark.parametrize("members", range(2, 25))
def test_in_a_cycle_everybody_meets_everybody_and_starts_are_balanced(members: int) -> None:
    rounds = members - 1 + members % 2
    games = [game for number in range(1, rounds + 1) for game in berger(members, number) if max(game) <= members]
    assert sorted(map(sorted, games)) == sorted(map(list, combinations(range(1, members + 1), 2)))
    for place in range(1, members + 1):
        own = [game for game in games if place in game]
        assert abs(2 * sum(game[0] == place for game in own) - len(own)) <= 1


def test_the_second_cycle_swaps_who_starts() -> None:
    assert [set(berger(6, number)) for number in range(6, 11)] == [{game[::-1] for game in games} for games in SIX]
    assert set(berger(6, 11)) == SIX[0]


def test_in_an_odd_circle_one_is_free_each_round() -> None:
    task = line("round_robin", 0, 0, 0, 0, 0)
    assert [pair(replace(task, round=number)).byes for number in range(1, 6)] == [(1,), (4,), (2,), (5,), (3,)]


def test_who_is_absent_leaves_a_bye_to_the_opponent() -> None:
    task = replace(line("round_robin", 0, 0, 0), field=(1, 2, 3, 9))
    pairing = pair(task)
    assert (pairing.byes, pairs_of(pairing)) == ((1,), {two(2, 3)})


def test_a_forced_pair_leaves_two_who_meet() -> None:
    task = replace(line("round_robin", 0, 0, 0, 0, 0, 0), forced=frozenset({two(1, 2)}))
    assert pairs_of(pair(task)) == {two(1, 2), two(5, 6), two(3, 4)}


def test_a_stranger_has_no_place_in_the_circle() -> None:
    with pytest.raises(PairingError) as caught:
        pair(replace(line("round_robin", 0, 0, 0), field=(1, 2)))
    assert (caught.value.fault, caught.value.about) == (PairingFault.NOT_IN_FIELD, (3,))


def test_a_circle_cannot_hold_two_who_must_never_meet() -> None:
    with pytest.raises(PairingError) as caught:
        pair(replace(line("round_robin", 0, 0, 0, 0), forbidden=frozenset({two(2, 3)})))
    assert caught.value.fault is PairingFault.NO_PAIRING
