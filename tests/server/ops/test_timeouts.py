"""Halves of requests: who never sends the rest is hung up on, and everybody else is served meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from mostek.server import timeouts
from server.sockets.served import Served, hear, served

ASKED = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALVES = {
    "nothing": b"",
    "a line": b"GET /api/he",
    "headers": ASKED[:-2],
    "a body": b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{",
    "another request": ASKED + b"GET /",
    "an empty line after a request": ASKED + b"\r\n",
}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "REQUEST_TIMEOUT", 0.6)


def tell(folder: Path, story: Callable[[Served], Awaitable[None]]) -> None:
    async def work() -> None:
        async with served(folder) as there:
            await story(there)
            assert not there.errors, there.errors

    asyncio.run(work())


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_a_request_is_not_waited_for(tmp_path: Path, half: bytes) -> None:
    async def story(there: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
        writer.write(half)
        async with asyncio.timeout(4):  # uvicorn ends idle connections after five
            with pytest.raises(ConnectionError):
                await _read_on(reader)
        writer.close()

    tell(tmp_path, story)


HANDSHAKE = b"GET /live/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket"


@pytest.mark.parametrize("asked", [b"GET /" + b"a" * 60, HANDSHAKE], ids=["a request", "a handshake"])
def test_letter_by_letter_is_no_way_to_go_on(tmp_path: Path, asked: bytes) -> None:
    async def story(there: Served) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", there.port)
        with pytest.raises(ConnectionError):
            await _write_slowly(writer, asked)

    tell(tmp_path, story)


async def _read_on(reader: asyncio.StreamReader) -> None:
    while True:
        if not await reader.read(1000):
            raise ConnectionResetError


async def _write_slowly(writer: asyncio.StreamWriter, data: bytes) -> None:
    for letter in data:
        writer.write(bytes([letter]))
        await writer.drain()
        await asyncio.sleep(0.1)


def test_whole_requests_one_after_another_and_sockets_are_left_alone(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
        async with there.page(0) as page:
            for _ in range(6):
                writer.write(ASKED)
                answer = await reader.readuntil(b'"warnings":[]}')
                assert answer.startswith(b"HTTP/1.1 200")
                await asyncio.sleep(0.3)
            await page.send(json.dumps({"type": "subscribe", "after": 0}))
            await hear(page, "snapshot")
        writer.close()

    tell(tmp_path, story)


LINE = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
ENDLESS = {
    "headers": (LINE, b"X-One: two\r\n" * 100),
    "a name": (LINE, b"a" * 10_000),
    "a value": (LINE + b"X-One: ", b"a" * 10_000),
    "an address": (b"GET /", b"a" * 10_000),
}


@pytest.mark.parametrize(("first", "then"), ENDLESS.values(), ids=ENDLESS)
def test_a_head_without_end_is_refused(tmp_path: Path, first: bytes, then: bytes) -> None:
    async def story(there: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
        writer.write(first)
        sent = await _write_until_cut(writer, then)
        assert sent < 8_000_000, "what the system takes before the server reads it, and not more"
        with suppress(ConnectionError):
            assert (await reader.read()).startswith((b"HTTP/1.1 431", b"HTTP/1.1 400")) or reader.at_eof()

    tell(tmp_path, story)


async def _write_until_cut(writer: asyncio.StreamWriter, data: bytes) -> int:
    sent = 0
    with suppress(ConnectionError):
        while sent < 50_000_000:
            writer.write(data)
            await writer.drain()
            sent += len(data)
            await asyncio.sleep(0)
    return sent


def test_requests_far_ahead_of_their_answers_are_cut_off(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
        writer.write(ASKED * 2_000)
        answered = 0
        with suppress(ConnectionError):
            while line := await reader.readline():
                answered += line.startswith(b"HTTP/1.1 200")
        assert answered < 200

    tell(tmp_path, story)


def test_of_many_handshakes_each_round_of_the_loop_does_one() -> None:
    async def story() -> None:
        loop, order = asyncio.get_running_loop(), list[object]()
        loop.set_exception_handler(lambda _, context: order.append(type(context["exception"])))

        def move(left: int) -> None:
            order.append("move")
            if left:
                loop.call_soon(move, left - 1)

        turns = timeouts.Turns(loop)
        for work in (partial(order.append, 1), partial(int, "x"), partial(order.append, 3)):
            turns.add(work)
        loop.call_soon(move, 2)
        while order.count("move") < 3:
            await asyncio.sleep(0)
        assert order == [1, "move", ValueError, "move", 3, "move"]
        turns.add(partial(order.append, 4))
        await asyncio.sleep(0)
        assert order[-1] == 4

    asyncio.run(story())
