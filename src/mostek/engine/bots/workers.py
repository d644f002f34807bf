"""Bots in worker processes, so that a search never blocks the server process.

Each worker is a pool of one process: when one dies, only its current question is repeated.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from mostek.core.errors import SentenceError
from mostek.engine.bots import levels
from mostek.engine.parallel.worker_processes import begin_worker, deaf_to_interrupts
from mostek.lexicon import LexiconError
from mostek.referee.commands import Command
from mostek.referee.views import View

if TYPE_CHECKING:
    from mostek.engine.bots.bot import Bot


T = TypeVar("T")
# A copy of this process (fork) would hold its threads' locks, its sockets and its database as well.
_CONTEXT = multiprocessing.get_context("spawn")
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class WorkerProcess:
    """A process that starts at its first question. Its methods block, so call them in a thread."""

    def __init__(self, set_up: Callable[[], object] | None = None) -> None:
        self._set_up = set_up
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None
        # Two searches may find at once that there is no process, and only one starts it.
        self._lock = threading.Lock()
        self._killed = False
        self._ended = False

    def ask(self, question: Callable[..., T], /, *about: object) -> Future[T]:
        """Call a module function in the process. Raises `BrokenProcessPool` after `end`.

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
        """Kill the process during a search; the next question waits until it is gone, and starts another."""
        pid = self._pid
        if pid is not None:
            self._killed = True
            with suppress(ProcessLookupError, PermissionError):  # it has ended by itself
                os.kill(pid, _KILL)

    def end(self) -> None:
        """End the process for good. It has no state to lose."""
        self._ended = True
        self.kill()
        with self._lock:
            self.kill()
            self._drop()

    def _running(self) -> ProcessPoolExecutor:
        if self._killed:  # its pool may not know yet, and would take the question
            self._drop()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, _CONTEXT, begin_worker, (self._set_up,))
            with deaf_to_interrupts():
                self._pid = self._pool.submit(os.getpid).result()
        return self._pool

    def _drop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._pid = None
        self._killed = False


_LOG = logging.getLogger(__name__)

_Changes: TypeAlias = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """The reason for a missing answer, as a sentence. Exceptions themselves cannot always be pickled between processes."""

    sentence: str
    params: Mapping[str, Any] = field(default_factory=dict)
    is_of_lexicon: bool = False
    """Whether a `LexiconError` says it, and no fault of the server."""
    missing: str = ""
    """The lexicon whose GADDAG others are to build first."""


def prepare(lexicon: str) -> WorkerFailure | None:
    """Open the GADDAG of a lexicon; if there is none yet, it is built unless that is left to others."""
    from mostek.lexicon.library import open_gaddag

    try:
        open_gaddag(lexicon)
    except Exception as error:
        return _failed(error)
    return None


def answer(view: View, bot: str, lexicon: str, haste: int) -> Command | WorkerFailure | None:
    """Return the command of the bot with that name; it thinks for a `haste`-th part of its usual time."""
    try:
        changes = tuple(sorted(view.changes.items()))
        return _bot(bot, view.rulebook, changes, view.tile_set, view.layout, lexicon).command(view, haste)
    except Exception as error:
        return _failed(error)


@lru_cache(maxsize=64)
def _bot(name: str, rulebook: str, changes: _Changes, tiles: str, board: str, lexicon: str) -> Bot:
    from mostek.core.board import layout
    from mostek.core.tiles import tile_set
    from mostek.engine.bots import levels
    from mostek.engine.bots.bot import open_bot
    from mostek.rules.loading import book_of

    return open_bot(book_of(rulebook, dict(changes)), lexicon, tile_set(tiles), layout(board), levels()[name])


def _failed(error: Exception) -> WorkerFailure:
    """Turn an exception into an answer, because some exceptions cannot be pickled. Only a bug needs its traceback."""
    from mostek.lexicon.library import GraphMissingError

    match error:
        case GraphMissingError():
            sentence = "The word list {name} is being prepared. Try again in a moment."
            return WorkerFailure(sentence, {"name": error.lexicon}, missing=error.lexicon)
        case SentenceError():
            params = {name: _plain(each) for name, each in error.params.items()}
            return WorkerFailure(error.sentence, params, isinstance(error, LexiconError))
        case OSError():
            return WorkerFailure("A process of the bots met a fault: {why}.", {"why": error.strerror or str(error)})
        case MemoryError():
            return WorkerFailure("A process of the bots has too little memory.")
        case _:
            return WorkerFailure("A bot has failed: {trace}", {"trace": "".join(traceback.format_exception(error))})


def _plain(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)


_BUILDING = 600.0
"""The seconds that a process may take to build a GADDAG."""
_ATTEMPTS = 3
"""The number of attempts for a question whose worker dies."""


class BotError(SentenceError, RuntimeError):
    """A bot could not answer because of a server fault; the text is for the operator."""


class BotsBusyError(BotError):
    """The queue is full; try again in a moment."""


Note: TypeAlias = Callable[[str, str, float], object]
"""Receives the kind of a question (`bot`, `graph`), its outcome (`done`, `failed`, `deadline`, `died`), and its seconds."""


def bot_error(error: Exception) -> BotError | LexiconError:
    """The reason why bots cannot play, for an exception of those who build the GADDAG for them."""
    return _error(_failed(error))


def _leave_building(set_up: Callable[[], object] | None) -> None:
    """Set a process up that builds no GADDAG: it would do so at the priority of games."""
    from mostek.lexicon.library import leave_building_to_others

    leave_building_to_others()
    if set_up is not None:
        set_up()


class Thinker(Protocol):
    """Computes the moves of bots without blocking the event loop."""

    async def command(self, view: View, bot: str, lexicon: str) -> Command | None:
        """Return the bot's command; `None` if it has nothing to do."""
        ...


class BotWorkers:
    """A pool of processes for bots. Create and use it in one event loop; `close` it before the loop ends."""

    def __init__(
        self,
        count: int = 1,
        waiting: int = 1000,
        timeout: float = 30.0,
        set_up: Callable[[], object] | None = None,
        note: Note = lambda kind, outcome, seconds: None,
        build: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`count` is the number of processes, which start on demand; `waiting` is the maximum length of the queue.

        A process that has not answered after `timeout` seconds is replaced. `set_up` is called first in each process, a
        function of a module: it makes the log there, for instance. `note` hears of every question. `build` builds the
        GADDAG of a lexicon elsewhere, and raises `BotError` or `LexiconError`; without it a process of the bots does it.
        """
        self._most = waiting
        self._note = note
        self._timeout = timeout
        self._waiting = 0
        self._closed = False
        self._build = build
        begin = set_up if build is None else partial(_leave_building, set_up)
        self._workers = [WorkerProcess(begin) for _ in range(count)]
        self._idle: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._prepared: dict[str, asyncio.Task[None]] = {}

    async def command(self, view: View, bot: str, lexicon: str) -> Command | None:
        """Return a bot's command for this view and `lexicon` (`NAME` or `NAME@EDITION`); `None` if it has nothing to do.

        Raises `LexiconError` for a lexicon that is not at hand, `LookupError` for an unknown bot, `BotsBusyError`, `BotError`.
        """
        if bot not in levels():
            raise LookupError(f"there is no bot {bot!r}")
        if self._waiting >= self._most:
            raise BotsBusyError("{waiting} questions wait for bots.", waiting=self._waiting)
        self._waiting += 1
        try:
            await self.prepare(lexicon)
            # Where many wait for a process, each is thought about the shorter: a clock may run for every one of them.
            haste = max(1, self._waiting // len(self._workers))
            return await self._asked(answer, view, bot, lexicon, haste)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the processes at once and cancel the callers that wait for an answer."""
        self._closed = True
        for task in self._prepared.values():
            task.cancel()
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))
        await asyncio.gather(*self._prepared.values(), return_exceptions=True)

    async def prepare(self, lexicon: str) -> None:
        """Build the GADDAG of a lexicon if it is missing, once, even if several callers request it.

        It takes some seconds, and happens at the first question at the latest. Raises as `command` does.
        """
        task = self._prepared.get(lexicon)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._prepared[lexicon] = asyncio.create_task(self._asked(prepare, lexicon, timeout=_BUILDING))
        await asyncio.shield(task)

    async def check(self, lexicon: str) -> None:
        """Let a process open the GADDAG of a lexicon, as for a bot. Raises as `command` does if no bot can play."""
        await self._asked(prepare, lexicon, timeout=_BUILDING)

    async def _asked(
        self, question: Callable[..., T | WorkerFailure], *about: object, timeout: float | None = None
    ) -> T:
        """The answer of the first free worker, or of another one if that worker dies; the GADDAG is built if it is missing."""
        answered = await self._attempted(question, about, timeout)
        if isinstance(answered, WorkerFailure) and answered.missing and self._build is not None:
            await self._build(answered.missing)
            answered = await self._attempted(question, about, timeout)
        if isinstance(answered, WorkerFailure):
            raise _error(answered)
        return answered

    async def _attempted(
        self, question: Callable[..., T | WorkerFailure], about: tuple[object, ...], timeout: float | None
    ) -> T | WorkerFailure:
        kind = "graph" if question is prepare else "bot"
        for attempt in range(1, _ATTEMPTS + 1):
            worker = await self._free()
            began = monotonic()
            try:
                answered = await self._answer_of(worker, question, about, timeout or self._timeout)
            except BrokenProcessPool as error:
                self._check_open()
                self._note(kind, "deadline" if isinstance(error, _LateError) else "died", monotonic() - began)
                _LOG.warning("a process of the bots has died and is replaced (attempt %d of %d)", attempt, _ATTEMPTS)
            else:
                failed = isinstance(answered, WorkerFailure) and not answered.missing
                self._note(kind, "failed" if failed else "done", monotonic() - began)
                return answered
        raise BotError("{n} processes of the bots have died one after another.", n=_ATTEMPTS)

    async def _answer_of(
        self, worker: WorkerProcess, question: Callable[..., T], about: tuple[object, ...], timeout: float
    ) -> T:
        try:
            future = await asyncio.to_thread(worker.ask, question, *about)
        except OSError as error:  # the system starts no process
            self._idle.put_nowait(worker)
            raise BotError("No process of the bots can start: {why}.", why=error.strerror or str(error)) from None
        except BaseException:
            self._idle.put_nowait(worker)
            raise
        # Whoever asked may have gone meanwhile; the process is free only when it has thought it through.
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _in_loop(loop, self._idle.put_nowait, worker))
        try:
            async with asyncio.timeout(timeout):
                return await _answered(future)
        except TimeoutError:
            worker.kill()
            raise _LateError("no answer in time") from None

    async def _free(self) -> WorkerProcess:
        self._check_open()
        worker = await self._idle.get()
        if self._closed:
            self._idle.put_nowait(worker)  # the next who waits is to hear of it too
            self._check_open()
        return worker

    def _check_open(self) -> None:
        if self._closed:
            raise asyncio.CancelledError("the bots have gone home")


class _LateError(BrokenProcessPool):
    """The process was killed, because it had not answered in time."""


async def _answered(future: Future[T]) -> T:
    """The result of a future. The work continues if the caller is cancelled.

    What it raises is not put into a future of the loop, which would log an error when the loop has ended meanwhile.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    future.add_done_callback(lambda _: _in_loop(loop, _tell, done))
    await done
    if future.cancelled():
        raise asyncio.CancelledError("the bots have gone home")
    return future.result()


def _tell(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[T], object], about: T) -> None:
    """Call a function in the event loop, unless the loop is closed."""
    with suppress(RuntimeError):  # the server has ended before the answer
        loop.call_soon_threadsafe(call, about)


def _error(failed: WorkerFailure) -> BotError | LexiconError:
    kind = LexiconError if failed.is_of_lexicon else BotError
    return kind(failed.sentence, **failed.params)
