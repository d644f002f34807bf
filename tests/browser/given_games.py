"""A server whose next game begins as an example of the clauses gives it, up to the step that a person takes on the page.

The file `example` in its folder names the example. Bag, time and what was done before are the example's; all the rest is the
server as people run it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from clauses.examples import Example, Table, creation, examples, first_tiles, with_time
from clauses.sentences import parse
from mostek.cli import main
from mostek.core.tiles import Tiles
from mostek.engine.random_draws import commitment
from mostek.features.tables.live import clock
from mostek.features.tables.live.session_manager import SessionManager
from mostek.lexicon.library import open_lexicon
from mostek.referee import commands as c
from mostek.server.http.limits import Limits

_TESTS = str(Path(__file__).parents[1])
PROGRAM = (
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {_TESTS!r}); import browser.given_games as g; g.serve()",
)
"""The program in place of `mostek`."""
_begin = SessionManager.begin
_monotonic = clock._monotonic
_later = 0
"""By how many milliseconds the time of the examples has gone on."""
_wanted: list[Tiles] = []
"""What the bag gives next; then the first tiles in the order of the alphabet."""


def serve() -> None:
    """Run `mostek serve` with the examples."""
    many = 1_000_000
    limits = Limits(guests=many, tables=many, invitations=many, changes=many)
    patch = pytest.MonkeyPatch()
    patch.setattr("mostek.features.tables.live.clock._monotonic", lambda: _monotonic() + _later)
    patch.setattr("mostek.features.tables.live.session.random_draws", lambda seed, number: _draw)
    patch.setattr("mostek.features.tables.live.session_manager._creation", _creation)
    patch.setattr("mostek.features.tables.live.session_manager.SessionManager.begin", _begin_given)
    patch.setattr("mostek.server.application.Limits", lambda: limits)
    patch.setattr("mostek.features.tables.http.tables._check_room", _has_room)
    main()


def steps(example: Example) -> tuple[Table, list[c.Command]]:
    """The game of an example before its last step, and all its steps."""
    table, found = Table(example), list[c.Command]()
    for text in example.data.get("when", []):
        if found:
            table.send(found[-1])
        found.append(parse(text, table))
    return table, found


def _given() -> Example:
    name = (Path(os.environ["MOSTEK_DATA"]) / "example").read_text("utf-8")
    return next(example for example in examples() if str(example) == name)


def _creation(table: Any, seed: int | str | None) -> c.CreateGame:
    """The game of the example, of these people and with this server's list."""
    example = _given()
    command = creation(example.rulebook, with_time(example.rulebook, example.data.get("given", {})))
    return replace(
        command,
        lexicon=open_lexicon(table.proposal.lexicon).pin,
        commitment=commitment(seed or "") if command.venue is c.Venue.ONLINE else None,
        players=tuple(taken.name for taken in table.places),
    )


async def _begin_given(sessions: SessionManager, name: str) -> None:
    """Begin the game, and do what was done before the last step, each at its time."""
    await _begin(sessions, name)
    begun = await sessions.session(name)
    if begun is None or not begun.version:
        return
    start, (_, commands) = sessions.time.now(), steps(_given())
    for command in commands[:-1]:
        _wait(sessions.time.now, start, command)
        await begun.perform(command)
    if commands:
        _wait(sessions.time.now, start, commands[-1])
        _wanted[:] = _drawn_in(commands[-1])


def _drawn_in(command: c.Command) -> list[Tiles]:
    """The tiles that the example says are drawn in a step; where the server has the bag it draws them."""
    match command:
        case c.DrawStartTile(tile=str(tile)):
            return [Tiles.of(tile)]
        case c.DrawTiles(tiles=Tiles() as tiles) | c.InspectTiles(tiles=Tiles() as tiles):
            return [tiles]
        case _:
            return []


def _draw(bag: Tiles, count: int) -> Tiles:
    if _wanted and len(_wanted[0]) == count:
        return _wanted.pop()
    return first_tiles(bag, count)


def _wait(now: Callable[[], int], start: int, command: c.Command) -> None:
    global _later
    _later += max(0, start + (command.at or 0) - now())


async def _has_room(*_asked: object) -> None:
    """A guest opens as many tables as there are examples."""
