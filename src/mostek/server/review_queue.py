"""The reviews that people wait for: one process below the live games works on them, a piece at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from time import monotonic
from typing import TypeVar

import structlog

from mostek.app.ports import SaveError
from mostek.engine.bots.workers import WorkerProcess
from mostek.server.low_priority import step_back
from mostek.server.review_process import (
    NICENESS,
    ReviewFailure,
    ReviewPiece,
    ReviewRequest,
    advance,
    first_verdicts,
    forget,
)

T = TypeVar("T")

log = structlog.get_logger("mostek.reviews")

MOST_WAITING = 24
"""The reviews that are asked for and not finished, of all people."""
PATIENCE = 60.0
"""The seconds after which a process that has not finished a piece is replaced. A piece takes about a second."""
_FIRST_PATIENCE = 600.0
"""The seconds for the first piece, because the search graph of the word list may have to be built."""
_SHORT = 30.0
"""The seconds for a short question, with what the process does before."""
_MOST_SHORT = 8
"""The short questions that wait for the process."""
_ATTEMPTS = 2
"""How often a process may die over one piece."""
_LONGEST = 15 * 60.0
"""The seconds of work after which a review ends with what it has."""
_UNWATCHED = 120.0
"""The seconds after which a review is dropped without a look."""
_GRACE = 2.0
"""The seconds that the process may still work on a review that no person wants."""
_IDLE = 300.0
"""The seconds after which a process without work ends, because its word lists take memory."""
_REMEMBERED = 16
"""The ended reviews whose answer stays in memory: the failed ones, and those that the disk did not take."""


class ReviewStage(StrEnum):
    """The progress of a review."""

    NONE = "none"
    """No person has asked for it, or it was cancelled."""
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class ReviewsFullError(Exception):
    """Too many reviews wait; another one must come later."""


@dataclass
class ReviewJob:
    """A review that people want, and what is known so far."""

    key: str
    task: ReviewRequest
    askers: set[str] = field(default_factory=set)
    """The people who want it."""
    stage: ReviewStage = ReviewStage.WAITING
    version: int = 0
    """How often the answer has changed."""
    data: bytes | None = None
    """The review so far, as JSON."""
    failure: ReviewFailure | None = None
    watched: float = field(default_factory=monotonic)
    """The moment of the last look at it."""
    spent: float = 0.0
    attempts: int = 0
    first: asyncio.Task[None] | None = None
    """Fetches the first verdicts while other reviews are worked on."""
    process: int = -1
    """The process that works on it, by its number."""


Keep = Callable[[str, bytes], Awaitable[None]]
_set_up = partial(step_back, NICENESS)


class ReviewQueue:
    """The queue and its process. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, keep: Keep, process: WorkerProcess | None = None, most: int = MOST_WAITING) -> None:
        """`keep` stores a finished review; it may raise `SaveError`."""
        self._keep = keep
        self._process = process or WorkerProcess(_set_up)
        self._short = WorkerProcess(_set_up)
        """A second process for short questions: a piece of a deep review takes many seconds."""
        self._current: ReviewJob | None = None
        self._most = most
        self._jobs: dict[str, ReviewJob] = {}
        self._ended: dict[str, ReviewJob] = {}
        self._replaced = 0
        """How often the process was replaced."""
        self._working: asyncio.Task[None] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._asking = 0
        self._closed = False

    def ask(self, key: str, task: ReviewRequest, person: str) -> ReviewJob:
        """Let a person wait for a review, and for no other one. Raises `ReviewsFullError`."""
        job = self._jobs.get(key)
        if job is None and len(self._jobs) - len(self._only_of(person)) >= self._most:
            raise ReviewsFullError
        for other in [each for each in self._jobs.values() if each.key != key]:
            self._leave(other, person)
        if job is None:
            self._ended.pop(key, None)
            job = self._jobs[key] = ReviewJob(key, task)
        job.askers.add(person)
        job.watched = monotonic()
        if self._current is not None and job.version == 0 and job.first is None:
            job.first = asyncio.create_task(self._begin(job))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return job

    def find(self, key: str) -> ReviewJob | None:
        """A review that is waited for, or one that ended lately and is stored nowhere else."""
        job = self._jobs.get(key)
        if job is not None:
            job.watched = monotonic()
        return job or self._ended.get(key)

    def waits(self, person: str) -> bool:
        """Whether a person waits for a review."""
        return any(person in job.askers for job in self._jobs.values())

    def place(self, job: ReviewJob) -> int:
        """The number of reviews that come before this one; 0 if it is worked on."""
        before = [each for each in self._jobs.values() if each.stage is ReviewStage.WAITING or each.version]
        return before.index(job) if job in before and job.stage is ReviewStage.WAITING else 0

    def cancel(self, key: str, person: str) -> None:
        """A person does not want a review any more; it ends if no other person wants it."""
        job = self._jobs.get(key)
        if job is not None:
            self._leave(job, person)

    def forget(self, prefix: str) -> None:
        """Drop the reviews whose keys begin so, for whomever they are."""
        for key in [key for key in (*self._jobs, *self._ended) if key.startswith(prefix)]:
            self._jobs.pop(key, None)
            self._ended.pop(key, None)

    async def ask_now(self, question: Callable[..., T], *about: object) -> T:
        """The answer to a short question, from a process of its own. Raises `ReviewsFullError` if there is none in time."""
        if self._asking >= _MOST_SHORT:
            raise ReviewsFullError
        self._asking += 1
        try:
            for _ in range(_ATTEMPTS):
                with suppress(BrokenProcessPool):  # a process that was killed may be met once more while it ends
                    return await _asked(self._short, question, *about, patience=_SHORT)
            raise ReviewsFullError
        except TimeoutError:
            self._short.kill()
            raise ReviewsFullError from None
        finally:
            self._asking -= 1
            if self._working is None or self._working.done():
                self._rest(_IDLE)

    async def close(self) -> None:
        """End the process at once."""
        self._closed = True
        self._rest(None)
        if self._working is not None:
            self._working.cancel()
        for job in self._jobs.values():
            if job.first is not None:
                job.first.cancel()
        await asyncio.gather(*(asyncio.to_thread(process.end) for process in (self._process, self._short)))

    def _only_of(self, person: str) -> list[ReviewJob]:
        return [job for job in self._jobs.values() if job.askers == {person}]

    def _leave(self, job: ReviewJob, person: str) -> None:
        job.askers.discard(person)
        if job.askers:
            return
        self._jobs.pop(job.key, None)
        if job is self._current:
            asyncio.get_running_loop().call_later(_GRACE, self._kill_over, job)

    def _kill_over(self, job: ReviewJob) -> None:
        """Kill the process if it still works on a review that no person wants; the others go on in the next one."""
        if job is self._current:
            self._kill()

    async def _begin(self, job: ReviewJob) -> None:
        """Fetch the first verdicts, unless the review has come further meanwhile."""
        with suppress(ReviewsFullError):
            found = await self.ask_now(first_verdicts, job.task)
            if isinstance(found, ReviewPiece) and job.version == 0:
                job.data, job.version = found.data, 1

    async def _work(self) -> None:
        """Work a piece at a time: first for those who have nothing yet, then for those who came first."""
        self._rest(None)
        while not self._closed and (job := self._next()) is not None:
            job.stage, self._current = ReviewStage.RUNNING, job
            try:
                await self._advance(job)
            finally:
                self._current = None
        self._rest(_IDLE)

    def _next(self) -> ReviewJob | None:
        now = monotonic()
        for job in list(self._jobs.values()):
            if now - job.watched > _UNWATCHED:
                self._jobs.pop(job.key)
        return min(self._jobs.values(), key=lambda job: job.version > 0, default=None)

    async def _advance(self, job: ReviewJob) -> None:
        begun = monotonic()
        known = None if job.process == self._replaced else job.data
        patience = PATIENCE if job.version else _FIRST_PATIENCE
        job.process = self._replaced
        try:
            found = await _asked(self._process, advance, job.key, job.task, known, patience=patience)
        except (BrokenProcessPool, TimeoutError) as error:
            self._kill()
            if self._closed or self._jobs.get(job.key) is not job:
                return
            job.attempts += 1
            log.warning("review_died", attempt=job.attempts, why=type(error).__name__)
            if job.attempts >= _ATTEMPTS:
                self._end(job, ReviewFailure("The engine gave no answer about this game."))
            return
        job.spent += monotonic() - begun
        if self._jobs.get(job.key) is not job:
            await self._drop(job)
            return
        if isinstance(found, ReviewFailure):
            self._end(job, found)
            return
        job.attempts = 0
        await self._take(job, found)

    async def _take(self, job: ReviewJob, found: ReviewPiece) -> None:
        job.data, job.version = found.data, job.version + 1
        if not found.is_last and job.spent < _LONGEST:
            return
        if not found.is_last:
            log.warning("review_long", seconds=round(job.spent))
            await self._drop(job)
        try:
            await self._keep(job.key, found.data)
        except SaveError as error:
            log.warning("review_not_kept", why=str(error))
        self._end(job)

    def _end(self, job: ReviewJob, failure: ReviewFailure | None = None) -> None:
        job.stage = ReviewStage.DONE if failure is None else ReviewStage.FAILED
        job.failure = failure
        self._jobs.pop(job.key, None)
        self._ended[job.key] = job
        while len(self._ended) > _REMEMBERED:
            self._ended.pop(next(iter(self._ended)))

    async def _drop(self, job: ReviewJob) -> None:
        """Let the process forget a review that no person wants any more."""
        try:
            await _asked(self._process, forget, job.key, patience=_GRACE)
        except (BrokenProcessPool, TimeoutError):
            self._kill()

    def _kill_all(self) -> None:
        self._kill()
        self._short.kill()

    def _kill(self) -> None:
        self._process.kill()
        self._replaced += 1

    def _rest(self, seconds: float | None) -> None:
        """End the process after that time without work; `None` if there is work again."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = None
        if seconds is not None and not self._closed:
            self._resting = asyncio.get_running_loop().call_later(seconds, self._kill_all)


async def _asked(process: WorkerProcess, question: Callable[..., T], *about: object, patience: float) -> T:
    """The answer of a process. Raises `BrokenProcessPool` if it dies, and `TimeoutError`."""
    future = await asyncio.to_thread(process.ask, question, *about)
    async with asyncio.timeout(patience):
        return await asyncio.wrap_future(future)
