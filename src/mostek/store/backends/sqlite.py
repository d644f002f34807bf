"""The database in the data folder: SQLite with write-ahead logging, for a server of one process."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Engine, Text, case, cast, create_engine, func
from sqlalchemy import event as happening
from sqlalchemy.exc import DBAPIError

from mostek.app.ports import LogError, SaveError
from mostek.store.schema import upgrade
from mostek.store.sqlite import ASIDE, FILE, damaged, database_why, dated, is_damage, keep_aside


class SqliteBackend:
    """A `Backend` on a file. What is acknowledged lies on the disk: `synchronous=FULL`."""

    is_shared = False

    def __init__(self, engine: Engine, file: Path) -> None:
        self.engine = engine
        self.file: Path | None = file
        # The lock is taken at the beginning: a work that read first could not write after somebody else has written.
        self.alone: Engine = engine.execution_options(immediate=True)
        self.together: Engine = self.alone

    def fault_of(self, error: DBAPIError) -> str | None:
        """See `Backend`."""
        return database_why(error.orig) if isinstance(error.orig, sqlite3.Error) else None

    def check_table(self, connection: Connection, table: str) -> None:
        """See `Backend`."""
        found = connection.exec_driver_sql(f"PRAGMA quick_check({table})").scalar_one()
        if found != "ok":
            raise LogError("The database cannot be read: {why}.", why=found)

    def is_true_in_json(self, column: Column[Any], key: str) -> ColumnElement[bool]:
        """See `Backend`."""
        text = cast(column, Text)
        return case((func.json_valid(text), func.json_extract(text, f"$.{key}") == 1), else_=False)


def open_sqlite(folder: Path, first: Callable[[Connection], None]) -> SqliteBackend:
    """Open the database of a folder and do a first job; creates a missing one.

    A database of an earlier mostek is saved aside and brought up to date.
    Raises `SaveError`; `LogError` for one of a later mostek.
    """
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        upgrade(path, lambda: keep_aside(path, dated(folder / ASIDE)))
        engine = create_engine(f"sqlite:///{path}", pool_size=8, max_overflow=8, hide_parameters=True)
        happening.listen(engine, "connect", _prepare_connection)
        happening.listen(engine, "begin", _begin_transaction)
        with engine.begin() as connection:
            first(connection)
        path.chmod(0o600)
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=path, why=error.strerror) from None
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error) and is_damage(error.orig):
            raise damaged(path, error.orig) from None
        raise SaveError("{path} cannot be written: {why}.", path=path, why=error.orig) from None
    return SqliteBackend(engine, path)


def _prepare_connection(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not the driver
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_transaction(connection: Connection) -> None:
    kind = "BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN"
    connection.exec_driver_sql(kind)
