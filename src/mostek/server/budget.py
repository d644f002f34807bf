"""The budget of a connection: how much work it may cause, at once and in the long run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator
from math import inf
from time import monotonic, thread_time
from typing import Any, TypeVar

T = TypeVar("T")

FRAME = 1.0
"""The cost of a frame, also of a part of a message. All costs are in messages."""
CONTROL = 4.0
"""The cost of a ping, a pong or a close frame: browsers send none unless they are asked."""
KILOBYTE = 0.25
SECOND = 500.0
"""The cost of a second of processor time."""
BURST, RATE = 120.0, 20.0
"""The messages that a connection may send at once, and a second on average."""
SHARED_BURST, SHARED_RATE = 600.0, 100.0
"""The same for all connections of one address whose people do not take part in a running game."""
SEATED_BURST, SEATED_RATE = 2_400.0, 250.0
"""The same for those who do: a hall of hundreds spends less, and invented players at games with bots take half of a processor."""
_NEVER = 60.0
"""The seconds to wait that are named where nothing is allowed at all."""
HANDSHAKES, HANDSHAKE_RATE = 600.0, 20.0
"""The handshakes of one address: when the server starts again, all pages of a school come back at once."""


class Budget:
    """A budget that refills with time.

    Its `pool` is a budget of several connections, which may have a pool itself. Who exceeds their own budget is cut off; who
    meets an empty pool waits.
    """

    __slots__ = ("_at", "_burst", "_left", "_rate", "pool")

    def __init__(self, burst: float = BURST, rate: float = RATE) -> None:
        self._left = self._burst = burst
        self._rate = rate
        self._at = monotonic()
        self.pool: Budget | None = None

    def spend(self, cost: float) -> bool:
        """Spend part of the budget, and of its pool.

        Args:
            cost: The cost in messages.

        Returns:
            Whether the connection's own budget was large enough.
        """
        if self.pool is not None:
            self.pool.spend(cost)
        self._fill()
        self._left -= cost
        return self._left >= 0

    def take(self, cost: float) -> float:
        """Spend part of the budget if there is so much, otherwise nothing: refused requests make no debt.

        Args:
            cost: The cost.

        Returns:
            The seconds until there is so much; 0 if it was spent.
        """
        self._fill()
        if self._left < cost:
            return (cost - self._left) / self._rate if self._rate else _NEVER
        self._left -= cost
        return 0.0

    def exhaust(self) -> None:
        """Leave nothing, now or later: the connection is cut off."""
        self._left = -inf

    @property
    def is_spent(self) -> bool:
        """Whether more was spent than there was."""
        self._fill()
        return self._left < 0

    @property
    def is_full(self) -> bool:
        """Whether nothing was spent for long, so that nobody needs to remember this budget."""
        self._fill()
        return self._left >= self._burst

    @property
    def debt(self) -> float:
        """The seconds until this budget is refilled to 0; 0 unless it is spent."""
        return -self._left / self._rate if self.is_spent else 0.0

    @property
    def wait(self) -> float:
        """The largest debt of its pools; 0 without a pool."""
        return 0.0 if self.pool is None else max(self.pool.debt, self.pool.wait)

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Charged(Awaitable[T]):
    """Work that is charged to a budget for the processor time of its own steps, not for what it waits for."""

    __slots__ = ("_budget", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], budget: Budget) -> None:
        self._work = work
        self._budget = budget

    def __await__(self) -> Generator[Any, Any, T]:
        """Await the work."""
        steps = self._work.__await__()
        step: Callable[[Any], Any] = steps.send
        given: Any = None
        while True:
            began = thread_time()
            try:
                waiting = step(given)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._budget.spend((thread_time() - began) * SECOND)
            try:
                step, given = steps.send, (yield waiting)
            except BaseException as error:  # it is for the work, above all a cancellation
                step, given = steps.throw, error


class Budgets:
    """The budgets of many, by a name. Who has spent nothing for long is forgotten."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._known: dict[str, Budget] = {}

    def of(self, name: str) -> Budget:
        """The budget of that name."""
        if name not in self._known:
            if len(self._known) % _SWEPT == _SWEPT - 1:
                self._known = {each: budget for each, budget in self._known.items() if not budget.is_full}
            self._known[name] = Budget(self._burst, self._rate)
        return self._known[name]


_SWEPT = 1000
