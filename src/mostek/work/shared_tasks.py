"""Work that several wait for: it is done once, however many ask for it meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SharedTasks(Generic[T]):
    """Tasks by what they make. One goes on when a person who waits for it leaves. Use it in one event loop."""

    def __init__(self, failed: Callable[[BaseException], object] = lambda error: None) -> None:
        """`failed` hears of each error, which those who wait for the task have, too."""
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}
        self._failed = failed

    async def result(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of a task, which begins now unless it is running."""
        return await asyncio.shield(self.begin(key, make))

    def begin(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """A task, which begins now unless it is running."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: self._done(key, done))
        return task

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks.values():
            task.cancel()

    def _done(self, key: Hashable, task: asyncio.Task[T]) -> None:
        del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)
