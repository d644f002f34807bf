"""Schedules for nodes on one PostgreSQL: they are stopped, woken, killed and cut off, and a checker reads the database.

In the folder `tests`: `python -m live.node_schedules --schedules 30 --games 40`
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import psycopg

from fixtures_postgresql import Cluster
from live.one_node import now, tables
from live.schedules import silence
from mostek.core.clock import Millis
from mostek.referee import evolve, replay
from mostek.referee.events import Event, TimeCredited
from mostek.store.database import Database
from mostek.store.game_lines import event_of
from mostek.store.lobby import TableStore

TESTS = Path(__file__).parents[1]
HOUR = 3_600_000
AUDIT = """
CREATE TABLE audit (game TEXT, version BIGINT, token TEXT, node TEXT, epoch BIGINT, at BIGINT);
CREATE TABLE taken (game TEXT, former TEXT, node TEXT, epoch BIGINT, at BIGINT);
CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit SELECT NEW.game, NEW.version, NEW.token, node, epoch, extract(epoch FROM clock_timestamp()) * 1000
  FROM ownership WHERE game = NEW.game; RETURN NULL; END $$;
CREATE FUNCTION note_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO taken VALUES (NEW.game, OLD.node, NEW.node, NEW.epoch, extract(epoch FROM clock_timestamp()) * 1000);
  RETURN NULL; END $$;
CREATE TRIGGER note_event AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION note_event();
CREATE TRIGGER note_owner AFTER UPDATE OF epoch ON ownership FOR EACH ROW EXECUTE FUNCTION note_owner();
"""
"""Which owner there was at each event, written by the database itself."""


@dataclass
class Child:
    """A node in a process of its own, and all that it has said."""

    address: str
    name: str
    ahead: int = 0
    lines: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        asked = [sys.executable, "-m", "live.one_node", self.address, self.name, str(self.ahead)]
        self.process = subprocess.Popen(asked, cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.split())

    def send(self, what: int) -> None:
        """Send it a signal."""
        if self.process.poll() is None:
            os.kill(self.process.pid, what)

    def drain(self) -> None:
        """Let it hand over its games and end."""
        assert self.process.stdin is not None
        self.process.stdin.write("drain\n")
        self.process.stdin.flush()

    @property
    def acknowledged(self) -> list[tuple[str, int, str, int]]:
        """Game, version, token and moment of each acknowledged command."""
        return [(w[1], int(w[2]), w[3], int(w[4])) for w in list(self.lines) if w[:1] == ["ack"] and len(w) == 5]

    def wait_for(self, word: str, seconds: float = 60) -> list[str]:
        """The first line that begins with a word."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            for line in list(self.lines):
                if line[:1] == [word]:
                    return line
            time.sleep(0.01)
        raise AssertionError(f"no {word} in {seconds} s; the process: {self.process.poll()}")


def check(address: str, children: list[Child]) -> dict[str, int]:
    """Read the database, without any code of the server. Returns what was counted; raises `AssertionError`."""
    with psycopg.connect(address) as connection:
        events = connection.execute("SELECT game, version, token FROM event ORDER BY game, version").fetchall()
        audit = connection.execute("SELECT game, version, node, epoch FROM audit ORDER BY game, version").fetchall()
        taken = connection.execute("SELECT game, former, node, epoch FROM taken ORDER BY game, epoch").fetchall()
    versions: dict[str, list[int]] = {}
    for game, version, _ in events:
        versions.setdefault(game, []).append(version)
    for game, found in versions.items():
        assert found == list(range(1, len(found) + 1)), f"a gap or a double in {game}"
    tokens = [token.rpartition("/")[2] for _, _, token in events if token is not None]
    assert len(tokens) == len(set(tokens)), "a command was done twice"
    acknowledged = {token for child in children for _, _, token, _ in child.acknowledged}
    assert acknowledged <= set(tokens), f"lost: {sorted(acknowledged - set(tokens))[:5]}"
    assert len(audit) == len(events), "an event without owner"
    owners: dict[tuple[str, int], set[str]] = {}
    last: dict[str, int] = {}
    for game, _, node, epoch in audit:
        owners.setdefault((game, epoch), set()).add(node)
        assert epoch >= last.get(game, 0), f"an older epoch appended to {game}"
        last[game] = epoch
    assert all(len(nodes) == 1 for nodes in owners.values()), "two owners in one epoch"
    by_game: dict[str, list[int]] = {}
    for game, _, _, epoch in taken:
        by_game.setdefault(game, []).append(epoch)
    assert all(found == sorted(set(found)) for found in by_game.values()), "an epoch was given twice"
    return {
        "events": len(events),
        "acknowledged": len(acknowledged),
        "refused": sum(line[:1] == ["refused"] for child in children for line in child.lines),
        "owners": len(taken),
    }


class Schedule:
    """Nodes that come and go on one database, by chance."""

    def __init__(self, address: str, rng: random.Random, games: int) -> None:
        self.address, self.rng = address, rng
        self.children: list[Child] = []
        self.live: list[Child] = []
        self.stops: list[tuple[Child, int]] = []
        """Which node did nothing more from when on, until others had its games."""
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(AUDIT)
        asyncio.run(self._prepare(games))

    async def _prepare(self, games: int) -> None:
        database = Database.open(Path(), self.address)
        store = TableStore(database)
        for _ in range(games):  # a person has only so many tables that wait
            (name,) = await tables(database, 1)
            await store.begin(name, now())
        database.close()

    def start(self) -> Child:
        """Start a node, whose machine's clock may be an hour off."""
        child = Child(self.address, f"n{len(self.children)}", self.rng.choice((-HOUR, 0, HOUR)))
        self.children.append(child)
        self.live.append(child)
        return child

    def end_all(self) -> None:
        """Kill everything."""
        for child in self.children:
            child.send(signal.SIGKILL)
            child.process.wait()

    def something(self) -> None:
        """Something happens to a node."""
        child = self.rng.choice(self.live)
        kind = self.rng.choice(("stop", "stop", "kill", "cut", "drain"))
        if kind == "stop":
            child.send(signal.SIGSTOP)
            self.stops.append((child, now()))
            time.sleep(self.rng.choice((0.3, 1.5, 2.2, 4, 6)))
            child.send(signal.SIGCONT)
        elif kind == "kill":
            child.send(signal.SIGKILL)
            self.stops.append((child, now()))
            self.live.remove(child)
            self.start().wait_for("games")
        elif kind == "cut":
            with psycopg.connect(self.address, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.6"
                )
        else:
            other = self.start()
            other.wait_for("games")
            time.sleep(1)  # the others know of it
            child.drain()
            child.wait_for("drained")
            self.live.remove(child)
        time.sleep(self.rng.uniform(0.5, 3))

    def settle(self, games: int) -> None:
        """Wait until all games go on, at most for the time of a lease and a little more."""
        since = now()
        ends = time.monotonic() + 15
        while time.monotonic() < ends:
            lively = {game for child in self.live for game, _, _, at in child.acknowledged if at > since}
            if len(lively) == games or self._over() + len(lively) >= games:
                return
            time.sleep(0.05)
        raise AssertionError(f"only {len(lively)} of {games} games go on")

    def _over(self) -> int:
        with psycopg.connect(self.address) as connection:
            row = connection.execute("SELECT count(*) FROM ownership WHERE in_play = 0").fetchone()
        assert row is not None
        return int(row[0])


def wrongly_charged(address: str, stops: list[int]) -> tuple[int, int]:
    """How many games were taken over with a running clock, and the most milliseconds that a player lost by it.

    A player must have as much time when the game goes on as when its owner was stopped.
    """
    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT game, version, at, line FROM event ORDER BY game, version").fetchall()
        taken = connection.execute("SELECT game, at FROM taken WHERE former IS NOT NULL ORDER BY at").fetchall()
    logs: dict[str, list[tuple[int, Event]]] = {}
    for game, _, at, line in rows:
        logs.setdefault(game, []).append((at, event_of(bytes(line))))
    count = most = 0
    for game, at in taken:
        stopped = max((each for each in stops if each <= at), default=None)
        log = logs.get(game, [])
        before = [event for moment, event in log if moment < at]
        after = [(moment, event) for moment, event in log if moment >= at]
        if stopped is None or len(before) < 2 or not after:
            continue
        state = replay(tuple(before))
        assert state is not None
        clock = state.clock
        if clock is None or clock.running is None or clock.since > stopped:
            continue
        seat, left = clock.running, clock.left_at(clock.running, Millis(stopped))
        moment = after[0][0]
        for each, event in after:
            if each > moment:
                break
            state = evolve(state, event)
            if isinstance(event, TimeCredited):
                break
        assert state.clock is not None
        count += 1
        most = max(most, left - state.clock.left_at(seat, Millis(moment)))
    return count, most


def play(address: str, seed: int, games: int, length: int) -> dict[str, int]:
    """One schedule to its end, with everything checked."""
    schedule = Schedule(address, random.Random(f"nodes-{seed}"), games)
    try:
        for _ in range(2):
            schedule.start().wait_for("games")
        time.sleep(2)
        for _ in range(length):
            schedule.something()
        schedule.settle(games)
    finally:
        schedule.end_all()
    counts = check(address, schedule.children)
    taken, most = wrongly_charged(address, [at for _, at in schedule.stops])
    assert most <= 0, f"a player lost {most} ms"
    return counts | {"taken over in a running turn": taken}


def failover(address: str, games: int, kind: int) -> tuple[list[int], dict[str, int]]:
    """Stop or kill one of two nodes. Returns the milliseconds until each of its games was played again."""
    schedule = Schedule(address, random.Random(1), games)
    try:
        first = schedule.start()
        first.wait_for("ack")
        second = schedule.start()
        third = schedule.start()
        for child in (second, third):
            child.wait_for("games")
        time.sleep(3)
        stopped = now()
        first.send(kind)
        mine = {game for game, _, _, at in first.acknowledged if at > stopped - 1000}
        played: dict[str, int] = {}
        ends = time.monotonic() + 15
        while len(played) < len(mine) and time.monotonic() < ends:
            time.sleep(0.1)
            for child in (second, third):
                for game, _, _, at in child.acknowledged:
                    if game in mine and at > stopped:
                        played.setdefault(game, at - stopped)
        first.send(signal.SIGCONT)
        time.sleep(1.5)
    finally:
        schedule.end_all()
    assert set(played) == mine
    return sorted(played.values()), check(address, schedule.children)


def drained(address: str, games: int) -> tuple[int, list[int]]:
    """Drain one of two nodes. Returns the milliseconds of the hand-over, and those until each game was played again."""
    schedule = Schedule(address, random.Random(1), games)
    try:
        first = schedule.start()
        first.wait_for("ack")
        second = schedule.start()
        second.wait_for("games")
        time.sleep(4)
        began = now()
        mine = {game for game, _, _, at in first.acknowledged if at > began - 1000}
        first.drain()
        took = int(first.wait_for("drained")[1])
        time.sleep(4)
        played: dict[str, int] = {}
        for game, _, _, at in second.acknowledged:
            if game in mine and at > began:
                played.setdefault(game, at - began)
    finally:
        schedule.end_all()
    check(address, schedule.children)
    assert set(played) == mine
    return took, sorted(played.values())


def share(values: list[int], part: float) -> int:
    """The value below which that part of them lie."""
    return values[min(len(values) - 1, int(len(values) * part))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--length", type=int, default=5)
    parser.add_argument("--at-once", type=int, default=1, help="how many schedules are played at the same time")
    parser.add_argument("--failovers", type=int, default=0)
    parser.add_argument("--drains", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mostek-nodes-") as folder:
        cluster = Cluster(Path(folder), ("listen_addresses=", "shared_buffers=64MB"))
        try:
            _run(asked, cluster)
        finally:
            cluster.stop()


def _run(asked: argparse.Namespace, cluster: Cluster) -> None:
    def made() -> str:
        address = cluster.database()
        Database.open(Path(), address).close()
        return address

    times: list[int] = []
    for number in range(asked.failovers):
        found, counts = failover(made(), asked.games, (signal.SIGSTOP, signal.SIGKILL)[number % 2])
        times = sorted(times + found)
        print(f"failover {number}: {found[0]}..{found[-1]} ms; {counts}", flush=True)
    if times:
        print(f"{len(times)} games: p50 {share(times, 0.5)}, p99 {share(times, 0.99)}, most {times[-1]} ms", flush=True)
    for number in range(asked.drains):
        took, found = drained(made(), asked.games)
        print(f"drain {number}: {took} ms; played after {share(found, 0.5)}, at most {found[-1]} ms", flush=True)
    seeds = range(asked.first, asked.first + asked.schedules)
    addresses = [made() for _ in seeds]
    with ThreadPoolExecutor(asked.at_once) as pool:
        played = pool.map(lambda seed, address: play(address, seed, asked.games, asked.length), seeds, addresses)
        for seed, counted in zip(seeds, played, strict=True):
            print(f"schedule {seed}: {counted}", flush=True)


if __name__ == "__main__":
    silence()
    main()
