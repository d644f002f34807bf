"""The second computers that follow a tournament: what each has, and how long the hall waits for them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

from msgspec import Struct

PATIENCE = 2.0
"""The seconds for which a command waits until the second computers have it; who is slower is behind, and counts again
when it has everything."""
GONE = 25.0
"""The seconds after which a computer that has not asked is gone."""


class Standby(Struct, kw_only=True):
    """A second computer that follows."""

    n: int
    """The steps that are on its disk."""
    seen: float
    in_step: bool = False
    """Whether it had everything, so that commands wait for it."""

    @property
    def is_there(self) -> bool:
        """Whether it has been heard of lately."""
        return monotonic() - self.seen < GONE


class Standbys:
    """The second computers of a tournament, by their links."""

    def __init__(self) -> None:
        self._there: dict[str, Standby] = {}
        self._changed = asyncio.Event()

    @property
    def there(self) -> tuple[Standby, ...]:
        """Those that have come since the server started."""
        return tuple(self._there.values())

    def note(self, link: str, n: int, now: int) -> None:
        """A computer is there, and has `n` steps of `now` on its disk."""
        found = self._there.setdefault(link, Standby(n=n, seen=0.0))
        found.n, found.seen = n, monotonic()
        found.in_step = found.in_step or n >= now
        self.wake()

    def forget(self) -> None:
        """No link is good any more."""
        self._there.clear()
        self.wake()

    def wake(self) -> None:
        """Something has changed: all who wait look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self, seconds: float) -> None:
        """Wait until something changes, or the time is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def have(self, n: int) -> None:
        """Wait until every computer that keeps step has `n` steps on its disk; not longer than for a patient person."""
        until = monotonic() + PATIENCE
        while slow := [each for each in self._there.values() if each.in_step and each.n < n]:
            left = until - monotonic()
            if left <= 0:
                for each in slow:
                    each.in_step = False
                return
            await self.changed(left)
