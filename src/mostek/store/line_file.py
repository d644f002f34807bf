"""A file of lines that belongs to one process: locked while it is open, and on the disk before anything is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mostek.app.ports import LogError, SaveError
from mostek.store.hash_chain import BEGINNING, written


def lock(file: int) -> None:
    """Take the file of this handle for this process alone. Raises `OSError` when another process has it."""
    if sys.platform == "win32":
        import msvcrt

        # Far behind the end, because Windows keeps others from reading what is locked.
        os.lseek(file, 1 << 40, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LineFile:
    """Whole lines, each of which is there entirely or not at all."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self.head: str | None = BEGINNING
        """The hash that stands for all lines (`chain`); `None` for a file that began without a chain."""
        self.set_aside: Path | None = None
        """Where the remains of a line lie whose writing was cut off."""
        self._file = file
        self._size = 0

    @classmethod
    def create(cls, path: Path, busy: str) -> LineFile:
        """A new file. `busy` is what to say when another process has it. Raises `FileExistsError`, `LogError`, `SaveError`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            raise
        except OSError as error:
            raise not_saved(path, error) from None
        _lock(file, path, busy)
        _sync_folder(path.parent)
        return cls(path, file)

    @classmethod
    def open(cls, path: Path, busy: str) -> tuple[LineFile, bytes]:
        """An existing file and its bytes; `settle` says which of them are whole. Raises `LogError`."""
        try:
            file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
        try:
            _lock(file, path, busy)
            return cls(path, file), path.read_bytes()
        except BaseException:
            os.close(file)
            raise

    def settle(self, size: int, head: str | None, torn: bytes) -> None:
        """Go on after `size` bytes of whole lines; what is left of a line that was cut off is moved to a file beside."""
        self._size, self.head = size, head
        if torn:
            self._set_aside(torn)
        self._end_last_line()

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)

    def add(self, bodies: Iterable[bytes]) -> None:
        """Write the next lines; only what stands in the file is in the chain. Raises `SaveError`: nothing was written."""
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
            raise not_saved(self.path, error) from None
        self._size += len(data)

    def _set_aside(self, torn: bytes) -> None:
        self.set_aside = self.path.with_suffix(".torn")
        try:
            with self.set_aside.open("ab") as file:
                file.write(torn + b"\n")
            os.ftruncate(self._file, self._size)
        except OSError as error:
            raise not_saved(self.set_aside, error) from None

    def _end_last_line(self) -> None:
        """A last line that is whole but for its end is given one."""
        os.lseek(self._file, max(0, self._size - 1), os.SEEK_SET)
        if os.read(self._file, 1) not in (b"", b"\n"):
            self._write(b"\n")


def not_saved(path: Path, error: OSError) -> SaveError:
    """What to say of a file that could not be written."""
    return SaveError("{path} cannot be written: {why}.", path=path, why=error.strerror or str(error))


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file outlives a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(file: int, path: Path, busy: str) -> None:
    """Raises `LogError` when another process has the file."""
    try:
        lock(file)
    except OSError:
        raise LogError(busy, name=path.stem) from None
