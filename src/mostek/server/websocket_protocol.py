"""The server's end of a WebSocket, which keeps next to nothing while its page is silent: thousands are open at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, MutableMapping
from itertools import chain
from typing import Any, cast
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected, get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

Message = MutableMapping[str, Any]

_FAREWELL = 10.0
"""For how many seconds the other side may take its leave after the server has."""

log = logging.getLogger("uvicorn.error")


class SocketProtocol(asyncio.Protocol):
    """ASGI for the application; RFC 6455 by the state machine of `websockets`, which knows no network.

    uvicorn's own class does the same, and holds the whole handshake, a queue and two events for as long as the connection
    lasts: 19 kB with a task that waits, of which 8 are left here.
    """

    __slots__ = (
        "_arrived",
        "_config",
        "_ended",
        "_farewell",
        "_full",
        "_handshake",
        "_lost",
        "_parts",
        "_server",
        "_transport",
        "_waiting",
        "_wire",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        """See uvicorn. The objects in `app_state` are the application's own, which needs no copies of them."""
        self._config = config
        self._server = server_state
        self._transport: asyncio.Transport
        self._wire = ServerProtocol(max_size=config.ws_max_size, logger=log)
        self._handshake: Response | None = None
        """What is answered when the application accepts; gone afterwards."""
        self._arrived: Iterator[Any] = iter(())
        """What the application has not taken yet."""
        self._parts: list[Frame] = []
        """The beginning of a message that comes in several frames."""
        self._waiting: asyncio.Future[None] | None = None
        """The application waits for a message."""
        self._full: asyncio.Event | None = None
        """The network takes no more at present."""
        self._ended: int | None = None
        """The close code with which it ended for the application."""
        self._farewell: asyncio.TimerHandle | None = None
        self._lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio`."""
        self._transport = cast(asyncio.Transport, transport)
        self._server.connections.add(cast(Any, self))

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio`."""
        self._server.connections.discard(cast(Any, self))
        self._lost = True
        self._end(CloseCode.ABNORMAL_CLOSURE)
        self.resume_writing()
        if self._farewell is not None:
            self._farewell.cancel()

    def pause_writing(self) -> None:
        """See `asyncio`: senders wait."""
        self._full = asyncio.Event()

    def resume_writing(self) -> None:
        """See `asyncio`."""
        if self._full is not None:
            self._full.set()
            self._full = None

    def eof_received(self) -> bool | None:
        """See `asyncio`: the connection is closed then."""
        return None

    def shutdown(self) -> None:
        """See uvicorn: the server ends."""
        if self._wire.state is State.OPEN:
            self._wire.send_close(CloseCode.SERVICE_RESTART)
            self._flush()
        self._refuse(500, "Internal Server Error")
        self._end(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """See `asyncio`. While the application is busy with one lot, the network keeps the rest after the next."""
        self._wire.receive_data(data)
        events = self._wire.events_received()
        self._flush()
        if events and isinstance(events[0], Request):
            self._open(events[0])
        elif self._wire.close_sent is not None and self._farewell is not None:
            return  # the server has taken its leave; what comes now is for nobody
        elif events:
            self._arrived = chain(self._arrived, events)
            if self._waiting is None:
                self._transport.pause_reading()
            self._wake()
        if self._wire.parser_exc is not None:
            self._end(CloseCode.PROTOCOL_ERROR)

    async def receive(self) -> Message:
        """See ASGI."""
        if self._handshake is not None:
            return {"type": "websocket.connect"}
        while True:
            for frame in self._arrived:
                if (message := self._message(frame)) is not None:
                    return message
            self._arrived = iter(())
            if self._ended is not None:
                return {"type": "websocket.disconnect", "code": self._ended}
            await self._wait()

    async def send(self, message: Message) -> None:
        """See ASGI. Raises `ClientDisconnected`, an `OSError`, when the page has gone."""
        if self._full is not None:
            await self._full.wait()
        if self._lost:
            raise ClientDisconnected
        try:
            self._say(message)
        except InvalidState:
            raise ClientDisconnected from None
        self._flush()

    def _open(self, request: Request) -> None:
        """Ask the application. Until it has accepted, nothing is read."""
        response = self._wire.accept(request)
        if response.status_code != 101:
            self._wire.send_response(response)
            self._flush()
            return
        self._transport.pause_reading()
        self._handshake = response
        running = asyncio.get_running_loop().create_task(self._run(self._scope(request)))
        self._server.tasks.add(running)
        running.add_done_callback(self._server.tasks.discard)

    async def _run(self, scope: Any) -> None:
        try:
            await self._config.loaded_app(scope, cast(Any, self.receive), cast(Any, self.send))
        except ClientDisconnected:
            pass
        except Exception:
            log.exception("Exception in ASGI application\n")
        finally:
            self._refuse(500, "Internal Server Error")
            if self._farewell is None:
                self._transport.close()

    def _scope(self, request: Request) -> Message:
        path, _, query = request.path.partition("?")
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self._transport) else "ws",
            "server": get_local_addr(self._transport),
            "client": get_remote_addr(self._transport),
            "root_path": self._config.root_path,
            "path": self._config.root_path + unquote(path),
            "raw_path": (self._config.root_path + path).encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [(name.encode("ascii"), value.encode("latin-1")) for name, value in request.headers.raw_items()],
            "subprotocols": [name.strip() for name in offered.split(",") if name.strip()],
            "state": {},
            "extensions": {},
        }

    def _say(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self._accept(message.get("subprotocol"), message.get("headers", ()))
            case "websocket.send" if message.get("text") is not None:
                self._wire.send_text(message["text"].encode())
            case "websocket.send":
                self._wire.send_binary(message["bytes"])
            case "websocket.close" if self._handshake is not None:
                self._refuse(403, "")
                self._end(CloseCode.ABNORMAL_CLOSURE)
            case "websocket.close":
                self._take_leave(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "")
            case other:
                raise RuntimeError(f"ASGI message {other!r} is not for an open socket.")

    def _accept(self, subprotocol: str | None, headers: Any) -> None:
        response, self._handshake = self._handshake, None
        assert response is not None, "the application may accept once"
        del response.headers["Date"]
        for name, value in (*self._server.default_headers, *headers):
            response.headers[name.decode("latin-1")] = value.decode("latin-1")
        if subprotocol:
            response.headers["Sec-WebSocket-Protocol"] = subprotocol
        self._wire.send_response(response)
        self._flush()
        # A machine that begins with an open connection does not hold the request for as long as it lasts.
        self._wire = ServerProtocol(state=State.OPEN, max_size=self._config.ws_max_size, logger=log)
        self._transport.resume_reading()

    def _refuse(self, status: int, why: str) -> None:
        """Answer the handshake with no, if it has not been answered."""
        if self._handshake is not None:
            self._handshake = None
            self._wire.send_response(self._wire.reject(status, why))
            self._flush()

    def _take_leave(self, code: int, reason: str) -> None:
        self._wire.send_close(code, reason)
        self._arrived = iter(())
        self._end(code)
        self._farewell = asyncio.get_running_loop().call_later(_FAREWELL, self._transport.close)
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _flush(self) -> None:
        """Send what the machine says; an empty piece is its end."""
        for piece in self._wire.data_to_send():
            if piece:
                self._transport.write(piece)
            else:
                self._transport.close()

    def _message(self, frame: Frame) -> Message | None:
        """What a frame means to the application; most of what is not text means nothing."""
        if frame.opcode is Opcode.CLOSE:
            assert self._wire.close_rcvd is not None
            self._end(self._wire.close_rcvd.code)
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return None
        if frame.data or not self._parts:  # nothing but empty frames is no reason to keep ever more of them
            self._parts.append(frame)
        if not frame.fin:
            return None
        frames, self._parts = self._parts, []
        data = b"".join(each.data for each in frames)
        if frames[0].opcode is Opcode.BINARY:
            return {"type": "websocket.receive", "bytes": data}
        try:
            return {"type": "websocket.receive", "text": data.decode()}
        except UnicodeDecodeError:
            self._wire.fail(CloseCode.INVALID_DATA)
            self._flush()
            self._end(CloseCode.INVALID_DATA)
            return None

    async def _wait(self) -> None:
        """Until something has come. It is read again, if it was not."""
        if not self._transport.is_closing():
            self._transport.resume_reading()
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _end(self, code: int) -> None:
        """For the application it is over, for the first reason that there was."""
        self._ended = code if self._ended is None else self._ended
        self._wake()
