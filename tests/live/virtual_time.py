"""A loop whose time jumps to the next timer, and a host whose clock anybody may set: an hour of play runs in a moment."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

EPOCH = 1_800_000_000_000
"""What a host's clock shows when a loop begins, in milliseconds."""

_RESTLESS = 20_000
"""After so many rounds without any waiting somebody goes round in a circle."""

_ROUNDS = 8
"""How often tasks are told to end: some do something else first."""

PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)
"""The server in which a task runs, so that it can be killed with everything that it was about to do."""


class Process:
    """A server process: its tasks and timers end with it, at any line at which they wait."""

    def __init__(self) -> None:
        self.alive = True
        self.tasks: dict[asyncio.Task[Any], None] = {}  # in order, so that a seed plays the same again
        self.timers: list[asyncio.TimerHandle] = []

    def kill(self) -> None:
        """End it now. What it would have done after this has not happened."""
        self.alive = False
        for timer in self.timers:
            timer.cancel()
        for task in list(self.tasks):
            task.cancel()


class _Jump(selectors.BaseSelector):
    """Waiting costs nothing: the time is simply later."""

    def __init__(self) -> None:
        self.now = 0.0
        self._still = 0
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for somebody else"
        self._still = 0 if timeout > 0 else self._still + 1
        assert self._still < _RESTLESS, "somebody never waits"
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop in virtual time. Work for threads is done at once."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)
        self.faults: list[Mapping[str, Any]] = []
        """What went wrong where nobody waited for it."""
        self.set_task_factory(_make_task)  # type: ignore[arg-type]
        self.set_exception_handler(lambda _, context: self.faults.append(context))

    def time(self) -> float:
        """Seconds since the loop began."""
        return self._jump.now

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        """See `asyncio`; a timer belongs to the process that has set it."""
        handle = super().call_at(when, callback, *args, context=context)
        if (process := PROCESS.get()) is not None:
            process.timers.append(handle)
            if not process.alive:
                handle.cancel()
        return handle

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """See `asyncio`."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class HostClock:
    """Stands in for the module `time` of the host: the wall clock may be set, the monotonic one cannot."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.ahead = 0
        """By how many milliseconds the wall clock has been set forward."""

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return self._loop.time()

    def monotonic_ns(self) -> int:
        """The same in nanoseconds."""
        return int(self._loop.time() * 1_000_000_000)

    def time_ns(self) -> int:
        """What the wall clock shows."""
        return (EPOCH + self.ahead) * 1_000_000 + self.monotonic_ns()


def run(loop: VirtualLoop, work: Coroutine[Any, Any, T]) -> T:
    """Run in virtual time, then leave nothing behind."""
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(work)
    finally:
        for _ in range(_ROUNDS):
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()


def _make_task(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **options: Any) -> asyncio.Task[T]:
    task = asyncio.Task(work, loop=loop, **options)
    context = options.get("context")
    process = PROCESS.get() if context is None else context.get(PROCESS)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda ended: process.tasks.pop(ended, None))
        if not process.alive:
            task.cancel()
    return task
