"""A fair queue for requests: a few run at once, and a client with many requests waits behind one with few."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class CrowdedError(RuntimeError):
    """Too many requests of one person or address wait already."""


class FairQueue:
    """Gives places to the waiting in turns, one for each name, in the order in which the names came."""

    def __init__(self, places: int, waiting: int) -> None:
        """`places` requests run at once; at most `waiting` of one name wait."""
        self._free = places
        self._most = waiting
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        return sum(map(len, self._waiting.values()))

    async def enter(self, name: str) -> None:
        """Wait for a place, which must be left again. Raises `CrowdedError` at once if too many of that name wait."""
        if self._free:
            self._free -= 1
            return
        line = self._waiting.setdefault(name, deque())
        if len(line) >= self._most:
            raise CrowdedError(name)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.leave()  # the place was given in the same moment
            raise

    def leave(self) -> None:
        """Free a place for the next name in turn."""
        while self._waiting:
            name, line = self._waiting.popitem(last=False)
            turn = line.popleft()
            if line:
                self._waiting[name] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
