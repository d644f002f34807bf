"""The server's WebSocket protocol: uvicorn's, with limits, and with little memory for each of thousands of silent pages."""

from __future__ import annotations

import asyncio
from collections import deque
from time import thread_time
from typing import Any, cast

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from mostek.server import budget
from mostek.server.budget import Budget
from mostek.server.unread import ReadDeadline

_SLICE = 128
"""The bytes that are parsed before the budget is looked at again."""
_SMALL = 1024
"""The bytes that may arrive at once from an address whose budget is spent."""
_PARTS = 64
"""The number of parts of a message that are kept apart."""
_LAST_WORD = 2.0
"""The seconds in which the application may tell the other side why it is cut off."""
_CONTROL = (Opcode.PING, Opcode.PONG, Opcode.CLOSE)
_OPEN = asyncio.Event()  # always set: writing waits for nothing
_OPEN.set()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for WebSockets with a budget and a deadline for reading.

    The application finds the `Budget` in the state of its scope. A spent budget makes the protocol deaf and gives the
    application an empty message, so that it can say why it closes.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """See uvicorn."""
        self._budget = Budget()
        super().__init__(config, server_state, {"budget": self._budget}, _loop)
        self.queue = cast(Any, _Messages())
        self.writable = _OPEN
        self._deadline: ReadDeadline
        self._is_deaf = False
        self._cost = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio`."""
        super().connection_made(transport)
        self._deadline = ReadDeadline(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio`."""
        self._deadline.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """See `asyncio`."""
        self.writable = asyncio.Event()  # set again when the other side has read enough
        self._deadline.start()

    def resume_writing(self) -> None:
        """See `asyncio`."""
        self.writable.set()
        self.writable = _OPEN
        if not self.transport.is_closing():
            self._deadline.stop()

    def shutdown(self) -> None:
        """See uvicorn."""
        super().shutdown()
        self._deadline.start()

    def data_received(self, data: bytes) -> None:
        """See `asyncio`. The data is parsed in slices, and no further than the budget goes."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()  # a page waits for the answer to its handshake
            return
        if len(data) > _SMALL and self._budget.wait:
            self._cut()
        for start in range(0, len(data), _SLICE if self.handshake_initiated else len(data)):
            if self._is_deaf or self.transport.is_closing():
                return
            self._parse(data[start : start + _SLICE] if self.handshake_initiated else data)

    def _parse(self, data: bytes) -> None:
        began = thread_time()
        self._cost = len(data) / 1024 * budget.KILOBYTE
        super().data_received(data)
        if not self._budget.spend(self._cost + (thread_time() - began) * budget.SECOND):
            self._cut()
        if self.transport.is_closing():
            self._deadline.start()

    def handle_events(self) -> None:
        """See uvicorn; frames cost."""
        for event in self.conn.events:
            control = isinstance(event, Frame) and event.opcode in _CONTROL
            self._cost += budget.CONTROL if control else budget.FRAME
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """See uvicorn; an object for each of very many parts would need much more memory than the message."""
        if len(self.frames) >= _PARTS:
            self.frames = [b"".join(self.frames)]
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """See uvicorn, which logs a text that is no UTF-8 as an error of the server, and fails after a close frame."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            self.frames = [b"".join(self.frames)]
            try:
                self.frames[0].decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        """See uvicorn."""
        await super().run_asgi()
        self._deadline.start()

    async def send(self, message: Any) -> None:
        """See ASGI."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        elif self.close_sent:
            self._deadline.start()

    def _forget_handshake(self) -> None:
        """A machine that begins with an open connection does not hold the request for as long as it lasts."""
        self.conn = ServerProtocol(state=State.OPEN, max_size=self.config.ws_max_size, logger=self.logger)
        self.scope = cast(Any, None)
        del self.request, self.response

    def _cut(self) -> None:
        """Hear no more, and let the application say why; then the connection ends, whether it has said so or not."""
        if not self._is_deaf:
            self._is_deaf = True
            self._budget.exhaust()
            self.transport.pause_reading()
            self.read_paused = False  # else the next `receive` would resume it
            self.queue.put_nowait({"type": "websocket.receive", "text": ""})
            self.loop.call_later(_LAST_WORD, self.transport.abort)


class _Messages:
    """The messages that the application has not received, for one reader. A queue of asyncio takes 2 kB more for each page."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: deque[Any] | None = None
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        if self._messages is None:
            self._messages = deque()
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        return not self._messages

    async def get(self) -> Any:
        while not self._messages:
            self._messages = None
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.popleft()
