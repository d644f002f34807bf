"""A listener on this machine to which a guest would like to lead the server: it notes who comes, and answers a byte a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


class SlowListener:
    """Counts the connections."""

    def __init__(self) -> None:
        self.port = 0
        self.connections = 0
        self.ended = asyncio.Event()

    async def answer(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep whoever has come as long as they stay."""
        self.connections += 1
        with suppress(ConnectionError):
            for place in count():
                writer.write(_ANSWER[place : place + 1] or b" ")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ended.wait(), 1)
                    break
        writer.close()


@asynccontextmanager
async def slow_listener() -> AsyncIterator[SlowListener]:
    """A listener at a free port, closed at the end."""
    there = SlowListener()
    server = await asyncio.start_server(there.answer, "127.0.0.1", 0)
    there.port = server.sockets[0].getsockname()[1]
    try:
        yield there
    finally:
        there.ended.set()
        server.close()
        await asyncio.sleep(0)
