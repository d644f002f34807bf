"""Workers that the system kills in the middle of a job: whoever asked has an answer or a sentence, and everybody else goes on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from server.floods import costly_work
from server.floods.costly_work import Attacker
from server.floods.guests import ATTACKER, Guest
from server.floods.others import Others
from server.floods.server_process import ServerProcess

KILLS = int(os.environ.get("MOSTEK_KILLS", "6"))
SEED = int(os.environ.get("MOSTEK_SEED", "32"))
_HELPER = b"resource_tracker"
"""A process of Python's own, which does no jobs."""
ASKED = (
    costly_work.analysis,
    costly_work.class_sets,
    costly_work.exports,
    costly_work.papers,
    costly_work.reviews,
    costly_work.words,
)


def workers(server: ServerProcess) -> list[int]:
    found = []
    for pid in server.workers():
        with suppress(OSError):
            if _HELPER not in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


async def killed(server: ServerProcess, kills: int) -> None:
    """Kill workers one after another, each in the middle of whatever it does."""
    chance = random.Random(SEED)
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.1, 1.5))
        if there := workers(server):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(there), signal.SIGKILL)


async def asks(
    server: ServerProcess, kind: Callable[[Attacker], Awaitable[None]], ended: asyncio.Event
) -> Counter[str]:
    """Somebody asks until the killing has ended, and once more."""
    counts: Counter[str] = Counter()
    async with Guest(server.port, ATTACKER, patience=150) as guest:
        await guest.called(kind.__name__)
        person = Attacker(guest, 0, [], 0, counts)
        is_last = False
        while not is_last:
            is_last = ended.is_set()
            await kind(person)
            await asyncio.sleep(0.1)
    return counts


def chaos(folder: Path, kills: int) -> None:
    """Jobs of every kind, and kills at random."""
    server = ServerProcess(folder)
    try:

        async def story() -> Others:
            others, ended = Others(server.port), asyncio.Event()
            await others.go_on()
            asking = asyncio.gather(*(asks(server, kind, ended) for kind in ASKED))
            killing = asyncio.create_task(killed(server, kills))
            await others.go_on()
            await killing
            ended.set()
            for kind, counts in zip(ASKED, await asking, strict=True):
                assert not [what for what in counts if "badly" in what or what == "unanswered"], (kind.__name__, counts)
                assert counts["answered"], kind.__name__
            assert server.is_running
            await others.go_on()
            await others.check_kept(server.port)
            return others

        others = asyncio.run(story())
    finally:
        server.stop()
    again = ServerProcess(folder)
    try:
        asyncio.run(others.check_kept(again.port))
    finally:
        again.stop()


@pytest.mark.slow
def test_whoever_asked_has_a_sentence_when_a_worker_is_killed(tmp_path: Path) -> None:
    chaos(tmp_path / "data", KILLS)


@pytest.mark.long
def test_jobs_are_killed_for_long(tmp_path: Path) -> None:
    chaos(tmp_path / "data", 10 * KILLS)
