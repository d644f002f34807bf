"""Measure the live part on this machine: one server process, and a second process that plays the pages.

Run as `python bench/live.py --games 200 1000 2000` and `python bench/live.py --spectators 2000`; with `--profile FILE` the
server's time is profiled. With `--reviewers N` each number of games is measured without reviews and while N people have games
reviewed, in `--rounds` rounds in which both take turns to be first, and the ratios of the median p50 and p99 are printed. A
single stall of the disk decides the p99 of one run, so such a comparison needs several rounds, and a folder in memory (`TMPDIR`)
shows the processor alone. In each game one of two pages lays a tile every 5 seconds (`--every`), the other writes the move down
at once; pages acknowledge and answer pings as real ones do. Latency is from sending a command to the arrival of the update at
the opponent, by one clock, that of the second process.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any, Protocol

import msgspec

from mostek.app.lobby import Proposal
from mostek.server.config import Config
from mostek.store.database import Database
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.reviewers import Reviewers

_SAMPLED = 30.0
"""How often, in seconds, the server's memory is looked at while games are played."""
_STARTING = 15.0
"""The seconds after which the processes of reviews have opened the word list."""
_TICKS = os.sysconf("SC_CLK_TCK")
_ROWS = "ABCDEFGHIJKLMNO"


class Seen(msgspec.Struct):
    """What a page of the measurement needs of a view."""

    rack: str | None = None
    board: dict[str, str] | None = None
    on_turn: int | None = None
    phase: str | None = None
    viewer: int | str | None = None


class Clock(msgspec.Struct):
    """Whose clock runs."""

    running: int | None


class Told(msgspec.Struct):
    """A message of the server."""

    type: str
    n: int = 0
    after: int = 0
    ping: int = 0
    id: str = ""
    view: Seen | None = None
    changes: Seen | None = None
    refused: Any = None
    clock: Clock | None = None


_told = msgspec.json.Decoder(tuple[Told, ...])


@dataclass
class Measured:
    """Figures of a run; latencies in milliseconds."""

    laid: list[float] = field(default_factory=list)
    recorded: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    """For a game with spectators: until the last of them has an update."""
    counts: Counter[str] = field(default_factory=Counter)


class WebSocket(asyncio.Protocol):
    """A client that does no more than it must, so that it is not what is measured."""

    def __init__(self, path: str, cookie: str) -> None:
        self._path, self._cookie = path, cookie
        self._data = bytearray()
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio`."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: mostek.1\r\nCookie: mostek_session={self._cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """See `asyncio`."""
        self._data += data
        if not self._open:
            head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head[:20], head[:200]
            self._open, self._data = True, bytearray(rest)
            self.opened.set_result(None)
        for payload in self._frames():
            self.heard(payload)

    def _frames(self) -> Iterator[bytes]:
        while len(self._data) >= 2:
            kind, length, start = self._data[0] & 15, self._data[1] & 127, 2
            if length > 125:
                start = 4 if length == 126 else 10
                if len(self._data) < start:
                    return
                length = int.from_bytes(self._data[2:start], "big")
            if len(self._data) < start + length:
                return
            payload = bytes(self._data[start : start + length])
            del self._data[: start + length]
            if kind == 1:
                yield payload
            elif kind == 9:
                self._frame(10, payload)
            elif kind == 8:
                self.closed(int.from_bytes(payload[:2], "big"))

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._frame(1, msgspec.json.encode(message))

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2, "big")
        self.transport.write(bytes((0x80 | kind,)) + length + b"\0\0\0\0" + payload)  # masked by nothing

    def heard(self, payload: bytes) -> None:
        """A message has come."""

    def closed(self, code: int) -> None:
        """The server has closed the connection."""


class Page(WebSocket):
    """A player's or a spectator's page."""

    def __init__(self, game: PlayedGame, seat: int | None, cookie: str) -> None:
        super().__init__(f"/live/{game.name}", cookie)
        self.game, self.seat = game, seat
        self.n = 0
        self.rack, self.board, self.phase, self.on_turn = "", dict[str, str](), "", 0
        self._ids = 0

    def subscribe(self) -> None:
        """Ask for everything, as a page in Polish does."""
        self.send({"type": "subscribe", "after": 0, "language": "pl"})

    def do(self, command: dict[str, Any]) -> None:
        """Ask the server to do something."""
        self._ids += 1
        self.game.sent = perf_counter()
        message = {"type": "do", "id": f"{self.seat}-{self._ids}", "seen": self.n}
        self.send({**message, "command": {**command, "seat": self.seat}})

    def heard(self, payload: bytes) -> None:
        """See `WebSocket`."""
        for told in _told.decode(payload):
            self._take_message(told)

    def _take_message(self, told: Told) -> None:
        if told.type in ("snapshot", "update"):
            assert told.type == "snapshot" or told.after == self.n
            self.n = told.n
            if told.clock is not None and told.clock.running == self.seat is not None:
                self.send({"type": "ack", "n": told.n})
            self._take(told.view or told.changes or Seen())
            self.game.moved(self, told.type)
        elif told.type == "ping":
            self.send({"type": "pong", "ping": told.ping})
        elif told.type == "answer":
            self.game.answered(told)
        else:
            self.game.measured.counts[told.type] += 1

    def closed(self, code: int) -> None:
        """See `WebSocket`."""
        self.game.measured.counts[f"closed {code}"] += 1

    def _take(self, seen: Seen) -> None:
        self.rack = seen.rack if seen.rack is not None else self.rack
        self.board = seen.board if seen.board is not None else self.board
        self.phase = seen.phase or self.phase
        self.on_turn = seen.on_turn or self.on_turn


class PlayedGame:
    """One game and its pages."""

    def __init__(self, name: str, measured: Measured) -> None:
        self.name, self.measured = name, measured
        self.pages: list[Page] = []
        self.watching: list[Page] = []
        self.sent = 0.0
        self.started = False
        self._waiting_for = ""
        self._watched = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a move was sent and has not arrived."""
        return bool(self._waiting_for)

    def move(self) -> None:
        """Whoever is on turn lays a tile."""
        page = next((page for page in self.pages if page.seat == page.on_turn), None)
        if page is None or page.phase != "thinking" or self._waiting_for or not page.rack:
            self.measured.counts["skipped"] += 1
            return
        self._waiting_for = "laid"
        page.do({"type": "lay_tiles", "placement": _placement(page.board, page.rack)})

    def moved(self, page: Page, kind: str) -> None:
        """A page has got an update."""
        if kind == "snapshot":
            return
        if page.seat is None:
            self._watched += 1
            if self._watched == len(self.watching):
                self.measured.last.append((perf_counter() - self.sent) * 1000)
                self._watched = 0
            return
        if self._waiting_for == "laid" and page.phase == "laid" and page.seat != page.on_turn:
            self.measured.laid.append((perf_counter() - self.sent) * 1000)
            self._waiting_for = "recorded"
            if not self.watching:
                page.do({"type": "record_move"})
            else:
                asyncio.get_running_loop().call_later(1, page.do, {"type": "record_move"})
        elif self._waiting_for == "recorded" and page.phase == "thinking" and page.seat != page.on_turn:
            self.measured.recorded.append((perf_counter() - self.sent) * 1000)
            self._waiting_for = ""

    def answered(self, told: Told) -> None:
        """The server has answered a command."""
        self.measured.answered.append((perf_counter() - self.sent) * 1000)
        if told.refused is not None:
            self.measured.counts["refused " + told.refused["reason"]] += 1
            self._waiting_for = ""


def _placement(board: dict[str, str], rack: str) -> dict[str, str]:
    """One tile anywhere beside another; two in the middle at the beginning."""
    faces = ["a" if face == "?" else face for face in rack]
    if not board:
        return {"H8": faces[0], "H9": faces[1]}
    for name in random.sample(sorted(board), len(board)):
        row, column = _ROWS.index(name[0]), int(name[1:])
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= row + down < 15 and 1 <= column + right <= 15:
                square = f"{_ROWS[row + down]}{column + right}"
                if square not in board:
                    return {square: faces[0]}
    raise AssertionError("the board is full")


async def prepare(folder: Path, games: int, spectators: int, reviewers: int = 0) -> dict[str, Any]:
    """People with sessions, and complete tables, whose games the server begins when it starts."""
    database = Database.open(folder)
    people, sittings = UserStore(database), TableStore(database)
    guests = await asyncio.gather(*(people.welcome(f"G{number}", "pl") for number in range(2 * games)))
    proposal = Proposal(rulebook="pfs", window=None, public=False)

    async def table(number: int) -> tuple[str, list[str]]:
        (first, token), (second, other) = guests[2 * number : 2 * number + 2]
        opened = await sittings.create(first.id, proposal)
        for each in (first, second):
            await sittings.sit(opened.id, None, each.id, each.name, ready=1)
        return opened.id, [token, other]

    tables = await asyncio.gather(*(table(number) for number in range(games)))
    asking = [(await people.welcome(f"R{number}", "pl"))[1] for number in range(reviewers)]
    database.close()
    return {"tables": tables, "spectators": spectators, "reviewers": asking}


def serve(folder: Path, port: int, profile: str | None) -> None:
    """Be the server, without limits of sockets."""
    from mostek.server.run import run

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    profiler = cProfile.Profile() if profile else None
    if profiler:
        profiler.enable()
    config = Config(data=folder, host="127.0.0.1", port=port, sockets_per_address=0, sockets_per_person=0)
    run(config, lambda _: None)
    if profiler:
        profiler.disable()
        profiler.dump_stats(str(profile))


class Server:
    """The server's process, seen from outside."""

    def __init__(self, folder: Path, profile: str | None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        asked = [sys.executable, __file__, "--serve", str(folder), "--port", str(self.port)]
        asked += ["--profile", profile] if profile else []
        self._process = subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=(folder / "log").open("w"))

    def memory(self) -> int:
        """Kilobytes of the process itself."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def cpu(self) -> float:
        """Seconds of work so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def stop(self) -> None:
        """End it and wait."""
        self._process.terminate()
        self._process.wait(60)


class Served(Protocol):
    """A server that listens."""

    port: int


async def connect(server: Served, page: Page) -> None:
    """Open a page."""
    await asyncio.get_running_loop().create_connection(lambda: page, "127.0.0.1", server.port)
    await page.opened
    page.subscribe()


async def begun(server: Server, folder: Path, games: int) -> None:
    """Wait until the server has begun all games."""
    database = Database.open(folder)
    while len(await TableStore(database).playing()) < games:
        await asyncio.sleep(0.2)
    database.close()


async def measure(
    games: int, spectators: int, every: float, seconds: float, profile: str | None, reviewers: int = 0
) -> dict[str, Any]:
    """One run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared = await prepare(folder, games, spectators, reviewers)
        server = Server(folder, profile)
        try:
            return await _measure(server, folder, prepared, every, seconds)
        finally:
            server.stop()


async def _measure(
    server: Server, folder: Path, prepared: dict[str, Any], every: float, seconds: float
) -> dict[str, Any]:
    measured = Measured()
    tables = prepared["tables"]
    sleep(2)
    await begun(server, folder, len(tables))
    await asyncio.sleep(2)
    memory = {"begun": server.memory()}
    games = []
    for table, tokens in tables:
        game = PlayedGame(table, measured)
        game.pages = [Page(game, seat, token) for seat, token in enumerate(tokens, 1)]
        game.watching = [Page(game, None, "") for _ in range(prepared["spectators"])]
        games.append(game)
    for some in _lots([page for game in games for page in (*game.pages, *game.watching)], 50):
        await asyncio.gather(*(connect(server, page) for page in some))
    reviewing = Reviewers(server.port, prepared["reviewers"]) if prepared["reviewers"] else None
    await asyncio.sleep(3 if reviewing is None else _STARTING)
    memory["connected"] = server.memory()
    began, cpu = perf_counter(), server.cpu()
    sampling = asyncio.create_task(_sample(server, memory))
    await asyncio.gather(*(_play(game, number / len(games), every, seconds) for number, game in enumerate(games)))
    wall = perf_counter() - began
    used = server.cpu() - cpu
    sampling.cancel()
    await asyncio.sleep(1)
    memory["after"] = server.memory()
    if reviewing is not None:
        measured.counts["reviews in work"] = reviewing.working
        await asyncio.to_thread(reviewing.stop)
    return _report(len(tables), prepared["spectators"], measured, memory, used / wall)


async def _sample(server: Server, memory: dict[str, int]) -> None:
    for number in count(1):
        await asyncio.sleep(_SAMPLED)
        memory[f"after {number * _SAMPLED:.0f} s"] = server.memory()


async def _play(game: PlayedGame, phase: float, every: float, seconds: float) -> None:
    await asyncio.sleep(phase * every)
    ends = perf_counter() + seconds
    while perf_counter() < ends:
        game.move()
        await asyncio.sleep(every)


def _lots(pages: Sequence[Page], size: int) -> Iterator[Sequence[Page]]:
    for first in range(0, len(pages), size):
        yield pages[first : first + size]


def _report(games: int, spectators: int, measured: Measured, memory: dict[str, int], cpu: float) -> dict[str, Any]:
    return {
        "games": games,
        "spectators": spectators,
        "laid": _percentiles(measured.laid),
        "recorded": _percentiles(measured.recorded),
        "answered": _percentiles(measured.answered),
        "last spectator": _percentiles(measured.last),
        "server cores": round(cpu, 2),
        "memory kB": memory,
        "counts": dict(measured.counts),
    }


def _percentiles(values: list[float]) -> dict[str, float]:
    if not values:
        return {}
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"n": len(values), "p50": round(median(ordered), 1), "p99": round(p99, 1), "max": round(ordered[-1], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=[200, 1000, 2000])
    parser.add_argument("--spectators", type=int, default=0, help="one game with so many pages that only look on")
    parser.add_argument("--every", type=float, default=5, help="how often, in seconds, a game has a move")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument(
        "--reviewers", type=int, default=0, help="measure again while so many people have games reviewed"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often, with reviewers, each case is measured")
    parser.add_argument("--profile", help="where the server's profile is kept")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if asked.serve:
        serve(asked.serve, asked.port, asked.profile)
        return
    for games in [1] if asked.spectators else asked.games:
        figures: dict[int, list[dict[str, Any]]] = {0: [], asked.reviewers: []}
        for number in range(asked.rounds if asked.reviewers else 1):
            for reviewers in sorted(figures, reverse=number % 2 == 1):
                run = measure(games, asked.spectators, asked.every, asked.seconds, asked.profile, reviewers)
                figures[reviewers].append(asyncio.run(run))
                print(json.dumps({"reviewers": reviewers, **figures[reviewers][-1]}), flush=True)
        if asked.reviewers:
            print(json.dumps({"ratio beside reviews": _ratios(figures[0], figures[asked.reviewers])}), flush=True)


def _ratios(alone: list[dict[str, Any]], beside: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """The ratios of the medians over the rounds."""

    def middle(runs: list[dict[str, Any]], what: str, name: str) -> float:
        return float(median(run[what][name] for run in runs))

    return {
        what: {name: round(middle(beside, what, name) / middle(alone, what, name), 2) for name in ("p50", "p99")}
        for what in ("laid", "recorded", "answered")
    }


if __name__ == "__main__":
    main()
