"""Floods of connections: what one client, and a few hundred, can do to a socket."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

AT_ONCE = 8
"""The attackers of each kind."""
_ANONYMOUS = 512
_SNAPSHOT = b'{"type":"subscribe","after":0}'


@dataclass
class Attacker:
    """What is attacked, and what became of it."""

    port: int
    table: str
    token: str
    """The session of a person with many games."""
    counts: Counter[str] = field(default_factory=Counter)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection that reads next to nothing by itself."""
        there = socket.socket()
        there.setblocking(False)
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.get_running_loop().sock_connect(there, ("127.0.0.1", self.port))
        self.counts["opened"] += 1
        return await asyncio.open_connection(sock=there, limit=2048)

    @property
    def handshake(self) -> bytes:
        """The request for a socket of a spectator."""
        return (
            f"GET /live/{self.table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a socket. Raises `ConnectionError` if it is refused."""
        reader, writer = await self.connect()
        writer.write(self.handshake)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            raise ConnectionRefusedError from None
        if b" 101 " not in answer[:20]:
            self.counts["refused"] += 1
            raise ConnectionRefusedError
        return reader, writer


def frame(kind: int, payload: bytes, end: bool = True) -> bytes:
    """A frame of a client, masked by nothing."""
    return bytes((0x80 * end | kind, 0x80 | len(payload))) + b"\0\0\0\0" + payload


async def _write_on(writer: asyncio.StreamWriter, data: bytes, pause: float = 0.0) -> None:
    while True:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(pause)


async def pings(attacker: Attacker) -> None:
    """Pings of 125 bytes, whose answers are never read."""
    _, writer = await attacker.open()
    await _write_on(writer, frame(9, b"x" * 125) * 100)


async def parts(attacker: Attacker) -> None:
    """A message in parts of one byte."""
    _, writer = await attacker.open()
    writer.write(frame(1, b" ", end=False))
    await _write_on(writer, frame(0, b" ", end=False) * 500)


async def messages(attacker: Attacker) -> None:
    """Messages that are costly to answer."""
    _, writer = await attacker.open()
    await _write_on(writer, frame(1, _SNAPSHOT) * 10)


async def deaf(attacker: Attacker) -> None:
    """Requests for the whole game, no faster than allowed, whose answers are never read."""
    _, writer = await attacker.open()
    await _write_on(writer, frame(1, _SNAPSHOT), 1.0)


async def headers(attacker: Attacker) -> None:
    """Headers without end."""
    _, writer = await attacker.connect()
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    await _write_on(writer, b"X-One: two\r\n" * 1000)


async def name(attacker: Attacker) -> None:
    """A header whose name has no end."""
    _, writer = await attacker.connect()
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    await _write_on(writer, b"a" * 10_000)


async def slow(attacker: Attacker) -> None:
    """A handshake of which a byte arrives in a second."""
    _, writer = await attacker.connect()
    for byte in attacker.handshake:
        writer.write(bytes((byte,)))
        await writer.drain()
        await asyncio.sleep(1)


async def resets(attacker: Attacker) -> None:
    """A text that is no UTF-8, and a reset."""
    _, writer = await attacker.open()
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.write(frame(1, b"\xff\xff"))
    writer.transport.abort()
    raise ConnectionResetError


async def anonymous(attacker: Attacker) -> None:
    """As many sockets of spectators as an address may have, held open."""
    async with asyncio.TaskGroup() as group:
        for _ in range(_ANONYMOUS // AT_ONCE):
            group.create_task(_held(attacker))


async def _held(attacker: Attacker) -> None:
    while True:
        with suppress(ConnectionError):
            reader, writer = await attacker.open()
            writer.write(frame(1, _SNAPSHOT))
            while await reader.read(2048):
                pass
        await asyncio.sleep(1)


async def lobby(attacker: Attacker) -> None:
    """The lobby of a person with many games, again and again."""
    reader, writer = await attacker.connect()
    asked = f"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nCookie: mostek_session={attacker.token}\r\n\r\n".encode()
    while True:
        writer.write(asked)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        attacker.counts["answered" if b" 200 " in head[:20] else "refused"] += 1
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))


ON_SOCKETS: tuple[Callable[[Attacker], Awaitable[None]], ...] = (
    pings,
    parts,
    messages,
    deaf,
    headers,
    name,
    slow,
    resets,
    anonymous,
    lobby,
)
