"""A fair queue: a few run at once, and who has much waiting waits behind those who have little."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias


class CrowdedError(RuntimeError):
    """Too much waits already, of this name or of all."""


_Turn: TypeAlias = asyncio.Future[None]
_Line: TypeAlias = OrderedDict[str, deque[_Turn]]


class FairQueue:
    """Gives places in turns: one for each name, and among the parts of a name one for each part, in the order in which they came.

    A name is an address, for instance, and its parts are the people there.
    """

    def __init__(self, places: int, waiting: int, most: int | None = None, spare: int = 0) -> None:
        """Make a queue.

        Args:
            places: How many run at once.
            waiting: How many of one name may wait.
            most: How many may wait of all names. Where the queue is full, the longest line loses its last one to a newcomer with
                a shorter line.
            spare: How many places one name leaves to others, so that a newcomer need not wait for it.
        """
        self._free = places
        self._share = max(1, places - spare)
        self._waiting_of_one, self._most = waiting, most
        self._lines: OrderedDict[str, _Line] = OrderedDict()
        self._running: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        return sum(map(self.waiting_of, self._lines))

    def waiting_of(self, name: str) -> int:
        """The number of those of one name who wait."""
        return sum(map(len, self._lines.get(name, {}).values()))

    async def enter(self, name: str, part: str = "") -> None:
        """Wait for a place, which must be left again.

        Args:
            name: Who is served in turns.
            part: Who is served in turns within the name.

        Raises:
            CrowdedError: too many wait, now or when others come with shorter lines.
        """
        if self._free and self._running[name] < self._share:
            self._take(name)
            return
        self._make_room(name)
        turn: _Turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(name, OrderedDict()).setdefault(part, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(name, part, turn)
            elif turn.exception() is None:
                self.leave(name)  # the place was given in the same moment
            raise

    def leave(self, name: str) -> None:
        """Free the place of a name for the next one in turn."""
        self._free += 1
        self._running[name] -= 1
        if not self._running[name]:
            del self._running[name]
        self._serve()

    @asynccontextmanager
    async def place(self, name: str, part: str = "") -> AsyncIterator[None]:
        """A place for as long as a block lasts. Raises `CrowdedError` as `enter` does."""
        await self.enter(name, part)
        try:
            yield
        finally:
            self.leave(name)

    def _take(self, name: str) -> None:
        self._free -= 1
        self._running[name] += 1

    def _serve(self) -> None:
        """Give the free places to those whose turn it is; a name that has its share is passed over."""
        for name in list(self._lines):
            while self._free and self._running[name] < self._share and name in self._lines:
                turn = self._next_of(name)
                if not turn.done():  # who was cancelled has not left the line yet
                    self._take(name)
                    turn.set_result(None)
                    break

    def _next_of(self, name: str) -> _Turn:
        """Take the next one out of a line; the name and its part go to the end of their rows."""
        line = self._lines.pop(name)
        part, turns = line.popitem(last=False)
        turn = turns.popleft()
        if turns:
            line[part] = turns
        if line:
            self._lines[name] = line
        return turn

    def _make_room(self, name: str) -> None:
        own = self.waiting_of(name)
        if own >= self._waiting_of_one:
            raise CrowdedError(name)
        if self._most is None or self.waiting < self._most:
            return
        longest = max(self._lines, key=self.waiting_of)
        if own + 1 >= self.waiting_of(longest):
            raise CrowdedError(name)
        part = max(self._lines[longest], key=lambda part: len(self._lines[longest][part]))
        turn = self._lines[longest][part][-1]
        self._forget(longest, part, turn)
        turn.set_exception(CrowdedError(longest))

    def _forget(self, name: str, part: str, turn: _Turn) -> None:
        line = self._lines.get(name, OrderedDict())
        turns = line.get(part, deque())
        if turn not in turns:
            return
        turns.remove(turn)
        if not turns:
            del line[part]
        if not line:
            del self._lines[name]
