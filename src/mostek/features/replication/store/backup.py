"""Back up the data of a server, running or not, and restore a backup: the database, and in it the files beside it.

Everything goes through SQLite's own copying of pages, so that a copy is the database at one moment, and what is put in place is
one transaction: another process sees the database before it or after it, and after a failure the one before.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import NamedTuple

from mostek.app.ports import LogError, SaveError
from mostek.store.checking import Copied, check
from mostek.store.copying import BASE, JOURNAL
from mostek.store.game_lines import log_of, read_lines
from mostek.store.journal import Journal
from mostek.store.line_file import replace_whole
from mostek.store.schema import upgrade
from mostek.store.sqlite import (
    ASIDE,
    FILE,
    TIMEOUT,
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


def back_up(folder: Path, target: Path, progress: Progress = lambda _: None, database: str | None = None) -> Copied:
    """Copy the database and the files of a folder to a file, or into a folder under a name with the date. A server keeps running.

    `database` is the address of one on PostgreSQL. The file is put in place when it is whole and checked.
    Raises `LogError`, `SaveError`.
    """
    source = folder / FILE
    if database is None and not source.exists():
        raise LogError("In {path} there is no database of a server.", path=folder)
    if target.is_dir():
        target = dated(target)
    _check_replaceable(source, target)
    with file_in_place_of(target) as partial:
        _copy(source, database, partial, progress)
        # After the database: a tournament then has at least the results that the database says were handed to it.
        files = pack(folder, partial)
        found = check(partial)
    return found._replace(path=target, files=files)


def _copy(source: Path, database: str | None, target: Path, progress: Progress = lambda _: None) -> None:
    """Copy a database to an empty file."""
    if database is not None:
        from mostek.features.replication.store.postgresql_copies import copy_from_postgresql

        copy_from_postgresql(database, target, progress)
        return
    with closing(opened(source)) as reading:
        copy(reading, source, target, progress)


def restore(folder: Path, file: Path, progress: Progress = lambda _: None, database: str | None = None) -> Restored:
    """Replace the database of a folder by a backup, or by a continuous copy; a running server notices this (`RestoredError`).

    A backup of an earlier mostek is brought up to date. The previous database is saved aside up to the last
    acknowledged write, with the files beside it, which are replaced then. With the address of a database on PostgreSQL that
    one is replaced instead. Raises `LogError` for a file that is no whole backup, `SaveError`; then nothing has changed.
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
        if database is None:
            aside = _put_in_place(fresh, live, progress)
        else:
            aside = _put_in_postgresql(fresh, database, dated(folder / ASIDE), progress)
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
    waits_until = time.monotonic() + TIMEOUT
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


def _put_in_postgresql(fresh: Path, database: str, aside: Path, progress: Progress) -> Path:
    """Replace the content of a database on PostgreSQL, which is copied aside before."""
    from mostek.features.replication.store.postgresql_copies import copy_to_postgresql

    aside.parent.mkdir(mode=0o700, exist_ok=True)
    with file_in_place_of(aside) as partial:
        _copy(aside, database, partial)
    copy_to_postgresql(fresh, database, progress)
    return aside


def _check_replaceable(source: Path, target: Path) -> None:
    """Check that the target is free or an older backup; other files are not replaced."""
    if not target.exists():
        return
    if source.exists() and target.samefile(source):
        raise SaveError("{path} is the database itself; name another file.", path=target)
    try:
        check(target)
    except LogError:
        raise SaveError("{path} is there already and is no backup; name another file.", path=target) from None


FOLDERS = ("tournaments", "copies", "standby")
"""Tournaments, copies of those that others publish here, and halls that this computer follows."""
FILES = ("publications.json", "untold.json", "servers.json", "signing.key", "push.key")
_COPIES = ("tournaments", "copies")
"""The rotating copies beside the tournaments are copies already."""
_LOGS = (".jsonl", ".heads")
"""Files that only grow: one that goes on from what is in the backup stays."""
_MAKE = "CREATE TABLE kept_file (path TEXT PRIMARY KEY, changed INTEGER NOT NULL, data BLOB NOT NULL)"
_KNOWN = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'kept_file'"


def pack(folder: Path, backup: Path) -> int:
    """Put the files of a data folder into a backup of its database. Returns their number. Raises `SaveError`, `LogError`."""
    number = 0
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            connection.execute("DROP TABLE IF EXISTS kept_file")
            connection.execute(_MAKE)
            for name, path in _files(folder):
                try:
                    row = (name, path.stat().st_mtime_ns, path.read_bytes())
                except FileNotFoundError:
                    continue  # it was taken away meanwhile
                connection.execute("INSERT INTO kept_file VALUES (?, ?, ?)", row)
                number += 1
            connection.execute("COMMIT")
    except OSError as error:
        raise LogError("{path} cannot be read: {why}", path=error.filename or folder, why=error.strerror) from None
    except sqlite3.Error as error:
        raise SaveError("{path} cannot be written: {why}.", path=backup, why=database_why(error)) from None
    return number


def packed(backup: Path) -> list[tuple[str, int, bytes]]:
    """The files in a backup, each with the moment of its last change; none in one of an earlier mostek.

    Raises `LogError` for a name that no backup has.
    """
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
            if not connection.execute(_KNOWN).fetchone()[0]:
                return []
            rows = connection.execute("SELECT path, changed, data FROM kept_file ORDER BY path").fetchall()
            connection.execute("DROP TABLE kept_file")
    except sqlite3.Error as error:
        raise LogError("{path} is damaged: {why}.", path=backup, why=database_why(error)) from None
    for name, changed, data in rows:
        if not _is_ours(name) or not isinstance(changed, int) or not isinstance(data, bytes):
            raise LogError("{path} is no backup of mostek.", path=backup)
    return rows


def unpack(files: list[tuple[str, int, bytes]], folder: Path) -> None:
    """Put files in their places; a log that goes on from the one in the backup stays as it is. Raises `SaveError`."""
    for name, changed, data in files:
        path = folder / name
        if path.suffix in _LOGS and _begins_with(path, data):
            continue
        replace_whole(path, data)
        os.utime(path, ns=(changed, changed))


def _begins_with(path: Path, data: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for name in FILES:
        if (folder / name).is_file():
            yield name, folder / name
    for top in FOLDERS:
        for path in sorted((folder / top).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not path.is_symlink() and _is_ours(name):
                yield name, path


def _is_ours(name: object) -> bool:
    if not isinstance(name, str) or "\\" in name:
        return False
    parts = PurePosixPath(name).parts
    is_plain = all(part not in ("", "..", "/") and not part.startswith(".") for part in parts)
    return name in FILES or (is_plain and len(parts) > 1 and parts[0] in FOLDERS and parts[:2] != _COPIES)


class Rebuilt(NamedTuple):
    """The sources of a rebuilt database, and the parts that are missing."""

    base: Path
    transactions: int
    """The number of transactions of the journals in it."""
    lost: int
    """The number of lines of the journals that cannot be read, or do not follow from the base."""
    unreadable: tuple[str, ...]
    """The games in it that cannot be read, by table."""


def rebuild(folder: Path, target: Path) -> Rebuilt:
    """Rebuild the database of a copy in an empty file, and read every game of it again. Raises `LogError`, `SaveError`."""
    own = _of_one_database(folder)
    journals, damaged = _journals(own)
    fault: LogError | None = None
    for base in sorted(own.glob(BASE), reverse=True):
        try:
            check(base)
        except LogError as error:
            fault = error
            continue
        with closing(opened(base, read_only=True)) as reading:
            copy(reading, base, target)
        done, lost = _apply(journals, target)
        return Rebuilt(base, done, lost + damaged, _unreadable(target))
    raise fault or LogError("In {path} there is no copy of a server.", path=folder)


def _of_one_database(folder: Path) -> Path:
    """The folder itself, or the only one in it. Raises `LogError` if it has copies of several databases, or none."""
    if any(folder.glob(BASE)):
        return folder
    found = [each for each in sorted(folder.iterdir()) if each.is_dir() and any(each.glob(BASE))]
    if not found:
        raise LogError("In {path} there is no copy of a server.", path=folder)
    if len(found) > 1:
        names = ", ".join(f"{each} ({_last_written(each)})" for each in found)
        raise LogError(
            "In {path} there are copies of several databases; name the folder of one, each with its last change: {names}.",
            path=folder,
            names=names,
        )
    return found[0]


def _last_written(folder: Path) -> str:
    last = max(each.stat().st_mtime for each in (*folder.glob(BASE), *folder.glob(JOURNAL)))
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(last))


def _journals(folder: Path) -> tuple[list[Journal], int]:
    """The journals in order, and the number of files that are none."""
    found, damaged = [], 0
    for path in sorted(folder.glob(JOURNAL)):
        try:
            found.append(Journal.read(path))
        except LogError:
            damaged += path.stat().st_size > 0
    return found, damaged


def _apply(journals: list[Journal], target: Path) -> tuple[int, int]:
    """Carry out every transaction after the base. Returns their number, and that of the lines that could not be used."""
    done = 0
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys=ON")
            (head,) = connection.execute("SELECT copied FROM heartbeat").fetchone()
            used = list(_after(journals, head))
            connection.execute("BEGIN")
            for journal, start in used:
                for _, statements in journal.after(start):
                    for each in statements:
                        connection.execute(each.sql, each.values)
                    done += 1
            connection.execute("UPDATE heartbeat SET copied = ''")
            connection.execute("COMMIT")
    except (sqlite3.Error, ValueError, TypeError) as error:
        why = database_why(error) if isinstance(error, sqlite3.Error) else str(error)
        raise LogError("The journal does not follow from the base: {why}.", why=why) from None
    last = used[-1][0] if used else None
    later = journals[journals.index(last) + 1 :] if last in journals else journals
    return done, (last.lost if last else 0) + sum(len(each.heads) - 1 + each.lost for each in later)


def _after(journals: list[Journal], head: str) -> Iterator[tuple[Journal, str]]:
    """Each journal that leads on from that line, with the line after which it is carried out."""
    here = next((each for each in journals if head and head in each.heads), None)
    while here is not None:
        yield here, head
        if here.lost:
            return  # what follows a damaged line is missing something
        last = here.heads[-1]
        here = next((each for each in journals if each.follows == last), None)
        head = here.heads[0] if here is not None else ""


def _unreadable(path: Path) -> tuple[str, ...]:
    """The games in progress that cannot be read."""
    found = []
    with closing(sqlite3.connect(path)) as connection:
        wanted = "SELECT asked, line FROM event WHERE game = ? ORDER BY version"
        for table, header in connection.execute("SELECT id, header FROM sitting WHERE header IS NOT NULL").fetchall():
            try:
                read_lines(log_of(header, connection.execute(wanted, (table,)).fetchall()))
            except LogError:
                found.append(table)
    return tuple(found)
