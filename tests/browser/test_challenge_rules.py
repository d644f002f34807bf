"""The rules of Scrabble Challenge for two, three and four: a penalty for an ineffective challenge, and the end by passes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, everybody, everywhere_has, ready_to_lay, survives_reloading, where
from browser.table import Table
from browser.words import Words

NAMES = ("Ewa", "Jan", "Ola", "Ula")
PENALTY = 3
"""For a challenge of a move without a wrong word (CHAL-9d)."""


@pytest.mark.parametrize("seats", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))])
def test_to_the_end(arrives: Arrival, words: Words, seats: int) -> None:
    people = [arrives(name) for name in NAMES[:seats]]
    address = people[0].opens_table(rulebook="chal", seats=seats, window=None)
    for person in people[1:]:
        person.sits_down(address)
    people[0].comes_to(address)
    tables = [person.table().stands() for person in people]
    names = dict(zip(NAMES, tables, strict=False))
    mover, placement, points = ready_to_lay(tables, words)
    first = next(name for name, table in names.items() if table is mover)
    mover.lays(placement)
    challenger = next(table for table in tables if table is not mover)
    second = next(name for name, table in names.items() if table is challenger)
    expect(challenger.prompt).to_contain_text("Zapisz ruch albo zażądaj sprawdzenia")
    challenger.challenges()
    expect(challenger.prompt).to_contain_text("Ruch poprawny.")
    challenger.acknowledges()
    for table in tables:
        if table is not mover:
            table.records()
    everywhere_has(tables, first, points)
    everywhere_has(tables, second, -PENALTY)
    pass_to_the_end(tables)
    everybody(tables, "Wygrywa")
    survives_reloading(tables)
    tells_the_result(tables)


def pass_to_the_end(tables: list[Table]) -> None:
    """Two passes of everybody in a row end the game (CHAL-11b)."""
    for _ in range(2 * len(tables)):
        mover = where(tables, MY_TURN)
        mover.passes()
        expect(mover.prompt).not_to_contain_text(MY_TURN)


def tells_the_result(tables: list[Table]) -> None:
    """All slips are the same: places by points, of which the tiles that were left are taken (CHAL-11c)."""
    slips = [table.opens_tab("Protokół").get_by_role("row").all_inner_texts() for table in tables]
    assert all(slip == slips[0] for slip in slips)
    rows = [re.split(r"\s+", row.strip()) for row in slips[0][1:]]
    results = {row[1]: int(row[-1].replace("−", "-")) for row in rows}
    assert set(results) == set(NAMES[: len(tables)])
    assert list(results.values()) == sorted(results.values(), reverse=True)
    assert results == {name: tables[0].score(name) for name in results}
