"""Reading a server's database from another process, without what the server loads for it: workers count games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from mostek.app.ports import LogError
from mostek.store.sqlite import FILE, database_why, opened

Rows = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]
"""Carries out a statement with `?` for its values, and returns all rows."""


@contextmanager
def reading_rows(folder: Path, address: str | None) -> Iterator[Rows]:
    """A connection that reads. Raises `LogError`, also from inside the block.

    Args:
        folder: The data folder.
        address: The address of the database on PostgreSQL; `None` for the file in the folder.
    """
    if address is not None:
        with _reading_postgresql(address) as rows:
            yield rows
        return
    try:
        with closing(opened(folder / FILE, read_only=True)) as connection:
            yield lambda sql, values: connection.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        raise LogError("The table cannot be read: {why}.", why=database_why(error)) from None


@contextmanager
def _reading_postgresql(address: str) -> Iterator[Rows]:
    from mostek.store.backends.postgresql_driver import psycopg, reason_in

    try:
        with psycopg.connect(address, connect_timeout=5) as connection:
            connection.read_only = True
            yield lambda sql, values: connection.execute(_with_percent(sql), values).fetchall()
    except psycopg.Error as error:
        raise LogError("The table cannot be read: {why}.", why=reason_in(error)) from None


def _with_percent(sql: str) -> Any:
    return sql.replace("?", "%s")
