"""The watch over the bots: whether they can play, found out by asking, and not by waiting for a game that stops."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from enum import Enum

import structlog

from mostek.core.errors import SentenceError
from mostek.engine.bots.workers import BotError, BotWorkers, bot_error
from mostek.lexicon import DEFAULT, LexiconError
from mostek.messages import text
from mostek.server.condition import NO_ROOM, Matter, free_some_space, sentence_of
from mostek.work.job_queue import JobQueue

_EVERY = 60.0
"""The seconds between two questions to the bots."""
_SOON, _SELDOM = 5.0, 300.0
"""The seconds before another try after a fault; they double up to the second figure."""

log = structlog.get_logger("mostek.server")


def graph_builder(jobs: JobQueue) -> Callable[[str], Awaitable[None]]:
    """The way in which graphs are built for bots: in a worker, below live games. Its faults are those of the bots."""

    async def build(lexicon: str) -> None:
        try:
            await jobs.build(lexicon)
        except Exception as error:
            raise bot_error(error) from None

    return build


class BotState(Enum):
    """Whether bots can play."""

    PREPARING = "preparing"
    """The search graph of the default list is opened or built."""
    PLAYING = "playing"
    FAILING = "failing"


class BotWatch:
    """Lets a process open the search graph of the default list, again and again: no guest can change the answer."""

    def __init__(self, workers: BotWorkers | None) -> None:
        """Without `workers`, others think for the bots, who then play."""
        self._workers = workers
        self.state = BotState.PLAYING if workers is None else BotState.PREPARING
        self.fault: SentenceError | None = None
        """The reason why bots cannot play."""

    async def run(self) -> None:
        """Ask until the server ends. A fault is logged once, in one line, and tried again."""
        pause = _SOON
        while self._workers is not None:
            if await self._can_play(self._workers):
                pause = _SOON
                await asyncio.sleep(_EVERY)
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _SELDOM)

    async def _can_play(self, workers: BotWorkers) -> bool:
        try:
            await workers.prepare(
                DEFAULT
            )  # together with games that begin meanwhile; without a question if that was done
            if self.state is not BotState.PREPARING:
                await workers.check(DEFAULT)
        except (BotError, LexiconError) as error:
            if self.fault is None or str(self.fault) != str(error):
                log.error("bots_cannot_play", lexicon=DEFAULT, why=str(error))
            self.state, self.fault = BotState.FAILING, error
            return False
        if self.fault is not None:
            log.warning("bots_play_again", lexicon=DEFAULT)
        self.state, self.fault = BotState.PLAYING, None
        return True

    def operator_matters(self) -> Iterator[Matter]:
        """The matters of the bots for the operator."""
        match self.state:
            case BotState.PREPARING:
                detail = text("The search graph of the word list is being prepared; bots play when it is ready.")
                remedy = text("Wait: the first start takes some seconds longer.")
                yield Matter("graph", detail, remedy, blocks=True, passes=True)
            case BotState.FAILING:
                yield Matter("bots", *_bot_fault(self.fault), blocks=True)
            case BotState.PLAYING:
                pass


def _bot_fault(fault: SentenceError | None) -> tuple[str, str]:
    """The reason why bots cannot play, and the next step."""
    again = text("The server tries again by itself.")
    if fault is None or "trace" in fault.params:  # a traceback is for the log alone
        return text("Bots cannot play; the log says why."), again
    detail = text("Bots cannot play. {why}", why=sentence_of(fault))
    if fault.params.get("why") in NO_ROOM:
        return detail, f"{free_some_space()} {again}"
    if isinstance(fault, BotError) and "why" not in fault.params:  # its processes have died
        sentence = "Give the server more memory: bots need 400 MB at the first start. A container or a service may set a limit."
        return detail, f"{text(sentence)} {again}"
    return detail, f"{text('Look at the log.')} {again}"
