"""The time to append to games on PostgreSQL, with and without a claim, for the notes in `notes/nodes.md`.

`python bench/nodes.py ADDRESS`, an empty database; the failovers: `python -m live.node_schedules` in `tests`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path
from statistics import median

from mostek.app.ownership import Claim, Node
from mostek.store.database import Database
from mostek.store.nodes import DatabaseNodes

GAMES, SECONDS, PAUSE = 200, 15.0, 1.0
"""Each game has a command of three events about once a second."""


def row(game: str, version: int, token: str | None) -> dict[str, object]:
    """A row as large as that of a move."""
    return {"game": game, "version": version, "at": 1, "asked": b"x" * 150, "token": token, "line": b"y" * 200}


async def play(database: Database, game: str, claim: Claim | None, ends: float) -> None:
    """Append for as long as the measurement takes."""
    version = 0
    while time.perf_counter() < ends:
        await asyncio.sleep(random.uniform(0, 2 * PAUSE))
        rows = [row(game, version + each, f"t{version}" if each == 1 else None) for each in (1, 2, 3)]
        await database.append(game, version, rows, claim=claim)
        version += 3


async def measure(database: Database, node: Node | None, label: str) -> None:
    """Measure all games at once."""
    times: list[float] = []
    database.appended = times.append
    games = [f"{label}{number}" for number in range(GAMES)]
    claims: dict[str, Claim] = {}
    for game in games if node is not None else ():
        assert node is not None
        await node.claim_game(game)
        claims[game] = node.claim_of(game)
    used, ends = time.process_time(), time.perf_counter() + SECONDS
    await asyncio.gather(*(play(database, game, claims.get(game), ends) for game in games))
    used = (time.process_time() - used) / len(times)
    times.sort()
    p50, p99 = median(times) * 1000, times[int(len(times) * 0.99)] * 1000
    print(f"{label}: {len(times)} appends, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {used * 1e6:.0f} µs of the processor")


async def main(address: str) -> None:
    """Measure both by turns."""
    database = Database.open(Path(), address)
    nodes = DatabaseNodes(database)
    node = Node(nodes, "bench", "", 1)
    await node.enter_lease()

    async def renew() -> None:
        while True:
            await asyncio.sleep(0.5)
            await node.renew_lease(0)

    renewing = asyncio.ensure_future(renew())
    for turn in range(2):
        await measure(database, None, f"plain{turn}")
        await measure(database, node, f"claimed{turn}")
    renewing.cancel()
    nodes.close()
    database.close()


asyncio.run(main(sys.argv[1]))
