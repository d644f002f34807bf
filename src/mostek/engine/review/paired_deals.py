"""Candidates compared by simulation over equal deals: means with margins, and differences with the margins of pairs."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.engine import kernel
from mostek.engine.position import SearchPosition, kernel_leaves
from mostek.engine.review.efforts import Effort
from mostek.engine.search import EngineMove, move_codes


def compare(
    position: SearchPosition, moves: Sequence[EngineMove], wins: kernel.WinTable, effort: Effort, seed: int
) -> kernel.Comparison:
    """Compare candidates. Raises `ValueError` for one that is not possible."""
    return kernel.compare(
        position.searcher.search,
        kernel_leaves(position.equipment.lexicon, position.tile_set.name),
        wins,
        *position.codes,
        lead=position.lead,
        passes=position.passes,
        exchange_from=position.exchange_from,
        moves=[move_codes(position.searcher, move) for move in moves],
        effort=(effort.batches, effort.deals, effort.plies),
        seed=seed,
    )
