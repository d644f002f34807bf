"""A game kept in memory, for tests and for a table that nobody wants to keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mostek.app.ports import ConflictError, Kept
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.chain import BEGINNING, written
from mostek.store.lines import Header, command_bodies, event_bodies, header_body, moment_body


class MemoryLog:
    """An `EventLog` that ends with the process."""

    def __init__(self, kept: Kept | None = None, header: Header | None = None) -> None:
        """With the `header` of a file the log has the same head as that file."""
        self._kept = kept or Kept(())
        self.events = list(self._kept.events)
        self._head: str | None = BEGINNING
        self._waiting: list[bytes] = [] if header is None else [header_body(header)]
        if self.events:
            self._waiting += command_bodies(0, None, self.events)

    @property
    def head(self) -> str | None:
        """See `EventLog`. What a log began with counts as one command that nobody gave."""
        _, self._head = written(self._head, self._waiting)
        self._waiting = []
        return self._head

    def read(self) -> Kept:
        """What the log began with, or holds now."""
        return self._kept if len(self.events) == len(self._kept.events) else Kept(tuple(self.events))

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        self._extend(expected, events, command_bodies(expected, command, events))

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        self._extend(expected, events, event_bodies(expected, events))

    def note_moment(self, at: int) -> None:
        """Nothing outlives the process, so the moment only belongs to the chain."""
        self._waiting.append(moment_body(at))

    def _extend(self, expected: int, events: Sequence[Event], bodies: Iterable[bytes]) -> None:
        if expected != len(self.events):
            raise ConflictError(expected, len(self.events))
        self.events.extend(events)
        self._waiting += bodies
