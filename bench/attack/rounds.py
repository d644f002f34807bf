"""One flood at a server of its own: calm and flood in turns, then the time until its memory is back."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from bench.attack.floods import FLOODS, Target
from bench.attack.honest import Felt, Honest
from bench.attack.stage import Stage
from msgspec import Struct

from server.floods.server_process import Memory, ServerProcess
from server.floods.slow_listener import slow_listener

BACK = 1.3
"""How many times the memory of the start counts as back."""
_SAMPLED = 0.5
_PAUSE = 3.0
_GRACE = 60.0
"""How long the attackers may take to make their files, and to end."""


class UnmeasuredError(RuntimeError):
    """A flood without a baseline or without a move: it has no row."""


class Plan(NamedTuple):
    """How a flood is measured; seconds."""

    rounds: int
    seconds: float
    settle: float


class Round(NamedTuple):
    """What honest people felt without and with the flood."""

    calm: Felt
    flood: Felt


class Row(Struct):
    """A flood as it was measured. Memory in kilobytes, disk in bytes."""

    name: str
    rounds: list[Round]
    start: Memory
    peak: Memory
    after: Memory
    back: float | None
    """The seconds until the memory of all processes was back; `None` if it never was."""
    disk: int
    connections: int
    """Who came to the listener: nobody may."""
    attackers: Counter[str]


async def measure(name: str, kinds: list[str], stage: Stage, plan: Plan) -> Row:
    """Measure a flood. Raises `UnmeasuredError`."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        shutil.copytree(stage.folder, folder, symlinks=True)
        server = ServerProcess(folder)
        try:
            async with slow_listener() as listener, Honest(server, stage.honest, stage.strangers).coming() as honest:
                return await _measured(name, kinds, stage, plan, server, honest, listener)
        finally:
            server.stop()


async def _measured(
    name: str, kinds: list[str], stage: Stage, plan: Plan, server: ServerProcess, honest: Honest, listener: Any
) -> Row:
    await honest.begin()
    await honest.feel(_calm(plan.seconds))  # whoever asks first waits for what is opened once
    honest.end()
    await asyncio.sleep(_PAUSE)
    row = Row(name, [], server.memory(), Memory(), Memory(), None, server.disk(), 0, Counter())
    watching = asyncio.create_task(_watch(server, row))
    for _ in range(plan.rounds):
        await honest.begin()
        calm = await honest.feel(_calm(plan.seconds))
        honest.end()
        await honest.begin()
        target = Target(
            server.port, honest.games[0].name, stage.heavy, stage.guests, stage.players, stage.tables, listener.port
        )
        attackers = await _attackers(kinds, target, plan.seconds)
        flood = await honest.feel(asyncio.ensure_future(_ended(attackers, row.attackers, plan.seconds, kinds)))
        honest.end()
        row.rounds.append(Round(calm, flood))
        await asyncio.sleep(_PAUSE)
    row.back = await _settled(server, row, plan.settle)
    watching.cancel()
    row.after, row.disk, row.connections = server.memory(), server.disk() - row.disk, listener.connections
    _check(row)
    return row


def _calm(seconds: float) -> asyncio.Future[None]:
    return asyncio.ensure_future(asyncio.sleep(seconds))


async def _attackers(kinds: list[str], target: Target, seconds: float) -> asyncio.subprocess.Process:
    asked = ["-m", "bench.attack.floods", *kinds, "--seconds", str(_length(kinds, seconds))]
    pipe = asyncio.subprocess.PIPE
    attackers = await asyncio.create_subprocess_exec(sys.executable, *asked, stdin=pipe, stdout=pipe)
    assert attackers.stdin is not None
    assert attackers.stdout is not None
    attackers.stdin.write(msgspec.json.encode(target))
    attackers.stdin.close()
    async with asyncio.timeout(_GRACE):
        assert await attackers.stdout.readline() == b"ready\n"
    return attackers


def _length(kinds: list[str], seconds: float) -> float:
    return max(seconds, *(FLOODS[kind].seconds for kind in kinds))


async def _ended(attackers: asyncio.subprocess.Process, counts: Counter[str], seconds: float, kinds: list[str]) -> None:
    """Wait for the attackers, and add up what became of them."""
    try:
        async with asyncio.timeout(_length(kinds, seconds) + _GRACE):
            told, _ = await attackers.communicate()
    except TimeoutError:
        attackers.kill()
        raise UnmeasuredError("The attackers did not end.") from None
    for each in json.loads(told).values():
        counts.update(each)


async def _watch(server: ServerProcess, row: Row) -> None:
    while True:
        row.peak = row.peak.most(server.memory())
        await asyncio.sleep(_SAMPLED)


async def _settled(server: ServerProcess, row: Row, most: float) -> float | None:
    """The seconds until the memory is back."""
    began = perf_counter()
    while perf_counter() - began < most:
        now = server.memory()
        if now.serving < BACK * row.start.serving and now.all_share < BACK * row.start.all_share:
            return perf_counter() - began
        await asyncio.sleep(_SAMPLED)
    return None


def _check(row: Row) -> None:
    for number, each in enumerate(row.rounds, 1):
        for what, felt in (("without", each.calm), ("with", each.flood)):
            if not felt.moves:
                raise UnmeasuredError(f"{row.name}, round {number}: no move arrived {what} the flood.")
    if not row.rounds:
        raise UnmeasuredError(f"{row.name}: no round was played.")


def percentile(values: list[float], part: float) -> float:
    """A value that so many do not exceed; nothing for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def ratios(row: Row, part: float = 0.99) -> tuple[float, float, float]:
    """The median, least and greatest ratio of moves with the flood to those without, over the rounds."""
    each = [percentile(one.flood.moves, part) / percentile(one.calm.moves, part) for one in row.rounds]
    return median(each), min(each), max(each)
