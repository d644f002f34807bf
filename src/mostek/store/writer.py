"""The one writer of the database: whatever waits is kept in one transaction, so that many games share one wait for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from mostek.app.ports import SaveError
from mostek.store.database_errors import database_why

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
        """One transaction for all; where that fails, one for each, so that nobody pays for another's conflict."""
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
