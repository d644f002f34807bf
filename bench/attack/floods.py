"""The attackers, a process of their own: `python -m bench.attack.floods --kind pings --port 8000 --table abc --token xyz`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

AT_ONCE = 8
"""The attackers of each kind."""
ANONYMOUS = 512
_AGAIN = 0.1
_SNAPSHOT = b'{"type":"subscribe","after":0}'


@dataclass
class Target:
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


async def pings(target: Target) -> None:
    """Pings of 125 bytes, whose answers are never read."""
    _, writer = await target.open()
    await _write_on(writer, frame(9, b"x" * 125) * 100)


async def parts(target: Target) -> None:
    """A message in parts of one byte."""
    _, writer = await target.open()
    writer.write(frame(1, b" ", end=False))
    await _write_on(writer, frame(0, b" ", end=False) * 500)


async def messages(target: Target) -> None:
    """Messages that are costly to answer."""
    _, writer = await target.open()
    await _write_on(writer, frame(1, _SNAPSHOT) * 10)


async def deaf(target: Target) -> None:
    """Requests for the whole game, no faster than allowed, whose answers are never read."""
    _, writer = await target.open()
    await _write_on(writer, frame(1, _SNAPSHOT), 1.0)


async def headers(target: Target) -> None:
    """Headers without end."""
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    await _write_on(writer, b"X-One: two\r\n" * 1000)


async def name(target: Target) -> None:
    """A header whose name has no end."""
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    await _write_on(writer, b"a" * 10_000)


async def slow(target: Target) -> None:
    """A handshake of which a byte arrives in a second."""
    _, writer = await target.connect()
    for byte in target.handshake:
        writer.write(bytes((byte,)))
        await writer.drain()
        await asyncio.sleep(1)


async def resets(target: Target) -> None:
    """A text that is no UTF-8, and a reset."""
    _, writer = await target.open()
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.write(frame(1, b"\xff\xff"))
    writer.transport.abort()
    raise ConnectionResetError


async def anonymous(target: Target) -> None:
    """As many sockets of spectators as an address may have, held open."""
    async with asyncio.TaskGroup() as group:
        for _ in range(ANONYMOUS // AT_ONCE):
            group.create_task(_held(target))


async def _held(target: Target) -> None:
    while True:
        with suppress(ConnectionError):
            reader, writer = await target.open()
            writer.write(frame(1, _SNAPSHOT))
            while await reader.read(2048):
                pass
        await asyncio.sleep(1)


async def lobby(target: Target) -> None:
    """The lobby of a person with many games, again and again."""
    reader, writer = await target.connect()
    asked = f"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nCookie: mostek_session={target.token}\r\n\r\n".encode()
    while True:
        writer.write(asked)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        target.counts["answered" if b" 200 " in head[:20] else "refused"] += 1
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))


FLOODS: dict[str, Callable[[Target], Awaitable[None]]] = {
    each.__name__: each for each in (pings, parts, messages, deaf, headers, name, slow, resets, anonymous, lobby)
}
LENGTHS = {"deaf": 45.0, "slow": 25.0}
"""The seconds that a flood needs until its attackers can be cut off; others need less."""


async def _attack(flood: Callable[[Target], Awaitable[None]], target: Target) -> None:
    """Attack, and come back whenever the server has ended the connection."""
    while True:
        try:
            await flood(target)
        except (ConnectionError, asyncio.IncompleteReadError):
            target.counts["cut"] += 1
        await asyncio.sleep(_AGAIN)


async def attack(kinds: list[str], target: Target, seconds: float) -> dict[str, Counter[str]]:
    """Run floods of some kinds at once. Returns what became of them."""
    targets = {kind: Target(target.port, target.table, target.token) for kind in kinds}
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for kind in kinds:
                for _ in range(AT_ONCE):
                    group.create_task(_attack(FLOODS[kind], targets[kind]))
    return {kind: each.counts for kind, each in targets.items()}


def main() -> None:
    """Attack, and print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", nargs="+", choices=list(FLOODS), required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    os.nice(5)
    print(json.dumps(asyncio.run(attack(asked.kind, Target(asked.port, asked.table, asked.token), asked.seconds))))


if __name__ == "__main__":
    main()
