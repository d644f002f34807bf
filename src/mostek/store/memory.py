"""A game kept in memory, for tests and for a table that nobody wants to keep."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.app.ports import ConflictError, Kept
from mostek.referee.commands import Command
from mostek.referee.events import Event


class MemoryLog:
    """An `EventLog` that ends with the process."""

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept or Kept(())
        self.events = list(self._kept.events)

    def read(self) -> Kept:
        """What the log began with, or holds now."""
        return self._kept if len(self.events) == len(self._kept.events) else Kept(tuple(self.events))

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        self.complete(expected, events)

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        if expected != len(self.events):
            raise ConflictError(expected, len(self.events))
        self.events.extend(events)

    def note_moment(self, at: int) -> None:
        """Nothing outlives the process, so nothing is noted."""
