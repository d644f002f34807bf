"""A league: points of an evening, the season, and who goes up and down."""

from __future__ import annotations

import random

import pytest

from loops import with_seeds
from mostek.tournament.rating.league import (
    Evening,
    LeaguePlace,
    LeagueRules,
    Move,
    Player,
    evening_points,
    league,
    season,
)


def who(name: str) -> Player:
    return name


def evening(*groups: str, shared: str = "") -> Evening:
    """Groups of players of one letter in the order of their places; who is in `shared` has the place of the one above."""
    found = []
    for group in groups:
        places: list[LeaguePlace] = []
        for index, name in enumerate(group, 1):
            place = places[-1].place if name in shared and places else index
            places.append(LeaguePlace(who(name), place))
        found.append(tuple(places))
    return tuple(found)


def groups_after(rules: LeagueRules, *evenings: Evening, away: str = "") -> list[str]:
    found = league(evenings, rules, [who(name) for name in away])
    return ["".join(each.player[0] for each in group) for group in found.groups]


def moves_after(rules: LeagueRules, *evenings: Evening) -> dict[str, Move]:
    return {each.player[0]: each.move for group in league(evenings, rules).groups for each in group}


def test_a_player_has_a_point_for_coming_and_one_for_everybody_behind() -> None:
    points = {player[0]: won for player, won in evening_points(evening("abc", "de")).items()}
    assert points == {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}


def test_equals_have_the_points_of_their_place() -> None:
    points = {player[0]: won for player, won in evening_points(evening("abc", shared="b")).items()}
    assert points == {"a": 3, "b": 3, "c": 1}


def test_only_the_best_evenings_count_and_all_of_them_part_equals() -> None:
    rows = season([evening("abc"), evening("bac"), evening("cab")], best=1)
    assert [(row.player[0], row.place, row.points, row.total) for row in rows] == [
        ("a", 1, 3, 7), ("b", 2, 3, 6), ("c", 3, 3, 5),
    ]  # fmt: skip


def test_the_best_go_up_and_the_last_go_down() -> None:
    assert groups_after(LeagueRules(move=1), evening("abcd", "efgh")) == ["abce", "dfgh"]
    assert groups_after(LeagueRules(move=2), evening("abcd", "efgh")) == ["abef", "cdgh"]
    assert groups_after(LeagueRules(move=0), evening("abcd", "efgh")) == ["abcd", "efgh"]


def test_in_three_groups_the_middle_one_loses_and_wins_players_at_both_ends() -> None:
    assert groups_after(LeagueRules(move=1), evening("abc", "def", "ghi")) == ["abd", "ceg", "fhi"]


def test_a_small_group_gives_at_most_half_of_its_players_each_way() -> None:
    assert groups_after(LeagueRules(move=5), evening("abcd", "ef")) == ["abce", "df"]


def test_who_was_away_keeps_the_group_and_who_stays_away_is_left_out() -> None:
    first, second = evening("abc", "def"), evening("abd", "ef")  # c went down and is away, d came up
    assert moves_after(LeagueRules(move=1), first, second)["c"] is Move.WAS_AWAY
    assert groups_after(LeagueRules(move=1), first, second) == ["abe", "dfc"]
    assert groups_after(LeagueRules(move=1), first, second, away="c") == ["abe", "df"]


@pytest.mark.parametrize(
    ("size", "expected"), [(2, ["ab", "cd", "ef"]), (3, ["abc", "def"]), (6, ["abcdef"]), (4, ["abc", "def"])]
)
def test_groups_are_cut_to_about_their_size(size: int, expected: list[str]) -> None:
    assert groups_after(LeagueRules(move=0, size=size), evening("abcdef")) == expected


def test_equals_where_the_groups_part_are_named() -> None:
    assert league([evening("abc", "def", shared="c")], LeagueRules()).ties == ((who("b"), who("c")),)
    assert league([evening("abc", "def", shared="b")], LeagueRules()).ties == ()


@with_seeds(60)
def test_any_season_leaves_everybody_in_one_group_and_its_points_add_up(seed: int) -> None:
    """Compared with the whole list of the evening: who stands before whom, person by person."""
    chance = random.Random(seed)
    people = [f"p{number}" for number in range(chance.randrange(2, 25))]
    evenings = []
    for _ in range(chance.randrange(1, 6)):
        there = chance.sample(people, chance.randrange(1, len(people) + 1))
        cut = sorted(chance.sample(range(1, len(there)), min(len(there) - 1, chance.randrange(3))))
        parts = [there[begin:end] for begin, end in zip([0, *cut], [*cut, len(there)], strict=True)]
        groups = []
        for part in parts:
            ranks = sorted(chance.choices(range(3), k=len(part)))
            groups.append(
                tuple(
                    LeaguePlace(name, 1 + sum(r < rank for r in ranks)) for name, rank in zip(part, ranks, strict=True)
                )
            )
        evenings.append(tuple(groups))
    best, size = chance.choice((None, 1, 2, 3)), chance.choice((None, 2, 4, 7))
    found = league(evenings, LeagueRules(move=chance.randrange(4), best=best, size=size))
    listed = [each.player for group in found.groups for each in group]
    assert sorted(listed) == sorted({place.player for each in evenings for group in each for place in group})
    assert all(found.groups)
    for row in found.rows:
        won = []
        for each in evenings:
            ranked = [(number, place.place, place.player) for number, group in enumerate(each) for place in group]
            own = next((rank[:2] for rank in ranked if rank[2] == row.player), None)
            won.append(0 if own is None else sum(rank[:2] >= own for rank in ranked))
        assert list(row.by_event) == won
        assert row.points == sum(sorted(won, reverse=True)[:best])
    totals = [(row.points, row.total) for row in found.rows]
    assert totals == sorted(totals, reverse=True)
