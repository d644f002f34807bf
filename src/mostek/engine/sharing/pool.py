"""The executor that works: one that was given, or one that is made here and made anew when its workers die."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import TypeVar

CORES = os.cpu_count() or 1
_ATTEMPTS = 3
_AHEAD = 4
"""So many chunks for each core: one is worked at, the others wait, so that no core does."""
_CORES_ELSEWHERE = 64
"""How many cores an executor that is given is taken to have: what waits in vain is dropped again, a core that does is lost."""
Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def threads() -> Executor:
    """A thread for each core."""
    return ThreadPoolExecutor(CORES, "mostek-sharing")


class Pool:
    """An executor that answers with a future even when it is broken."""

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        """An executor that is open, or how to make one."""
        if isinstance(executor, Executor):
            self._make, self._executor = None, executor
        else:
            self._make, self._executor = executor, executor()
        self.attempts = 1 if self._make is None else _ATTEMPTS
        """How often a chunk is asked for whose workers die; after the first death a given executor is broken for good."""
        self.ahead = _AHEAD * (_CORES_ELSEWHERE if self._make is None else CORES)
        """How many chunks are asked for at once."""

    def submit(self, work: Callable[[Chunk], Result], chunk: Chunk) -> Future[Result]:
        """Ask for the work on a chunk, as `Executor.submit` does."""
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
        """End what was made here; a given executor stays open."""
        if self._make is not None:
            self._executor.shutdown(cancel_futures=True)


def _failed(error: BrokenExecutor) -> Future[Result]:
    future = Future[Result]()
    future.set_exception(error)
    return future
