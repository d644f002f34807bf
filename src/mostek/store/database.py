"""The database of a server: SQLite in its folder, or PostgreSQL; each process has one writer and any number of readers.

What the writer acknowledged lies on the disk, so it survives `kill -9` and a power cut. The writer makes that cheap: it stores
everything that waits in one transaction, so many games share one wait for the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Thread
from typing import Any, TypeVar, cast

from sqlalchemy import ClauseElement, Connection, Dialect, Executable, Row, func, select, update
from sqlalchemy import event as happening
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import DBAPIError

from mostek.app.damage import Damage
from mostek.app.ownership import Claim, OwnedElsewhereError
from mostek.app.ports import ConflictError, LogError, RestoredError, SaveError
from mostek.store.backends import Backend, open_backend
from mostek.store.copying import Copy, CopyState
from mostek.store.journal import Statement
from mostek.store.schema import event, heartbeat

Work = Callable[[Connection], None]
"""A job of the writer, carried out as a whole or not at all. It may be called twice, each time in its own transaction."""

_TOGETHER = 256
"""The largest number of jobs in a transaction."""


@dataclass(slots=True)
class _Job:
    work: Work
    loop: asyncio.AbstractEventLoop | None
    """The loop of whoever waits; `None` for a thread."""
    done: asyncio.Future[None] | Future[None]
    is_copied: bool = True
    """Whether the journal of the copy has it."""
    is_beside: bool = False
    """Whether it may run beside the jobs of other processes."""

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
        if loop is None:
            _settle(own, error)
            continue
        with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
            loop.call_soon_threadsafe(_settle, own, error)


def _settle(jobs: Sequence[_Job], error: BaseException | None) -> None:
    for job in jobs:
        job.settle(error)


class Writer:
    """The writer thread. An acknowledged job survives a crash of the process and of the machine."""

    def __init__(self, backend: Backend, guard: Work) -> None:
        """`guard` runs first in every transaction; if it raises, every job of the transaction fails with this error."""
        self.copy: Copy | None = None
        """The copy on a second disk, which has each transaction before it is acknowledged."""
        self._statements: list[Statement] = []
        self._is_recording = False
        self._backend = backend
        if not backend.is_shared:
            happening.listen(backend.alone, "before_cursor_execute", self._record)
        self._guard = guard
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="mostek-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work, is_copied: bool = True, is_beside: bool = False) -> None:
        """Run a job and wait for the disk. Raises what `work` raises, and `SaveError` if the database cannot be written."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(work, loop, done, is_copied, is_beside))
        await done

    def write_now(self, work: Work, is_beside: bool = False) -> None:
        """Run a job and wait for the disk, in a thread without a loop. Raises like `write`."""
        done: Future[None] = Future()
        self._jobs.put(_Job(work, None, done, is_beside=is_beside))
        done.result()

    def close(self) -> None:
        """Finish the waiting jobs, then end."""
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
            beside = [each for each in jobs if each.is_beside] if self._backend.is_shared else []
            self._write_together(beside)
            self._write_together([each for each in jobs if not each.is_beside] if beside else jobs)

    def _write_together(self, jobs: list[_Job]) -> None:
        """Run all jobs in one transaction; if it fails, each in its own, so that a conflict fails only its own caller."""
        if not jobs:
            return
        beside = self._backend.is_shared and all(job.is_beside for job in jobs)
        try:
            self._statements.clear()
            with (self._backend.together if beside else self._backend.alone).begin() as connection:
                self._guard(connection)
                for job in jobs:
                    self._is_recording = job.is_copied
                    job.work(connection)
                self._is_recording = False
                self._copy(connection)
        except Exception as error:
            self._is_recording = False
            if self.copy is not None:
                self.copy.taken_back()
            if len(jobs) == 1:
                _answer(jobs, self._said(error))
            else:
                for job in jobs:
                    self._write_together([job])
            return
        if self.copy is not None:
            self.copy.kept()
        _answer(jobs)

    def _copy(self, connection: Connection) -> None:
        """Write the transaction to the journal of the copy, and in the database where the journal now ends.

        Without a copy the database says that no journal has everything.
        """
        if self._backend.is_shared:
            return
        before: str = connection.exec_driver_sql(_COPIED).scalar_one()
        after = self.copy.store(self._statements, before) if self.copy is not None else ""
        if after != before:
            connection.execute(update(heartbeat).values(copied=after))

    def _record(self, _: Any, __: Any, statement: str, values: Any, ___: Any, is_many: bool) -> None:
        """Note a statement that changes the database."""
        if self.copy is not None and self._is_recording and statement.lstrip()[:6].upper() in _CHANGES:
            self._statements += [Statement(statement, tuple(each)) for each in (values if is_many else [values])]

    def _said(self, error: Exception) -> Exception:
        why = self._backend.fault_of(error) if isinstance(error, DBAPIError) else None
        return error if why is None else SaveError("The database cannot be written: {why}.", why=why)


_CHANGES = ("INSERT", "UPDATE", "DELETE")
_COPIED = "SELECT copied FROM heartbeat"


T = TypeVar("T")


class Database:
    """The database of a server. Reading happens in threads of the loop's pool, writing in the writer thread."""

    def __init__(self, backend: Backend) -> None:
        self.node = token_hex(8)
        """The name of this process in what it tells the other nodes."""
        self.damage = Damage()
        """What of it cannot be read."""
        self.appended: Callable[[float], object] = lambda seconds: None
        """Hears how long the events of a game took to the disk."""
        self.backend = backend
        """What differs between the databases."""
        self._lineage = self.read_now(_lineage)
        self._writer = Writer(backend, self._check_lineage)

    @classmethod
    def open(cls, folder: Path, address: str | None = None) -> Database:
        """Open the database at an address, by default the one in that folder; creates missing tables.

        A database of an earlier mostek is brought up to date; a file is saved aside before.
        Raises `SaveError`; `LogError` for one of a later mostek.
        """
        first = {"at": time.time_ns() // 1_000_000, "lineage": token_hex(16)}

        def note_first_beat(connection: Connection) -> None:
            connection.execute(_FIRST_BEAT, first)

        return cls(open_backend(folder, address, note_first_beat))

    def copy_to(self, folder: Path) -> None:
        """Keep a continuous copy in a folder, from the next write on. A folder that cannot be written stops nothing."""
        if self.backend.file is None:
            raise SaveError("PostgreSQL makes its own copies; leave out --copy.")
        head = self.read_now(lambda connection: connection.exec_driver_sql(_COPIED).scalar_one())
        self._writer.copy = Copy(folder, self.backend.file, lambda: self._writer.write_now(lambda _: None))
        self._writer.copy.start(self._lineage, head)

    @property
    def is_shared(self) -> bool:
        """Whether several processes of a server may use it together."""
        return self.backend.is_shared

    @property
    def copy_state(self) -> CopyState | None:
        """The state of the continuous copy; `None` without one."""
        return self._writer.copy.state if self._writer.copy is not None else None

    def close(self) -> None:
        """Finish the waiting jobs and close the files."""
        if self._writer.copy is not None:
            self._writer.copy.stop_bases()
        self._writer.close()
        if self._writer.copy is not None:
            self._writer.copy.close()
        self.backend.engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Call a function with a connection for reading, in a thread."""
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Call a function with a connection for reading, in this thread. Raises `LogError` if a page cannot be read."""
        try:
            with self.backend.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            why = self.backend.fault_of(error)
            if why is None:
                raise
            raise LogError("The database cannot be read: {why}.", why=why) from None

    async def write(self, work: Work) -> None:
        """Call a function in a writing transaction. Raises `SaveError`, and what the function raises."""
        await self._writer.write(work)

    def append_now(self, work: Work) -> None:
        """Call a function in a transaction that may run beside others, as it only adds rows; in a thread without a loop.

        Raises `SaveError`, and what the function raises.
        """
        self._writer.write_now(work, is_beside=True)

    async def execute(self, statement: Executable) -> None:
        """Carry out one statement in a writing transaction. Raises `SaveError`."""
        await self._writer.write(_executing(statement))

    async def append(
        self,
        game: str,
        expected: int,
        rows: Sequence[dict[str, Any]],
        also: Work | None = None,
        claim: Claim | None = None,
    ) -> None:
        """Store the next rows of a game's log, and what `also` writes with them.

        With a `claim` nothing is stored unless it still holds, and no other node can own the game before the rows are stored.
        Raises `SaveError`, `OwnedElsewhereError`, `ConflictError` after another writer's rows.
        """

        values = tuple(row[column] for row in rows for column in _COLUMNS)
        named = () if claim is None else (game, claim.node, claim.epoch)

        def append_in(connection: Connection) -> None:
            statement = _append(len(rows), connection.dialect) if claim is None else _append_claimed(len(rows))
            if connection.exec_driver_sql(statement, values + named).rowcount != len(rows):
                if claim is not None and connection.exec_driver_sql(_CLAIMED, named).first() is None:
                    raise OwnedElsewhereError
                there = connection.scalar(select(func.count()).select_from(event).where(event.c.game == game))
                raise ConflictError(expected, there or 0)
            if also is not None:
                also(connection)

        began = time.perf_counter()
        await self._writer.write(append_in, is_beside=True)
        self.appended(time.perf_counter() - began)

    async def lines(self, game: str, after: int = 0, upto: int | None = None) -> list[Row[Any]]:
        """The rows of a game's log after a version, in order."""
        wanted = select(event).where(event.c.game == game, event.c.version > after).order_by(event.c.version)
        if upto is not None:
            wanted = wanted.where(event.c.version <= upto)
        return await self.read(lambda connection: list(connection.execute(wanted)))

    async def done(self, game: str, token: str) -> int | None:
        """The version of the first event of the command with this id; `None` if it was not carried out."""
        wanted = select(event.c.version).where(event.c.game == game, event.c.token == token)
        found: int | None = await self.read(lambda connection: connection.scalar(wanted))
        return found

    async def beat(self, at: int) -> None:
        """Store the moment at which the server is known to run. Raises `SaveError`, and `RestoredError` as every job does."""
        # Not in the journal of the copy, which would grow while nobody plays: a restored game gets its time back.
        await self._writer.write(_executing(update(heartbeat).values(at=at)), is_copied=False)

    def renew(self) -> None:
        """Continue with a restored database, after all data of the old one has been dropped from memory."""
        self._lineage = self.read_now(_lineage)
        if self._writer.copy is not None:
            self._writer.copy.renew(self._lineage)

    def _check_lineage(self, connection: Connection) -> None:
        if _lineage(connection) != self._lineage:
            raise RestoredError(
                "The database was restored from a backup; data that the backup does not contain is lost."
            )

    def last_beat(self) -> int | None:
        """The last moment at which a server is known to have run on this database."""
        return self.read_now(lambda connection: connection.scalar(select(heartbeat.c.at)))

    def last_dated(self) -> int | None:
        """The last moment at which the date of the host was not in doubt."""
        wanted = select(func.coalesce(heartbeat.c.dated, heartbeat.c.at))
        found: int | None = self.read_now(lambda connection: connection.scalar(wanted))
        return found

    async def note_date(self, at: int) -> None:
        """Store a moment at which the date of the host was not in doubt."""
        await self.execute(update(heartbeat).values(dated=at))


def _executing(statement: Executable) -> Work:
    def execute_in(connection: Connection) -> None:
        connection.execute(statement)

    return execute_in


_COLUMNS = tuple(column.name for column in event.columns)
_FIRST_BEAT = insert(heartbeat).values(one=1).on_conflict_do_nothing()
_LINEAGE = "SELECT lineage FROM heartbeat"


def _lineage(connection: Connection) -> str:
    found: str = connection.exec_driver_sql(_LINEAGE).scalar_one()
    return found


@cache
def _append(rows: int, dialect: Dialect) -> str:
    """Insert all rows of a command in one statement, because this happens for every move of every game."""
    return in_positions(insert(event).values([dict.fromkeys(_COLUMNS)] * rows).on_conflict_do_nothing(), dialect)


_CLAIMED = "SELECT 1 FROM ownership WHERE game = %s AND node = %s AND epoch = %s FOR SHARE"


@cache
def _append_claimed(rows: int) -> str:
    """Insert the rows in PostgreSQL if a claim holds; its row is locked to the end of the transaction.

    A node that takes the game over changes that row either before, and then no event is inserted, or afterwards, and then reads
    these events.
    """
    first = ", ".join(f"CAST(%s AS {_TYPES.get(column, 'TEXT')})" for column in _COLUMNS)
    others = ", ".join(["%s"] * len(_COLUMNS))
    values = ", ".join(f"({row})" for row in [first] + [others] * (rows - 1))
    return (
        f"INSERT INTO event ({', '.join(_COLUMNS)}) SELECT * FROM (VALUES {values}) AS given"
        f" WHERE EXISTS ({_CLAIMED}) ON CONFLICT DO NOTHING"
    )


_TYPES = {"version": "BIGINT", "at": "BIGINT", "asked": "BYTEA", "line": "BYTEA"}


@cache
def in_positions(statement: ClauseElement, dialect: Dialect) -> str:
    """The text of a statement for `exec_driver_sql`, whose values are given in order."""
    own = cast(DefaultDialect, dialect)
    return str(statement.compile(dialect=type(own)(paramstyle="qmark" if own.name == "sqlite" else "format")))
