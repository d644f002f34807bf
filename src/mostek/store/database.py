"""The database of a server in one folder: SQLite with write-ahead logging, one writer, any number of readers.

Durability: `synchronous=FULL`. What the writer acknowledged lies on the disk, so it survives `kill -9` and a power cut. The
writer makes that cheap: it stores everything that waits in one transaction, so many games share one wait for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, create_engine, func, select, update
from sqlalchemy import event as happening
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from mostek.app.ports import ConflictError, RestoredError, SaveError
from mostek.store.schema import event, heartbeat, metadata, upgrade
from mostek.store.sqlite import ASIDE, database_why, dated, keep_aside

Work = Callable[[Connection], None]
"""What is to be written, all or none. It may be called twice, each time in a transaction of its own."""

_TOGETHER = 256
"""How many works share a transaction at most."""


@dataclass(slots=True)
class _Job:
    work: Work
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def settle(self, error: BaseException | None) -> None:
        if self.done.done():
            return  # whoever asked has gone meanwhile; what was written is written
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def _answer(jobs: Sequence[_Job], error: BaseException | None = None) -> None:
    """Wake each loop once for all of its jobs."""
    for loop in {job.loop for job in jobs}:
        own = [job for job in jobs if job.loop is loop]
        with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
            loop.call_soon_threadsafe(_settle, own, error)


def _settle(jobs: Sequence[_Job], error: BaseException | None) -> None:
    for job in jobs:
        job.settle(error)


class Writer:
    """A thread that writes. What it has answered outlives the process and the machine."""

    def __init__(self, engine: Engine, guard: Work) -> None:
        """`guard` comes first in every transaction; what it raises, everybody gets whose work is in it."""
        # The lock is taken at the beginning: a work that read first could not write after somebody else has written.
        self._engine = engine.execution_options(immediate=True)
        self._guard = guard
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="mostek-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Write and wait for the disk. Raises what `work` raises, `SaveError` where the database cannot be written."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        await done

    def close(self) -> None:
        """Write what waits, then end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        ending = False
        while not ending:
            jobs: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == _TOGETHER or self._jobs.empty():
                    break
                job = self._jobs.get()
            ending = job is None
            self._write_together(jobs)

    def _write_together(self, jobs: list[_Job]) -> None:
        """One transaction for all; where that fails, one for each, so that a conflict fails only its own caller."""
        if not jobs:
            return
        try:
            with self._engine.begin() as connection:
                self._guard(connection)
                for job in jobs:
                    job.work(connection)
        except Exception as error:
            if len(jobs) == 1:
                _answer(jobs, _said(error))
            else:
                for job in jobs:
                    self._write_together([job])
            return
        _answer(jobs)


def _said(error: Exception) -> Exception:
    if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
        return SaveError("The database cannot be written: {why}.", why=database_why(error.orig))
    return error


FILE = "mostek.sqlite"
T = TypeVar("T")


class Database:
    """Everything that the server keeps. Reading happens in threads of the loop's pool, writing in the writer's."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self.path = path
        self._engine = engine
        self._lineage = self.read_now(_lineage)
        self._writer = Writer(engine, self._check_lineage)

    @classmethod
    def open(cls, folder: Path) -> Database:
        """The database of that folder, made if there is none.

        A database of an earlier mostek is saved aside and brought up to date.
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
        """Store the next rows of a game's log. Raises `SaveError`, `ConflictError` after another writer's rows."""

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
            raise RestoredError(
                "The database was restored from a backup; data that the backup does not contain is lost."
            )

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
