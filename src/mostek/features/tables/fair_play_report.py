"""The parts of a report on the play in a finished game, for each player. Everything in it is a hint and never a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import fsum, sqrt
from random import Random
from statistics import fmean
from typing import Any

from msgspec import Struct

from mostek.app.ports import LogError
from mostek.core.players import Seat

Z = 1.959964
"""The quantile of the normal distribution for 95 %."""
_RESAMPLED = 2000


class Estimate(Struct, frozen=True):
    """A figure with its interval of 95 %."""

    value: float
    low: float
    high: float


def wilson(hits: int, count: int) -> Estimate:
    """The share of hits with Wilson's score interval, which holds for few turns and for shares near 0 and 1.

    Args:
        hits: The number of hits.
        count: The number of trials, at least one.

    Returns:
        The share and its interval, between 0 and 1.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American
    Statistical Association 22 (1927), 209-212; R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, method 3.

    Example:
        >>> found = wilson(81, 263)
        >>> round(found.low, 4), round(found.high, 4)
        (0.2553, 0.3662)

    """
    share = hits / count
    middle = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return Estimate(share, max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


def bootstrap(numbers: Sequence[float], figure: Callable[[Sequence[float]], float], seed: int = 1) -> Estimate:
    """A figure of numbers with its percentile interval from samples that are drawn anew.

    Args:
        numbers: The numbers, at least one.
        figure: The function that works the figure out.
        seed: The seed of the samples: the same numbers give the same interval.

    Returns:
        The figure and the middle 95 % of its values in the samples.

    Source: B. Efron, R. J. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.

    Example:
        >>> bootstrap([2.0, 2.0, 2.0], fmean)
        Estimate(value=2.0, low=2.0, high=2.0)

    """
    chance = Random(seed)
    found = sorted(figure(chance.choices(numbers, k=len(numbers))) for _ in range(_RESAMPLED))
    cut = _RESAMPLED // 40
    return Estimate(figure(numbers), found[cut], found[-1 - cut])


def variation(numbers: Sequence[float]) -> float:
    """The coefficient of variation: the standard deviation as a part of the mean; 0 for numbers that do not vary.

    Args:
        numbers: Numbers that are not negative, at least two.

    Returns:
        0 for equal numbers, about 1 for times that come by chance.

    Example:
        >>> variation([5.0, 5.0]), round(variation([1.0, 3.0]), 3)
        (0.0, 0.707)

    """
    mean = fmean(numbers)
    # `statistics.stdev` computes with fractions, which takes half of the time of a report.
    return sqrt(fsum((each - mean) ** 2 for each in numbers) / (len(numbers) - 1)) / mean if mean else 0.0


FEWEST = 8
"""The smallest number of turns of which a share or a mean is stated."""


class Omitted(StrEnum):
    """The reason for which a turn is left out of the comparison."""

    FORCED = "forced"
    """The rules or the time made the turn a pass, or nothing but a pass was possible."""
    FEW = "few"
    """At most `FEW_PLAYS` plays were possible."""
    UNKNOWN = "unknown"
    """The rack or the board has tiles that nobody has stated, or the rack has too many."""
    NOT_IN_LIST = "not_in_list"
    """The move has a word that the list does not have, or was taken off the board."""
    LATE = "late"
    """With three or four players and an empty bag the engine's static equity has no meaning."""


class UncomparableError(LogError):
    """The engine cannot judge the turns of this game."""


class Credits(Struct, frozen=True):
    """The time that a player's clock was given back. Times are milliseconds."""

    deliveries: int
    """How often the page acknowledged a position late or not at all."""
    millis: int
    """The time credited for that."""
    longest: int
    share: float | None
    """Its part of the most that the game allows, from 0 to 1; `None` without a clock."""
    transit: int
    """The time credited for the way of the player's moves."""
    outage: int
    """The time in which no server ran: it says nothing about a player."""


class Absences(Struct, frozen=True):
    """When the server had lost sight of a player for a minute, and when the player left the board. Times are milliseconds."""

    gone: int
    millis: int
    longest: int
    left_board: int


class TurnTimes(Struct, frozen=True):
    """The times of a player's turns, as the clock measured them."""

    turns: int
    median: int | None
    """In milliseconds; `None` for too few turns."""
    variation: Estimate | None
    """The standard deviation as a part of the mean: near 0 every turn takes as long as every other."""


class Agreement(Struct, frozen=True):
    """The turns of a player beside the best choice by static equity."""

    turns: int
    """The turns that are compared."""
    best: int
    """Those that lost nothing."""
    share: Estimate | None
    """Their part; `None` for too few turns."""
    loss: Estimate | None
    """The mean loss of equity of a turn, in points; `None` for too few turns."""
    omitted: dict[Omitted, int]
    """The turns that are left out, by reason."""


class PlayerReport(Struct, frozen=True):
    """The report on one player."""

    seat: Seat
    name: str
    credits: Credits
    absences: Absences
    times: TurnTimes | None
    """`None` for a game without a clock."""
    agreement: Agreement | None
    """`None` if the engine cannot judge the game."""


class LevelReference(Struct, frozen=True):
    """The figures of a level of the bots, measured by `bench/fair_play.py`."""

    level: str
    games: int
    turns: int
    share: Estimate
    loss: Estimate
    game_low: float
    """The share of agreement below which one game of a player in twenty lies."""
    game_high: float
    """The share above which one in twenty lies."""


class FairPlayReport(Struct, frozen=True):
    """The report of a game."""

    players: tuple[PlayerReport, ...]
    uncompared: LogError | None
    """Why the engine cannot judge the turns."""
    levels: tuple[LevelReference, ...]
    """What the levels of the bots reach, the weakest first."""
    fewest: int = FEWEST
    """The number of turns below which no share and no mean is stated."""

    def told(self, why: str | None) -> dict[str, Any]:
        """The report for JSON; `why` is the sentence of `uncompared` in the reader's language."""
        return {
            "players": self.players,
            "uncompared": None if self.uncompared is None else why,
            "levels": self.levels,
            "fewest": self.fewest,
        }
