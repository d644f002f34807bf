"""The file of a tournament that several programs of a machine write to, the server and the desk in a terminal among them.

It is locked for each write only. A program that was overtaken by another reads the file again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mostek.app.ports import ConflictError, LogError
from mostek.store.tournament_files import TournamentFile
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.decide import Step


class _Stamp(NamedTuple):
    """By which a file is known to be as it was."""

    inode: int
    size: int
    changed: int


class SharedTournament:
    """A `TournamentLog` in a file that others may write to meanwhile."""

    def __init__(self, path: Path, few_copies: bool = False) -> None:
        """With `few_copies` there are no more rotating copies than a budget has room for.

        Raises `LogError` for a file that cannot be read.
        """
        self.path = path
        self._few_copies = few_copies
        self.faults: tuple[str, ...] = ()
        """What went wrong beside the last write: a copy that could not be made."""
        self._stamp, self._contents = _read(path)

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.stem

    @property
    def head(self) -> str:
        """The hash of the whole file as it was read or written last."""
        return self._contents.head

    @property
    def size(self) -> int:
        """The bytes of the whole file as it was read or written last."""
        return self._contents.size

    @property
    def key(self) -> str | None:
        """The public key of the desk that founded the tournament."""
        key = self._contents.header.key
        return key if isinstance(key, str) else None

    def has_changed(self) -> bool:
        """Whether another program has written to the file since it was read."""
        return self._is_written()

    def _is_written(self) -> bool:
        try:
            return _stamp_of(self.path) != self._stamp
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=self.path, why=error.strerror) from None

    def reload(self) -> None:
        """Read the file again. Raises `LogError`."""
        self._stamp, self._contents = _read(self.path)

    def data(self) -> bytes:
        """The bytes of the complete lines. Raises `LogError`."""
        if self.has_changed():
            self.reload()
        try:
            return self.path.read_bytes()[: self._contents.size]
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=self.path, why=error.strerror) from None

    def read(self) -> tuple[Step, ...]:
        """Every step that was read or written."""
        return self._contents.steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step. See `append_all`."""
        self.append_all(expected, (step,))

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Write steps in one go and wait for the disk. See `TournamentLog`.

        Raises `ConflictError` if another program has written meanwhile; what it wrote can then be read.
        """
        known = None if self._is_written() else self._contents
        file = TournamentFile.open(self.path, known, self._few_copies)
        try:
            there = len(file.read())
            if there != expected:
                self._note(file)
                raise ConflictError(expected, there)
            file.append_all(expected, steps)
            self._note(file)
            faults = (file.copy_fault, None if file.journal_fault is None else str(file.journal_fault))
            self.faults = tuple(filter(None, faults))
        finally:
            file.close()

    def _note(self, file: TournamentFile) -> None:
        self._contents = file.contents
        self._stamp = _stamp_of(self.path)


def _read(path: Path) -> tuple[_Stamp, TournamentContents]:
    try:
        stamp = _stamp_of(path)
        return stamp, read_tournament(path.read_bytes())
    except OSError as error:
        raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None


def _stamp_of(path: Path) -> _Stamp:
    found = path.stat()
    return _Stamp(found.st_ino, found.st_size, found.st_mtime_ns)
