"""The database of a server of several processes or computers: PostgreSQL 15 or later, by psycopg."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Column, ColumnElement, Connection, Engine, create_engine, func, make_url
from sqlalchemy import event as happening
from sqlalchemy.dialects.sqlite.dml import OnConflictClause
from sqlalchemy.exc import ArgumentError, DBAPIError

from mostek.app.ports import LogError, SaveError
from mostek.store.backends.postgresql_driver import psycopg, reason_in
from mostek.store.schema import MIGRATIONS, VERSION, statements

OLDEST = 15
"""The oldest PostgreSQL on which mostek is tested."""
ALONE, _UPGRADE = 0x6D6F7374, 0x6D6F7375
"""The numbers of the locks in the database: of a transaction that runs alone, and of bringing the tables up to date."""
_CONNECT = 5
"""The seconds to wait for a connection."""
_WAITS = {
    "statement_timeout": "20s",
    # A process that is stopped in the middle of a transaction would hold up all others.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "10s",
    "tcp_user_timeout": "5s",
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "timezone": "UTC",
}

_WAITS_OF_APPENDS = {"idle_in_transaction_session_timeout": "1s"}
"""They hold the games to which they append, and a node that has stopped must not keep another one from taking these over."""

# The compiler of PostgreSQL also asks for the name of a constraint, which a statement of SQLite never has.
OnConflictClause.constraint_target = None  # type: ignore[attr-defined]


class PostgresqlBackend:
    """A `Backend` on PostgreSQL. What is acknowledged lies on the disk of the database: `synchronous_commit=on`."""

    file: Path | None = None
    is_shared = True

    def __init__(self, engine: Engine, appending: Engine) -> None:
        self.engine = engine
        self.alone: Engine = engine.execution_options(alone=True)
        self.together = appending
        happening.listen(engine, "engine_disposed", lambda _: appending.dispose())

    def fault_of(self, error: DBAPIError) -> str | None:
        """See `Backend`."""
        if not isinstance(error.orig, psycopg.Error) or isinstance(error.orig, _FAULTS_OF_STATEMENTS):
            return None
        return reason_in(error.orig)

    def check_table(self, connection: Connection, table: str) -> None:
        """See `Backend`."""
        connection.exec_driver_sql(f"SELECT count(t.*::text) FROM {table} AS t")

    def is_true_in_json(self, column: Column[Any], key: str) -> ColumnElement[bool]:
        """See `Backend`."""
        return func.mostek_json_is_true(column, key)


_FAULTS_OF_STATEMENTS = (psycopg.ProgrammingError, psycopg.IntegrityError, psycopg.DataError, psycopg.NotSupportedError)


class _NumberOfTruth(psycopg.adapt.Dumper):
    """Writes `True` as 1: truth values are numbers in both databases."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _TextWithoutNul(psycopg.types.string.StrDumperUnknown):
    """Writes the character of number 0, which no text in PostgreSQL has, as another one that nothing is called by."""

    def dump(self, obj: str) -> psycopg.abc.Buffer | None:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


def open_postgresql(address: str, first: Callable[[Connection], None] = lambda _: None) -> PostgresqlBackend:
    """Open the database at an address and do a first job; makes missing tables, and brings those of an earlier mostek up to date.

    Raises `SaveError`; `LogError` for an address that is none, a database of a later mostek, and a PostgreSQL that is too old.
    """
    url = _database_url(address)
    engine = _engine_for(url, 8, _WAITS)
    try:
        with engine.begin() as connection:
            _upgrade_tables(connection, url)
            first(connection)
    except DBAPIError as error:
        engine.dispose()
        why = reason_in(error.orig) if isinstance(error.orig, psycopg.Error) else str(error.orig)
        raise SaveError("{path} cannot be written: {why}.", path=without_password(url), why=why) from None
    except LogError:
        engine.dispose()
        raise
    return PostgresqlBackend(engine, _engine_for(url, 1, _WAITS | _WAITS_OF_APPENDS))


def _engine_for(url: URL, connections: int, waits: dict[str, str]) -> Engine:
    settings = " ".join(f"-c {name}={value.replace(' ', chr(92) + ' ')}" for name, value in waits.items())
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=connections,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": _CONNECT, "application_name": "mostek", "options": settings},
    )
    happening.listen(engine, "connect", _prepare_connection)
    happening.listen(engine, "begin", _begin_transaction)
    return engine


def _database_url(address: str) -> URL:
    """The address for SQLAlchemy. Raises `LogError`, without the address, which may hold a password."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    if url is None or url.drivername not in ("postgres", "postgresql", "postgresql+psycopg") or not url.database:
        raise LogError(
            "The address of the database is none of PostgreSQL, such as postgresql://mostek@localhost/mostek"
        )
    return url.set(drivername="postgresql+psycopg")


def without_password(url: URL) -> str:
    """The address of a database as people may see it: without its password."""
    return URL.create("postgresql", url.username, None, url.host, url.port, url.database).render_as_string()


def _prepare_connection(connection: psycopg.Connection[Any], _: object) -> None:
    connection.adapters.register_dumper(bool, _NumberOfTruth)
    connection.adapters.register_dumper(str, _TextWithoutNul)


def _begin_transaction(connection: Connection) -> None:
    if connection.get_execution_options().get("alone"):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ALONE})")


def _upgrade_tables(connection: Connection, url: URL) -> None:
    """Take the missing steps of the tables, in the transaction that is open: all of them, or none."""
    version = int((connection.dialect.server_version_info or (0,))[0])
    if version < OLDEST:
        sentence = "{path} is PostgreSQL {version}; mostek needs {oldest} or later."
        raise LogError(sentence, path=without_password(url), version=version, oldest=OLDEST)
    if _version_of(connection, url) == VERSION:
        return
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE})")
    there = _version_of(connection, url)
    if there == 0:
        connection.exec_driver_sql("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        connection.exec_driver_sql("INSERT INTO schema_version VALUES (0)")
        connection.exec_driver_sql(_JSON_IS_TRUE)
    for number in range(there + 1, VERSION + 1):
        _carry_out(connection, MIGRATIONS / f"{number:04}.sql")
    connection.exec_driver_sql(f"UPDATE schema_version SET version = {VERSION}")


def _version_of(connection: Connection, url: URL) -> int:
    """The version of the tables, 0 for an empty database. Raises `LogError` for one of a later mostek."""
    if connection.exec_driver_sql("SELECT to_regclass('schema_version')").scalar() is None:
        return 0
    version: int = connection.exec_driver_sql("SELECT version FROM schema_version").scalar_one()
    if version > VERSION:
        raise LogError("{path} was written by a later mostek; install that one.", path=without_password(url))
    return version


_JSON_IS_TRUE = """
    CREATE FUNCTION mostek_json_is_true(body BYTEA, name VARCHAR) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
        RETURN coalesce(convert_from(body, 'UTF8')::jsonb ->> name = 'true', false);
    EXCEPTION WHEN others THEN  -- it is no JSON
        RETURN false;
    END $$
"""
_WORDS = {
    "TEXT": 'TEXT COLLATE "C"',  # in the order of the letters' numbers, as SQLite has it
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "FLOAT": "DOUBLE PRECISION",
    "WITHOUT ROWID": "",
}
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")
_MADE, _NAMED = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)"), re.compile(r"REFERENCES (\w+)")


def _carry_out(connection: Connection, script: Path) -> None:
    for statement in _in_order(statements(script.read_text("utf-8"))):
        connection.exec_driver_sql(_WORD.sub(lambda found: _WORDS[found[1]], statement).replace("%", "%%"))


def _in_order(step: Iterable[str]) -> Iterator[str]:
    """The statements of a step, each table after those that it names: SQLite takes them in any order."""
    rest, tables = [], {}
    for statement in step:
        if made := _MADE.search(statement):
            tables[made[1]] = statement
        else:
            rest.append(statement)
    named = {name: set(_NAMED.findall(statement)) & tables.keys() - {name} for name, statement in tables.items()}
    yield from (tables[name] for name in TopologicalSorter(named).static_order())
    yield from rest
