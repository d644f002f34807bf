"""A file of lines for one process: locked while it is open, and flushed before anything is shown."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mostek.app.ports import LogError, SaveError
from mostek.store.hash_chain import BEGINNING, written

_HANDLES = "/proc/self/fd"
"""Where Linux has names for open files that have no other."""
_FOLLOWS = os.link in os.supports_dir_fd
"""Whether such a name can be linked: the file, not the name of the handle."""


def lock(file: int) -> None:
    """Lock the file of this handle for this process. Raises `OSError` if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        # Far behind the end, because Windows keeps others from reading what is locked.
        os.lseek(file, 1 << 40, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def write_whole(file: int, data: bytes) -> None:
    """Write all the bytes at the place of the handle and wait for the disk: one write may take only a part of them."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def create_whole(path: Path, data: bytes, check: Callable[[bytes], object]) -> None:
    """Create a file as a whole: written, read again and on the disk, or not at all, without a draft left.

    Args:
        path: the file; its folder is made.
        data: its bytes.
        check: reads the bytes that came back from the disk; it raises if they are not what was meant.

    Raises:
        FileExistsError: there is a file already; it is unchanged.
        SaveError: nothing was written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _draft(path) as (file, name):
            write_whole(file, data)
            os.lseek(file, 0, os.SEEK_SET)
            with os.fdopen(os.dup(file), "rb") as again:
                check(again.read())
            _give_name(file, name, path)
    except FileExistsError:
        raise
    except OSError as error:
        raise not_saved(path, error) from None
    _sync_folder(path.parent)


def replace_whole(path: Path, data: bytes) -> None:
    """Put a file that only its owner can read in the place of what is there, whole or not at all. Raises `SaveError`."""
    # Loaded here because every command of the desk reads lines, and few replace a file.
    from mostek.lexicon.files import atomically

    try:
        with atomically(path, 0o600) as file:
            file.write(data)
    except OSError as error:
        raise not_saved(path, error) from None


@contextmanager
def _draft(path: Path) -> Iterator[tuple[int, str]]:
    """An open file and its name; where the system can, it has none before it is complete, so that even a kill leaves nothing."""
    mode = os.O_RDWR | getattr(os, "O_BINARY", 0)
    nameless = getattr(os, "O_TMPFILE", None) if Path(_HANDLES).is_dir() else None
    file, draft = -1, path.with_name(f".{path.name}.{os.getpid()}.part")
    if nameless is not None:
        with suppress(OSError):  # this file system knows no files without a name
            file = os.open(path.parent, mode | nameless, 0o600)
    try:
        if file >= 0:
            yield file, f"{_HANDLES}/{file}"
            return
        file = os.open(draft, mode | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            yield file, str(draft)
        finally:
            draft.unlink(missing_ok=True)
    finally:
        if file >= 0:
            os.close(file)


def _give_name(file: int, name: str, path: Path) -> None:
    """Link a draft to its name. A link is refused where a file is already: the second of two who create one name is refused."""
    try:
        if _FOLLOWS:
            os.link(name, path, src_dir_fd=file, follow_symlinks=True)  # without a folder the link itself is linked
        else:
            os.link(name, path)
    except FileExistsError:
        raise
    except OSError:
        if name.startswith(_HANDLES):
            raise
        # A stick with FAT has no links.
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        Path(name).rename(path)


class LineFile:
    """A file of lines, each written as a whole or not at all."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self.head: str | None = BEGINNING
        """The hash that covers all lines; `None` for a file without a chain."""
        self.set_aside: Path | None = None
        """The path of the file with an incomplete line; `None` if there was none."""
        self._file = file
        self._size = 0

    @classmethod
    def create(cls, path: Path, busy: str) -> LineFile:
        """Create a file. `busy` is the message if another process has it. Raises `FileExistsError`, `LogError`, `SaveError`."""
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
        """Open an existing file and read its bytes; call `settle` with the size of its complete lines. Raises `LogError`."""
        file, _ = cls.reopen(path, busy)
        try:
            return file, path.read_bytes()
        except BaseException:
            file.close()
            raise

    @classmethod
    def reopen(cls, path: Path, busy: str) -> tuple[LineFile, int]:
        """Open an existing file without reading it; gives its size in bytes. Call `settle`. Raises `LogError`."""
        try:
            file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
        try:
            _lock(file, path, busy)
            found = os.fstat(file)
            if not os.path.samestat(found, path.stat()):
                raise LogError(busy, name=path.stem)  # another process has just put a new file in its place
            return cls(path, file), found.st_size
        except BaseException:
            os.close(file)
            raise

    def settle(self, size: int, head: str | None, torn: bytes) -> None:
        """Continue after `size` bytes of complete lines; the rest of an incomplete line is moved to a file beside it."""
        self._size, self.head = size, head
        if torn:
            self._set_aside(torn)
        self._end_last_line()

    def close(self) -> None:
        """Close and unlock the file."""
        os.close(self._file)

    def add(self, bodies: Iterable[bytes]) -> None:
        """Write the next lines and extend the chain. Raises `SaveError` if nothing was written."""
        lines, head = written(self.head, bodies)
        self._write(lines)
        self.head = head

    @property
    def size(self) -> int:
        """The size of the complete lines in bytes."""
        return self._size

    def cut(self, size: int, head: str | None) -> None:
        """Remove the lines after `size` bytes, whose hash is `head`. Raises `SaveError`."""
        try:
            os.ftruncate(self._file, size)
            os.fsync(self._file)
        except OSError as error:
            raise not_saved(self.path, error) from None
        self._size, self.head = size, head

    def _write(self, data: bytes) -> None:
        """Append to the complete lines and wait for the disk; after a failure the file is unchanged."""
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            write_whole(self._file, data)
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
        """Add a missing line end to the last line."""
        os.lseek(self._file, max(0, self._size - 1), os.SEEK_SET)
        if os.read(self._file, 1) not in (b"", b"\n"):
            self._write(b"\n")


def not_saved(path: Path, error: OSError) -> SaveError:
    """The error for a file that could not be written."""
    return SaveError("{path} cannot be written: {why}.", path=path, why=error.strerror or str(error))


def _sync_folder(folder: Path) -> None:
    """Flush the folder, so that the name of a new file survives a power cut, if the system can do this."""
    with suppress(OSError):  # some systems open no folder; then the file alone is flushed
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(file: int, path: Path, busy: str) -> None:
    """Lock the file, or raise `LogError` if another process has it."""
    try:
        lock(file)
    except OSError:
        raise LogError(busy, name=path.stem) from None
