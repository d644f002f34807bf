"""Letters, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from pathlib import Path

    from mostek.tournament.state import Tournament

_PAPER: dict[str, Any] = {"help": Help.NONE, "lane": Lane.QUICK, "megabytes": 300, "answer_megabytes": 16}
PAPERS_OF_RESULTS: JobKind[[Tournament, str], tuple[tuple[str, bytes], ...]] = JobKind(
    name="papers of a letter", target="mostek.features.letters.paper:papers_of_results", seconds=20, **_PAPER
)
FEDERATION_ARCHIVE: JobKind[[Path, bytes, Tournament, str, str], bytes] = JobKind(
    name="archive for the federation",
    target="mostek.features.letters.paper:federation_archive",
    seconds=40,
    places=1,
    **_PAPER,
)

FEATURE = Feature(
    name="letters",
    routes=("mostek.features.letters.http:letter_routes", "mostek.features.letters.http:phone_routes"),
    service="mostek.features.letters.sending:Phones",
    jobs=(PAPERS_OF_RESULTS, FEDERATION_ARCHIVE),
    own_data="mostek.features.letters.store:own_data",
)
