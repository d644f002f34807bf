"""Bringing a database of an earlier mostek up to date.

A step is SQL as it was when it was written, for what `schema` says may change again. Whoever changes a table raises
`schema.VERSION`, adds the step that leads there, and keeps the new schema in `tests/server/ops/schemas`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from mostek.app.ports import LogError, SaveError
from mostek.store.copying import opened
from mostek.store.database_errors import database_why
from mostek.store.schema import VERSION

FIRST_TABLES = frozenset({"person", "session", "sitting", "place", "official", "invitation", "event", "heartbeat"})
"""The tables that a database of any version has."""

STEPS: Mapping[int, tuple[str, ...]] = {
    # Databases were made with passkeys, too, before that was another version.
    2: (
        """
        CREATE TABLE IF NOT EXISTS passkey (
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            credential BLOB NOT NULL,
            public_key BLOB NOT NULL,
            count BIGINT NOT NULL,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            used BIGINT,
            PRIMARY KEY (id),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE,
            UNIQUE (credential)
        )
        """,
        "CREATE INDEX IF NOT EXISTS ix_passkey_person ON passkey (person)",
        "CREATE INDEX IF NOT EXISTS sitting_by_rematch ON sitting (rematch)",
    ),
}
"""What leads to each version from the one before."""


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the tables of a database, 0 for an empty one. Raises `LogError` for one of a later mostek."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise LogError("{path} was written by a later mostek; install that one.", path=path)
    return version


def upgrade(path: Path, before: Callable[[], object] = lambda: None) -> None:
    """Take every step that a database lacks, or none of them. `before` is called when nobody else can write any more.

    Raises `LogError` for a database of a later mostek, `SaveError`, and what `before` raises.
    """
    try:
        with closing(opened(path)) as connection:
            if version_of(connection, path) < VERSION:
                connection.execute("BEGIN IMMEDIATE")
                if there := version_of(connection, path):
                    before()
                    _take_steps(connection, there)
                connection.execute(f"PRAGMA user_version={VERSION}")
                connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise SaveError("{path} cannot be written: {why}.", path=path, why=database_why(error)) from None


def _take_steps(connection: sqlite3.Connection, there: int) -> None:
    for version in range(there + 1, VERSION + 1):
        for statement in STEPS[version]:
            connection.execute(statement)
