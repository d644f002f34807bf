"""Scalps: the rules by date, what a game is worth, and the rating reached in one event (PFS rating rules)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.credits import Credit, Credits, Outcome, half_up, outcome_of


class ScalpRules(Struct, frozen=True):
    """The scalp rules of a game; an event may depart from the edition of its day, as Sochaczew 2026 did."""

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


STAKE = 50
"""What a win adds to the opponent's rating and a loss takes from it (§1.1)."""
HUNDREDTHS = 100

_GAIN = {Outcome.WIN: STAKE, Outcome.DRAW: 0, Outcome.LOSS: -STAKE}


def scalp(own: int, opponent: int, outcome: Outcome, rules: ScalpRules) -> int:
    """Compute what a game of two is worth for the ranking list.

    The scalp is rounded per game, halves upwards, and then summed. The gap of more than 50 is taken between the unrounded
    ratings.

    Args:
        own: the player's rating before the event, in hundredths: 161.25 is 16125.
        opponent: the opponent's rating, in hundredths.
        outcome: how the game ended for the player.
        rules: the edition of the rules, or the choice of the event.

    Returns:
        The scalp in whole points.

    Source: PFS rating rules §1.1, TOURNAMENTS section 0.

    Example:
        >>> from datetime import date
        >>> from mostek.tournament import scalp
        >>> from mostek.tournament.credits import Outcome
        >>> from mostek.tournament.rating.scalps import rules_on
        >>> scalp(140_00, 152_50, Outcome.WIN, rules_on(date(2026, 5, 1)).scalps)
        203
    """
    if rules.over_fifty and _is_expected(own, opponent, outcome):
        return half_up(own, HUNDREDTHS)
    return half_up(opponent, HUNDREDTHS) + _GAIN[outcome]


def _is_expected(own: int, opponent: int, outcome: Outcome) -> bool:
    """Whether the one rated higher by more than 50 has won."""
    lead = own - opponent if outcome is Outcome.WIN else opponent - own
    return outcome is not Outcome.DRAW and lead > STAKE * HUNDREDTHS


_RATING = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}))?")


class GameScalp(Struct, frozen=True):
    """The scalp of one game, for the player's card."""

    round: int
    opponent: int
    """The starting number."""
    scalp: int


class EventRating(Struct, frozen=True):
    """The sum of the scalps and the number of the games in which they were taken."""

    scalps: int
    games: int

    @property
    def rating_hundredths(self) -> int | None:
        """Scalps by games in hundredths, halves upwards; nothing without a game."""
        return half_up(self.scalps * HUNDREDTHS, self.games) if self.games else None


def scalps_of(
    number: int, credits: Iterable[Credit], ratings: Mapping[int, int], rules: ScalpRules
) -> tuple[GameScalp, ...]:
    """The scalps of the rounds of one entrant, the ratings in hundredths.

    Games and forfeits N:1 count (PFS-7.2a), byes and a game of 400:0 do not: `Credit.rated` says which. The rating knows only
    games of two, so tables of three and four bring none.
    """
    own = ratings[number]
    return tuple(
        [
            GameScalp(credit.round, opponent, scalp(own, ratings[opponent], outcome, rules))
            for credit in credits
            if credit.rated and len(credit.opponents) == 1
            for opponent in credit.opponents
            if (outcome := outcome_of(credit)) is not None
        ]
    )


def event_ratings(credits: Credits, ratings: Mapping[int, int], rules: ScalpRules) -> dict[int, EventRating]:
    """The rating of each entrant in this event; `ratings`, in hundredths, are those before it."""
    reached = {}
    for number, rounds in credits.items():
        scalps = scalps_of(number, rounds, ratings, rules)
        reached[number] = EventRating(sum(each.scalp for each in scalps), len(scalps))
    return reached


def format_rating(hundredths: int) -> str:
    """As the federation prints it: `161.25`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // HUNDREDTHS}.{abs(hundredths) % HUNDREDTHS:02}"


def parse_rating(text: str) -> int | None:
    """The hundredths of `163.77`, `163,77` or `163`; `None` if the text is no rating."""
    match = _RATING.fullmatch(text)
    return int(match[1]) * HUNDREDTHS + int(f"{match[2] or '':0<2}") if match else None
