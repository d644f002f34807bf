"""Schedules for nodes: processes that play on one PostgreSQL are stopped, woken, killed and cut off; a checker reads the database.

In the folder `tests`: `python -m live.node_schedules --schedules 30 --games 40`
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import psycopg

from live.one_node import now
from mostek.app.ownership import LEASE

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
    ended: int | None = None
    """When it was stopped for good or for some time, in milliseconds."""

    def __post_init__(self) -> None:
        asked = [sys.executable, "-m", "live.one_node", self.address, self.name, str(self.ahead)]
        self.process = subprocess.Popen(
            asked, cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
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
