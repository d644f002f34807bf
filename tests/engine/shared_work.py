"""Works to share out, in a module that other processes can import."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mostek.core.board import Board, layout
from mostek.core.tiles import NO_TILES, tile_set
from mostek.engine.kernel import Searcher, open_searcher
from mostek.engine.random_draws import random_draws

POLISH = tile_set("pl-current")


class Tally(NamedTuple):
    """Some lone games summed up."""

    games: int = 0
    moves: int = 0
    points: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(mine + its for mine, its in zip(self, other, strict=True)))


@dataclass(frozen=True)
class LoneGames:
    """Games of one player who always lays the play with the most points; each has its chance from the seed and its number."""

    lexicon: str
    seed: int

    def __call__(self, games: range) -> Tally:
        tally = Tally()
        for game in games:
            tally = tally.plus(self._played(game))
        return tally

    def _played(self, game: int) -> Tally:
        searcher, board, bag = _searcher(self.lexicon), Board(layout()), POLISH.tiles
        rack = NO_TILES
        moves = points = 0
        while True:
            drawn = random_draws(f"{self.seed}/{game}", moves)(bag, min(7 - len(rack), len(bag)))
            bag, rack = bag - drawn, rack + drawn
            found = searcher.best(board, rack, 1)
            if not found:
                return Tally(1, moves, points)
            board, rack = board.lay(found[0].placement.tiles), rack - found[0].faces
            moves, points = moves + 1, points + found[0].score


@cache
def _searcher(lexicon: str) -> Searcher:
    return open_searcher(lexicon, POLISH, layout())


@dataclass(frozen=True)
class Squares:
    """The sum of the squares of the numbers; every call leaves a file behind, so that the tests can count."""

    calls: str
    deadly: int | None = None
    """The number over which a process dies, so often as `deaths` says."""
    deaths: int = 1
    faulty: int | None = None
    """The number that cannot be squared."""

    def __call__(self, numbers: range) -> int:
        before = self.count(numbers)
        (Path(self.calls) / f"{numbers.start} {before}").touch()
        if self.deadly in numbers and before < self.deaths:
            os._exit(1)
        if self.faulty in numbers:
            raise ZeroDivisionError(f"{self.faulty} is faulty")
        return sum(number * number for number in numbers)

    def count(self, numbers: range | None = None) -> int:
        """How often it was called, or called with these numbers."""
        return len(list(Path(self.calls).glob(f"{numbers.start} *" if numbers else "* *")))
