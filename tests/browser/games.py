"""How people at several devices get through a game together: whose turn it is, who writes a move down, how it ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from browser.table import Table

_PATIENCE = 30.0
MY_TURN = "Twoja kolej"
TO_RECORD = "Zapisz ruch"


def until(holds: Callable[[], bool], tables: Sequence[Table], what: str) -> None:
    """Look again and again, while the pages go on. Raises `AssertionError` with what the pages say."""
    end = time.monotonic() + _PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what}; the pages say {[table.prompt.inner_text() for table in tables]}"
        tables[0].page.wait_for_timeout(60)


def where(tables: Sequence[Table], said: str) -> Table:
    """The table, among those of several people, whose page says so; waits for it."""
    until(lambda: any(said in table.prompt.inner_text() for table in tables), tables, f"nobody is told {said!r}")
    return next(table for table in tables if said in table.prompt.inner_text())


def told(tables: Sequence[Table], said: str) -> bool:
    """Whether somebody is asked so just now."""
    return any(said in table.prompt.inner_text() for table in tables)


def everybody(tables: Sequence[Table], said: str) -> None:
    """Wait until every page says so."""
    until(lambda: all(said in table.prompt.inner_text() for table in tables), tables, f"not all are told {said!r}")


def set_up(tables: Sequence[Table]) -> Table:
    """By hand: check set and clock, draw for the start, fill a rack, start the clock, fill the other; who is on turn."""
    for table in tables:
        table.does("Potwierdź, że zestaw jest kompletny")
        table.does("Potwierdź, że zegar stoi i pokazuje właściwy czas")
    while not told(tables, "Dobierz płytki na stojak"):
        asked = [table for table in tables if "Wylosuj płytkę" in table.prompt.inner_text()]
        if asked:
            asked[0].does("Wylosuj płytkę o rozpoczęcie")
        tables[0].page.wait_for_timeout(100)
    first = where(tables, "Dobierz płytki na stojak")
    first.does("Dobierz płytki")
    second = next(table for table in tables if table is not first)
    second.does("Włącz zegar")
    where(tables, MY_TURN)
    second.does("Dobierz płytki")
    return first


def other(tables: Sequence[Table], table: Table) -> Table:
    """The other one of two."""
    return next(each for each in tables if each is not table)
