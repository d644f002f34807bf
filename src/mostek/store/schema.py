"""The tables of the database: people, tables to sit at, and the one log of events. Times are milliseconds since 1970."""

from __future__ import annotations

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

VERSION = 2
"""Raised when the tables change, with a step in `migrations`; kept in the database, to which no older mostek then writes."""

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
    Column("line", LargeBinary, nullable=False),  # the event, as a line of `store.lines`
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
