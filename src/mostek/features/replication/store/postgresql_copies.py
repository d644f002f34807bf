"""Backups between the databases: a backup is a file of SQLite, from whichever database it was made and into whichever it goes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import Any

from mostek.app.ports import SaveError
from mostek.store.backends.postgresql import ALONE, open_postgresql
from mostek.store.backends.postgresql_driver import psycopg, reason_in
from mostek.store.schema import metadata, upgrade
from mostek.store.sqlite import Progress, database_why

_AT_ONCE = 500
"""The rows that are in memory together."""
_WHOLE = 1 << 256
_OF_THE_MOMENT = frozenset({"node", "node_news", "ownership", "passkey_challenge"})
"""The tables that say which processes run now, which a backup does not bring back."""


def copy_from_postgresql(address: str, target: Path, progress: Progress = lambda _: None) -> None:
    """Copy the database at an address, as it is at one moment, to an empty file of SQLite.

    Raises `LogError`, `SaveError`.
    """
    open_postgresql(address).engine.dispose()  # its tables are those of this version now
    upgrade(target)
    with _connected_to(address) as reading, _writing_to(target) as writing:
        reading.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        reading.read_only = True
        names = [name for name in metadata.tables if name not in _OF_THE_MOMENT]
        for number, name in enumerate(names):
            columns = metadata.tables[name].columns.keys()
            marks = ", ".join("?" * len(columns))
            with reading.cursor(f"all_of_{name}") as cursor:
                cursor.itersize = _AT_ONCE
                rows = cursor.execute(_all_of(name, columns).encode())
                writing.execute(f"DELETE FROM {name}")
                writing.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", rows)
            progress((number + 1) / len(names))


def copy_to_postgresql(source: Path, address: str, progress: Progress = lambda _: None) -> None:
    """Replace the content of the database at an address by that of a file, in one transaction, and compare the two.

    A running server sees the content before or after it. Raises `LogError`, `SaveError`; then nothing has changed.
    """
    open_postgresql(address).engine.dispose()
    with _connected_to(address) as writing, closing(sqlite3.connect(source)) as reading:
        writing.execute("SELECT pg_advisory_xact_lock(%s)", (ALONE,))
        names = _in_order(writing)
        for name in reversed(names):
            writing.execute(f"DELETE FROM {name}".encode())
        for number, name in enumerate(each for each in names if each not in _OF_THE_MOMENT):
            columns = metadata.tables[name].columns.keys()
            wanted = _all_of(name, columns)
            with writing.cursor().copy(f"COPY {name} ({', '.join(columns)}) FROM STDIN".encode()) as copy:
                for row in reading.execute(wanted):
                    copy.write_row(row)
            with writing.cursor(f"all_of_{name}") as cursor:
                cursor.itersize = _AT_ONCE
                if _digest_of(cursor.execute(wanted.encode())) != _digest_of(reading.execute(wanted)):
                    raise SaveError("{path} cannot be written: {why}.", path="PostgreSQL", why=name)
            progress((number + 1) / len(names))


def _all_of(name: str, columns: Iterable[str]) -> str:
    return f"SELECT {', '.join(columns)} FROM {name}"


def _digest_of(rows: Iterable[tuple[Any, ...]]) -> tuple[int, int]:
    """The number of rows, and a number that depends on all of them and not on their order."""
    number, digest = 0, 0
    for row in rows:
        number += 1
        digest = (digest + int.from_bytes(sha256(repr(row).encode("utf-8", "surrogatepass")).digest())) % _WHOLE
    return number, digest


_REFERENCES = "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'"


def _in_order(connection: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    """The tables, each after those that its rows name."""
    before: dict[str, set[str]] = {name: set() for name in metadata.tables}
    for table, named in connection.execute(_REFERENCES):
        before[table].add(named)
    return list(TopologicalSorter(before).static_order())


@contextmanager
def _connected_to(address: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """A connection whose transaction ends with the block."""
    try:
        with psycopg.connect(address, connect_timeout=5) as connection:
            yield connection
    except psycopg.Error as error:
        raise SaveError("{path} cannot be written: {why}.", path="PostgreSQL", why=reason_in(error)) from None


@contextmanager
def _writing_to(target: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise SaveError("{path} cannot be written: {why}.", path=target.parent, why=database_why(error)) from None
