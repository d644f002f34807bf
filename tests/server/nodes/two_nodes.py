"""Two nodes of one server, each an application: on one folder with SQLite, or on two folders with one PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from server.http.visitors import House, Visitor, open_house

KINDS = ("sqlite", "postgresql")


@contextmanager
def two_nodes(
    folder: Path, address: str | None, opening: Callable[..., Any] = open_house, **settings: Any
) -> Iterator[tuple[House, House]]:
    """The nodes; with the address of a database each has a folder of its own."""
    places = (folder, folder) if address is None else (folder / "one", folder / "other")
    with (
        opening(places[0], database=address, **settings) as one,
        opening(places[1], database=address, **settings) as other,
    ):
        yield one, other


def moved(person: Visitor, house: House) -> Visitor:
    """The same browser, whose requests come to another node."""
    there = Visitor(house, person.headers)
    there.cookies = person.cookies
    return there


def by_owner(nodes: tuple[House, House], table: str) -> tuple[House, House]:
    """The node that owns the game of a table, and the other one; on SQLite any node may serve it."""
    until = monotonic() + 5
    while monotonic() < until:
        for owner, other in (nodes, nodes[::-1]):
            if table in owner.state.services.served["tables"].sessions._games:
                return owner, other
        sleep(0.02)
    raise AssertionError("no node opens the game")


def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another node does by itself."""
    end = monotonic() + 5
    while not is_so():
        assert monotonic() < end
        sleep(0.02)
