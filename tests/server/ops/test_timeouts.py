"""Halves of requests: who never sends the rest is hung up on, and everybody else is served meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from mostek.server import timeouts
from server.sockets.served import Served, hear, served

ASKED = b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\n"
HALVES = {
    "nothing": b"",
    "a line": b"GET /api/he",
    "headers": ASKED[:-2],
    "a body": b"POST /api/me HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{",
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


def test_letter_by_letter_is_no_way_to_go_on(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", there.port)
        with pytest.raises(ConnectionError):
            await _write_slowly(writer, b"GET /" + b"a" * 60)

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
                answer = await reader.readuntil(b'{"status":"ok"}')
                assert answer.startswith(b"HTTP/1.1 200")
                await asyncio.sleep(0.3)
            await page.send(json.dumps({"type": "subscribe", "after": 0}))
            await hear(page, "snapshot")
        writer.close()

    tell(tmp_path, story)
