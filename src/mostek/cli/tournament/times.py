"""Days and times as people type them: `2026-11-21`, `21.11.2026`, `10:15`, `2026-11-21T10:15`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import click

from mostek.messages import text

_DAYS = ("%Y-%m-%d", "%d.%m.%Y")
_TIMES = ("%H:%M", "%H:%M:%S")


def now() -> datetime:
    """The time in the hall, to the second, without a zone."""
    return datetime.now().astimezone().replace(tzinfo=None, microsecond=0)


def parse_day(said: str) -> date:
    """A day. Raises `ValueError`."""
    for form in _DAYS:
        try:
            return datetime.strptime(said.strip(), form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    raise ValueError(said)


def parse_moment(said: str) -> datetime:
    """A moment; a bare time is one of today, a bare day its midnight. Raises `ValueError`."""
    day, _, time = said.strip().replace("T", " ").partition(" ")
    if not time and ":" in day:
        day, time = now().date().isoformat(), day
    for form in _TIMES:
        try:
            clock = datetime.strptime(time or "00:00", form).time()  # noqa: DTZ007 - the time in the hall has no zone
        except ValueError:
            continue
        return datetime.combine(parse_day(day), clock)
    raise ValueError(said)


class Moment(click.ParamType[datetime]):
    """A moment of the day of the event."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The moment that was typed."""
        try:
            return value if isinstance(value, datetime) else parse_moment(str(value))
        except ValueError:
            self.fail(text("{value!r} is no time; write 10:15 or 2026-11-21T10:15.", value=value), param, ctx)


class Day(click.ParamType[date]):
    """A day."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day that was typed."""
        try:
            return value if isinstance(value, date) else parse_day(str(value))
        except ValueError:
            self.fail(text("{value!r} is no day; write 2026-11-21 or 21.11.2026.", value=value), param, ctx)
