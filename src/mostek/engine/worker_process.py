"""One process that answers questions one after the other, and is started anew when it has died."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")
# A copy of this process (fork) would hold its threads' locks, its sockets and its database as well.
_CONTEXT = multiprocessing.get_context("spawn")
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class WorkerProcess:
    """A process, started at its first question. Its methods wait for the system and belong into a thread."""

    def __init__(self, set_up: Callable[[], object] | None = None) -> None:
        self._set_up = set_up
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None
        self._lock = threading.Lock()
        self._ended = False

    @property
    def pid(self) -> int | None:
        """The number of the process, once it has answered."""
        return self._pid

    def ask(self, question: Callable[..., T], /, *about: object) -> Future[T]:
        """Put a question, a function of a module with its arguments. Raises `BrokenProcessPool` when it has been ended.

        The future raises `BrokenProcessPool` when the process dies over the question.
        """
        with self._lock:
            if self._ended:
                raise BrokenProcessPool("the process has been ended")
            try:
                return self._running().submit(question, *about)
            except BrokenProcessPool:  # it has died since the last answer
                self._drop()
                return self._running().submit(question, *about)

    def kill(self) -> None:
        """End the process in the middle of a thought; the next question starts another."""
        if self._pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self._pid, _KILL)

    def end(self) -> None:
        """End the process for good. It keeps nothing, so nothing is lost."""
        self._ended = True
        self.kill()
        with self._lock:
            self.kill()
            self._drop()

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, _CONTEXT, _begin, (self._set_up,))
            with _deaf_to_interrupts():
                self._pid = self._pool.submit(os.getpid).result()
        return self._pool

    def _drop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._pid = None


class _deaf_to_interrupts:  # noqa: N801 - it reads as a verb
    """A process that is started here never hears Ctrl-C, which reaches all of a terminal's processes at once.

    A blocked signal stays blocked for the children of the thread that has blocked it.
    """

    def __enter__(self) -> None:
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if _HAS_MASKS else set()

    def __exit__(self, *_: object) -> None:
        if _HAS_MASKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


_HAS_MASKS = hasattr(signal, "pthread_sigmask")


def _begin(set_up: Callable[[], object] | None) -> None:
    """What a new process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, name="mostek-orphan", daemon=True).start()
    if set_up is not None:
        set_up()


def _follow_parent() -> None:
    """Nobody else would end a worker whose server was killed: it holds both ends of the pipe that it listens at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
