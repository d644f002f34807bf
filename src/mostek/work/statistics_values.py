"""The parts of statistics that travel: the games that are counted, and what was counted."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from mostek.core.players import Seat
from mostek.engine.review.statistics import Statistics

StatisticsForm: TypeAlias = Literal["csv", "html"]
"""The forms of statistics as a file."""


class PlayedGame(NamedTuple):
    """A finished game of a table."""

    id: str
    """The name of the table."""
    log: bytes
    rulebook: str
    seat: Seat | None = None
    """The seat of the person whose statistics they are; `None` for those of all."""


class CountedGame(NamedTuple):
    """The counts of a game for statistics, and the names of its players, by seat."""

    part: bytes
    names: tuple[str, ...]


class OwnCount(NamedTuple):
    """The statistics of a person."""

    statistics: Statistics
    waiting: int
    """The games that are not looked at yet."""
