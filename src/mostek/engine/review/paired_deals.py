"""Candidates compared by simulation over equal deals: means with margins, and differences with the margins of pairs.

The deals are played in batches that depend on the seed and their numbers alone, on one thread. The means of the batches give the
margins, of single candidates and of differences between two: candidates that share their deals differ far less by chance than
each of them varies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from mostek.engine import kernel
from mostek.engine.position import SearchPosition, kernel_leaves
from mostek.engine.review.efforts import Effort
from mostek.engine.search import EngineMove, move_codes

POINTS_IN_A_CHANCE = 2000
"""The points that are worth as much as the whole chance to win when candidates are ranked: of equal chances the better spread
comes first, and 20 points never count more than 1 % of chance."""
_STUDENT = {7: 2.365, 15: 2.131}
"""Quantiles of 97.5 % of Student's distribution, by degrees of freedom."""


@dataclass(frozen=True)
class Comparison:
    """The results of candidates over equal deals: a row for each batch, a column for each candidate."""

    shares: Sequence[Sequence[float]]
    spreads: Sequence[Sequence[float]]
    deals: int

    def share(self, place: int) -> tuple[float, float]:
        """The share of games won by a candidate, and its margin."""
        return _mean([row[place] for row in self.shares])

    def spread(self, place: int) -> tuple[float, float]:
        """The mean growth of the lead by a candidate, and its margin."""
        return _mean([row[place] for row in self.spreads])

    def share_lost(self, best: int, place: int) -> tuple[float, float]:
        """The share lost by a candidate against the best one, and its margin."""
        return _mean([row[best] - row[place] for row in self.shares])

    def spread_lost(self, best: int, place: int) -> tuple[float, float]:
        """The points lost by a candidate against the best one, and their margin."""
        return _mean([row[best] - row[place] for row in self.spreads])

    def ranked(self) -> list[int]:
        """The candidates, best first: by their share of games won, and their spread where shares are as good as equal."""
        places = range(len(self.shares[0]))
        worth = [self.share(place)[0] + self.spread(place)[0] / POINTS_IN_A_CHANCE for place in places]
        return sorted(places, key=lambda place: (-worth[place], place))


def compare(
    asked: SearchPosition,
    moves: Sequence[EngineMove],
    wins: kernel.WinTable,
    effort: Effort,
    seed: int,
    go_on: Callable[[], bool] = lambda: True,
    *,
    phoneys: bool = False,
) -> Comparison | None:
    """Compare candidates; `None` if `go_on` has returned false between two batches.

    With `phoneys` a candidate may have words that the list lacks. It stays on the board, and only legal plays follow. Raises
    `ValueError` for a candidate that cannot lie there.
    """
    codes = [move_codes(asked.searcher, move) for move in moves]
    places = {_key(code): place for place, code in enumerate(codes)}
    shares = [[0.0] * len(codes) for _ in range(effort.batches)]
    spreads = [[0.0] * len(codes) for _ in range(effort.batches)]
    leaves = kernel_leaves(asked.equipment.lexicon, asked.tile_set.name)
    for batch in range(effort.batches):
        if not go_on():
            return None
        simulation = kernel.Simulation(
            asked.searcher.search,
            leaves,
            wins,
            *asked.codes,
            lead=asked.lead,
            passes=asked.passes,
            candidates=codes,
            plies=effort.plies,
            seed=seed,
            exchange_from=asked.exchange_from,
            first=batch * effort.deals,
            phoneys=phoneys,
        )
        simulation.run(effort.deals, threads=1)
        for code, _, share, _, spread, _ in simulation.estimates():
            place = places[_key(code)]
            shares[batch][place], spreads[batch][place] = share, spread
    return Comparison(shares, spreads, effort.batches * effort.deals)


def _key(code: kernel.KernelMove) -> tuple[object, ...]:
    return (bytes(sorted(code)),) if isinstance(code, bytes) else tuple(code[:4])


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its margin."""
    count = len(values)
    quantile = _STUDENT.get(count - 1, 2.0)
    mean = _sum(values) / count
    return mean, quantile * sqrt(_sum([(value - mean) ** 2 for value in values]) / (count - 1)) / sqrt(count)


def _sum(values: Sequence[float]) -> float:
    """One after another, as in the page: the sums of Python and NumPy round otherwise, and not in all their versions alike."""
    total = 0.0
    for value in values:
        total += value
    return total
