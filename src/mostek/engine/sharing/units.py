"""Work in units that are numbered from 0, such as the games of a self-play, and how many of them make a chunk.

A unit depends on nothing but the work and its own number: its chance, for instance, comes from a seed and that number. So
the same units give the same results however they are divided, and results in integers give the same sums. A chunk is
the `range` of its numbers. What is kept of a run is found again only by chunks of the same size, and the size is measured:
therefore the first measurement is kept with the results, and every later run, on whatever machine, goes by it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar

from mostek.engine.sharing.kept import KeptResults

CHUNK_SECONDS = 0.5
"""How long a chunk takes at least. Asking, sending and keeping take some milliseconds, which then weigh about a hundredth."""
_SIZE = "units in a chunk"
Result = TypeVar("Result")


def ranges(size: int, units: int = sys.maxsize) -> Iterator[range]:
    """So many units, or units without end, in chunks of that size; the last one may be smaller."""
    for first in range(0, units, size):
        yield range(first, min(first + size, units))


def units_per_chunk(
    work: Callable[[range], Result],
    kept: KeptResults[Result] | None = None,
    seconds: float = CHUNK_SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> int:
    """The smallest power of two of the first units that takes so many seconds here, in one thread.

    It takes up to four times as long to find out; with `kept` the size is found only once, and the chunk that was measured
    is kept as the first of its run.
    """
    sizes = KeptResults(kept.folder, int) if kept else None
    if sizes and (size := sizes.find(work, _SIZE)):
        return size
    size, result = _measured(work, seconds, clock)
    if kept and sizes:
        kept.put(work, range(size), result)
        sizes.put(work, _SIZE, size)
    return size


def _measured(work: Callable[[range], Result], seconds: float, clock: Callable[[], float]) -> tuple[int, Result]:
    """The size and the result of its first chunk."""
    work(range(1))  # opens lexica and may build a search graph, which later chunks do not
    size = 1
    while True:
        begun = clock()
        result = work(range(size))
        if clock() - begun >= seconds:
            return size, result
        size *= 2
