"""Tables of four, three and two for an evening of challenges (CHAL-1)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from loops import with_each
from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.systems.tables import sizes
from mostek.tournament.pairing.values import Contender, PairingTask, Teammates
from oracle.pairing import after_round
from tournament.pairing.pairing_tasks import line, two

SIZES = {
    2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (3, 3, 3), 10: (4, 3, 3), 11: (4, 4, 3),
    13: (4, 3, 3, 3),
}  # fmt: skip


@pytest.mark.parametrize(("players", "expected"), SIZES.items())
def test_so_many_players_come_out_so(players: int, expected: tuple[int, ...]) -> None:
    assert sizes(players, 4) == expected


@pytest.mark.parametrize("largest", [2, 3, 4])
@with_each("players", range(2, 60))
def test_nobody_ever_sits_alone(players: int, largest: int) -> None:
    if largest > 2 or players % 2 == 0:
        assert set(sizes(players, largest)) <= set(range(2, largest + 1))
        assert sum(sizes(players, largest)) == players


def test_neighbours_of_the_standings_sit_together() -> None:
    assert [set(table) for table in pair(line("tables", *range(8, 0, -1))).tables] == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_who_has_sat_together_sits_apart() -> None:
    met = tuple(pair for four in ((1, 2, 3, 4), (5, 6, 7, 8)) for pair in combinations(four, 2))
    tables = pair(line("tables", *range(8, 0, -1), met=met)).tables
    # Of two and two at each table one pair of each four meets again, fewer is not possible.
    assert sorted(len({1, 2, 3, 4} & set(table)) for table in tables) == [2, 2]


@pytest.mark.parametrize("players", [16, 24, 40, 60])
def test_in_the_second_round_nobody_meets_again(players: int) -> None:
    contenders = tuple(Contender(number=number) for number in range(1, players + 1))
    task = PairingTask(system="tables", round=1, contenders=contenders, seed="t")
    task = replace(task, round=2, contenders=after_round(contenders, pair(task), Random(1)))
    known = {each.number: each for each in task.contenders}
    assert not any(two in known[one].met for table in pair(task).tables for one, two in combinations(table, 2))


def test_tables_for_two_leave_a_bye_to_the_lowest() -> None:
    pairing = pair(replace(line("tables", 0, 0, 0, 0, 0), table_size=2))
    assert (pairing.byes, sorted(map(len, pairing.tables))) == ((5,), [2, 2])


def test_forced_forbidden_and_teammates_hold_at_tables_too() -> None:
    task = line("tables", *[0] * 8)
    mates = tuple(replace(each, team="a" if each.number in (3, 4) else "") for each in task.contenders)
    task = replace(
        task,
        contenders=mates,
        teammates=Teammates.AVOID,
        forced=frozenset({two(1, 8)}),
        forbidden=frozenset({two(1, 2)}),
    )
    tables = [set(table) for table in pair(task).tables]
    assert any({1, 8} <= table for table in tables)
    assert not any({1, 2} <= table or {3, 4} <= table for table in tables)


def test_a_forced_pair_from_both_ends_of_a_big_field_sits_together() -> None:
    task = replace(line("tables", *[0] * 80), forced=frozenset({two(1, 80)}))
    assert any({1, 80} <= set(table) for table in pair(task).tables)


def test_whoever_has_started_the_least_share_starts() -> None:
    task = line("tables", *[0] * 4)
    started = tuple(replace(each, games=3, starts=int(each.number != 3)) for each in task.contenders)
    assert pair(replace(task, contenders=started)).tables[0][0] == 3
