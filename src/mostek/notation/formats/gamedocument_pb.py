"""GameDocument of Woogles in protobuf."""

from __future__ import annotations

from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import RecordedGame
from mostek.notation.woogles.detection import is_message
from mostek.notation.woogles.history import document_of, history_of_document, record_history
from mostek.notation.woogles.protobuf import format_bytes, parse_bytes
from mostek.notation.woogles.structs import GameDocument


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    return record_history(history_of_document(parse_bytes(data, GameDocument), how.tile_set), how, FORMAT.name)


FORMAT = GameFormat(
    name="gamedocument_pb",
    pl="partia z Woogles: GameDocument w protobuf",
    en="a game of Woogles: GameDocument in protobuf",
    detect=lambda _: False,
    detect_data=lambda data: is_message(data, events=2, players=1),
    read=_read,
    write=lambda game: format_bytes(document_of(game)),
    priority=4,
)
