"""Time limits."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Deadline:
    """A time limit from now; `go_on` may end it earlier."""

    def __init__(self, seconds: float, go_on: Callable[[], bool]) -> None:
        self._end = monotonic() + seconds
        self._go_on = go_on

    @property
    def left(self) -> float:
        """The seconds left."""
        return max(0.0, self._end - monotonic())

    def goes_on(self) -> bool:
        """Whether time is left."""
        return self.left > 0 and self._go_on()
