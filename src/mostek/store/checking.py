"""Check that a file is a complete database of this mostek."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from mostek.app.ports import LogError
from mostek.store.schema import FIRST_TABLES, VERSION, metadata, version_of
from mostek.store.sqlite import database_why, opened, why


class Copied(NamedTuple):
    """A finished and checked backup."""

    path: Path
    size: int
    """The size in bytes."""
    tables: int
    """The number of game tables in it."""
    events: int
    files: int = 0
    """The number of files beside the database in it: tournaments, copies, keys."""


def check(path: Path) -> Copied:
    """Check that a file is a complete database of this mostek. Raises `LogError`."""
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
