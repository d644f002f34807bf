"""Dates as people write them: in numbers or with the name of the month, in Polish or English, one day or several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

_LONGEST = 80
"""No date is longer; what is longer is a text."""


class DateReading(NamedTuple):
    """The days that a text names."""

    first: date
    last: date
    other: date | None = None
    """The first day if the month stood before the day, where the text leaves that open: 3/4/2026."""


def read_dates(text: str) -> DateReading | None:
    """The day or days in a text; `None` if it names none.

    Read are `2026-11-23`, `23.11.2026`, `23/11/2026`, `23 listopada 2026`, `23 XI 2026`, `Nov 23, 2026`, and two such days or
    parts of days with `-`, `–` or `~` between: `10-11.11.2026`, `November 10-11, 2010`. A year has four figures. With strokes
    the day comes first, as in Poland, unless only the other order gives a date.
    """
    if len(text) > _LONGEST:
        return None
    plain = " ".join(text.split()).strip(" .,")
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|\s*\b(?:r|roku)$|^\w+day,?\s+", "", plain, flags=re.IGNORECASE)
    return next(filter(None, (pattern(plain) for pattern in (_single, _same_month, _two))), None)


def _single(text: str) -> DateReading | None:
    day = _day(text)
    return DateReading(day, day, _swapped(text, day)) if day else None


def _same_month(text: str) -> DateReading | None:
    """Two days of one month: `10-11.11.2026`, `10-11 listopada 2026`, `November 10-11, 2026`."""
    match = _DAYS.fullmatch(text)
    if match is None:
        return None
    before, begin, end, after = match.groups()
    return _between(_day(f"{before}{begin}{after}"), _day(f"{before}{end}{after}"))


def _two(text: str) -> DateReading | None:
    """Two whole days, or a first one that leaves its year to the second: `30 Nov - 2 Dec 2026`, `30.11-2.12.2026`."""
    for match in _DASH.finditer(text):
        first, last = text[: match.start()].strip(" ,"), text[match.end() :].strip(" ,")
        end = _day(last)
        if end is None:
            continue
        begin = _day(first) or _day(f"{first} {end.year}") or _day(f"{first.rstrip('.')}.{end.year}")
        if found := _between(begin, end):
            return found
    return None


def _between(first: date | None, last: date | None) -> DateReading | None:
    return DateReading(first, last) if first and last and first <= last else None


def _day(text: str) -> date | None:
    return next((day for day in _days(text) if day), None)


def _days(text: str) -> Iterator[date | None]:
    if match := _YEAR_FIRST.fullmatch(text):
        yield _date(match[1], match[3], match[4])
    elif match := _YEAR_LAST.fullmatch(text):
        yield _date(match[4], match[3], match[1])
        yield _date(match[4], match[1], match[3]) if match[2] == "/" else None
    elif match := _DAY_NAME.fullmatch(text):
        yield _date(match[3], _month(match[2]), match[1])
    elif match := _NAME_DAY.fullmatch(text):
        yield _date(match[3], _month(match[1]), match[2])


def _swapped(text: str, day: date) -> date | None:
    match = _YEAR_LAST.fullmatch(text)
    if match is None or match[2] != "/" or match[1] == match[3] or int(match[1]) != day.day:
        return None
    return _date(match[4], match[1], match[3])


def _date(year: str, month: str | int, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _month(name: str) -> int:
    """The number of a month; 0 for a word that names none."""
    word = name.casefold().rstrip(".")
    for number, names in enumerate(_MONTHS, 1):
        if word in names:
            return number
    return 0


_MONTHS = [
    set(line.split())
    for line in (
        "styczeń stycznia sty january jan i",
        "luty lutego lut february feb ii",
        "marzec marca mar march iii",
        "kwiecień kwietnia kwi april apr iv",
        "maj maja may v",
        "czerwiec czerwca cze june jun vi",
        "lipiec lipca lip july jul vii",
        "sierpień sierpnia sie august aug viii",
        "wrzesień września wrz september sep sept ix",
        "październik października paź october oct x",
        "listopad listopada lis november nov xi",
        "grudzień grudnia gru december dec xii",
    )
]
_YEAR = r"([0-9]{4})"
_ONE = r"([0-9]{1,2})"
_YEAR_FIRST = re.compile(rf"{_YEAR}([-./]){_ONE}\2{_ONE}")
_YEAR_LAST = re.compile(rf"{_ONE}([-./]) ?{_ONE}\2 ?{_YEAR}")
_DAY_NAME = re.compile(rf"{_ONE}\.?[ -]([^\W\d_]+\.?)[ ,-]+{_YEAR}")
_NAME_DAY = re.compile(rf"([^\W\d_]+\.?) {_ONE}\.?,? {_YEAR}")
_DAYS = re.compile(r"(\D*?)([0-9]{1,2})(?: ?[-–—~] ?| and | & | i )([0-9]{1,2})(\D.*)")
_DASH = re.compile(r"[-–—~]| to | do ")
