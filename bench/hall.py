"""Measure a hall on this machine: one server process with one tournament, and a second process with everybody's pages.

Run as `python -m bench.hall` (300 players with phones, 20 officials, 1 000 spectators, 12 rounds). Officials type the results at
the speed of `--results` a second; every page listens to its stream. A latency is from sending a command to the arrival of its
update at a page, by one clock, that of the second process.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

_TICKS = os.sysconf("SC_CLK_TCK")
_CSRF = "x" * 43
_addresses = itertools.count(1)


@dataclass
class Arrivals:
    """When updates have arrived: by kind of page, the milliseconds from sending the command."""

    sent: dict[str, float] = field(default_factory=dict)
    """When the command was sent, by what it changes: `table/3/17`, `round/3`."""
    lags: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seen: Counter[str] = field(default_factory=Counter)
    """How many pages have each change."""
    received: int = 0
    """In bytes."""

    def arrived(self, kind: str, data: bytes) -> None:
        """Note what an update has brought."""
        now = perf_counter()
        for key in _brought(data):
            if key in self.sent:
                what = "pairing" if key.startswith("round") else "result"
                self.lags[f"{what} at {kind}"].append((now - self.sent[key]) * 1000)
                self.seen[f"{kind} {key}"] += 1


@lru_cache(maxsize=64)
def _brought(data: bytes) -> tuple[str, ...]:
    """The results and rounds in an update; all pages of a kind get the same bytes, which are read once."""
    changes = json.loads(data).get("changes") or {}
    rounds = [f"round/{each['round']}" for each in changes.get("rounds", ()) if each["started_at"] is None]
    tables = [each for each in changes.get("tables", ()) if each["light"] == "in"]
    return (*rounds, *(f"table/{each['round']}/{each['table']}" for each in tables))


class Stream(asyncio.Protocol):
    """A page that listens; it does no more than it must, so that it is not what is measured."""

    def __init__(self, path: str, kind: str, arrivals: Arrivals, cookie: str = "") -> None:
        self._path, self._kind, self._arrivals, self._cookie = path, kind, arrivals, cookie
        self._sent, self._data = bytearray(), bytearray()
        self._unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio`."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        cookie = f"Cookie: mostek_session={self._cookie}\r\n" if self._cookie else ""
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """See `asyncio`."""
        self._arrivals.received += len(data)
        self._sent += data
        if not self.opened.done():
            head, found, rest = bytes(self._sent).partition(b"\r\n\r\n")
            if not found:
                return
            self.opened.set_result(int(head.split(b" ", 2)[1]))
            self._sent = bytearray(rest)
        self._unpack()
        while (end := self._data.find(b"\n\n")) >= 0:
            event, self._data = bytes(self._data[:end]), self._data[end + 2 :]
            start = event.find(b"data: ")
            if start >= 0:
                self._arrivals.arrived(self._kind, event[start + 6 :])

    def _unpack(self) -> None:
        """Take what chunks are whole, as a browser does."""
        while (end := self._sent.find(b"\r\n")) >= 0:
            size = int(self._sent[:end], 16)
            if len(self._sent) < end + size + 4:
                return
            self._data += self._unpacking.decompress(bytes(self._sent[end + 2 : end + 2 + size]))
            del self._sent[: end + size + 4]

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio`."""
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_result(0)


@dataclass
class Client:
    """A person who sends requests, over one connection."""

    port: int
    cookie: str
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A request and its answer; a connection that was idle for long is opened anew."""
        if self.reader is not None and self.reader.at_eof():
            self.writer = None
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        assert self.reader is not None
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
            f"Content-Type: application/json\r\nX-CSRF-Token: {_CSRF}\r\n"
            f"Cookie: mostek_csrf={_CSRF}; mostek_session={self.cookie}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        answered = await self.reader.readline()
        if not answered:  # the server closes what is idle for seconds
            self.writer = None
            return await self.ask(method, path, body)
        status = int(answered.split()[1])
        length = 0
        while line := (await self.reader.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, json.loads(await self.reader.readexactly(length) or b"null")


async def _listen(port: int, path: str, kind: str, arrivals: Arrivals, cookie: str = "") -> Stream:
    loop = asyncio.get_running_loop()
    own = f"127.0.{next(_addresses) // 250}.{next(_addresses) % 250 + 1}", 0  # each phone has its own in a hall
    _, stream = await loop.create_connection(
        lambda: Stream(path, kind, arrivals, cookie), "127.0.0.1", port, local_addr=own
    )
    status = await stream.opened
    if status != 200:
        raise RuntimeError(f"{path}: {status}")
    return stream


async def _people(folder: Path, officials: int, players: int) -> tuple[str, str, list[str], list[str]]:
    """A tournament in the folder of a server that does not run yet: its id, the codes, the tokens of director and helpers."""
    from datetime import date

    from mostek.app.hosted_tournaments import Audience
    from mostek.app.player_codes import code_of
    from mostek.app.tournament_roles import OfficeRole
    from mostek.app.tournaments import Desk, UnsavedLog, hall_time
    from mostek.store.database import Database
    from mostek.store.hosted_tournaments import HostedTournamentStore
    from mostek.store.tournament_files import create_tournament
    from mostek.store.users import UserStore
    from mostek.tournament import commands as c
    from mostek.tournament.entrants import Person

    desk, chance = Desk(UnsavedLog()), random.Random(1)
    settings = {"rounds": 12, "minutes": 20, "plan": "half_split:1 swiss danish:1", "results.signatures": 0}
    desk.do(
        c.CreateTournament(
            at=hall_time(), name="Hala", template="pfs", starts_on=date(2026, 11, 21), seed="s", settings=settings
        )
    )
    for number in range(1, players + 1):
        person = Person(name=f"Gracz {number} Nowakowski-Kowalski", city="Kutno", rating=chance.randrange(10000, 18000))
        desk.do(c.RegisterEntrant(at=hall_time(), person=person))
    desk.do(c.CheckIn(at=hall_time(), numbers=tuple(range(1, players + 1))))
    create_tournament(folder / "tournaments" / "hala.jsonl", desk.steps)
    database = Database.open(folder)
    people, hosted_store = UserStore(database), HostedTournamentStore(database)
    director, token = await people.welcome("Dyrektor", "pl")
    hosted = await hosted_store.create("hala", director.id, "Dyrektor", Audience())
    helpers = []
    for number in range(officials):
        helper, own = await people.welcome(f"Pomocnik {number}", "pl")
        secret, _ = await hosted_store.invite(hosted.id, OfficeRole.SCOREKEEPER, "", 1, 24)
        await hosted_store.accept(secret, helper.id, f"Pomocnik {number}")
        helpers.append(own)
    database.close()
    codes = [code_of(hosted.id, hosted.secret, number, 0) for number in range(1, players + 1)]
    return hosted.id, token, helpers, codes


async def _play(arguments: argparse.Namespace, port: int, prepared: Any, pid: int) -> None:
    id, token, helpers, codes = prepared
    arrivals = Arrivals()
    stream = f"/live/tournaments/{id}"
    began = perf_counter()
    plans = [(f"{stream}?code={code}", "phones", "") for code in codes]
    plans += [(stream, "officials", helper) for helper in helpers]
    plans += [(stream, "spectators", "")] * arguments.spectators
    pages: list[Stream] = []
    for some in _batched(plans, 50):
        pages += await asyncio.gather(*(_listen(port, path, kind, arrivals, cookie) for path, kind, cookie in some))
    print(f"{len(pages)} pages listen after {perf_counter() - began:.1f} s; {_memory(pid)} MB")
    director = Client(port, token)
    clients = [Client(port, helper) for helper in helpers]
    answers: list[float] = []
    pairings: list[float] = []
    chance, used = random.Random(2), _processor(pid)
    began, errors = perf_counter(), 0
    for number in range(1, arguments.rounds + 1):
        _, page = await director.ask("GET", f"/api/tournaments/{id}")
        arrivals.sent[f"round/{number}"] = sent = perf_counter()
        status, done = await director.ask(
            "POST", f"/api/tournaments/{id}/commands", {"seen": page["n"], "commands": [{"type": "pair_round"}]}
        )
        pairings.append((perf_counter() - sent) * 1000)
        if status != 200:
            raise RuntimeError(done)
        tables = len(done["events"][0]["tables"])
        seen = done["n"]

        async def type_results(client: Client, mine: range, number: int = number, seen: int = seen) -> int:
            wrong = 0
            for table in mine:
                await asyncio.sleep(chance.expovariate(arguments.results / len(clients)))
                result = {"kind": "played", "scores": [chance.randint(250, 500), chance.randint(250, 500)]}
                command = {"type": "enter_result", "round": number, "table": table, "result": result}
                arrivals.sent[f"table/{number}/{table}"] = sent = perf_counter()
                status, _ = await client.ask(
                    "POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": [command]}
                )
                answers.append((perf_counter() - sent) * 1000)
                wrong += status != 200
            return wrong

        shares = [range(1 + place, tables + 1, len(clients)) for place in range(len(clients))]
        errors += sum(await asyncio.gather(*(type_results(*each) for each in zip(clients, shares, strict=True))))
    await asyncio.sleep(2)
    took = perf_counter() - began
    expected = arguments.rounds * (tables + 1)
    print(
        f"{arguments.rounds} rounds in {took:.0f} s, {errors} errors, {sum(page.is_lost for page in pages)} pages lost"
    )
    print(f"processor of the server {(_processor(pid) - used) / took:.2f} cores; {_memory(pid)} MB")
    print(f"to all pages {arrivals.received / took / 1e6:.2f} MB/s")
    for kind, pages_of_kind in (
        ("phones", len(codes)),
        ("officials", len(helpers)),
        ("spectators", arguments.spectators),
    ):
        missing = expected * pages_of_kind - sum(n for key, n in arrivals.seen.items() if key.startswith(kind))
        print(f"changes that did not arrive at {kind}: {missing}")
    for name, lags in (
        ("answer to a result", answers),
        ("answer to a pairing", pairings),
        *sorted(arrivals.lags.items()),
    ):
        print(
            f"{name:24} p50 {_share(lags, 0.5):7.1f}  p99 {_share(lags, 0.99):7.1f}  max {max(lags):7.1f} ms  n {len(lags)}"
        )


def _batched(items: list[Any], size: int) -> list[list[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _share(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1000


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def main() -> None:
    """Measure, and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--players", type=int, default=300)
    reader.add_argument("--officials", type=int, default=20)
    reader.add_argument("--spectators", type=int, default=1000)
    reader.add_argument("--rounds", type=int, default=12)
    reader.add_argument("--settle", type=float, default=45.0, help="seconds before the measurement")
    reader.add_argument("--results", type=float, default=10.0, help="results a second, of all officials together")
    arguments = reader.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory() as name, socket.socket() as free:
        folder = Path(name)
        os.environ["MOSTEK_DATA"] = name
        prepared = asyncio.run(_people(folder, arguments.officials, arguments.players))
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        environment = {**os.environ, "MOSTEK_SOCKETS_PER_ADDRESS": "0", "MOSTEK_SOCKETS_PER_PERSON": "0"}
        command = [
            str(Path(sys.executable).with_name("mostek")),
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--data",
            name,
        ]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert server.stdout is not None
            server.stdout.readline()
            sleep(arguments.settle)  # a new data folder: the processes of the bots build their GADDAG first
            asyncio.run(_play(arguments, port, prepared, server.pid))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
