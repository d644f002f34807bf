"""Reports on finished games for their arbiters: each is worked out once for all requests."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

from mostek.app.fair_play_report import FairPlayReport
from mostek.server.http.jobs import Jobs
from mostek.work import kinds

_REMEMBERED = 256
"""The number of cached reports."""


class FairPlayReports:
    """A cache of reports."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, FairPlayReport] = OrderedDict()

    async def of(self, log: bytes, jobs: Jobs) -> FairPlayReport:
        """The report of the game with that log. Raises `LogError`."""
        key = sha256(log).digest()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = await jobs.run(kinds.REPORT_ON_GAME, log)
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found
