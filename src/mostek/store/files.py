"""A game in a file of its own: locked while it is played, and on the disk before anything is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from mostek.app.ports import ConflictError, Kept, SaveError
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.line_file import LineFile
from mostek.store.lines import Header, command_bodies, event_bodies, header_body, moment_body, read_lines

_BUSY = "The game {name} is being played in another window."


class FileLog:
    """An `EventLog` in one file. It belongs to one process from `create` or `open` to `close`."""

    def __init__(self, file: LineFile, header: Header, kept: Kept) -> None:
        self.header = header
        self._file = file
        self._kept = kept

    @classmethod
    def create(cls, path: Path, header: Header) -> FileLog:
        """A new file. Raises `FileExistsError`, `SaveError`."""
        file = LineFile.create(path, _BUSY)
        file.add([header_body(header)])
        return cls(file, header, Kept(()))

    @classmethod
    def open(cls, path: Path) -> FileLog:
        """A file that is there. What is left of a line that was cut off is moved to a file beside it.

        Raises `LogError`: unreadable, damaged, of a later format, or being played by another process.
        """
        file, data = LineFile.open(path, _BUSY)
        try:
            contents = read_lines(data)
            file.settle(contents.size, contents.head, contents.torn)
        except BaseException:
            file.close()
            raise
        return cls(file, contents.header, contents.kept)

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._file.path

    @property
    def head(self) -> str | None:
        """See `EventLog`."""
        return self._file.head

    @property
    def set_aside(self) -> Path | None:
        """Where the remains of a line lie whose writing was cut off."""
        return self._file.set_aside

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def read(self) -> Kept:
        """What the file holds; nobody else writes to it."""
        return self._kept

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Write the command with its events in one go. See `EventLog`."""
        self._write_events(expected, command_bodies(expected, command, events), events)

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Write the rest of the events of the last command. See `EventLog`."""
        self._write_events(expected, event_bodies(expected, events), events)

    def note_moment(self, at: int) -> None:
        """Write a moment; a moment that cannot be written is no loss."""
        with suppress(SaveError):
            self._file.add([moment_body(at)])

    def _write_events(self, expected: int, bodies: Iterable[bytes], events: Sequence[Event]) -> None:
        there = self._kept.events
        if expected != len(there):
            raise ConflictError(expected, len(there))
        self._file.add(bodies)
        self._kept = Kept((*there, *events), moment=self._kept.moment)
