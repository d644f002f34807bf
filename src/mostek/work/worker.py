"""A worker: a process that does one job at a time, with a limit for each of time, memory and the size of the answer.

A worker is forked from a server process that has everything imported already, where the system has that, so a new one takes
milliseconds and shares its memory with the others; so workers are ended freely, and what a job took comes back.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import sleep
from traceback import format_exception
from typing import Any

from mostek.engine.parallel.worker_processes import begin_worker, deaf_to_interrupts
from mostek.messages import speaking

if sys.platform == "linux":
    import resource

_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_CONTEXT = multiprocessing.get_context(_METHOD)
if _METHOD == "forkserver":
    _CONTEXT.set_forkserver_preload(["__main__", "mostek.work.preloaded"])
MEGABYTE = 1_000_000
_GRACE = 5.0
"""The seconds in which a killed process is gone."""
_PAUSES = (0.05, 0.2, 1.0, 3.0)
"""The seconds between tries to start a process."""
_STARTING = threading.Lock()
"""Held while a process is started: what starts processes has no address for a moment when it is replaced (CPython 3.11)."""

log = logging.getLogger(__name__)


class JobOutcome(StrEnum):
    """How a job ended."""

    DONE = "done"
    FAILED = "failed"
    """It raised an exception, which its asker gets."""
    DEADLINE = "deadline"
    MEMORY = "memory"
    ANSWER = "answer"
    """Its answer was too large."""
    DIED = "died"
    """The process ended by itself, or was killed from outside."""


@dataclass(frozen=True, slots=True)
class Call:
    """A job as a worker gets it."""

    target: str
    """`module:function`."""
    args: tuple[Any, ...]
    language: str
    """The language of sentences in the answer."""
    seconds: float
    memory: int
    """The bytes that the job may take, beyond what the worker has."""
    largest: int
    """The bytes of the answer."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The end of a job."""

    outcome: JobOutcome
    value: Any = None
    """The answer, or the exception."""
    memory: int = 0
    """The bytes that the worker holds afterwards; 0 where the system does not say."""


class Worker:
    """A worker as the process of the games sees it. It starts with its first job; `run` blocks, so call it in a thread."""

    def __init__(self, set_up: Callable[[], object]) -> None:
        """`set_up`, a function of a module, is called first in the process."""
        self._set_up = set_up
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        """Held by a job, and while the process is ended."""

    def run(self, call: Call) -> Reply:
        """Do a job. Even if the process dies, the next job finds a living one."""
        with self._lock:
            reply = self._run(call)
            if reply.outcome is JobOutcome.MEMORY or reply.memory > _RENEWED:
                self._end()
            return reply

    def _run(self, call: Call) -> Reply:
        try:
            pipe = self._running()
            pipe.send_bytes(pickle.dumps(call))
            if not pipe.poll(call.seconds):
                self._end()
                return Reply(JobOutcome.DEADLINE)
            packed = pipe.recv_bytes(call.largest + _HEAD)
        except (EOFError, OSError):
            return Reply(self._ended())
        reply = pickle.loads(packed)
        assert isinstance(reply, Reply)
        return reply

    @property
    def pid(self) -> int | None:
        """The number of the process; `None` without one."""
        return None if self._process is None else self._process.pid

    def kill(self) -> None:
        """Kill the process in the middle of a job, from another thread: `run` then answers that it died."""
        process = self._process
        if process is not None:
            process.kill()

    def rest(self) -> None:
        """End the process unless it works; it has nothing to lose, and the next job starts another one."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._ended()

    def _running(self) -> Connection:
        if self._process is not None and not self._process.is_alive():
            self._ended()
        if self._pipe is None:
            self._pipe, self._process = _started(self._set_up)
        return self._pipe

    def _ended(self) -> JobOutcome:
        """Forget the process, which has ended. Returns why it did."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is None:
            return JobOutcome.DIED
        process.join(_GRACE)
        if process.is_alive():  # it could not make sense of the job, or of itself
            process.kill()
            process.join(_GRACE)
        # Without memory a compiled library aborts; Python itself answers.
        return JobOutcome.MEMORY if process.exitcode == -getattr(signal, "SIGABRT", 0) else JobOutcome.DIED


def prepare_workers() -> None:
    """Start the process from which workers are forked, where there is one. It imports everything by itself, in two seconds."""
    if _METHOD == "forkserver":
        from multiprocessing import forkserver  # not every system has it

        with _STARTING, deaf_to_interrupts():
            forkserver.ensure_running()


def _started(set_up: Callable[[], object]) -> tuple[Connection, BaseProcess]:
    """A new process, and our end of its pipe.

    A start fails while the process that starts workers is being killed: its pipes are closed before the system says that it is
    dead, and only then is another one made. So a start is tried again; no job has begun by then.
    """
    for pause in _PAUSES:
        try:
            return _try_to_start(set_up)
        except (EOFError, OSError):
            sleep(pause)
    return _try_to_start(set_up)


def _try_to_start(set_up: Callable[[], object]) -> tuple[Connection, BaseProcess]:
    pipe, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(  # type: ignore[attr-defined]
        target=_serve, args=(theirs, set_up, dict(os.environ)), name="mostek-worker", daemon=True
    )
    try:
        with theirs, _STARTING, deaf_to_interrupts():
            process.start()
    except (EOFError, OSError):
        pipe.close()
        raise
    return pipe, process


_RENEWED = 110 * MEGABYTE
"""The memory with which a process is ended after a job; one that has only imported everything holds about 50 MB."""
_HEAD = 1000
"""The bytes of a reply besides its value."""


def _serve(pipe: Connection, set_up: Callable[[], object], environment: Mapping[str, str]) -> None:
    """Do jobs until the pipe is closed."""
    # A forked worker has that of the process which it was forked from, and so the folders of whoever asked first.
    os.environ.clear()
    os.environ.update(environment)
    begin_worker(set_up)
    while True:
        try:
            call = pickle.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        pipe.send_bytes(_answered(call))


def _answered(call: Call) -> bytes:
    """The pickled reply to a job."""
    _limit_memory(call.memory)
    try:
        with speaking(call.language):
            module, _, name = call.target.partition(":")
            value = getattr(import_module(module), name)(*call.args)
        _limit_memory(None)
        packed = pickle.dumps(Reply(JobOutcome.DONE, value, _held()))
    except MemoryError:
        _limit_memory(None)
        return pickle.dumps(Reply(JobOutcome.MEMORY))
    except Exception as error:
        _limit_memory(None)
        packed = pickle.dumps(Reply(JobOutcome.FAILED, PackedError.of(error), _held()))
    if len(packed) > call.largest + _HEAD:
        return pickle.dumps(Reply(JobOutcome.ANSWER, None, _held()))
    return packed


@dataclass(frozen=True, slots=True)
class PackedError:
    """An exception on its way between processes: pickle would call its constructor with the wrong arguments."""

    kind: type[Exception]
    args: tuple[Any, ...]
    fields: Mapping[str, Any]

    @classmethod
    def of(cls, error: Exception) -> PackedError:
        """The exception packed; one that cannot travel is written to the log, and another one travels."""
        error.add_note("".join(format_exception(error)))  # where it was raised, for the log
        packed = cls(type(error), error.args, vars(error))
        try:
            pickle.loads(pickle.dumps(packed)).unpacked()
        except Exception:
            log.exception("the exception of a job cannot travel", exc_info=error)
            return cls(RuntimeError, (f"{type(error).__name__}: {error}",), {})
        return packed

    def unpacked(self) -> Exception:
        """The exception again."""
        error = self.kind.__new__(self.kind, *self.args)
        error.args = self.args
        vars(error).update(self.fields)
        return error


def _limit_memory(more: int | None) -> None:
    """Let the process take so many bytes more than it has, or as many as it likes. Only Linux counts what counts here."""
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (hard if more is None else _status("VmData") + more, hard))


def _held() -> int:
    return _status("VmRSS") if sys.platform == "linux" else 0


def _status(field: str) -> int:
    """A figure of this process, in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(f"{field}:"))
