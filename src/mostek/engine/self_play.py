"""Self-play: games of the kernel against itself, many at once, and their results as arrays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.engine import kernel
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.leaves import LeaveValues, Provenance, open_values
from mostek.engine.parallel import ResultStore, map_chunks, ranges
from mostek.engine.parallel.chunks import threads
from mostek.lexicon import DEFAULT

Numbers: TypeAlias = npt.NDArray[np.int32]
CHUNK = 512
"""The games in a chunk, 0.5 to 3 seconds of one core."""


class GameRows(NamedTuple):
    """The results of games, see `kernel.self_play`."""

    games: bytes
    turns: bytes


@dataclass(frozen=True, slots=True)
class Match:
    """Games between two greedy players, as work in chunks; chunks are ranges of games."""

    equipment: Equipment
    seed: int
    leaves: tuple[LeaveValues, LeaveValues]
    """The leave values of each player."""
    pairs: bool = False
    """Whether games 2n and 2n + 1 have equal bags and different starting players."""

    def __call__(self, games: range) -> GameRows:
        """Play these games."""
        one, other = (leaves.to_kernel() for leaves in self.leaves)
        rows = kernel.self_play(
            self.equipment.searcher.search,
            self.equipment.tiles,
            (one, other),
            seed=self.seed,
            first=games.start,
            count=len(games),
            pairs=self.pairs,
            threads=1,
        )
        return GameRows(*rows)

    def played(
        self,
        games: int,
        executor: Executor | Callable[[], Executor] = threads,
        kept: ResultStore[GameRows] | None = None,
        progress: Callable[[int], object] = lambda done: None,
    ) -> PlayedGames:
        """Play this many games on any executor; `progress` receives the number of finished games after each chunk."""
        parts = []
        for chunk, rows in map_chunks(self, ranges(CHUNK, games), executor, kept=kept):
            parts.append(rows)
            progress(chunk.stop)
        return PlayedGames(
            GameRows(b"".join(rows.games for rows in parts), b"".join(rows.turns for rows in parts)), self.pairs
        )


@dataclass(frozen=True, repr=False)
class PlayedGames:
    """The results of games, as arrays."""

    rows: GameRows
    pairs: bool

    @cached_property
    def table(self) -> Numbers:
        """A row for each game: the starting player (0 or 1), both scores, both numbers of bingos, the turns of both together."""
        return _rows(self.rows.games, 6)

    @cached_property
    def leads(self) -> Numbers:
        """A row for each turn: the tiles unseen by the player on turn, the player's lead, and the player's final lead."""
        return _rows(self.rows.turns, 3)

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        first, second = self.points if len(self) else (0.0, 0.0)
        return f"<PlayedGames {len(self)} games, {first:.1f} : {second:.1f} points on average>"

    @property
    def points(self) -> tuple[float, float]:
        """The mean score of each player."""
        return float(self.table[:, 1].mean()), float(self.table[:, 2].mean())

    @property
    def share(self) -> tuple[float, float]:
        """The share of games won by the first player (a draw is half a win), and its 95 % margin."""
        return _mean((1 + np.sign(self._spread)) / 2, self.pairs)

    @property
    def spread(self) -> tuple[float, float]:
        """The first player's mean spread in points, and its 95 % margin."""
        return _mean(self._spread, self.pairs)

    @property
    def measured(self) -> Provenance:
        """The results as text for a file: games, share won and points with their margins."""
        (won, won_margin), (points, margin) = self.share, self.spread
        shares = {"duel_won": round(won, 4), "duel_won_margin": round(won_margin, 4)}
        return {
            "duel_games": len(self),
            **shares,
            "duel_points": round(points, 1),
            "duel_points_margin": round(margin, 1),
        }

    @property
    def _spread(self) -> Numbers:
        return self.table[:, 1] - self.table[:, 2]


def autoplay(
    games: int,
    lexicon: str = DEFAULT,
    seed: int = 1,
    executor: Executor | Callable[[], Executor] = threads,
) -> PlayedGames:
    """Play games between two equal players who take the best by equity.

    Args:
        games: How many games.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`; its leave values decide.
        seed: The seed of the bags. The same seed gives the same games on any executor.
        executor: An open executor of `concurrent.futures`, or a function that makes one; by default a thread for each core.

    Returns:
        The games as arrays. `table` has a row for each game: who began (0 or 1), the points of both players, their bingos, the
        number of turns. `leads` has a row for each turn: unseen tiles, lead, lead in the end.

    Raises:
        LexiconError: The lexicon is not installed, or has other letters than the tiles.
        OSError: The lexicon cannot be read.

    Example:
        >>> from mostek.engine import autoplay
        >>> played = autoplay(4, seed=3)
        >>> len(played), played.table.shape
        (4, (4, 6))
    """
    played_with = equipment(lexicon)
    values = open_values(lexicon, played_with.letters)
    return Match(played_with, seed, (values, values)).played(games, executor)


def _rows(data: bytes, columns: int) -> Numbers:
    return np.frombuffer(data, "<i4").reshape(-1, columns)


def _mean(numbers: npt.NDArray[Any], pairs: bool) -> tuple[float, float]:
    """The mean and its margin; a pair of games counts as one sample, because its games are not independent."""
    chances = numbers[: len(numbers) // 2 * 2].reshape(-1, 2).mean(1) if pairs else numbers
    return float(numbers.mean()), 1.96 * float(chances.std(ddof=1)) / sqrt(len(chances))
