"""Analysis by the server, for pages that cannot do it themselves: in one process, below the live games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, structs

from mostek.core.board import Direction
from mostek.core.diagnostics import NotationError
from mostek.core.errors import SentenceError
from mostek.core.moves import Exchange
from mostek.engine.bots.workers import WorkerProcess
from mostek.engine.kernel import FoundPlay
from mostek.server.low_priority import step_back

if TYPE_CHECKING:
    from mostek.engine.search import Candidate

Deals: TypeAlias = Literal[0, 32, 64, 128, 256, 512, 1024]
"""The deals of a simulation; 0 for static equity alone."""
MOST_COUNT = 50
"""The most candidates of an answer."""
MOST_SIMULATED = 10
"""The most candidates that are simulated."""
PLIES = 2
_WAITING = 8
"""The positions that wait for the process."""
_PATIENCE = 25.0
"""The seconds after which a process that has not answered is replaced."""
_FIRST_PATIENCE = 600.0
"""The seconds for the first question about a lexicon, whose GADDAG may have to be built."""
_ATTEMPTS = 2
_NICENESS = 10
"""The bots' processes come first."""


class AnalysedMove(Struct, frozen=True, omit_defaults=True):
    """A play (with its first square, direction and tiles, `null` where a tile lies), an exchange (its faces), or a pass.

    With deals come what a simulation says of it: share of games won and growth of the lead, with standard errors.
    """

    kind: Literal["play", "exchange", "pass"]
    equity: int
    score: int = 0
    square: str = ""
    direction: Literal["across", "down"] = "across"
    tiles: tuple[str | None, ...] = ()
    deals: int = 0
    share: float = 0.0
    share_error: float = 0.0
    spread: float = 0.0
    spread_error: float = 0.0


@dataclass(frozen=True, slots=True)
class AnalysisRefusal:
    """The reason why a position has no answer: a sentence of the catalogue. Exceptions themselves cannot always be pickled."""

    sentence: str
    params: Mapping[str, object] = field(default_factory=dict)


_Answer: TypeAlias = tuple[AnalysedMove, ...] | AnalysisRefusal


class AnalysisFault(Exception):  # noqa: N818 - it says what the fault is
    """A position without an answer."""

    def __init__(self, refusal: AnalysisRefusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class AnalysisBusyError(Exception):
    """The queue of positions is full; another one must come later."""


class AnalysisWorker:
    """One process with a short queue. Use it in one event loop; `close` it before the loop ends."""

    def __init__(self) -> None:
        self._process = WorkerProcess(partial(step_back, _NICENESS))
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._prepared: set[str] = set()

    async def analyse(self, position: str, lexicon: str, count: int, deals: Deals) -> tuple[AnalysedMove, ...]:
        """The best moves of a line of CGP, see `analysed`.

        Raises `AnalysisFault`, and `AnalysisBusyError` also when the process gave no answer in time.
        """
        return await self._queued(lexicon, analysed, position, lexicon, count, deals)

    async def level_move(self, position: str, lexicon: str, level: str) -> AnalysedMove:
        """The move of a level in a line of CGP. Raises as `analyse` does."""
        (move,) = await self._queued(lexicon, moved_by_level, position, lexicon, level)
        return move

    async def _queued(
        self, lexicon: str, question: Callable[..., _Answer], /, *about: object
    ) -> tuple[AnalysedMove, ...]:
        if self._waiting >= _WAITING:
            raise AnalysisBusyError
        self._waiting += 1
        try:
            async with self._turn:
                return await self._answer(lexicon, question, *about)
        finally:
            self._waiting -= 1

    async def _answer(
        self, lexicon: str, question: Callable[..., _Answer], /, *about: object
    ) -> tuple[AnalysedMove, ...]:
        # A process that was killed over the question before may be met once more while it ends.
        for _ in range(_ATTEMPTS):
            try:
                future = await asyncio.to_thread(self._process.ask, question, *about)
                async with asyncio.timeout(_PATIENCE if lexicon in self._prepared else _FIRST_PATIENCE):
                    found = await asyncio.wrap_future(future)
            except BrokenProcessPool:
                continue
            except TimeoutError:
                self._process.kill()
                break
            if isinstance(found, AnalysisRefusal):
                raise AnalysisFault(found)
            self._prepared.add(lexicon)
            return found
        raise AnalysisBusyError

    async def close(self) -> None:
        """End the process at once."""
        await asyncio.to_thread(self._process.end)


def analysed(position: str, lexicon: str, count: int, deals: Deals) -> tuple[AnalysedMove, ...] | AnalysisRefusal:
    """The best plays, exchanges and the pass of a line of CGP; with deals the best of them simulated, best first.

    The same position, lexicon and deals give the same answer.
    """
    return _answered(lambda: _analysed(position, lexicon, count, deals))


def moved_by_level(position: str, lexicon: str, level: str) -> tuple[AnalysedMove, ...] | AnalysisRefusal:
    """The move of a level, alone."""
    from mostek.engine.bots.level_move import level_move
    from mostek.engine.equipment import TILE_SET

    return _answered(lambda: (_move(level_move(position, level, lexicon=lexicon, tiles=TILE_SET)),))


def _analysed(position: str, lexicon: str, count: int, deals: Deals) -> tuple[AnalysedMove, ...]:
    # Only the worker needs the search, which NumPy comes with.
    from mostek.engine.equipment import TILE_SET
    from mostek.engine.position import search_position
    from mostek.engine.search import best_of
    from mostek.engine.simulation import STANDARD_ERRORS, simulate_in

    asked = search_position(position, lexicon=lexicon, tiles=TILE_SET)
    if not deals:
        return tuple(_move(found) for found in best_of(asked, count))
    found = simulate_in(asked, min(count, MOST_SIMULATED), plies=PLIES).run(deals=deals)
    return tuple(
        structs.replace(
            _move(each.candidate),
            deals=each.deals,
            share=each.share,
            share_error=each.share_margin / STANDARD_ERRORS,
            spread=each.spread,
            spread_error=each.spread_margin / STANDARD_ERRORS,
        )
        for each in found.candidates
    )


def _answered(find: Callable[[], tuple[AnalysedMove, ...]]) -> _Answer:
    try:
        return find()
    except NotationError as error:
        return AnalysisRefusal("This is no position: unreadable at character {column}.", {"column": error.column})
    except SentenceError as error:
        return AnalysisRefusal(error.sentence, error.params)
    except ValueError:
        return AnalysisRefusal("This position cannot be analysed.")


def _move(found: Candidate) -> AnalysedMove:
    match found.move:
        case FoundPlay() as play:
            tiles = tuple(None if tile is None else str(tile) for tile in play.word)
            direction: Literal["across", "down"] = "down" if play.direction is Direction.DOWN else "across"
            return AnalysedMove("play", found.equity, play.score, play.start.name, direction, tiles)
        case Exchange(tiles):
            return AnalysedMove("exchange", found.equity, tiles=tuple(tiles))
        case _:
            return AnalysedMove("pass", found.equity)
