"""Late players: the time that each has left, and who has lost by not coming (PFS-6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from mostek.messages import text
from mostek.tournament.pending import late_tables
from mostek.tournament.state import Tournament


def late_rows(state: Tournament, division: str, at: datetime) -> Iterator[dict[str, Any]]:
    """Each late player of a division at that moment, as plain data with a word for the status."""
    for table, each in late_tables(state, division, at).items():
        for number, left in each.left.items():
            awaited, lost = number in each.awaited, number in each.lost
            status = text("lost by forfeit (PFS-6.3.4a)") if lost else text("awaited") if awaited else text("there")
            yield {
                "division": division,
                "table": table,
                "number": number,
                "seconds_left": int(left.total_seconds()),
                "awaited": awaited,
                "lost": lost,
                "status": status,
            }


def minutes_text(seconds: int) -> str:
    """A time as minutes and seconds: `4:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"
