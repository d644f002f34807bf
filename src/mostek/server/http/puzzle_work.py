"""The work behind puzzles: the collection, verdicts and own mistakes, worked out one at a time below the live games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from mostek.app.export import recorded
from mostek.app.lobby import LobbyTable
from mostek.app.ports import LogError
from mostek.core.board import Square
from mostek.core.diagnostics import NotationError
from mostek.core.players import Seat
from mostek.core.tiles import Tile
from mostek.engine.equipment import equipment
from mostek.engine.review import GameReview
from mostek.lexicon import CORE, DEFAULT
from mostek.lexicon.library import open_lexicon
from mostek.notation.replay import replay
from mostek.puzzles.collection import Collection, CollectionError, built_in
from mostek.puzzles.judging import Verdict, judge_play, ranking
from mostek.puzzles.known_words import frequencies, known_words
from mostek.puzzles.mistakes import mistakes
from mostek.puzzles.puzzle import Puzzle
from mostek.rules.loading import rulebook
from mostek.server.http.problems import RequestRefused
from mostek.server.low_priority import thread_steps_back
from mostek.store.database import Database
from mostek.store.game_lines import read_lines
from mostek.store.puzzle_results import PuzzleStore

Result = TypeVar("Result")
_NICE = 10
_WAITING = 32
"""The requests that may wait for the one thread; the next ones are refused, because they would wait for seconds."""
_REMEMBERED_VERDICTS = 4096
_REMEMBERED_GAMES = 256


class PuzzleWork:
    """The puzzles of the server."""

    def __init__(self, database: Database) -> None:
        self.store = PuzzleStore(database)
        self._thread = ThreadPoolExecutor(1, "mostek-puzzles", initializer=thread_steps_back, initargs=(_NICE,))
        self._waiting = 0
        self._verdicts: OrderedDict[object, Verdict] = OrderedDict()
        self._games: OrderedDict[tuple[str, str], list[Puzzle]] = OrderedDict()

    async def collection(self) -> Collection:
        """The collection of the package. Raises `RequestRefused` with the reason if it is damaged."""
        try:
            return await asyncio.to_thread(built_in)
        except CollectionError as error:
            raise RequestRefused(503, "no_puzzles", error.sentence, **error.params) from None

    def is_rated(self, puzzle: Puzzle) -> bool:
        """Whether answers count: they do for the collection, not for one's own mistakes."""
        return puzzle.source != "game"

    async def judged(self, puzzle: Puzzle, tiles: Mapping[Square, Tile]) -> Verdict:
        """The verdict on tiles; the same answer is worked out once."""
        key = puzzle.id, tuple(sorted((square, str(tile)) for square, tile in tiles.items()))
        found = self._verdicts.get(key)
        if found is None:
            found = await self._do(lambda: judge_play(puzzle, tiles, equipment(DEFAULT), open_lexicon(DEFAULT)))
            self._verdicts[key] = found
            if len(self._verdicts) > _REMEMBERED_VERDICTS:
                self._verdicts.popitem(last=False)
        return found

    async def ranked(self, puzzle: Puzzle) -> Sequence[tuple[str, int, int]]:
        """The best plays of a puzzle by equity."""
        return await self._do(lambda: ranking(puzzle, equipment(DEFAULT)))

    def own(self, id: str, person: str | None) -> Puzzle | None:
        """A puzzle from a game of this person, as long as the server remembers it."""
        mine = (found for (_, who), found in self._games.items() if who == person)
        return next((puzzle for found in mine for puzzle in found if puzzle.id == id), None)

    def known_mistakes(self, table: str, person: str) -> list[Puzzle] | None:
        """The puzzles of a person's game, if they were worked out lately."""
        return self._games.get((table, person))

    async def mistakes_in(self, log: bytes, review: GameReview, table: LobbyTable, person: str) -> list[Puzzle]:
        """The puzzles of a person's game, by its file and its review."""
        seats = [place.seat for place in table.places if place.person == person]
        found = await self._do(partial(_mistakes, log, review, seats))
        self._games[table.id, person] = found
        if len(self._games) > _REMEMBERED_GAMES:
            self._games.popitem(last=False)
        return found

    async def _do(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= _WAITING:
            raise RequestRefused(503, "busy", "The server is busy with other puzzles. Please try again soon.").after(2)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop the work."""
        self._thread.shutdown(wait=True, cancel_futures=True)


def _mistakes(log: bytes, review: GameReview, seats: Sequence[Seat]) -> list[Puzzle]:
    """The puzzles of a game; none for one that cannot be read or began from a position."""
    try:
        game = replay(recorded(read_lines(log).kept.events), rulebook("pfs"))
    except (LogError, NotationError):
        return []
    used, known = equipment(DEFAULT), known_words(CORE, frequencies())
    return [puzzle for seat in seats for puzzle in mistakes(game, review, seat, used, known)]
