"""Candidates compared by simulation over equal deals: means with margins, and differences with the margins of pairs.

The deals are played in batches that depend on the seed and their numbers alone, on one thread. The means of the batches give the
margins, of single candidates and of differences between two: candidates that share their deals differ far less by chance than
each of them varies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

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

    shares: npt.NDArray[np.float64]
    spreads: npt.NDArray[np.float64]
    deals: int

    def share(self, place: int) -> tuple[float, float]:
        """The share of games won by a candidate, and its margin."""
        return _mean(self.shares[:, place])

    def spread(self, place: int) -> tuple[float, float]:
        """The mean growth of the lead by a candidate, and its margin."""
        return _mean(self.spreads[:, place])

    def share_lost(self, best: int, place: int) -> tuple[float, float]:
        """The share lost by a candidate against the best one, and its margin."""
        return _mean(self.shares[:, best] - self.shares[:, place])

    def spread_lost(self, best: int, place: int) -> tuple[float, float]:
        """The points lost by a candidate against the best one, and their margin."""
        return _mean(self.spreads[:, best] - self.spreads[:, place])

    def ranked(self) -> list[int]:
        """The candidates, best first: by their share of games won, and their spread where shares are as good as equal."""
        worth = self.shares.mean(axis=0) + self.spreads.mean(axis=0) / POINTS_IN_A_CHANCE
        return sorted(range(self.shares.shape[1]), key=lambda place: (-worth[place], place))


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
    shares = np.zeros((effort.batches, len(codes)))
    spreads = np.zeros((effort.batches, len(codes)))
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
            shares[batch, place], spreads[batch, place] = share, spread
    return Comparison(shares, spreads, effort.batches * effort.deals)


def _key(code: kernel.KernelMove) -> tuple[object, ...]:
    return (bytes(sorted(code)),) if isinstance(code, bytes) else tuple(code[:4])


def _mean(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean and its margin. Sums go one after another, as in the page: NumPy sums in parts, which rounds otherwise."""
    count = len(values)
    quantile = _STUDENT.get(count - 1, 2.0)
    mean = _sum(values) / count
    return mean, quantile * sqrt(_sum((values - mean) ** 2) / (count - 1)) / sqrt(count)


def _sum(values: npt.NDArray[np.float64]) -> float:
    return float(np.add.accumulate(values)[-1])
