"""The one queue of costly work: its lanes, their workers, and who is served next."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from mostek.lexicon.library import GraphMissingError, leave_building_to_others
from mostek.messages import language
from mostek.work import kinds
from mostek.work.fair_queue import CrowdedError, FairQueue
from mostek.work.job_errors import JobLostError, JobsFullError, JobTooCostlyError, ListNotReadyError
from mostek.work.kinds import LANES, JobKind, LaneLimits
from mostek.work.shared_tasks import SharedTasks
from mostek.work.worker import MEGABYTE, Call, JobOutcome, PackedError, Reply, Worker

P = ParamSpec("P")
T = TypeVar("T")
_ATTEMPTS = 2
"""How often a worker may die over a job without having reached a limit."""
_IDLE = 20.0
"""The seconds after which a worker without a job ends."""
_SOON = 2.0
"""After how many seconds, at the least, another try makes sense."""
_BUILDING = 100.0
"""How many seconds a job waits for the graphs of its word list."""
_LISTS = 3
"""How many word lists a job may find missing, one after another."""
_SMOOTHED = 8
"""How many jobs the mean of their times is about."""


class Asker(NamedTuple):
    """A person who waits for a job: turns are taken by address first, then by person."""

    address: str
    person: str = ""


_SERVER = Asker("", "")
"""Who asks for graphs: everybody."""

Observer: TypeAlias = Callable[[str, str, float], object]
"""Hears of each job that has ended: its kind, how it ended, and the seconds that it was worked on."""


class JobQueue:
    """Costly work for people. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self, set_up: Callable[[], object] | None = None, observe: Observer | None = None) -> None:
        """Make a queue without processes; they start with the first jobs.

        Args:
            set_up: Called first in each worker, a function of a module: it makes the log there, for instance.
            observe: Hears of every job.
        """
        self._observe = observe or (lambda kind, outcome, seconds: None)
        self._lanes = {lane: _LaneOfWorkers(limits, set_up) for lane, limits in LANES.items()}
        self._asked: Counter[tuple[str, Asker]] = Counter()
        self._building = SharedTasks[None]()
        self._closed = False

    async def run(self, kind: JobKind[P, T], asker: Asker, *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer to a job, when it is this asker's turn.

        Args:
            kind: What to do, from the table of kinds.
            asker: Who waits for it.
            args: What the function of this kind takes.

        Returns:
            What the function returns, in the language that is spoken here.

        Raises:
            JobsFullError: too many jobs wait, of this asker or of all.
            JobTooCostlyError: the job has reached one of its limits.
            JobLostError: its worker was killed from outside, twice.
            ListNotReadyError: the graphs of its word list are still being built.
            Exception: what the function raises.
        """
        assert not kwargs, "jobs take their arguments by place"
        for _ in range(_LISTS):
            try:
                return await self._placed(kind, asker, args)
            except GraphMissingError as error:
                missing = error.lexicon
            await self._wait_for_graphs(missing)
        raise ListNotReadyError(missing)

    async def _wait_for_graphs(self, lexicon: str) -> None:
        try:
            async with asyncio.timeout(_BUILDING):
                await self.build(lexicon)
        except TimeoutError:
            raise ListNotReadyError(lexicon) from None

    async def build(self, lexicon: str) -> None:
        """Build the graphs of a word list where they are missing; however many ask, they are built once.

        Args:
            lexicon: The list, `NAME` or `NAME@EDITION`.

        Raises:
            JobError: it could not be built here.
            LexiconError: there is no such list.
        """
        await self._building.result(lexicon, lambda: self._placed(kinds.BUILD_GRAPHS, _SERVER, (lexicon,)))

    async def _placed(self, kind: JobKind[P, T], asker: Asker, args: tuple[object, ...]) -> T:
        lane = self._lanes[kind.lane]
        try:
            with self._counted(kind, asker):
                async with lane.queue.place(*asker):
                    return await self._done(lane, kind, args)
        except CrowdedError:
            self._observe(kind.name, "refused", 0.0)
            raise JobsFullError(max(_SOON, lane.expected_wait)) from None

    async def close(self) -> None:
        """End all workers at once."""
        self._closed = True
        self._building.cancel()
        for lane in self._lanes.values():
            lane.close()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait."""
        return sum(lane.queue.waiting for lane in self._lanes.values())

    @property
    def pids(self) -> list[int]:
        """The processes of the workers."""
        return [pid for lane in self._lanes.values() for worker in lane.workers if (pid := worker.pid) is not None]

    @contextmanager
    def _counted(self, kind: JobKind[P, T], asker: Asker) -> Iterator[None]:
        """Count a job of a person. Raises `CrowdedError` if they wait for too many of this kind."""
        key = kind.name, asker
        if self._asked[key] >= kind.places:
            raise CrowdedError(kind.name)
        self._asked[key] += 1
        try:
            yield
        finally:
            self._asked[key] -= 1
            if not self._asked[key]:
                del self._asked[key]

    async def _done(self, lane: _LaneOfWorkers, kind: JobKind[P, T], args: tuple[object, ...]) -> T:
        largest = kind.answer_megabytes * MEGABYTE
        call = Call(kind.target, args, language(), kind.seconds, kind.megabytes * MEGABYTE, largest)
        for _ in range(_ATTEMPTS):
            if self._closed:
                raise asyncio.CancelledError("the server ends")
            begun = monotonic()
            reply = await lane.run(call)
            self._observe(kind.name, reply.outcome.value, monotonic() - begun)
            match reply.outcome:
                case JobOutcome.DONE:
                    found: T = reply.value
                    return found
                case JobOutcome.FAILED:
                    assert isinstance(reply.value, PackedError)
                    raise reply.value.unpacked()
                case JobOutcome.DIED:
                    continue
                case _:
                    raise _too_costly(kind, reply.outcome)
        raise JobLostError


def _too_costly(kind: JobKind[P, T], outcome: JobOutcome) -> JobTooCostlyError:
    match outcome:
        case JobOutcome.DEADLINE:
            return JobTooCostlyError(
                "The server stops work that takes more than {seconds} s. Ask for less at once.", seconds=kind.seconds
            )
        case JobOutcome.ANSWER:
            return JobTooCostlyError(
                "The server gives no answer of more than {size} MB. Ask for less at once.", size=kind.answer_megabytes
            )
        case _:
            return JobTooCostlyError(
                "The server stops work that takes more than {size} MB of memory. Ask for less at once.",
                size=kind.megabytes,
            )


def _begin(limits: LaneLimits, set_up: Callable[[], object] | None) -> None:
    """Set a worker up: this runs first in its process."""
    if set_up is not None:
        set_up()
    if not limits.builds:
        leave_building_to_others()
    with suppress(AttributeError, OSError):  # Windows has no such call, and a container may forbid it
        os.nice(limits.niceness)


class _LaneOfWorkers:
    """The workers of a lane. A place in its queue is the right to one of them."""

    def __init__(self, limits: LaneLimits, set_up: Callable[[], object] | None) -> None:
        spare = 1 if limits.workers > 1 else 0
        self.queue = FairQueue(limits.workers, limits.waiting_of_one, limits.waiting, spare)
        begin = partial(_begin, limits, set_up)
        self.workers = [Worker(begin) for _ in range(limits.workers)]
        self._free = list(self.workers)
        self._threads = ThreadPoolExecutor(limits.workers, "mostek-jobs")
        self._resting: dict[Worker, asyncio.TimerHandle] = {}
        self._mean = 0.0

    @property
    def expected_wait(self) -> float:
        """The seconds, roughly, that the jobs which wait now will take."""
        return self._mean * self.queue.waiting / len(self.workers)

    async def run(self, call: Call) -> Reply:
        """Let a free worker do a job; one that is cancelled is killed."""
        worker = self._free.pop()  # the one that worked last, so that the others may rest
        if (rest := self._resting.pop(worker, None)) is not None:
            rest.cancel()
        begun = monotonic()
        work = asyncio.get_running_loop().run_in_executor(self._threads, worker.run, call)
        try:
            reply = await asyncio.shield(work)
        except asyncio.CancelledError:
            worker.kill()
            await asyncio.wait([work])
            raise
        else:
            self._mean += (monotonic() - begun - self._mean) / _SMOOTHED
            return reply
        finally:
            self._free.append(worker)
            self._resting[worker] = asyncio.get_running_loop().call_later(_IDLE, self._let_rest, worker)

    def _let_rest(self, worker: Worker) -> None:
        del self._resting[worker]
        self._threads.submit(worker.rest)

    def close(self) -> None:
        """Kill the workers."""
        for rest in self._resting.values():
            rest.cancel()
        for worker in self.workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
