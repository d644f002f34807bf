"""The second computers that follow a tournament: what each has, and how long the hall waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from msgspec import Struct

TIMEOUT = 2.0
"""The seconds for which a command waits until the second computers have it; who is slower is behind, and counts again
when it has everything."""
GONE = 25.0
"""The seconds after which a computer that has not asked is gone."""


class Standby(Struct, kw_only=True):
    """A second computer that follows."""

    n: int
    """The steps that are on its disk."""
    seen: float
    games: dict[str, int] | None = None
    """The events of each game of a round online that are on its disk; `None` if it does not follow games."""
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
        self._changed = asyncio.Event()  # replaced at each change, so that all who wait wake at once

    @property
    def there(self) -> tuple[Standby, ...]:
        """Those that have come since the server started."""
        return tuple(self._there.values())

    def note(self, link: str, n: int, is_whole: bool, games: dict[str, int] | None = None) -> None:
        """A computer is there, and has `n` steps and these events of games on its disk; `is_whole` if that is everything."""
        found = self._there.setdefault(link, Standby(n=n, seen=0.0))
        news = (found.n, found.games) != (n, games) or not found.in_step
        found.n, found.seen, found.games = n, monotonic(), games
        found.in_step = found.in_step or is_whole
        if news:
            self.wake()

    def forget(self) -> None:
        """No link is good any more."""
        self._there.clear()
        self.wake()

    def wake(self) -> None:
        """Something has changed: all who wait look again."""
        self._changed.set()
        self._changed = asyncio.Event()  # for those who wait from now on

    async def changed(self, seconds: float) -> None:
        """Wait until something changes, or the time is over."""
        with suppress(TimeoutError):  # the time is over, and who waits looks all the same
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def have(self, n: int) -> None:
        """Wait until every computer that keeps step has `n` steps on its disk; not longer than for a patient person."""
        await self._wait_while(lambda each: each.n < n)

    async def have_game(self, game: str, version: int) -> None:
        """Wait in the same way until they have so many events of a game."""
        await self._wait_while(lambda each: each.games is not None and each.games.get(game, 0) < version)

    async def _wait_while(self, lacks: Callable[[Standby], bool]) -> None:
        until = monotonic() + TIMEOUT
        while slow := [each for each in self._there.values() if each.in_step and lacks(each)]:
            left = until - monotonic()
            if left <= 0:
                for each in slow:
                    each.in_step = False
                return
            await self.changed(left)
