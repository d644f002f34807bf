"""The state of a game in memory: a cache, and what has happened in it that the database does not have yet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Row

from mostek.app.games import Table
from mostek.engine.random_draws import random_draws
from mostek.live.buffered_log import BufferedLog
from mostek.referee.commands import Command
from mostek.referee.conduct import Conducted
from mostek.referee.events import Event, TimeCredited
from mostek.store.lines import read_lines


class InMemory:
    """A table with its log. It is ahead of the database until `taken` is kept; if that fails it is thrown away."""

    __slots__ = ("_fresh", "_log", "kept", "table")

    def __init__(self, game: str, header: bytes, rows: Sequence[Row[Any]], at: int) -> None:
        """From the lines that are kept: the header and the rows of the game. Raises `LogError`."""
        contents = read_lines(header + b"".join((row.asked or b"") + row.line for row in rows))
        self.kept = contents.kept.events
        """The events that were kept when this was read; whoever reads them first may clear them."""
        self._log = BufferedLog(game, contents.kept, contents.head)
        self._log.at = at
        self._fresh: list[Event] = []
        seed = contents.header.table.seed
        self.table = Table(self._log, partial(random_draws, seed), lambda _, event: self._fresh.append(event), seed)

    def date(self, at: int) -> None:
        """What happens next is kept with this moment."""
        self._log.at = at

    def carry_out(self, command: Command, token: str | None = None) -> Conducted:
        """Decide a command; its rows wait, the first one with the command's id if it was done."""
        before = len(self._log.rows)
        conducted = self.table.carry_out(command)
        if token is not None and conducted.refused is None and len(self._log.rows) > before:
            self._log.rows[before]["token"] = token
        return conducted

    def taken(self, everything: bool = False) -> tuple[list[dict[str, Any]], tuple[Event, ...]]:
        """The rows that are to be kept and their events. What is only credited waits for something that happens.

        Otherwise everything that is refused would leave a credit in the record.
        """
        if not everything and all(isinstance(event, TimeCredited) for event in self._fresh):
            return [], ()
        events, self._fresh = tuple(self._fresh), []
        return self._log.taken(), events
