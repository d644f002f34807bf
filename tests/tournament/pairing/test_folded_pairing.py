"""Half-split and Swiss: the fold of each group, and what may break it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import PairingError, PairingFault, Teammates
from tournament.pairing.pairing_tasks import line, pairs_of, two

FOLDED = pytest.mark.parametrize("system", ["swiss", "half_split"])


@FOLDED
def test_eight_players_begin_top_half_against_bottom_half(system: str) -> None:
    assert pairs_of(pair(line(system, *[0] * 8))) == {two(1, 5), two(2, 6), two(3, 7), two(4, 8)}


@FOLDED
def test_later_each_group_of_equal_match_points_is_folded(system: str) -> None:
    task = line(system, 2, 2, 2, 2, 0, 0, 0, 0, met=((1, 5), (2, 6), (3, 7), (4, 8)))
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 4), two(5, 7), two(6, 8)}


def test_the_half_split_of_round_one_folds_the_whole_field_whatever_points_are_brought_along() -> None:
    points = (4, 4, 4, 2, 2, 0)
    assert pairs_of(pair(line("half_split", *points))) == {two(1, 4), two(2, 5), two(3, 6)}
    assert pairs_of(pair(line("swiss", *points))) == {two(1, 3), two(2, 4), two(5, 6)}


@FOLDED
def test_the_middle_player_of_an_odd_group_meets_the_first_of_the_next(system: str) -> None:
    task = replace(line(system, 4, 4, 4, 4, 4, 2, 2, 2), round=3)
    assert pairs_of(pair(task)) == {two(1, 4), two(2, 5), two(3, 6), two(7, 8)}


def test_a_leader_who_is_alone_heads_the_next_group() -> None:
    task = replace(line("swiss", 6, 4, 4, 4, 2, 2), round=4)
    assert pairs_of(pair(task)) == {two(1, 3), two(2, 4), two(5, 6)}


@FOLDED
def test_nobody_meets_again_while_it_can_be_avoided(system: str) -> None:
    task = line(system, 2, 2, 2, 2, met=((1, 3),))
    assert pairs_of(pair(task)) == {two(1, 4), two(2, 3)}


def test_of_two_ways_alike_the_upper_table_stays_as_meant() -> None:
    task = line("swiss", *[2] * 8, met=((2, 6),))
    assert pairs_of(pair(task)) == {two(1, 5), two(2, 7), two(3, 6), two(4, 8)}


def test_three_of_a_group_who_have_all_met_go_to_the_next() -> None:
    task = line("swiss", 4, 4, 4, 2, 2, 2, met=((1, 2), (1, 3), (2, 3)))
    assert all(max(table) > 3 for table in pair(task).tables)


def test_four_who_have_all_met_meet_again_as_there_is_nobody_else() -> None:
    task = line("swiss", 2, 2, 0, 0, met=((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)))
    assert pairs_of(pair(task)) == {two(1, 2), two(3, 4)}


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    assert pair(line("swiss", 2, 2, 2, 0, 0, byes=(5,))).byes == (4,)


def test_a_second_bye_only_when_all_have_had_one() -> None:
    assert pair(line("swiss", 2, 2, 0, byes=(1, 2, 3))).byes == (3,)


def test_rather_a_repeat_than_a_second_bye() -> None:
    pairing = pair(line("swiss", 2, 2, 0, met=((2, 3),), byes=(2, 3)))
    assert (pairing.byes, pairs_of(pairing)) == ((1,), {two(2, 3)})


def test_teammates_are_avoided_before_repeats() -> None:
    task = line("swiss", 0, 0, 0, 0, met=((1, 3), (2, 4), (1, 4), (2, 3)))
    mates = tuple(replace(each, team="ab"[each.number > 2]) for each in task.contenders)
    free = replace(task, contenders=mates)
    assert pairs_of(pair(free)) == {two(1, 2), two(3, 4)}
    assert pairs_of(pair(replace(free, teammates=Teammates.AVOID))) in ({two(1, 3), two(2, 4)}, {two(1, 4), two(2, 3)})


def test_teammates_who_are_forbidden_leave_no_pairing_where_all_are_of_one_team() -> None:
    task = line("swiss", 0, 0)
    mates = tuple(replace(each, team="a") for each in task.contenders)
    with pytest.raises(PairingError) as caught:
        pair(replace(task, contenders=mates, teammates=Teammates.FORBID))
    assert caught.value.fault is PairingFault.NO_PAIRING


def test_nobody_shares_the_empty_team() -> None:
    assert pairs_of(pair(replace(line("swiss", 0, 0), teammates=Teammates.FORBID))) == {two(1, 2)}


def test_table_one_has_the_highest_and_the_starter_sits_first() -> None:
    task = line("swiss", 2, 2, 0, 0, met=((1, 3), (2, 4)))
    started = tuple(replace(each, games=1, starts=each.number in (1, 4)) for each in task.contenders)
    assert pair(replace(task, contenders=started)).tables == ((2, 1), (3, 4))


def test_a_coin_of_the_seed_decides_between_those_who_started_alike() -> None:
    task = line("swiss", 0, 0)
    starters = {pair(replace(task, seed=str(seed))).tables[0][0] for seed in range(20)}
    assert starters == {1, 2}
