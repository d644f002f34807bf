"""The parts of statistics that travel: the games that are counted, and what was counted."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from mostek.engine.review.statistics import Statistics

StatisticsForm: TypeAlias = Literal["csv", "html"]
"""The forms of statistics as a file."""


class CountedGame(NamedTuple):
    """The counts of a game for statistics, and the names of its players, by seat."""

    part: bytes
    names: tuple[str, ...]


class OwnCount(NamedTuple):
    """The statistics of a person."""

    statistics: Statistics
    waiting: int
    """The games that are not looked at yet."""
