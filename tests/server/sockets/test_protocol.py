"""The server's end of a WebSocket, around an application of a few lines: RFC 6455 on one side, ASGI on the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mostek.server import unread, websocket_protocol
from mostek.server.budget import Budget
from mostek.server.network import listening
from mostek.server.run import _settings

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
EMPTY = b"\x00\x80\x00\x00\x00\x00"
"""A continuation frame without content, masked."""
App = Callable[[Any, Any, Any], Awaitable[None]]
Story = Callable[[int], Awaitable[None]]


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Says everything back; `bye` ends it."""
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept", "subprotocol": next(iter(scope["subprotocols"]), None)})
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") == "bye":
            await send({"type": "websocket.close", "code": 4001, "reason": "as you say"})
        else:
            await send({**message, "type": "websocket.send"})


async def _refuses(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.close", "code": 4403})


async def _fails(scope: Any, receive: Any, send: Any) -> None:
    raise ValueError("no idea")


async def _forgets(scope: Any, receive: Any, send: Any) -> None:
    """Returns without an answer."""


@asynccontextmanager
async def _running(app: App) -> AsyncIterator[int]:
    settings = _settings(app)
    settings.lifespan = "off"
    server = uvicorn.Server(settings)
    there = listening("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[there]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield there.getsockname()[1]
    finally:
        server.should_exit = True
        async with asyncio.timeout(5):
            await running


def _tell(story: Story, app: App = _echo) -> None:
    async def work() -> None:
        async with _running(app) as port, asyncio.timeout(10):
            await story(port)

    asyncio.run(work())


def _page(port: int, **more: Any) -> Any:
    return connect(f"ws://127.0.0.1:{port}/live/x", compression=None, max_size=None, **more)


async def _code(page: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        await page.recv()
    return closed.value.rcvd.code if closed.value.rcvd is not None else None


def test_what_is_said_comes_back_whole_or_in_pieces() -> None:
    async def story(port: int) -> None:
        async with _page(port, subprotocols=["first", "second"]) as page:
            assert page.subprotocol == "first"
            for said in ("zażółć", b"\x00\xff", ["za", "żó", "łć"], "", ["", ""]):
                await page.send(said)
                assert await page.recv() == ("".join(said) if isinstance(said, list) else said)
            await (await page.ping())  # pings of the other side are answered at once
        assert page.close_code == 1000

    _tell(story)


@pytest.fixture
def _no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "Budget", lambda: Budget(10**9, 1))


@pytest.mark.usefixtures("_no_budget")
def test_many_messages_at_once_are_taken_one_after_another() -> None:
    async def story(port: int) -> None:
        async with _page(port) as page:
            said = [str(number) * 50 for number in range(3_000)]
            sending = asyncio.create_task(_send_all(page, said))
            assert [await page.recv() for _ in said] == said
            await sending

    _tell(story)


async def _send_all(page: ClientConnection, said: list[str]) -> None:
    for each in said:
        await page.send(each)


@pytest.mark.usefixtures("_no_budget")
def test_who_does_not_read_makes_the_sender_wait_and_nobody_else() -> None:
    async def story(port: int) -> None:
        async with _page(port, max_queue=1) as deaf, _page(port) as other:
            sending = asyncio.create_task(_send_all(deaf, ["x" * 60_000] * 300))
            await asyncio.sleep(0.2)
            assert not sending.done()
            await other.send("hello")
            assert await other.recv() == "hello"
            assert [len(await deaf.recv()) for _ in range(300)] == [60_000] * 300
            await sending

    _tell(story)


def test_the_server_takes_its_leave_and_waits_for_the_answer() -> None:
    async def story(port: int) -> None:
        async with _page(port) as page:
            await page.send("bye")
            await page.send("nobody hears this")
            assert await _code(page) == 4001
            assert page.close_reason == "as you say"

    _tell(story)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (b"\x81\x82\x00\x00\x00\x00\xff\xff", 1007),
        (b"\x81\xff\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00", 1009),
        (b"\x81\x02ab", 1002),
        (b"\x80\x80\x00\x00\x00\x00", 1002),
    ],
    ids=["no UTF-8", "too long", "not masked", "the end of nothing"],
)
def test_what_is_no_message_ends_the_connection(frames: bytes, code: int) -> None:
    async def story(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        writer.write(frames)
        said = await reader.read()
        assert (said[0], int.from_bytes(said[2:4], "big")) == (0x88, code)
        writer.close()

    _tell(story)


@pytest.mark.usefixtures("_no_budget")
def test_empty_pieces_without_end_are_not_kept() -> None:
    async def story(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x01\x81\x00\x00\x00\x00a" + EMPTY * 100_000 + b"\x80\x81\x00\x00\x00\x00b")
        assert await reader.readexactly(4) == b"\x81\x02ab"
        writer.close()

    _tell(story)


@pytest.mark.parametrize(("app", "status"), [(_refuses, 403), (_fails, 500), (_forgets, 500)])
def test_an_application_that_lets_nobody_in(app: App, status: int) -> None:
    async def story(port: int) -> None:
        with pytest.raises(InvalidStatus) as refused:
            await _page(port).__aenter__()
        assert refused.value.response.status_code == status

    _tell(story, app)


def test_a_handshake_without_a_key_is_answered_with_400() -> None:
    async def story(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE.replace(b"Sec-WebSocket-Key", b"Key"))
        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
        writer.close()

    _tell(story)


def test_pages_are_told_that_the_server_restarts() -> None:
    async def work() -> None:
        async with _running(_echo) as port:
            page = await _page(port).__aenter__()
            await page.send("hello")
            await page.recv()
        assert await _code(page) == 1012

    asyncio.run(work())


@pytest.mark.parametrize("rest", [b"", b"\x88\x82\x00\x00\x00\x00\x03\xe8"], ids=["alone", "before a farewell"])
def test_bad_utf8_ends_a_connection_and_is_no_error_of_the_server(
    rest: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x82\x00\x00\x00\x00\xff\xff" + rest)
        assert (await reader.read())[0] == 0x88
        writer.close()

    _tell(story)
    assert not [record for record in caplog.records if record.exc_info], caplog.text


async def _talks(scope: Any, receive: Any, send: Any) -> None:
    """Talks without end, over whichever protocol."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while True:
            await send({"type": "websocket.send", "text": "x" * 60_000})
    await send({"type": "http.response.start", "status": 200, "headers": []})
    while True:
        await send({"type": "http.response.body", "body": b"x" * 60_000, "more_body": True})


@pytest.mark.parametrize("asked", [UPGRADE, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["a socket", "HTTP"])
def test_who_reads_nothing_is_cut_off(asked: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "UNREAD", 0.3)
    ended = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        talking = asyncio.ensure_future(_talks(scope, receive, send))
        if scope["type"] == "http":
            while (await receive())["type"] != "http.disconnect":
                pass
            talking.cancel()
        else:
            with pytest.raises(ClientDisconnected):
                await talking
        ended.set()

    async def story(port: int) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(asked)
        await ended.wait()
        writer.close()

    _tell(story, app)
