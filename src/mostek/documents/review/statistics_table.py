"""Statistics of people as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from msgspec import to_builtins

from mostek.engine.review.statistics import PersonStatistics

_LEFT_OUT = ("grades", "lost_by_phase", "words", "points_of_games", "seconds_by_phase", "by_time")


def statistics_csv(people: Sequence[PersonStatistics]) -> str:
    """A line for each person; names of columns are those of the JSON."""
    lines = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for person in people:
        plain = to_builtins(person)
        row = {name: value for name, value in plain.items() if name not in _LEFT_OUT}
        row |= {f"grade_{name}": number for name, number in plain["grades"].items()}
        row["name"] = _harmless(row["name"])
        if writer is None:
            writer = csv.DictWriter(lines, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return lines.getvalue()


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
