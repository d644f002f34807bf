"""A game in a file of its own: locked while it is played, and on the disk before anything is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from mostek.app.ports import ConflictError, Kept, LogError, SaveError
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.chain import BEGINNING, written
from mostek.store.lines import Header, command_bodies, event_bodies, header_body, moment_body, read_lines
from mostek.store.locking import lock


class FileLog:
    """An `EventLog` in one file. It belongs to one process from `create` or `open` to `close`."""

    def __init__(self, path: Path, file: int, header: Header, kept: Kept, size: int, head: str | None) -> None:
        self.path = path
        self.header = header
        self.head = head
        """See `EventLog`."""
        self.set_aside: Path | None = None
        """Where the remains of a line lie whose writing was cut off."""
        self._file = file
        self._kept = kept
        self._size = size

    @classmethod
    def create(cls, path: Path, header: Header) -> FileLog:
        """A new file. Raises `FileExistsError`, `SaveError`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            raise
        except OSError as error:
            raise _not_saved(path, error) from None
        _lock(file, path)
        log = cls(path, file, header, Kept(()), 0, BEGINNING)
        log._add([header_body(header)])
        _sync_folder(path.parent)
        return log

    @classmethod
    def open(cls, path: Path) -> FileLog:
        """A file that is there. What is left of a line that was cut off is moved to a file beside it.

        Raises `LogError`: unreadable, damaged, of a later format, or being played by another process.
        """
        try:
            file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
        try:
            _lock(file, path)
            contents = read_lines(path.read_bytes())
            log = cls(path, file, contents.header, contents.kept, contents.size, contents.head)
            if contents.torn:
                log._set_aside(contents.torn)
            log._end_last_line()
        except BaseException:
            os.close(file)
            raise
        return log

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)

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
            self._add([moment_body(at)])

    def _write_events(self, expected: int, bodies: Iterable[bytes], events: Sequence[Event]) -> None:
        there = self._kept.events
        if expected != len(there):
            raise ConflictError(expected, len(there))
        self._add(bodies)
        self._kept = Kept((*there, *events), moment=self._kept.moment)

    def _add(self, bodies: Iterable[bytes]) -> None:
        """Write the next lines; only lines that stand in the file belong to the chain."""
        lines, head = written(self.head, bodies)
        self._write(lines)
        self.head = head

    def _write(self, data: bytes) -> None:
        """Write at the end of the whole lines and wait for the disk; after a failure the file is as it was before."""
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            # If even this fails, the next write begins at the same place and covers the remains.
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise _not_saved(self.path, error) from None
        self._size += len(data)

    def _set_aside(self, torn: bytes) -> None:
        self.set_aside = self.path.with_suffix(".torn")
        try:
            with self.set_aside.open("ab") as file:
                file.write(torn + b"\n")
            os.ftruncate(self._file, self._size)
        except OSError as error:
            raise _not_saved(self.set_aside, error) from None

    def _end_last_line(self) -> None:
        """A last line that is whole but for its end is given one."""
        os.lseek(self._file, max(0, self._size - 1), os.SEEK_SET)
        if os.read(self._file, 1) not in (b"", b"\n"):
            self._write(b"\n")


def _not_saved(path: Path, error: OSError) -> SaveError:
    return SaveError("{path} cannot be written: {why}.", path=path, why=error.strerror or str(error))


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file outlives a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(file: int, path: Path) -> None:
    """Raises `LogError` when another process has the file."""
    try:
        lock(file)
    except OSError:
        raise LogError("The game {game} is being played in another window.", game=path.stem) from None
