"""Statistics of people as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from mostek.core.spreadsheet import table_text
from mostek.engine.review.statistics import PersonStatistics

_LEFT_OUT = ("grades", "lost_by_phase", "words", "points_of_games", "seconds_by_phase", "by_time")


def statistics_csv(people: Sequence[PersonStatistics]) -> str:
    """A line for each person; names of columns are those of the JSON."""
    rows = [_row(person) for person in people]
    return table_text([*(list(row) for row in rows[:1]), *(row.values() for row in rows)], ",", "\n")


def _row(person: PersonStatistics) -> dict[str, Any]:
    plain = to_builtins(person)
    row = {name: value for name, value in plain.items() if name not in _LEFT_OUT}
    return row | {f"grade_{name}": number for name, number in plain["grades"].items()}
