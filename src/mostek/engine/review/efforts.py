"""The work for a turn at each depth: how many candidates are compared, over how many deals."""

from __future__ import annotations

from dataclasses import dataclass

from mostek.engine.review.values import Depth


@dataclass(frozen=True, slots=True)
class Effort:
    """The deals of a simulation, in batches."""

    batches: int
    deals: int
    """The deals in a batch."""
    plies: int = 2


@dataclass(frozen=True, slots=True)
class Efforts:
    """The work for a turn at a depth."""

    candidates: int
    """The candidates of the first simulation, the best by equity."""
    first: Effort
    finalists: int
    second: Effort
    positions: int
    """The most positions of an exact endgame."""
    exact_moves: int
    """The moves of an endgame that are solved, beside the best and the one played."""
    bag: int
    """The most tiles in the bag for proved draws; 0 for none."""
    seconds: float
    """The time for proved draws."""


EFFORTS = {
    Depth.QUICK: Efforts(10, Effort(8, 8), 4, Effort(16, 16), 50_000, 2, 0, 0),
    Depth.NORMAL: Efforts(15, Effort(8, 32), 6, Effort(16, 128), 500_000, 5, 1, 3),
    Depth.DEEP: Efforts(30, Effort(8, 128), 8, Effort(16, 512, 4), 5_000_000, 10, 2, 30),
}
