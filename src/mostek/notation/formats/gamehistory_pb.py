"""GameHistory of macondo and Woogles in protobuf."""

from __future__ import annotations

from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import RecordedGame
from mostek.notation.woogles.detection import is_message
from mostek.notation.woogles.history import history_of, record_history
from mostek.notation.woogles.protobuf import format_bytes, parse_bytes
from mostek.notation.woogles.structs import GameHistory


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    return record_history(parse_bytes(data, GameHistory), how, FORMAT.name)


FORMAT = GameFormat(
    name="gamehistory_pb",
    pl="partia z Woogles: GameHistory w protobuf",
    en="a game of Woogles: GameHistory in protobuf",
    detect=lambda _: False,
    detect_data=lambda data: is_message(data, events=1, players=2),
    read=_read,
    write=lambda game: format_bytes(history_of(game)),
    priority=4,
)
