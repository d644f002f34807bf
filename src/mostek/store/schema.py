"""The schema of the database, and the steps that bring an earlier one up to date. Times are milliseconds since 1970."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from mostek.app.ports import LogError, SaveError
from mostek.store.sqlite import database_why, opened

VERSION = 2
"""Raised when the tables change, with a step in `migrations`; no older mostek writes to a database with it."""

metadata = MetaData()

person = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # null: a guest
    Column("password", Text),  # argon2id
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the cookie holds
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

passkey = Table(
    "passkey",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", LargeBinary, unique=True, nullable=False),  # by which its device knows it
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("count", BigInteger, nullable=False),  # of uses, as the device says
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

sitting = Table(
    "sitting",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, ForeignKey("person.id", ondelete="SET NULL")),
    Column("proposal", LargeBinary, nullable=False),  # JSON of `app.tables.Proposal`
    Column("status", Text, nullable=False, index=True),  # open, playing, over, closed
    Column("created", BigInteger, nullable=False),
    Column("begun", BigInteger),
    Column("ended", BigInteger),
    Column("header", LargeBinary),  # the first line of the game's log; holds the secret seed
    Column("result", LargeBinary),  # JSON of `GameResult`
    Column("rematch", Text),  # the table at which these people play again
)

place = Table(
    "place",
    metadata,
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    PrimaryKeyConstraint("sitting", "seat"),
)

official = Table(
    "official",
    metadata,
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("role", Text, nullable=False),
    PrimaryKeyConstraint("sitting", "person"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the link holds
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

event = Table(
    "event",
    metadata,
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("asked", LargeBinary),  # the line of the command whose first event this is
    Column("token", Text),  # the command's id, by which it is known when it is sent again
    Column("line", LargeBinary, nullable=False),  # the event, as a line of `store.game_lines`
    PrimaryKeyConstraint("game", "version"),
    UniqueConstraint("game", "token"),
    sqlite_with_rowid=False,
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("one", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("lineage", Text, nullable=False),  # chance; another one since a backup was put in place
)
"""The last moment at which the server is known to have run, and which life of the database this is."""

Index("place_of_person", place.c.person, place.c.sitting)
Index("sitting_by_rematch", sitting.c.rematch)


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
    """Take every step that a database lacks, or none. `before` is called once other writers are locked out.

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
