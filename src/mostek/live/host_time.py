"""The server's time: the only time that counts. It never goes back, whatever happens to the clock of the host."""

from __future__ import annotations

import time

from mostek.core.clock import Millis


class HostTime:
    """Milliseconds since 1970. After the start it goes on by the monotonic clock alone."""

    def __init__(self, last_beat: int | None = None) -> None:
        """`last_beat` is the last moment of an earlier server; time goes on from there if the host's clock was set back."""
        self._base = max(time.time_ns() // 1_000_000, last_beat or 0) - _monotonic()

    def now(self) -> Millis:
        """The present moment."""
        return Millis(self._base + _monotonic())


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
