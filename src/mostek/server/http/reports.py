"""Reports on finished games for their arbiters: each is worked out once for all requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256

from mostek.app.fair_play import FairPlayReport, fair_play_report
from mostek.store.game_lines import read_lines

_REMEMBERED = 256
"""The number of cached reports."""


class FairPlayReports:
    """A cache of reports. They are worked out one at a time beside the loop, because players need the processor more urgently."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, FairPlayReport] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, log: bytes) -> FairPlayReport:
        """The report of the game with that log; the kernel works without the interpreter's lock. Raises `LogError`."""
        key = sha256(log).digest()
        async with self._lock:
            if key not in self._known:
                self._known[key] = await asyncio.to_thread(_report, log)
            self._known.move_to_end(key)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
            return self._known[key]


def _report(log: bytes) -> FairPlayReport:
    return fair_play_report(read_lines(log).kept.events)
