"""Connections of HTTP that keep the server waiting: uvicorn ends idle ones, but waits for the rest of a request for ever."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

REQUEST_TIMEOUT = 20.0
"""For how many seconds a whole request, of which none is large here, may be on its way."""


class TimeoutProtocol(HttpToolsProtocol):
    """Hangs up on who does not send a whole request in time, be it the first or another one on the same connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._waits_since = self.loop.time()
        self._timer = self.loop.call_later(REQUEST_TIMEOUT, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """See uvicorn: it goes on with the next request."""
        self._waits_since = self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """See uvicorn: the connection becomes a socket, which is not for this one to watch."""
        self._timer.cancel()
        super().handle_websocket_upgrade()
        del self.parser  # they know each other, and circles are looked for seldom

    def _look(self) -> None:
        """Hang up, or look again later."""
        left = self._waits_since + REQUEST_TIMEOUT - self.loop.time()
        if self._is_waiting and left <= 0:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(max(left, 1.0), self._look)

    @property
    def _is_waiting(self) -> bool:
        """Whether it is the other side's turn: no request has arrived, or only a part."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body
