"""The federation's rules of rating, with the days from which they hold."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from msgspec import Struct


class ScalpRules(Struct, frozen=True):
    """What one game is worth; an event may depart from the edition of its day, as Sochaczew 2026 did."""

    over_fifty: bool = True
    """Whether each keeps their own rating when the one who is rated higher by more than 50 wins: without it such a winner
    would lose by winning. The text of §1 has no such clause; it was applied in three of the four events of the corpus."""


class Selection(StrEnum):
    """Which events count when a player has more games than the list takes."""

    LATEST = "latest"
    """As many of the latest as do not go beyond the number of games (§1.2.2, before 2023-05-06)."""
    HIGHEST = "highest"
    """The events with the lowest rating are dropped one by one, until the number of games is not exceeded (since then)."""


class RatingRules(Struct, frozen=True, kw_only=True):
    """One edition of the rules."""

    since: date
    source: str
    selection: Selection
    scalps: ScalpRules
    floor_hundredths: int = 100_00
    """Whoever has less, and whoever plays for the first time, comes to an event with this rating (§2.2)."""
    minimum_games: int = 30
    """Fewer games within the window: the waiting list (§2.1, *poczekalnia*)."""
    maximum_games: int = 200
    window_years: int | None = 2
    """Games of so many years count (§1.2.1); the notice of 2023 does not say that this has changed (TOURNAMENTS 3.5)."""


EDITIONS: tuple[RatingRules, ...] = (
    RatingRules(
        since=date.min,
        source="pfs.org.pl/regulaminrank.php §1–§2",
        selection=Selection.LATEST,
        scalps=ScalpRules(over_fifty=False),
    ),
    RatingRules(
        since=date(2023, 5, 6),
        source="PFS 12/2023, PFS 14/2023",
        selection=Selection.HIGHEST,
        # Since when it holds no text tells; the events of 2026 have it, so the edition that they fall under has it too.
        scalps=ScalpRules(over_fifty=True),
    ),
)
"""Oldest first."""


def rules_on(day: date) -> RatingRules:
    """The edition in force on this day."""
    return next(each for each in reversed(EDITIONS) if each.since <= day)
