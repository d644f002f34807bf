"""The network between pages and a server: slow, cut off, deaf in one direction, and the sockets at both ends."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from live.virtual_time import PROCESS

_APART = 1e-6
"""In seconds: timers for the same moment ring in any order, but nothing overtakes on a connection."""
_WINDOW = 24
"""How many messages the network takes from a server before it lets the server wait."""


@dataclass
class Weather:
    """How the network is. Times in seconds."""

    rng: random.Random
    fastest: float = 0.01
    slowest: float = 0.2
    stall: float = 0.0
    """How often a message is kept for long."""

    def delay(self) -> float:
        """How long a message takes."""
        if self.rng.random() < self.stall:
            return self.rng.uniform(1, 20)
        return self.rng.uniform(self.fastest, self.slowest)

    def heal(self) -> None:
        """From now on everything arrives soon."""
        self.slowest, self.stall = 0.05, 0.0


class Pipe:
    """One direction of a connection. Nothing overtakes; what is under way when the pipe breaks is lost."""

    def __init__(self, weather: Weather) -> None:
        self._weather = weather
        self._loop = asyncio.get_running_loop()
        self._last = 0.0
        self.under_way = 0
        self.broken = False
        self.receive: Callable[[Any], None] | None = None
        self.room = asyncio.Event()
        self.room.set()
        self._place = copy_context()  # what arrives belongs to nobody's process
        self._place.run(PROCESS.set, None)

    def put(self, message: Any) -> None:
        """Send a message on its way."""
        if self.broken:
            return
        self._last = max(self._loop.time() + self._weather.delay(), self._last + _APART)
        self.under_way += 1
        if self.under_way >= _WINDOW:
            self.room.clear()
        self._loop.call_at(self._last, self._arrive, message, context=self._place)

    def slow(self, seconds: float) -> None:
        """The reader does not read for so long."""
        self._last = max(self._last, self._loop.time() + seconds)

    def snap(self) -> None:
        """Nothing arrives any more."""
        self.broken = True

    def _arrive(self, message: Any) -> None:
        self.under_way -= 1
        self.room.set()
        if not self.broken and self.receive is not None:
            self.receive(message)


class Line:
    """A connection between a page and a server."""

    def __init__(self, weather: Weather) -> None:
        self.up, self.down = Pipe(weather), Pipe(weather)
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.up.receive = self.inbox.put_nowait
        self.closed_by_server: int | None = None

    def end_for_server(self) -> None:
        """The server learns that the page has gone."""
        self.up.snap()
        self.inbox.put_nowait(None)

    def cut(self) -> None:
        """Both learn at once that the connection has gone; what was under way has not arrived."""
        self.down.snap()
        self.end_for_server()


class ServerSocket:
    """What the application of the tables needs of a socket: the server's end of a line, in ASGI."""

    def __init__(self, line: Line, path: str, cookie: str) -> None:
        self._line = line
        headers = [(b"cookie", cookie.encode())]
        self.scope = {"type": "websocket", "path": path, "headers": headers, "subprotocols": ["mostek.1"], "state": {}}
        self._line.inbox.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> dict[str, Any]:
        """See ASGI."""
        data = await self._line.inbox.get()
        if data is None:
            self._line.inbox.put_nowait(None)
            return {"type": "websocket.disconnect", "code": 1006}
        return data if isinstance(data, dict) else {"type": "websocket.receive", "text": str(data)}

    async def send(self, message: dict[str, Any]) -> None:
        """See ASGI. A network that is full lets one wait."""
        if message["type"] == "websocket.accept":
            assert message["subprotocol"] == "mostek.1"
        elif message["type"] == "websocket.close":
            self._line.closed_by_server = message["code"]
            self._line.down.put(message["code"])
            self._line.inbox.put_nowait(None)
        else:
            while not self._line.down.room.is_set():
                await self._line.down.room.wait()
            self._line.down.put(message["text"])
