"""Back up the data of a server, running or not, and restore a backup: the database, and in it the files beside it.

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
from mostek.store.checking import Copied, check
from mostek.store.packed_files import pack, packed, unpack
from mostek.store.rebuilding import Rebuilt, rebuild
from mostek.store.schema import upgrade
from mostek.store.sqlite import (
    ASIDE,
    FILE,
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


class Restored(NamedTuple):
    """A restored database, and the place of the copy of the replaced one."""

    now: Copied
    aside: Path | None
    rebuilt: Rebuilt | None = None
    """What it was rebuilt from; `None` for a backup in one file."""


def back_up(folder: Path, target: Path, progress: Progress = lambda _: None) -> Copied:
    """Copy the database and the files of a folder to a file, or into a folder under a name with the date. A server keeps running.

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
        # After the database: a tournament then has at least the results that the database says were handed to it.
        files = pack(folder, partial)
        found = check(partial)
    return found._replace(path=target, files=files)


def restore(folder: Path, file: Path, progress: Progress = lambda _: None) -> Restored:
    """Replace the database of a folder by a backup, or by a continuous copy; a running server notices this (`RestoredError`).

    A backup of an earlier mostek is brought up to date. The previous database is saved aside up to the last
    acknowledged write, with the files beside it, which are replaced then. Raises `LogError` for a file that is no whole
    backup, `SaveError`; then nothing has changed.
    """
    if not file.is_dir():
        check(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=why(error)) from None
    live = folder / FILE
    with temporary(folder) as fresh:
        rebuilt = _fill(fresh, file)
        files = packed(fresh)
        upgrade(fresh)
        found = check(fresh)
        _give_lineage(fresh)
        aside = _put_in_place(fresh, live, progress)
    if aside is not None:
        pack(folder, aside)
    unpack(files, folder)
    return Restored(found._replace(path=live, files=len(files)), aside, rebuilt)


def _fill(fresh: Path, source: Path) -> Rebuilt | None:
    """Fill an empty file from a backup, or from the folder of a continuous copy."""
    if source.is_dir():
        return rebuild(source, fresh)
    with closing(opened(source, read_only=True)) as reading:
        copy(reading, source, fresh)
    return None


def _give_lineage(path: Path) -> None:
    """Mark the database as replaced, so that a running server notices it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE heartbeat SET lineage = ?, copied = ''", (token_hex(16),))


def _put_in_place(fresh: Path, live: Path, progress: Progress) -> Path | None:
    """Replace the content in one transaction that locks out other writers and copies the present content aside."""
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
    """Check that the target is free or an older backup; other files are not replaced."""
    if not target.exists():
        return
    if target.samefile(source):
        raise SaveError("{path} is the database itself; name another file.", path=target)
    try:
        check(target)
    except LogError:
        raise SaveError("{path} is there already and is no backup; name another file.", path=target) from None
