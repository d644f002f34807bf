"""The log of a live game: what is appended waits here, with its place in the chain, until the database has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mostek.app.ports import ConflictError, Kept
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.chain import written
from mostek.store.lines import command_bodies


class BufferedLog:
    """An `EventLog` whose `append` keeps nothing by itself: whoever carries commands out takes `rows` to the database.

    If that fails, the log and the table that it belongs to are thrown away: they are ahead of what is kept.
    """

    __slots__ = ("_game", "_kept", "_version", "at", "head", "rows")

    def __init__(self, game: str, kept: Kept, head: str | None) -> None:
        self.head = head
        """See `EventLog`."""
        self.rows: list[dict[str, Any]] = []
        """Rows of `store.schema.event` that wait."""
        self.at = 0
        """The moment that is written beside the next rows."""
        self._game = game
        self._kept: Kept | None = kept
        self._version = len(kept.events)

    def read(self) -> Kept:
        """What was kept before; asked once, so that it need not stay in memory."""
        kept, self._kept = self._kept, None
        assert kept is not None, "a log is read once"
        return kept

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Let the events of a command wait. Raises `ConflictError`."""
        if expected != self._version:
            raise ConflictError(expected, self._version)
        asked, *bodies = command_bodies(expected, command, events)
        line: bytes | None = self._chained(asked)
        for number, body in enumerate(bodies, expected + 1):
            row = {"game": self._game, "version": number, "at": self.at, "asked": line, "token": None}
            self.rows.append({**row, "line": self._chained(body)})
            line = None  # it stands before the first of its events only
        self._version += len(events)

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Never asked for: the database keeps the events of a command all or none."""
        raise AssertionError("a command was kept in part")

    def note_moment(self, at: int) -> None:
        """Nothing: the server notes one moment for all games."""

    def taken(self) -> list[dict[str, Any]]:
        """The rows that wait; from now on somebody else keeps them."""
        rows, self.rows = self.rows, []
        return rows

    def _chained(self, body: bytes) -> bytes:
        line, self.head = written(self.head, [body])
        return line
