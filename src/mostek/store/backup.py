"""Copies of the database of a server, running or not, and putting one back in its place.

Everything goes through SQLite's own copying of pages, so that a copy is the database at one moment, and what is put in place is
one transaction: another process sees the database before it or after it, and after a failure the one before.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from mostek.app.ports import LogError, SaveError
from mostek.store.database import FILE
from mostek.store.schema import FIRST_TABLES, VERSION, metadata, upgrade, version_of
from mostek.store.sqlite import (
    ASIDE,
    PATIENCE,
    Progress,
    copy,
    database_why,
    dated,
    file_in_place_of,
    is_damage,
    keep_aside,
    opened,
    temporary,
    why,
)


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
        target = dated(target)
    _check_replaceable(source, target)
    with file_in_place_of(target) as partial:
        with closing(opened(source)) as reading:
            copy(reading, source, partial, progress)
        found = check(partial)
    return found._replace(path=target)


def restore(folder: Path, file: Path, progress: Progress = lambda _: None) -> Restored:
    """Put a backup in the place of the database of a folder; a server that runs there notices (`RestoredError`).

    A backup of an earlier mostek is brought up to date. The previous database is saved aside up to the last
    acknowledged write. Raises `LogError` for a file that is no whole backup, `SaveError`; then nothing has changed.
    """
    check(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=why(error)) from None
    live = folder / FILE
    with temporary(folder) as fresh:
        with closing(opened(file, read_only=True)) as reading:
            copy(reading, file, fresh)
        upgrade(fresh)
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
        with closing(opened(path, read_only=True)) as connection:
            return _looked_through(connection, path)
    except OSError as error:
        raise LogError("{path} cannot be read: {why}", path=path, why=why(error)) from None
    except sqlite3.Error as error:
        raise LogError("{path} is damaged: {why}.", path=path, why=database_why(error)) from None


def _looked_through(connection: sqlite3.Connection, path: Path) -> Copied:
    version = version_of(connection, path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version < 1 or not names >= (set(metadata.tables) if version == VERSION else FIRST_TABLES):
        raise LogError("{path} is no backup of mostek.", path=path)
    found = next(connection.execute("PRAGMA integrity_check"))[0]
    if found != "ok":
        raise LogError("{path} is damaged: {why}.", path=path, why=found)
    tables, events = (connection.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in ("sitting", "event"))
    return Copied(path, path.stat().st_size, tables, events)


def _give_lineage(path: Path) -> None:
    """Mark the database as replaced, so that a running server notices it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE heartbeat SET lineage = ?", (token_hex(16),))


def _put_in_place(fresh: Path, live: Path, progress: Progress) -> Path | None:
    """One transaction that locks out other writers; before its end the present content is copied aside."""
    aside: Path | None = dated(live.parent / ASIDE) if live.exists() else None
    waits_until = time.monotonic() + PATIENCE
    locked = False

    def step(_: int, left: int, of: int) -> None:
        nonlocal locked
        if not locked and of:  # from the first page on
            locked = True
            if aside is not None:
                keep_aside(live, aside)
        if not locked and time.monotonic() > waits_until:
            raise SaveError("{path} is written to without end; stop the server first.", path=live)
        progress((of - left) / (of or 1))

    try:
        with closing(sqlite3.connect(live, isolation_level=None, timeout=0.2)) as writing:
            live.chmod(0o600)
            writing.execute("PRAGMA journal_mode=WAL")
            with closing(opened(fresh)) as reading:
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
