"""GameDocument of Woogles as JSON."""

from __future__ import annotations

import re

from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import RecordedGame
from mostek.notation.woogles.history import document_of, history_of_document, record_history
from mostek.notation.woogles.structs import GameDocument, format_json, parse_json


def _is_document(text: str) -> bool:
    """A document has the state of the game, which a history has not."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and _STATE.search(text) is not None


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    return record_history(history_of_document(parse_json(data, GameDocument), how.tile_set), how, FORMAT.name)


_STATE = re.compile(r'"(?:currentScores|current_scores|racks|bag|timers)"\s*:')
FORMAT = GameFormat(
    name="gamedocument",
    pl="partia z Woogles: GameDocument w JSON",
    en="a game of Woogles: GameDocument as JSON",
    detect=_is_document,
    read=_read,
    write=lambda game: format_json(document_of(game)),
    priority=3,
)
