"""Reports of analyses as PDF, one at a time: typesetting takes the processor from those who play."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from mostek.core.tiles import tile_set
from mostek.documents.game.analysis_report import LineMove, ReportedMove, analysis_pages
from mostek.engine.equipment import TILE_SET
from mostek.notation.formats import cgp


class AnalysisPrinter:
    """Makes the reports."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def print(
        self, position: str, comment: str, moves: Sequence[ReportedMove], line: Sequence[LineMove]
    ) -> bytes:
        """The PDF for a line of CGP. Raises `NotationError`, `NoTypesetterError`."""
        async with self._lock:
            return await asyncio.to_thread(_printed, position, comment, moves, line)


def _printed(text: str, comment: str, moves: Sequence[ReportedMove], line: Sequence[LineMove]) -> bytes:
    tiles = tile_set(TILE_SET)
    position = cgp.parse_position(text, tiles)
    rack = "".join(position.racks[0]) if position.racks else ""
    return analysis_pages(position.board, tiles, rack, position.scores, moves, line, comment)
