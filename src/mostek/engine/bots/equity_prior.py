"""The choice after a simulation: the results of the deals and the equities of the candidates, each as far as it can be trusted.

After few deals the candidate with the best results is mostly the luckiest one. So the equity is taken as what is known before
the deals (a normal prior), and each candidate's share of games won is moved towards it, the more the fewer deals there were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mostek.engine import kernel

_ALONE = 0.4
"""The part of the variance of a candidate's results that is not shared by the others in the same deals: outcomes of two
candidates correlate by 0.6 (bench/notes/simulation.md)."""
_UNSEEN_BY_EQUITY = 0.02
"""How far the share of games won may be from what the equity says: a standard deviation."""
_NEAR = 5
"""The change of a lead, in points, by which the worth of a point is measured."""
_WON = 65535
"""The kernel's number for a won game."""


class CandidateResult(NamedTuple):
    """A candidate that a simulation has not eliminated."""

    move: kernel.KernelMove
    share: float
    """The share of games won, 0 to 1."""
    error: float
    """The standard error of `share`; infinite after one deal."""
    equity: int
    """In thousandths of a point."""


def most_likely_best(results: Sequence[CandidateResult], point: float) -> kernel.KernelMove:
    """Return the candidate with the highest expected share of games; of equal ones the first.

    Args:
        results: The candidates that remain, at least one.
        point: The share of a game that a point is worth now, see `worth_of_a_point`.

    Source: docs/decisions/0023-limits-of-simulation.md.

    Example:
        >>> one, other = CandidateResult(b"A", 0.52, 0.05, 20_000), CandidateResult(b"B", 0.53, 0.05, 10_000)
        >>> most_likely_best([one, other], 0.005), most_likely_best([one, other], 0.0)
        (b'A', b'B')
    """
    expected = [point * result.equity / 1000 for result in results]
    level = sum(result.share - share for result, share in zip(results, expected, strict=True)) / len(results)

    def believed(place: int) -> float:
        result, prior = results[place], level + expected[place]
        trust = _UNSEEN_BY_EQUITY**2 / (_UNSEEN_BY_EQUITY**2 + _ALONE * result.error**2)
        return prior + trust * (result.share - prior)

    return results[max(range(len(results)), key=believed)].move


def worth_of_a_point(wins: kernel.WinTable, lead: int, unseen: int) -> float:
    """Return the share of a game that a point is worth with this lead and number of unseen tiles."""
    return (wins.share(lead + _NEAR, unseen) - wins.share(lead - _NEAR, unseen)) / (2 * _NEAR * _WON)
