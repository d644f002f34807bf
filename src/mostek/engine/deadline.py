"""How long to think."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Deadline:
    """A time limit from now on; `go_on` may end it sooner."""

    def __init__(self, seconds: float, go_on: Callable[[], bool]) -> None:
        self._end = monotonic() + seconds
        self._go_on = go_on

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.0, self._end - monotonic())

    def goes_on(self) -> bool:
        """Whether there is time left."""
        return self.left > 0 and self._go_on()
