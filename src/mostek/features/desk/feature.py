"""The desk, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from mostek.documents.document import PrintRequest
    from mostek.features.desk.entry_lists import EntryRow, Stated
    from mostek.store.game_proof import ProofCheck
    from mostek.tournament.decide import Step
    from mostek.tournament.state import Tournament

PRINT_DOCUMENT: JobKind[[str, Tournament, PrintRequest, str], bytes] = JobKind(
    name="document of an event",
    help=Help.NONE,
    target="mostek.documents.printing:print_document",
    lane=Lane.QUICK,
    seconds=20,
    megabytes=300,
    answer_megabytes=16,
)

_FILE: dict[str, Any] = {"help": Help.NONE, "lane": Lane.LONG, "seconds": 20, "megabytes": 150, "places": 1}
READ_EVENT: JobKind[[bytes], str] = JobKind(
    name="file of an event", target="mostek.features.desk.event_files:event_name", **_FILE
)
BRING_EVENT: JobKind[[bytes, datetime], tuple[str, tuple[Step, ...], tuple[str, ...]]] = JobKind(
    name="foreign file of an event",
    target="mostek.features.desk.event_files:brought_event",
    answer_megabytes=16,
    **_FILE,
)
JUDGE_LIST: JobKind[[Tournament, bytes, Stated], tuple[EntryRow, ...]] = JobKind(
    name="list of entries", target="mostek.features.desk.event_files:judged_list", **_FILE
)
PROVE_EVENT: JobKind[[Path, bytes], tuple[ProofCheck, ...]] = JobKind(
    name="proof of an event", target="mostek.features.desk.event_files:proved_event", **_FILE
)
EXPORT_EVENT: JobKind[[Tournament, str, str], tuple[str, bytes]] = JobKind(
    name="export of an event",
    target="mostek.features.desk.event_files:exported_event",
    answer_megabytes=16,
    **_FILE,
)

FEATURE = Feature(
    name="desk",
    commands={
        "tournament": (
            "mostek.features.desk.cli.group:tournament",
            "Run a tournament: entries, pairings, results, standings, documents.",
        )
    },
    routes=(
        "mostek.features.desk.http.hosting:routes",
        "mostek.features.desk.http.commands:routes",
        "mostek.features.desk.http.questions:routes",
        "mostek.features.desk.http.roster:routes",
        "mostek.features.desk.http.sheets:routes",
        "mostek.features.desk.http.desk:routes",
        "mostek.features.desk.http.papers:routes",
    ),
    jobs=(PRINT_DOCUMENT, READ_EVENT, BRING_EVENT, JUDGE_LIST, PROVE_EVENT, EXPORT_EVENT),
)
