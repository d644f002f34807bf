"""Analysis, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mostek.documents.game.reported_moves import LineMove, ReportedMove
    from mostek.features.analysis.model import AnalysedMove, AnalysisFile, Deals

_ANALYSIS: dict[str, Any] = {"help": Help.ENGINE, "lane": Lane.QUICK, "seconds": 25, "megabytes": 150}
_PAGE: dict[str, Any] = {"help": Help.NONE, "lane": Lane.QUICK, "seconds": 25, "megabytes": 150, "answer_megabytes": 16}
ANALYSE_POSITION: JobKind[[str, str, int, Deals, bool], tuple[AnalysedMove, ...]] = JobKind(
    name="analysis of a position", target="mostek.features.analysis.analysing:analysed_position", **_ANALYSIS
)
MOVE_LEVEL: JobKind[[str, str, str], AnalysedMove] = JobKind(
    name="move of a level", target="mostek.features.analysis.analysing:moved_by_level", **_ANALYSIS
)
REPORT_ANALYSIS: JobKind[[str, str, Sequence[ReportedMove], Sequence[LineMove]], bytes] = JobKind(
    name="report of an analysis",
    target="mostek.features.analysis.analysing:analysis_report",
    **(_PAGE | {"seconds": 20}),
)
PACK_FILE: JobKind[[Path], AnalysisFile] = JobKind(
    name="file of the analysis in a page", target="mostek.features.analysis.analysing:packed_file", **_PAGE
)
PACK_GAME: JobKind[[str, str], AnalysisFile] = JobKind(
    name="game of the analysis in a page", target="mostek.features.analysis.analysing:packed_game", **_PAGE
)

FEATURE = Feature(
    name="analysis",
    routes=("mostek.features.analysis.http:routes",),
    service="mostek.features.analysis.http:AnalysisFiles",
    jobs=(ANALYSE_POSITION, MOVE_LEVEL, REPORT_ANALYSIS, PACK_FILE, PACK_GAME),
)
