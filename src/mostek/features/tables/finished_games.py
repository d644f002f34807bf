"""The files of a finished game: its record, its score sheet, and its proof."""

from __future__ import annotations

from mostek.app.export import recorded
from mostek.app.ports import LogError
from mostek.core.players import Viewer
from mostek.documents.game.score_sheet import score_sheet
from mostek.notation.formats.gcg import from_recorded
from mostek.notation.wire import encode
from mostek.referee.events import SeedRevealed
from mostek.store.game_lines import read_lines
from mostek.store.game_proof import Known, ProofCheck, checks_of


def game_record(log: bytes) -> bytes:
    """The record of a game as GCG."""
    return from_recorded(recorded(read_lines(log).kept.events)).data


def sheet_of_game(log: bytes, viewer: Viewer, id: str) -> bytes:
    """The score sheet of a game as its viewer may see it, as JSON."""
    contents = read_lines(log)
    return encode(score_sheet(contents.kept.events, viewer, id, contents.head))


def proved_game(log: bytes, known: Known) -> tuple[tuple[ProofCheck, ...], str | None]:
    """Every check of a game with its sentence, and the seed that was revealed."""
    return tuple(checks_of(log, known)), _seed(log)


def _seed(log: bytes) -> str | None:
    try:
        events = read_lines(log).kept.events
    except LogError:
        return None
    return next((event.seed for event in events if isinstance(event, SeedRevealed)), None)
