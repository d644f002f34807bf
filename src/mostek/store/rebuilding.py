"""Rebuild a database from its copy on a second disk: the last whole base, and every transaction of the journals after it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from mostek.app.ports import LogError
from mostek.store.checking import check
from mostek.store.copying import BASE, JOURNAL
from mostek.store.game_lines import log_of, read_lines
from mostek.store.journal import Journal
from mostek.store.sqlite import copy, database_why, opened


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
