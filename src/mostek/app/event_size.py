"""Whether a server takes an event in: no larger than any may be, by every door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from mostek.app.ports import LogError
from mostek.messages.tournament import EVENT_LIMITS
from mostek.tournament.decide import Step
from mostek.tournament.event_limits import broken_event_limit
from mostek.tournament.limits import EventLimit
from mostek.tournament.state import Tournament


class LargeEventError(LogError):
    """An event is larger than any may be. It can still be read, and goes on at the computer on which it is run."""


def large_event(broken: Mapping[str, Any]) -> LargeEventError:
    """The error for a limit that is broken, by the fields of `BrokenEventLimit`."""
    return LargeEventError(EVENT_LIMITS[EventLimit(broken["limit"])], **broken)


def check_size(steps: Sequence[Step], state: Tournament) -> None:
    """Check an event that comes to a server. Raises `LargeEventError`."""
    if (broken := broken_event_limit(steps, state)) is not None:
        raise large_event(asdict(broken))
