"""How people at several devices get through a game together: whose turn it is, who writes a move down, how it ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from browser.table import Table
from browser.words import Words

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


def survives_reloading(tables: Sequence[Table]) -> None:
    """Every page is loaded anew, and shows the same game, asks for the same and offers the same."""
    before = [shown(table) for table in tables]
    for table in tables:
        table.page.reload()
    for table, what in zip(tables, before, strict=True):
        _shows(table, what)


def _shows(table: Table, what: object) -> None:
    until(lambda: shown(table) == what, [table], f"before it was loaded anew it was {what}")


def shown(table: Table) -> object:
    """What of a game stands on a page: what is asked, what can be done, the board, and the own tiles in their order.

    A list that was opened is folded when the page is loaded anew: what stands in it counts either way.
    """
    if not table.grid.is_visible():
        return None
    options = table.turn.get_by_role("button", include_hidden=True).all_text_contents()
    return table.prompt.inner_text(), options, table.board(), table.rack()


def ready_to_lay(tables: Sequence[Table], words: Words) -> tuple[Table, dict[str, str], int]:
    """Whoever is on turn and can lay something, with the best of it; who can lay nothing exchanges all tiles first."""
    while True:
        mover = where(tables, MY_TURN)
        rack = mover.rack()
        if found := words.best(mover.board(), rack):
            return mover, *found
        mover.exchanges(rack)
        _has_other_tiles(mover, rack)


def _has_other_tiles(table: Table, rack: Sequence[str]) -> None:
    until(lambda: sorted(table.rack()) != sorted(rack), [table], "nothing is exchanged")


def everywhere_has(tables: Sequence[Table], name: str, points: int) -> None:
    """Wait until all pages show that result of a player."""
    until(lambda: all(table.score(name) == points for table in tables), tables, f"{name} has not {points} points")


def set_up(tables: Sequence[Table]) -> Table:
    """By hand: draw for the start, fill a rack, start the clock, fill the other; who is on turn."""
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
