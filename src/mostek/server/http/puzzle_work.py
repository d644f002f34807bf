"""The puzzles of the server: the collection, and the latest verdicts and own mistakes, which workers find."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from mostek.app.lobby import LobbyTable
from mostek.core.board import Square
from mostek.core.tiles import Tile
from mostek.puzzles.collection import Collection, CollectionError, built_in
from mostek.puzzles.puzzle import Puzzle
from mostek.puzzles.verdict import Verdict
from mostek.server.http.problems import RequestRefused
from mostek.store.database import Database
from mostek.store.puzzle_results import PuzzleStore
from mostek.work import kinds

if TYPE_CHECKING:
    from mostek.server.http.jobs import Jobs

_REMEMBERED_VERDICTS = 4096
_REMEMBERED_GAMES = 256


class PuzzleWork:
    """The puzzles of the server."""

    def __init__(self, database: Database) -> None:
        self.store = PuzzleStore(database)
        self._verdicts: OrderedDict[object, Verdict] = OrderedDict()
        self._games: OrderedDict[tuple[str, str], Sequence[Puzzle]] = OrderedDict()

    async def collection(self) -> Collection:
        """The collection of the package. Raises `RequestRefused` with the reason if it is damaged."""
        try:
            return await asyncio.to_thread(built_in)
        except CollectionError as error:
            raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_puzzles", error.sentence, **error.params) from None

    def is_rated(self, puzzle: Puzzle) -> bool:
        """Whether answers count: they do for the collection, not for one's own mistakes."""
        return puzzle.source != "game"

    async def judged(self, jobs: Jobs, puzzle: Puzzle, tiles: Mapping[Square, Tile]) -> Verdict:
        """The verdict on tiles; the same answer is worked out once."""
        key = puzzle.id, tuple(sorted((square, str(tile)) for square, tile in tiles.items()))
        found = self._verdicts.get(key)
        if found is None:
            found = self._verdicts[key] = await jobs.run(kinds.JUDGE_PUZZLE, puzzle, tiles)
            if len(self._verdicts) > _REMEMBERED_VERDICTS:
                self._verdicts.popitem(last=False)
        return found

    async def ranked(self, jobs: Jobs, puzzle: Puzzle) -> Sequence[tuple[str, int, int]]:
        """The best plays of a puzzle by equity."""
        return await jobs.run(kinds.RANK_PUZZLE, puzzle)

    def own(self, id: str, person: str | None) -> Puzzle | None:
        """A puzzle from a game of this person, as long as the server remembers it."""
        mine = (found for (_, who), found in self._games.items() if who == person)
        return next((puzzle for found in mine for puzzle in found if puzzle.id == id), None)

    def known_mistakes(self, table: str, person: str) -> Sequence[Puzzle] | None:
        """The puzzles of a person's game, if they were worked out lately."""
        return self._games.get((table, person))

    async def mistakes_in(
        self, jobs: Jobs, log: bytes, review: bytes, table: LobbyTable, person: str
    ) -> Sequence[Puzzle]:
        """The puzzles of a person's game, by its log and its review."""
        seats = [place.seat for place in table.places if place.person == person]
        found = self._games[table.id, person] = await jobs.run(kinds.FIND_MISTAKES, log, review, seats)
        if len(self._games) > _REMEMBERED_GAMES:
            self._games.popitem(last=False)
        return found
