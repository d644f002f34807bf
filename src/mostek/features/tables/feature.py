"""Tables, wired: the lobby, invitations, live games, and the files of games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from mostek.core.players import Viewer
    from mostek.store.game_proof import Known, ProofCheck

_GAME: dict[str, Any] = {"lane": Lane.QUICK, "seconds": 20, "megabytes": 100}
RECORD_GAME: JobKind[[bytes], bytes] = JobKind(
    name="record of a game", help=Help.NONE, target="mostek.features.tables.finished_games:game_record", **_GAME
)
SHEET_OF_GAME: JobKind[[bytes, Viewer, str], bytes] = JobKind(
    name="score sheet", help=Help.NONE, target="mostek.features.tables.finished_games:sheet_of_game", **_GAME
)
PROVE_GAME: JobKind[[bytes, Known], tuple[tuple[ProofCheck, ...], str | None]] = JobKind(
    name="proof of a game", help=Help.NONE, target="mostek.features.tables.finished_games:proved_game", **_GAME
)

FEATURE = Feature(
    name="tables",
    routes=(
        "mostek.features.tables.http.tables:routes",
        "mostek.features.tables.http.records:routes",
        "mostek.features.tables.http.invitations:routes",
    ),
    service="mostek.features.tables.http.live_tables:LiveTables",
    jobs=(RECORD_GAME, SHEET_OF_GAME, PROVE_GAME),
)
