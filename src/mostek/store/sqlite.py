"""SQLite files: open one, copy a snapshot page by page, and explain errors."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from mostek.app.ports import LogError, SaveError

FILE = "mostek.sqlite"
"""The database of a server, in its data folder."""
_MEANINGS = (
    ("SQLITE_FULL", errno.ENOSPC),
    ("SQLITE_IOERR", errno.EIO),
    ("SQLITE_READONLY", errno.EACCES),
    ("SQLITE_PERM", errno.EACCES),
)


def database_why(error: sqlite3.Error) -> str:
    """The reason of an error, without a full stop; SQLite's own words if the system has none."""
    name = getattr(error, "sqlite_errorname", None) or ""
    return next((os.strerror(number) for start, number in _MEANINGS if name.startswith(start)), str(error))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file that is read is damaged, as opposed to a fault of the target."""
    return (getattr(error, "sqlite_errorname", None) or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def damaged(path: Path, error: sqlite3.Error) -> LogError:
    """The error for a database that is damaged as a whole."""
    return LogError(
        "{path} is damaged: {why}. Move that file away with those beside it, then put a backup in place: mostek restore",
        path=path,
        why=database_why(error),
    )


def why(error: OSError) -> str:
    """The operating system's reason for an error."""
    return error.strerror or str(error)


Progress = Callable[[float], object]
"""Receives the finished part, from 0 to 1."""

ASIDE = "backups"
"""The folder, in that of the database, for copies of replaced databases."""
TIMEOUT = 30
"""The seconds to wait for other writers."""
_PAGES = 1024
"""The pages copied between two reports of progress."""


def opened(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """A connection to an existing database; it begins and ends its transactions itself."""
    # A lone file is read without the files that SQLite would lay beside it: its folder may be read-only.
    alone = read_only and not path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro&immutable=1" if alone else "mode=ro" if read_only else "mode=rw"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=TIMEOUT)


def copy(reading: sqlite3.Connection, source: Path, target: Path, progress: Progress = lambda _: None) -> None:
    """Copy the snapshot of `reading`, a connection to `source`, to an empty file.

    Raises `LogError`, `SaveError`.
    """
    try:
        # Within a transaction the copy is of one moment; otherwise it would begin anew after everything that is written.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(target, isolation_level=None)) as writing:
            reading.backup(writing, pages=_PAGES, progress=lambda _, left, of: progress((of - left) / (of or 1)))
            writing.execute("PRAGMA journal_mode=DELETE")  # one file, not three
    except sqlite3.Error as error:
        if is_damage(error):
            raise LogError("{path} is damaged: {why}.", path=source, why=database_why(error)) from None
        raise SaveError("{path} cannot be written: {why}.", path=target.parent, why=database_why(error)) from None


def keep_aside(live: Path, aside: Path) -> None:
    """Copy a database to a new file; creates a missing folder. Raises `LogError`, `OSError`, `SaveError`."""
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    with file_in_place_of(aside) as partial, closing(opened(live)) as reading:
        copy(reading, live, partial)


@contextmanager
def file_in_place_of(target: Path) -> Iterator[Path]:
    """An empty file to write to, which replaces `target` at the end if there was no error."""
    with temporary(target.parent) as partial:
        yield partial
        try:
            for path in (partial, target.parent):
                if path is partial or os.name != "nt":
                    _flush(path)
            os.replace(partial, target)
            if os.name != "nt":
                _flush(target.parent)
        except OSError as error:
            raise SaveError("{path} cannot be written: {why}.", path=target, why=why(error)) from None


@contextmanager
def temporary(folder: Path) -> Iterator[Path]:
    """An empty file that only its owner may read, because it will contain seeds and password hashes."""
    path = folder / f".mostek-{token_hex(8)}.partial"
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=why(error)) from None
    try:
        yield path
    finally:
        for each in (path, *(path.with_name(f"{path.name}{end}") for end in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):  # what was to be written is in its place, or the fault is told
                each.unlink(missing_ok=True)


def dated(folder: Path) -> Path:
    """An unused file name with the present date."""
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 1
    while (path := folder / f"mostek-{stamp}{f'-{number}' if number > 1 else ''}.sqlite").exists():
        number += 1
    return path


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
