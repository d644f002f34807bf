"""Measure what keeping an event costs on this disk: one transaction for everything that waits, each of them flushed.

Run as `python bench/store.py [FOLDER]`; FOLDER is on the disk to be measured. So many games wait at once as the table says, each
for its own event of 300 bytes, and asks for the next when the last one is acknowledged. Times are from asking to being kept.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from sqlalchemy import event as happening

from mostek.store.database import Database

WAITING = (1, 8, 64, 512)
SECONDS = 3.0
LINE = b"x" * 300


async def measure(database: Database, waiting: int, prefix: str) -> tuple[float, list[float]]:
    """Works a second, and the seconds that each took."""
    took: list[float] = []
    begin = perf_counter()

    async def play(game: str) -> None:
        version = 0
        while perf_counter() - begin < SECONDS:
            asked = perf_counter()
            version += 1
            row = {"game": game, "version": version, "at": 0, "asked": None, "token": None, "line": LINE}
            await database.append(game, version - 1, [row])
            took.append(perf_counter() - asked)

    await asyncio.gather(*(play(f"{prefix}-{waiting}-{number}") for number in range(waiting)))
    return len(took) / (perf_counter() - begin), took


def flush_time(folder: Path) -> float:
    """The median of what flushing 4 kB takes: the floor of every commit."""
    times = []
    with (folder / "flushed").open("wb") as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            file.flush()
            begin = perf_counter()
            os.fsync(file.fileno())
            times.append(perf_counter() - begin)
    return median(times)


async def measure_all(folder: Path, setting: str) -> None:
    database = Database.open(folder)
    happening.listen(database.backend.engine, "connect", lambda raw, _: raw.execute(f"PRAGMA synchronous={setting}"))
    database.backend.engine.dispose()  # the connections so far have the other setting
    for waiting in WAITING:
        rate, took = await measure(database, waiting, setting)
        cuts = quantiles(took, n=100)
        print(f"| {setting} | {waiting} | {rate:,.0f} | {cuts[49] * 1e3:.1f} | {cuts[98] * 1e3:.1f} |", flush=True)
    database.close()


def main() -> None:
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd()
    with tempfile.TemporaryDirectory(dir=where, prefix=".bench-") as folder:
        print(f"flushing 4 kB: {flush_time(Path(folder)) * 1e3:.2f} ms in the median\n")
        print("| synchronous | waiting | works/s | p50 ms | p99 ms |\n|---|---|---|---|---|")
        for setting in ("FULL", "NORMAL"):
            asyncio.run(measure_all(Path(folder) / setting, setting))


if __name__ == "__main__":
    main()
