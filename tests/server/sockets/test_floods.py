"""Floods over a socket: who floods is cut off, and a player's move is answered meanwhile."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from server.sockets.served import Served, hear, served


def frame(kind: int, payload: bytes, end: bool = True) -> bytes:
    """A frame of a client, masked by nothing."""
    return bytes((0x80 * end | kind, 0x80 | len(payload))) + b"\0\0\0\0" + payload


FLOODS = {
    "pings that are never read": frame(9, b"x" * 125),
    "pongs": frame(10, b""),
    "one-byte parts of a message": frame(0, b" ", end=False),
    "empty parts": frame(0, b"", end=False),
    "messages": frame(1, b'{"type":"ask_options"}'),
    "what is no message": frame(1, b"x"),
}


async def _opened(there: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", there.port)
    writer.write(
        f"GET /live/{there.table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
    return reader, writer


async def _flood(there: Served, data: bytes) -> None:
    """Send without end and without reading, until the server ends the connection."""
    _, writer = await _opened(there)
    writer.write(frame(1, b" ", end=False) if data[0] & 15 == 0 else b"")
    with suppress(ConnectionError):
        while True:
            writer.write(data * 500)
            await writer.drain()
            await asyncio.sleep(0)
    writer.close()


async def _moves(there: Served) -> None:
    """Whoever is on turn passes, and the other player is told."""
    async with there.page(0) as first, there.page(1) as second:
        pages: list[ClientConnection] = [first, second]
        for page in pages:
            await page.send(json.dumps({"type": "subscribe", "after": 0}))
        snapshots = [await hear(page, "snapshot") for page in pages]
        turn = snapshots[0]["view"]["on_turn"]
        command = {"type": "pass_turn", "seat": turn}
        do = {"type": "do", "id": "honest", "seen": snapshots[0]["n"], "command": command}
        await pages[turn - 1].send(json.dumps(do))
        assert (await hear(pages[turn - 1], "answer"))["refused"] is None
        await hear(pages[2 - turn], "update")


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_who_floods_is_cut_off_and_a_move_is_answered(tmp_path: Path, flood: bytes) -> None:
    async def story(there: Served) -> None:
        floods = [asyncio.create_task(_flood(there, flood)) for _ in range(8)]
        await _moves(there)
        await asyncio.gather(*floods)

    _tell(tmp_path, story)


def test_a_reset_after_bad_utf8_disturbs_no_game(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        game = await there.live.open()
        for _ in range(5):
            _, writer = await _opened(there)
            at_once = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            writer.write(frame(1, b"\xff\xff"))
            writer.transport.abort()
        await _moves(there)
        assert (await there.live.open()).board is game.board, "the game was not read again"

    _tell(tmp_path, story)


def _tell(folder: Path, story: Callable[[Served], asyncio.Future[None] | object]) -> None:
    async def work() -> None:
        async with served(folder) as there, asyncio.timeout(30):
            await story(there)  # type: ignore[misc]
            assert not there.errors, there.errors

    asyncio.run(work())
