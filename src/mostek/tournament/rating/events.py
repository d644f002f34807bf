"""The rating that a player reaches in one event: the scalps divided by the games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from mostek.tournament.credits import Credit, Credits
from mostek.tournament.outcomes import outcome_of
from mostek.tournament.rating.rules import ScalpRules
from mostek.tournament.rating.scalps import HUNDREDTHS, scalp
from mostek.tournament.rounding import half_up

_RATING = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?")


class GameScalp(Struct, frozen=True):
    """What one game brought, for the player's card."""

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
    """What each entrant reached in this event; the ratings, in hundredths, are those with which they came to it."""
    reached = {}
    for number, rounds in credits.items():
        scalps = scalps_of(number, rounds, ratings, rules)
        reached[number] = EventRating(sum(each.scalp for each in scalps), len(scalps))
    return reached


def format_rating(hundredths: int) -> str:
    """As the federation prints it: `161.25`."""
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // HUNDREDTHS}.{abs(hundredths) % HUNDREDTHS:02}"


def parse_rating(text: str) -> int:
    """The hundredths of `161.25`, `161.2` or `161`. Raises `ValueError` for anything else."""
    found = _RATING.fullmatch(text)
    if found is None:
        raise ValueError(f"not a rating: {text!r}")
    whole, part = found.groups(default="")
    return int(whole) * HUNDREDTHS + int(part.ljust(2, "0"))
