"""Whether the date of the host can be right: nothing is deleted for its age while that is in doubt.

A machine whose battery is empty starts with a date of years ago, and a typing error sets one of next year: then every guest and
every session would seem to have expired.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime

from mostek.core.errors import SentenceError

_DAY = 24 * 60 * 60 * 1000
AHEAD, BEHIND = 30 * _DAY, _DAY
"""The milliseconds by which the date may differ from the known one: a server may rest for a month, and a clock may be set."""
_DOUBTED = (
    "The date of this machine is {date}, but the server last ran on {known}. Until that is settled nothing is deleted and no "
    "game is ended. If the date is wrong, set it and start the server again; if it is right, start the server once with "
    "--trust-date."
)


class DateDoubtedError(SentenceError):
    """The date of the host cannot be right, or the server has not run for very long."""


class HostDate:
    """Compares the date of the host with the last one that was not in doubt, and with the time that has passed since."""

    def __init__(self, known: int | None) -> None:
        """`known` is the last date that was not in doubt, in milliseconds since 1970; `None` trusts the present one."""
        self._known = _date() if known is None else known
        self._from = _passed()

    def doubt(self) -> DateDoubtedError | None:
        """The reason to doubt the present date, if there is one."""
        known, present = self._known + _passed() - self._from, _date()
        if -BEHIND <= present - known <= AHEAD:
            return None
        return DateDoubtedError(_DOUBTED, date=_day(present), known=_day(known))

    def trust(self) -> int:
        """Take the present date as right, because it was not in doubt or a person says so. Returns it."""
        self._known, self._from = _date(), _passed()
        return self._known


def _date() -> int:
    return time.time_ns() // 1_000_000


def _passed() -> int:
    return time.monotonic_ns() // 1_000_000


def _day(millis: int) -> str:
    return datetime.fromtimestamp(millis / 1000, UTC).date().isoformat()
