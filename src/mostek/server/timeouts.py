"""Limits of HTTP connections that uvicorn lacks: the size and time of requests, requests ahead, and unread answers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from mostek.server.unread import ReadDeadline

REQUEST_TIMEOUT = 20.0
"""The seconds within which a whole request must arrive; none is large."""
LARGEST_HEAD = 16 * 1024
"""The largest request line with its headers in bytes; uvicorn would collect a header without an end until memory is full."""
MOST_HEADERS = 100
STREAMS = "/live/"
"""The beginning of the addresses of streams."""
_SLICE = 4 * 1024
"""The bytes that are parsed before the limits are looked at again."""
_AHEAD = 4
"""The number of requests that may wait for the answer to the one before; browsers send none ahead."""
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Turns:
    """Does one thing in each round of the loop, so that many which come at once delay everything else by one of them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Callable[[], object]] = deque()

    def add(self, work: Callable[[], object]) -> None:
        """Do this when all that was added before is done."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            self._loop.call_soon(self._next)

    def _next(self) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                self._loop.call_soon(self._next)


class TimeoutProtocol(HttpToolsProtocol):
    """Closes a connection whose next request is too large or does not arrive in time, or whose answer is not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._waits_since = self.loop.time()
        self._timer = self.loop.call_later(REQUEST_TIMEOUT, self._look)
        self._deadline = ReadDeadline(transport)
        self._head = 0
        self._in_head = True
        self._upgraded = False

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._timer.cancel()
        self._deadline.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`."""
        super().pause_writing()
        self._deadline.start()

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`."""
        super().resume_writing()
        self._deadline.stop()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`. What follows a request that becomes a socket is dropped: a page waits for the answer."""
        for start in range(0, len(data), _SLICE):
            if self._upgraded or self.transport.is_closing():
                return
            piece = data[start : start + _SLICE]
            self._head += len(piece) if self._in_head else 0
            super().data_received(piece)
            if self._in_head and (self._head > LARGEST_HEAD or len(self.headers or ()) > MOST_HEADERS):
                self.transport.write(_TOO_LARGE)
                self.transport.close()
            elif len(self.pipeline) > _AHEAD:
                self.transport.abort()
        if self.transport.is_closing():
            self._deadline.start()

    def on_message_begin(self) -> None:
        """See uvicorn."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """See uvicorn."""
        self._in_head = False
        self._head = 0
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """See uvicorn: the next request follows."""
        self._waits_since = self.loop.time()
        super().on_response_complete()

    def shutdown(self) -> None:
        """See uvicorn: a stream, which never ends by itself, ends now, and its page asks again when the server is back."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete and cycle.scope["path"].startswith(STREAMS):
            self.transport.close()
        super().shutdown()

    def handle_websocket_upgrade(self) -> None:
        """See uvicorn: the connection becomes a socket without this timeout, when it is its turn."""
        self._upgraded = True
        self._timer.cancel()
        self._deadline.stop()
        _in_turn(self.loop).add(self._become_socket)

    def _become_socket(self) -> None:
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()
        del self.parser  # they know each other, and circles are looked for seldom

    def _look(self) -> None:
        """Close the connection, or check again later."""
        left = self._waits_since + REQUEST_TIMEOUT - self.loop.time()
        if self._is_waiting and left <= 0:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(max(left, 1.0), self._look)

    @property
    def _is_waiting(self) -> bool:
        """Whether the server waits for the rest of a request."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body


def _in_turn(loop: asyncio.AbstractEventLoop) -> Turns:
    """The handshakes of a loop: each takes a third of a millisecond, and a crowd sends hundreds at the same moment."""
    return _handshakes.setdefault(loop, Turns(loop))


_handshakes: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()
