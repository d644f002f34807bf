"""Candidates compared by simulation over equal deals: means with margins, and differences with the margins of pairs."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.engine import kernel
from mostek.engine.position import SearchPosition, kernel_leaves
from mostek.engine.review.efforts import Effort
from mostek.engine.search import EngineMove, move_codes


def compare(
    asked: SearchPosition, moves: Sequence[EngineMove], wins: kernel.WinTable, effort: Effort, seed: int
) -> kernel.Comparison:
    """Compare candidates. Raises `ValueError` for one that is not possible."""
    return kernel.compare(
        asked.searcher.search,
        kernel_leaves(asked.equipment.lexicon, asked.tile_set.name),
        wins,
        *asked.codes,
        lead=asked.lead,
        passes=asked.passes,
        exchange_from=asked.exchange_from,
        moves=[move_codes(asked.searcher, move) for move in moves],
        effort=(effort.batches, effort.deals, effort.plies),
        seed=seed,
    )
