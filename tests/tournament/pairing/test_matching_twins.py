"""The answer depends on neither the library nor the order of hashes, and is the best of all answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from loops import with_seeds
from mostek.tournament.pairing import matching
from mostek.tournament.pairing.field import ideal_opponents, waiting
from mostek.tournament.pairing.matching import by_groups, by_neighbours, cheapest_matching
from mostek.tournament.pairing.system import pair
from oracle.pairing import another_matching, every_pairing
from tournament.pairing.pairing_tasks import field_with_past

SOURCE = Path(matching.__file__).parents[3]
HERE = Path(__file__).parents[2]


@with_seeds(60)
def test_any_graph_has_the_same_matching_in_both_libraries(seed: int) -> None:
    chance = Random(seed)
    nodes = 2 * chance.randrange(1, 9)
    edges = [
        (one, other, chance.getrandbits(100))
        for one in range(nodes)
        for other in range(one + 1, nodes)
        if chance.random() < 0.6
    ]
    assert cheapest_matching(nodes, edges) == another_matching(nodes, edges)


@with_seeds(24)
@pytest.mark.parametrize("system", ["swiss", "half_split"])
def test_the_pairing_is_the_same_with_the_other_library(
    system: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = field_with_past(system, 5 + seed, seed % 7, seed, teams=seed % 4)
    expected = pair(task)
    with monkeypatch.context() as patch:
        patch.setattr(matching, "cheapest_matching", another_matching)
        assert pair(task) == expected


@with_seeds(60)
def test_no_other_pairing_of_up_to_eight_costs_less_in_any_layer(seed: int) -> None:
    size = 2 + seed % 7
    field = waiting(field_with_past("swiss", size, seed % 9, seed, teams=seed % 3))
    nodes = range(size + size % 2)
    for rate in (by_groups(field), by_neighbours(field, repeats_count=True)):
        totals = {
            pairs: tuple(map(sum, zip(*(rate(*each) for each in pairs), strict=True))) for pairs in every_pairing(nodes)
        }
        found = matching.cheapest_pairs(field, rate, ideal_opponents(field))
        assert totals[found] == min(totals.values())


@pytest.mark.parametrize("size", [140, 161])
def test_the_window_of_a_big_field_loses_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = field_with_past("swiss", size, 7, size, teams=size // 8)
    bounded = pair(task)
    monkeypatch.setattr(matching, "DENSE", size)
    assert pair(task) == bounded


def test_where_the_window_has_no_pairing_every_pair_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = field_with_past("swiss", 9, 8, 1)
    expected = pair(task)
    monkeypatch.setattr(matching, "DENSE", 4)
    monkeypatch.setattr(matching, "WINDOW", 1)
    assert pair(task) == expected


PROGRAM = """
from mostek.tournament.pairing.system import pair
from tournament.pairing.pairing_tasks import field_with_past
from msgspec.structs import replace
task = field_with_past("swiss", 31, 5, 7, teams=4)
for system in ("swiss", "danish", "danish_no_repeats", "random", "tables"):
    print(pair(replace(task, system=system)))
"""


def test_the_pairing_does_not_depend_on_the_order_of_hashes() -> None:
    def told(seed: str) -> str:
        paths = os.pathsep.join((str(SOURCE), str(HERE)))
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert told("1") == told("2") != ""
