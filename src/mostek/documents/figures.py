"""Figures, days and times as people write them in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from mostek.messages import language, text
from mostek.messages.tournament_words import halves
from mostek.tournament.keys import Key

UNKNOWN = "–"
"""Stands where there is nothing to tell."""
MONTHS = (
    "{day} January {year}",
    "{day} February {year}",
    "{day} March {year}",
    "{day} April {year}",
    "{day} May {year}",
    "{day} June {year}",
    "{day} July {year}",
    "{day} August {year}",
    "{day} September {year}",
    "{day} October {year}",
    "{day} November {year}",
    "{day} December {year}",
)
"""A day in words; in Polish the month stands in the genitive."""
ROMAN = ("", "I", "II", "III")
"""The places on a podium, as diplomas write them."""

_HALVES = frozenset((Key.MATCH_POINTS, Key.HEAD_TO_HEAD, Key.BUCHHOLZ, Key.MEDIAN))


def hundredths(value: int) -> str:
    """Hundredths as a decimal number: `161,25` in Polish."""
    whole, rest = divmod(value, 100)
    return f"{whole}{',' if language() == 'pl' else '.'}{rest:02}"


def signed(value: int) -> str:
    """A spread, with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def key_value(key: Key, value: int | None) -> str:
    """The value of a key of the classification."""
    if value is None:
        return UNKNOWN
    if key in _HALVES:
        return halves(value)
    if key is Key.SPREAD:
        return signed(value)
    return hundredths(value) if key is Key.RATING else str(value)


def score(scores: Iterable[int]) -> str:
    """A result: `380 : 412`."""
    return " : ".join(map(str, scores))


def day(when: date) -> str:
    """A day in words."""
    return text(MONTHS[when.month - 1], day=when.day, year=when.year)


def moment(when: datetime) -> str:
    """A day and the time, short enough for a column."""
    return f"{when:%d.%m.%Y, %H:%M}" if language() == "pl" else f"{when:%Y-%m-%d, %H:%M}"
