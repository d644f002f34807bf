"""A table of players to fill in with a spreadsheet, in the language of the person."""

from __future__ import annotations

from mostek.messages import language
from mostek.tournament.formats import csv

COLUMNS = {
    "name": "first and last name; the only column that must be there",
    "city": "where they are from; it tells two people of one name apart",
    "rating": "as 161.25 or 161,25; empty for a debutant",
    "team": "team, school or club",
    "category": "a category with a classification of its own, or the division",
}
"""What the columns of the sample hold."""

_ROWS = (
    ("Jan Przykład", "Łódź", "161,25", "", ""),
    ("Anna Wzór", "Kraków", "", "Klub Ósemka", "junior"),
)


def sample_headings() -> list[str]:
    """The columns as they are called in the language of the person."""
    place = 0 if language() == "pl" else 1
    return [csv.HEADINGS[column][place] for column in COLUMNS]


def sample_list() -> bytes:
    """The table, as a spreadsheet opens it."""
    return "".join(";".join(row) + "\r\n" for row in (sample_headings(), *_ROWS)).encode(csv.MARKED)
