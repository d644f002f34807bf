"""Real processes on a real database: what was acknowledged is there after SIGKILL, a lock, and a full disk."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from mostek.store.sqlite import FILE

KILLS = int(os.environ.get("MOSTEK_KILLS", "6"))
_TESTS = Path(__file__).parents[1]


class Child:
    """A process that plays; its lines are read as they come."""

    def __init__(self, folder: Path, *more: str) -> None:
        asked = [sys.executable, "-m", "live.one_session", str(folder), *more]
        self.process = subprocess.Popen(asked, cwd=_TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lines = Queue[str]()
        Thread(target=self._read, daemon=True).start()

    def line(self, seconds: float = 120) -> str:
        """The next line; a busy machine may take long to start a process."""
        try:
            return self._lines.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"no line in {seconds} s; the process: {self.process.poll()}") from None

    def rest(self) -> list[str]:
        """The lines that have come until the process ended."""
        self.process.wait(60)
        found = []
        while True:
            try:
                found.append(self._lines.get(timeout=0.5))
            except Empty:
                return found

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.strip())


def tokens(folder: Path) -> dict[str, int]:
    """The commands that are kept, and how many events there are."""
    with sqlite3.connect(folder / FILE) as connection:
        found = connection.execute("select token, version from event where token is not null")
        return {token.rpartition("/")[2]: version for token, version in found}


def count(folder: Path) -> int:
    with sqlite3.connect(folder / FILE) as connection:
        number: int = connection.execute("select count(*) from event").fetchone()[0]
        return number


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_any_kill(tmp_path: Path) -> None:
    rng = random.Random(4)
    acknowledged: dict[str, int] = {}
    over = False
    for _ in range(KILLS):
        child = Child(tmp_path)
        assert child.line() == "begun"
        time.sleep(rng.uniform(0, 0.25))
        child.process.kill()
        lines = child.rest()
        over = over or "over" in lines
        for id, number, outcome in (line.split() for line in lines if line.startswith("m") and len(line.split()) == 3):
            if outcome == "done":
                acknowledged[id] = int(number)
        kept = tokens(tmp_path)
        assert set(acknowledged) <= set(kept)
        assert count(tmp_path) >= max(acknowledged.values(), default=0)
    assert len(acknowledged) > KILLS
    assert over or count(tmp_path) > 30


def test_a_database_that_somebody_else_has_locked_delays_or_refuses_but_loses_nothing(tmp_path: Path) -> None:
    child = Child(tmp_path)
    assert child.line() == "begun"
    first = child.line()
    with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(1)
        other.execute("ROLLBACK")
    seen = [child.line() for _ in range(5)]
    child.process.kill()
    done = [line.split()[0] for line in (first, *seen) if line.endswith("done")]
    assert len(done) >= 3
    assert set(done) <= set(tokens(tmp_path))


def test_on_a_full_disk_nothing_is_done_and_with_room_again_the_same_is_done(tmp_path: Path) -> None:
    child = Child(tmp_path, str(220_000))
    lines = [child.line()]
    while len(lines) < 2000 and not lines[-1].endswith("not_kept"):
        lines.append(child.line())
    refused = lines[-1].split()[0]
    before = count(tmp_path)
    lines += [child.line() for _ in range(3)]
    assert [line.split()[0] for line in lines[-3:]] == [refused] * 3, "nothing has happened"
    assert count(tmp_path) == before
    assert child.process.stdin is not None
    child.process.stdin.write("\n")
    child.process.stdin.flush()
    while not lines[-1].endswith("done"):
        lines.append(child.line())
    assert lines[-1].split()[0] == refused, "the same command by the same id"
    child.process.kill()
    child.rest()
    assert refused in tokens(tmp_path)
