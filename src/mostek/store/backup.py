"""Copies of the database of a server, running or not, and putting one back in its place.

Everything goes through SQLite's own copying of pages, so that a copy is the database at one moment, and what is put in place is
one transaction: another process sees the database before it or after it, and after a failure the one before.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from mostek.app.ports import LogError, SaveError
from mostek.store.database import FILE
from mostek.store.database_errors import database_why, is_damage, why
from mostek.store.schema import VERSION, metadata

Progress = Callable[[float], object]
"""Told the part that is done, from 0 to 1."""

ASIDE = "backups"
"""The folder, in that of the database, where a restoration keeps what was there before."""
_PAGES = 1024
"""How many pages are copied between two tellings."""
_PATIENCE = 30
"""For how many seconds a restoration waits until the server does not write."""


class Copied(NamedTuple):
    """A database that was copied and checked."""

    path: Path
    size: int
    """In bytes."""
    tables: int
    """How many tables, to play at, are in it."""
    events: int


class Restored(NamedTuple):
    """What is in place now, and where that lies which was there before."""

    now: Copied
    aside: Path | None


def back_up(folder: Path, target: Path, progress: Progress = lambda _: None) -> Copied:
    """Copy the database of a folder to a file, or into a folder under a name with the date; nothing stops meanwhile.

    The file is put in place when it is whole and checked. Raises `LogError`, `SaveError`.
    """
    source = folder / FILE
    if not source.exists():
        raise LogError("In {path} there is no database of a server.", path=folder)
    if target.is_dir():
        target = _dated(target)
    _check_replaceable(source, target)
    with _file_in_place_of(target) as partial:
        with closing(_opened(source)) as reading:
            _copy(reading, source, partial, progress)
        found = check(partial)
    return found._replace(path=target)


def restore(folder: Path, file: Path, progress: Progress = lambda _: None) -> Restored:
    """Put a backup in the place of the database of a folder; a server that runs there notices (`RestoredError`).

    What was there is kept aside up to the last thing that was acknowledged. Raises `LogError` for a file that is no whole
    backup, `SaveError`; then nothing has changed.
    """
    check(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=why(error)) from None
    live = folder / FILE
    with _temporary(folder) as fresh:
        with closing(_opened(file, read_only=True)) as reading:
            _copy(reading, file, fresh, lambda _: None)
        found = check(fresh)
        _give_lineage(fresh)
        aside = _put_in_place(fresh, live, progress)
    return Restored(found._replace(path=live), aside)


def check(path: Path) -> Copied:
    """Look whether a file is a whole database of this mostek. Raises `LogError`."""
    try:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise LogError("{path} is no backup of mostek.", path=path)
        with closing(_opened(path, read_only=True)) as connection:
            return _looked_through(connection, path)
    except OSError as error:
        raise LogError("{path} cannot be read: {why}", path=path, why=why(error)) from None
    except sqlite3.Error as error:
        raise LogError("{path} is damaged: {why}.", path=path, why=database_why(error)) from None


def _looked_through(connection: sqlite3.Connection, path: Path) -> Copied:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise LogError("{path} was written by a later mostek; install that one.", path=path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version < 1 or not names >= set(metadata.tables):
        raise LogError("{path} is no backup of mostek.", path=path)
    found = next(connection.execute("PRAGMA integrity_check"))[0]
    if found != "ok":
        raise LogError("{path} is damaged: {why}.", path=path, why=found)
    tables, events = (connection.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in ("sitting", "event"))
    return Copied(path, path.stat().st_size, tables, events)


def _opened(path: Path, read_only: bool = False) -> sqlite3.Connection:
    # A lone file is read without the files that SQLite would lay beside it: its folder may be read-only.
    alone = read_only and not path.with_name(f"{path.name}-wal").exists()
    mode = "mode=ro&immutable=1" if alone else "mode=ro" if read_only else "mode=rw"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=_PATIENCE)


def _copy(reading: sqlite3.Connection, source: Path, target: Path, progress: Progress) -> None:
    """Copy into an empty file everything that `reading`, a connection to `source`, sees at this moment."""
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


def _give_lineage(path: Path) -> None:
    """A running server knows by it that this is not the database that it has read."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE heartbeat SET lineage = ?", (token_hex(16),))


def _put_in_place(fresh: Path, live: Path, progress: Progress) -> Path | None:
    """One transaction, in which nobody else can write; before its end what is there is copied aside."""
    aside: Path | None = _dated(live.parent / ASIDE) if live.exists() else None
    waits_until = time.monotonic() + _PATIENCE
    locked = False

    def step(_: int, left: int, of: int) -> None:
        nonlocal locked
        if not locked and of:  # from the first page on
            locked = True
            if aside is not None:
                _keep_aside(live, aside)
        if not locked and time.monotonic() > waits_until:
            raise SaveError("{path} is written to without end; stop the server first.", path=live)
        progress((of - left) / (of or 1))

    try:
        with closing(sqlite3.connect(live, isolation_level=None, timeout=0.2)) as writing:
            live.chmod(0o600)
            writing.execute("PRAGMA journal_mode=WAL")
            with closing(_opened(fresh)) as reading:
                # Page by page: only between two pages it can be looked at, and the first one must not be the last.
                reading.backup(writing, pages=1, progress=step, sleep=0.05)
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=live, why=why(error)) from None
    except sqlite3.Error as error:
        if is_damage(error):
            raise LogError(
                "{path} is damaged: {why}. Stop the server, move that file away with those beside it, and restore again.",
                path=live,
                why=database_why(error),
            ) from None
        raise SaveError("{path} cannot be written: {why}.", path=live, why=database_why(error)) from None
    return aside


def _keep_aside(live: Path, aside: Path) -> None:
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    with _file_in_place_of(aside) as partial, closing(_opened(live)) as reading:
        _copy(reading, live, partial, lambda _: None)


@contextmanager
def _file_in_place_of(target: Path) -> Iterator[Path]:
    """An empty file to write to, which comes to stand in the place of `target` when nothing has gone wrong."""
    with _temporary(target.parent) as partial:
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
def _temporary(folder: Path) -> Iterator[Path]:
    """An empty file that only its owner may read, for it will hold seeds and hashes of passwords."""
    path = folder / f".mostek-{token_hex(8)}.partial"
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=why(error)) from None
    try:
        yield path
    finally:
        for each in (path, *(path.with_name(f"{path.name}{end}") for end in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _check_replaceable(source: Path, target: Path) -> None:
    """An older backup may be replaced by a newer one; what is something else may not."""
    if not target.exists():
        return
    if target.samefile(source):
        raise SaveError("{path} is the database itself; name another file.", path=target)
    try:
        check(target)
    except LogError:
        raise SaveError("{path} is there already and is no backup; name another file.", path=target) from None


def _dated(folder: Path) -> Path:
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
