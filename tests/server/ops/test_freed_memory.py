"""Freed memory goes back to the system, also what lies between blocks that stay."""

from __future__ import annotations

import subprocess
import sys

import pytest

STORY = """
import asyncio
from mostek.server import freed_memory

freed_memory.return_large_blocks()
freed_memory._PAUSE = 0.01

def used():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

blocks = [bytes(2000) for _ in range(50_000)]
full = used()
left = blocks[::100]
del blocks

async def wait():
    task = asyncio.create_task(freed_memory.return_free_pages())
    for _ in range(500):
        await asyncio.sleep(0.02)
        if full - used() > 50_000:
            break
    task.cancel()

asyncio.run(wait())
print(full - used())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do it by themselves")
def test_pages_between_blocks_that_stay_go_back() -> None:
    told = subprocess.run([sys.executable, "-c", STORY], capture_output=True, text=True, check=True, timeout=120)
    assert int(told.stdout) > 50_000, "kilobytes of the hundred thousand that were freed"
