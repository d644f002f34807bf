"""An alarm clock for one game: it rings by itself, whoever is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

_AGAIN = 5000
"""After how many milliseconds it rings again if answering it has failed."""

log = structlog.get_logger("mostek.hall")


class Alarm:
    """Calls something at a moment. Only one moment is set at a time."""

    __slots__ = ("_ring", "_ringing", "_timer")

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._timer is not None

    def set(self, millis: int | None) -> None:
        """Ring in so many milliseconds; not at all with `None`."""
        self.stop()
        if millis is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0, millis) / 1000, self._start)

    def stop(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        self._timer = None
        if self._ringing is not None and not self._ringing.done():
            return  # whoever answers it sets the next moment; on a full disk that would go round in a circle
        self._ringing = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            await self._ring()
        except Exception:  # a flag must fall later rather than never
            log.exception("alarm_failed")
            self.set(_AGAIN)
