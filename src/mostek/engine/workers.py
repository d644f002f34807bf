"""Bots in processes of their own, so that a search never holds up the process that serves the tables.

Each worker is a pool of one process: when one dies, only the question that it was at is asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

from mostek.engine.bots import LEVELS, Level
from mostek.engine.thinking import Failed, answer, prepare
from mostek.engine.worker_process import WorkerProcess
from mostek.lexicon import LexiconError
from mostek.referee.commands import Command
from mostek.referee.views import View

_LOG = logging.getLogger(__name__)
_ATTEMPTS = 3
"""How often a question is asked that kills whoever is asked."""
T = TypeVar("T")


class BotError(RuntimeError):
    """A bot could not answer, which is nobody's fault at the table; the text is for the operator."""


class BusyError(BotError):
    """Too many questions wait already; ask again in a moment."""


def bots() -> Mapping[str, Level]:
    """The bots that can be asked, by name, the weakest first."""
    return LEVELS


class Workers:
    """Processes that think for bots. Made and used in one event loop; `close` it before the loop ends."""

    def __init__(
        self,
        count: int = 1,
        waiting: int = 1000,
        patience: float = 30.0,
        set_up: Callable[[], object] | None = None,
    ) -> None:
        """`count` processes, started when they are first needed; at most `waiting` questions wait for them.

        A process that has not answered after `patience` seconds is replaced. `set_up` is called first in each process, a
        function of a module: it makes the log there, for instance.
        """
        self._most = waiting
        self._patience = patience
        self._waiting = 0
        self._closed = False
        self._workers = [WorkerProcess(set_up) for _ in range(count)]
        self._idle: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._prepared: dict[str, asyncio.Task[None]] = {}

    async def command(self, view: View, bot: str, lexicon: str) -> Command | None:
        """What a bot does that sees this view and plays with `lexicon` (`NAME` or `NAME@EDITION`); `None`: nothing now.

        Raises `LexiconError` for a lexicon that is not at hand, `LookupError` for an unknown bot, `BusyError`, `BotError`.
        """
        if bot not in LEVELS:
            raise LookupError(f"there is no bot {bot!r}")
        if self._waiting >= self._most:
            raise BusyError(f"{self._waiting} questions wait for {len(self._workers)} processes")
        self._waiting += 1
        try:
            await self.prepare(lexicon)
            # Where many wait for a process, each is thought about the shorter: a clock may run for every one of them.
            haste = max(1, self._waiting // len(self._workers))
            return await self._asked(answer, view, bot, lexicon, haste)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the processes, without waiting for what they think about; who waits for an answer is cancelled."""
        self._closed = True
        for task in self._prepared.values():
            task.cancel()
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))
        await asyncio.gather(*self._prepared.values(), return_exceptions=True)

    async def prepare(self, lexicon: str) -> None:
        """Build the search graph of a lexicon if it is missing: once, by one process, however many ask for it.

        It takes some seconds, and happens at the first question if nobody asks before. Raises as `command` does.
        """
        task = self._prepared.get(lexicon)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._prepared[lexicon] = asyncio.create_task(self._asked(prepare, lexicon, patience=600.0))
        await asyncio.shield(task)

    async def _asked(self, question: Callable[..., T | Failed], *about: object, patience: float | None = None) -> T:
        """The answer of the first worker that is free; another one's if it dies over it."""
        for attempt in range(1, _ATTEMPTS + 1):
            worker = await self._free()
            try:
                answered = await self._answer_of(worker, question, about, patience or self._patience)
            except BrokenProcessPool:
                self._check_open()
                _LOG.warning("a process of the bots has died and is replaced (attempt %d of %d)", attempt, _ATTEMPTS)
            else:
                if isinstance(answered, Failed):
                    raise _error(answered)
                return answered
        raise BotError(f"{_ATTEMPTS} processes have died over the same question")

    async def _answer_of(
        self, worker: WorkerProcess, question: Callable[..., T], about: tuple[object, ...], patience: float
    ) -> T:
        try:
            future = await asyncio.to_thread(worker.ask, question, *about)
        except BaseException:
            self._idle.put_nowait(worker)
            raise
        # Whoever asked may have gone meanwhile; the process is free only when it has thought it through.
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _in_loop(loop, self._idle.put_nowait, worker))
        try:
            async with asyncio.timeout(patience):
                return await _answered(future)
        except TimeoutError:
            worker.kill()
            raise BrokenProcessPool("no answer in time") from None

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


async def _answered(future: Future[T]) -> T:
    """Its answer; when whoever waits for it goes, it goes on.

    What it raises is not put into a future of the loop, which would complain of it when the loop has ended meanwhile.
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
    """Do something in the loop, if it has not ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, about)


def _error(failed: Failed) -> Exception:
    if failed.sentence is not None:
        return LexiconError(failed.sentence, **failed.params)
    return BotError(failed.trace)
