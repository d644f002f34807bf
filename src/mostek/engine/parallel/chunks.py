"""Run work in chunks on any executor, with the results in the order of the chunks."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import current_thread, main_thread
from time import perf_counter
from typing import Generic, TypeVar

from mostek.engine.parallel.result_store import ResultStore

CHUNK_SECONDS = 0.5
"""The shortest time of a chunk. Submitting, sending and storing take some milliseconds, about a hundredth of this."""
_SIZE = "units in a chunk"
Result = TypeVar("Result")


def ranges(size: int, units: int = sys.maxsize) -> Iterator[range]:
    """Ranges of that size over this many units, or endless; the last one may be smaller."""
    for first in range(0, units, size):
        yield range(first, min(first + size, units))


def units_per_chunk(
    work: Callable[[range], Result],
    kept: ResultStore[Result] | None = None,
    seconds: float = CHUNK_SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> int:
    """The smallest power of two of units that takes this many seconds here in one thread.

    It takes up to four times as long to find out; with `kept` the size is found only once, and the chunk that was measured
    is stored as the first of its run.
    """
    sizes = ResultStore(kept.folder, int) if kept else None
    if sizes and (size := sizes.find(work, _SIZE)):
        return size
    size, result = _measured(work, seconds, clock)
    if kept and sizes:
        kept.put(work, range(size), result)
        sizes.put(work, _SIZE, size)
    return size


def _measured(work: Callable[[range], Result], seconds: float, clock: Callable[[], float]) -> tuple[int, Result]:
    """The measured chunk size, and the result of the first chunk."""
    work(range(1))  # opens lexica and may build a GADDAG, which later chunks do not
    size = 1
    while True:
        begun = clock()
        result = work(range(size))
        if clock() - begun >= seconds:
            return size, result
        size *= 2


CORES = os.cpu_count() or 1
_ATTEMPTS = 3
_AHEAD = 4
"""The chunks submitted per core: one runs and the others wait, so that no core is idle."""
_CORES_ELSEWHERE = 64
"""The assumed cores of a given executor. Superfluous chunks are cancelled, whereas an idle core is lost."""
Chunk = TypeVar("Chunk")


def threads() -> Executor:
    """An executor with a thread for each core."""
    return ThreadPoolExecutor(CORES, "mostek-sharing")


class Pool:
    """An executor whose `submit` always returns a future, even when it is broken."""

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        """`executor` is an open executor, or a function that creates one."""
        if isinstance(executor, Executor):
            self._make, self._executor = None, executor
        else:
            self._make, self._executor = executor, executor()
        self.attempts = 1 if self._make is None else _ATTEMPTS
        """The attempts for a chunk whose workers die; a given executor is broken after the first death."""
        self.ahead = _AHEAD * (_CORES_ELSEWHERE if self._make is None else CORES)
        """The number of chunks submitted at once."""

    def submit(self, work: Callable[[Chunk], Result], chunk: Chunk) -> Future[Result]:
        """Submit the work on a chunk, like `Executor.submit`."""
        try:
            return self._executor.submit(work, chunk)
        except BrokenExecutor as error:
            if self._make is None:
                return _failed(error)
        # All futures of a broken pool fail at once; the first that is asked for again renews it for the others.
        self._executor.shutdown()
        self._executor = self._make()
        return self._executor.submit(work, chunk)

    def close(self) -> None:
        """Shut down an executor that was created here; a given executor stays open."""
        if self._make is not None:
            with _interrupt_deferred():
                self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor.shutdown()


@contextmanager
def _interrupt_deferred() -> Iterator[None]:
    """Raise a Ctrl-C at the end: raised where an executor or a future holds a lock, it leaves its workers waiting for ever."""
    usual = signal.default_int_handler
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if pressed:
            raise KeyboardInterrupt


def _failed(error: BrokenExecutor) -> Future[Result]:
    future = Future[Result]()
    future.set_exception(error)
    return future


_LOG = logging.getLogger(__name__)


def map_chunks(
    work: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    executor: Executor | Callable[[], Executor] = threads,
    *,
    kept: ResultStore[Result] | None = None,
    ahead: int | None = None,
) -> Iterator[tuple[Chunk, Result]]:
    """Yield each chunk with its result, in the order of the chunks, not of their completion.

    `executor` is one that is open, and stays so, or a way to make one, which is closed in the end and replaced when its
    workers die. By default it is a thread for each core: the kernel searches without the interpreter's lock. Processes and
    other machines need a work and chunks that can be pickled. `chunks` may be endless: at most `ahead` of them are
    submitted whose results have not been given yet: four for each core here, or 256 of an executor that is open,
    which is enough for 64 workers.

    Results that `kept` holds are given without any work, all others are put there as soon as they are noticed, which is
    while the next result is waited for.

    What a work raises comes out in the place of its result, with a note that says for which chunk; so does
    `BrokenExecutor` when workers have died over a chunk three times, or once where the executor was given open. Raises
    `ResultStoreError` too. After any of these, after Ctrl-C, or when the iterator is closed, chunks that have not begun are
    dropped; the others are waited for, but on a cluster, and stored. Nothing that was finished is lost or runs on here.
    """
    with closing(Pool(executor)) as pool:
        run = _Run(work, pool, kept)
        try:
            for chunk in chunks:
                run.ask(chunk)
                if len(run) >= (ahead or pool.ahead):
                    yield run.next()
            while len(run):
                yield run.next()
        finally:
            run.leave()


@dataclass(slots=True)
class _Pending(Generic[Chunk, Result]):
    chunk: Chunk
    future: Future[Result]
    attempts: int = 1
    settled: bool = False
    """Whether the result or error is final, and stored if there is a store."""


class _Run(Generic[Chunk, Result]):
    """The submitted chunks without a yielded result, in order."""

    def __init__(self, work: Callable[[Chunk], Result], pool: Pool, kept: ResultStore[Result] | None) -> None:
        self._work = work
        self._pool = pool
        self._kept = kept
        self._asked: deque[_Pending[Chunk, Result]] = deque()
        self._ended: SimpleQueue[_Pending[Chunk, Result]] = SimpleQueue()
        """Chunks whose work has ended: unlike `concurrent.futures.wait`, a queue can be interrupted."""

    def __len__(self) -> int:
        return len(self._asked)

    def ask(self, chunk: Chunk) -> None:
        found = self._kept.find(self._work, chunk) if self._kept else None
        if found is None:
            with _interrupt_deferred():
                self._asked.append(self._watch(_Pending(chunk, self._pool.submit(self._work, chunk))))
        else:
            self._asked.append(_Pending(chunk, _done(found), settled=True))

    def next(self) -> tuple[Chunk, Result]:
        """Wait for the first chunk and return it; settle every other that ends meanwhile."""
        while not self._asked[0].settled or not self._ended.empty():
            ended = self._ended.get()
            with _interrupt_deferred():
                self._settle(ended)
        first = self._asked.popleft()
        try:
            return first.chunk, first.future.result()
        except BaseException as error:
            error.add_note(f"This was the chunk {first.chunk!r}, asked for {first.attempts} time(s).")
            raise

    def leave(self) -> None:
        """Cancel chunks that have not started; wait for the rest and store them."""
        with _interrupt_deferred():
            begun = [pending for pending in self._asked if not pending.settled and not pending.future.cancel()]
        while not all(pending.future.done() for pending in begun):
            self._ended.get()
        for pending in begun:
            self._keep(pending)

    def _settle(self, pending: _Pending[Chunk, Result]) -> None:
        """Handle a chunk whose work has ended."""
        if pending.attempts < self._pool.attempts and isinstance(_error(pending.future), BrokenExecutor):
            self._ask_again(pending)
        else:
            self._keep(pending)
            pending.settled = True

    def _ask_again(self, pending: _Pending[Chunk, Result]) -> None:
        _LOG.warning(
            "the worker of %r has died (attempt %d of %d)", pending.chunk, pending.attempts, self._pool.attempts
        )
        pending.attempts += 1
        pending.future = self._pool.submit(self._work, pending.chunk)
        self._watch(pending)

    def _watch(self, pending: _Pending[Chunk, Result]) -> _Pending[Chunk, Result]:
        pending.future.add_done_callback(lambda _: self._ended.put(pending))
        return pending

    def _keep(self, pending: _Pending[Chunk, Result]) -> None:
        if self._kept and _error(pending.future) is None:
            self._kept.put(self._work, pending.chunk, pending.future.result())


def _error(future: Future[Result]) -> BaseException | None:
    """The error of a future; a cluster may have cancelled the chunk."""
    return CancelledError() if future.cancelled() else future.exception()


def _done(result: Result) -> Future[Result]:
    future = Future[Result]()
    future.set_result(result)
    return future
