"""The database in one folder: SQLite with write-ahead logging, one writer, any number of readers.

Durability: `synchronous=FULL`. What was acknowledged lies on the disk, so it survives `kill -9` and a power cut; the writer
makes that cheap by keeping everything that waits at once (`writer`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, create_engine, func, select, update
from sqlalchemy import event as happening
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from mostek.app.ports import ConflictError, SaveError
from mostek.store.copying import ASIDE, dated, keep_aside
from mostek.store.migrations import upgrade
from mostek.store.schema import event, heartbeat, metadata
from mostek.store.writer import Work, Writer

FILE = "mostek.sqlite"
T = TypeVar("T")


class RestoredError(SaveError):
    """A backup was put in place under the running server, so nothing is kept until `Database.renew` is called.

    What the server holds in memory is of the database that was there before, and must be dropped first.
    """


class Database:
    """Everything that the server keeps. Reading happens in threads of the loop's pool, writing in the writer's."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self.path = path
        self._engine = engine
        self._lineage = self.read_now(_lineage)
        self._writer = Writer(engine, self._check_lineage)

    @classmethod
    def open(cls, folder: Path) -> Database:
        """The database of that folder, made if there is none; one of an earlier mostek is kept aside and brought up to date.

        Raises `SaveError`; `LogError` for one of a later mostek.
        """
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            upgrade(path, lambda: keep_aside(path, dated(folder / ASIDE)))
            engine = create_engine(f"sqlite:///{path}", pool_size=8, max_overflow=8, hide_parameters=True)
            happening.listen(engine, "connect", _prepare)
            happening.listen(engine, "begin", _begin)
            metadata.create_all(engine)
            with engine.begin() as connection:
                connection.execute(_FIRST_BEAT, {"at": time.time_ns() // 1_000_000, "lineage": token_hex(16)})
        except (OSError, DBAPIError) as error:
            why = error.orig if isinstance(error, DBAPIError) else error.strerror
            raise SaveError("{path} cannot be written: {why}.", path=path, why=why) from None
        path.chmod(0o600)
        return cls(engine, path)

    def close(self) -> None:
        """Write what waits and let the files go."""
        self._writer.close()
        self._engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a function finds in the database."""
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """The same, waiting for it."""
        with self._engine.connect() as connection:
            return work(connection)

    async def write(self, work: Work) -> None:
        """Keep what a function writes, all or none. Raises `SaveError`, and what the function raises."""
        await self._writer.write(work)

    async def append(self, game: str, expected: int, rows: Sequence[dict[str, Any]]) -> None:
        """Keep the next rows of a game's log. Raises `ConflictError` when somebody else has written to it, `SaveError`."""

        values = tuple(row[column] for row in rows for column in _COLUMNS)

        def work(connection: Connection) -> None:
            try:
                connection.exec_driver_sql(_append(len(rows)), values)
            except IntegrityError:
                there = connection.scalar(select(func.count()).select_from(event).where(event.c.game == game))
                raise ConflictError(expected, there or 0) from None

        await self.write(work)

    async def lines(self, game: str, after: int = 0, upto: int | None = None) -> list[Row[Any]]:
        """The rows of a game's log after a version, in order."""
        wanted = select(event).where(event.c.game == game, event.c.version > after).order_by(event.c.version)
        if upto is not None:
            wanted = wanted.where(event.c.version <= upto)
        return await self.read(lambda connection: list(connection.execute(wanted)))

    async def done(self, game: str, token: str) -> int | None:
        """The version of the first event that the command with this id has led to, if it was done."""
        wanted = select(event.c.version).where(event.c.game == game, event.c.token == token)
        found: int | None = await self.read(lambda connection: connection.scalar(wanted))
        return found

    async def beat(self, at: int) -> None:
        """Keep the moment at which the server is known to run. Raises `SaveError`, and `RestoredError` as every writing does."""
        await self.write(lambda connection: _execute(connection, update(heartbeat).values(at=at)))

    def renew(self) -> None:
        """Write on in the database that was put in place; call it when everything of the old one has been dropped."""
        self._lineage = self.read_now(_lineage)

    def _check_lineage(self, connection: Connection) -> None:
        if _lineage(connection) != self._lineage:
            raise RestoredError("The database was restored from a backup; what was not in it has not been kept.")

    def last_beat(self) -> int | None:
        """The last moment at which a server is known to have run on this database."""
        return self.read_now(lambda connection: connection.scalar(select(heartbeat.c.at)))


_COLUMNS = tuple(column.name for column in event.columns)
_FIRST_BEAT = insert(heartbeat).values(one=1).on_conflict_do_nothing()
_LINEAGE = "SELECT lineage FROM heartbeat"


def _lineage(connection: Connection) -> str:
    found: str = connection.exec_driver_sql(_LINEAGE).scalar_one()
    return found


@cache
def _append(rows: int) -> str:
    """One statement for all rows of a command, written out once: it is done for every move of every game."""
    statement = event.insert().values([dict.fromkeys(_COLUMNS)] * rows)
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="qmark")))


def _execute(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not the driver
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: Connection) -> None:
    kind = "BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN"
    connection.exec_driver_sql(kind)
