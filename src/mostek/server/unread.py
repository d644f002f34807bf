"""A deadline for connections whose other side does not read what the server sends."""

from __future__ import annotations

import asyncio

UNREAD = 15.0
"""The seconds within which a part of what waits must be read."""
PART = 8 * 1024
"""That part in bytes: a line of a slow telephone is faster."""


class ReadDeadline:
    """Aborts a connection whose output waits without progress. To close it is not enough: that waits for the output, too."""

    __slots__ = ("_left", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch the output from now on."""
        if self._timer is None:
            self._watch()

    def stop(self) -> None:
        """Stop watching: everything was read, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _watch(self) -> None:
        self._left = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(UNREAD, self._look)

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() > self._left - PART:
            self._transport.abort()
        else:
            self._watch()
