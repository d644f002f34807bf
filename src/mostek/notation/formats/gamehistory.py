"""GameHistory of macondo and Woogles as JSON."""

from __future__ import annotations

from mostek.notation.game_formats import GameFormat, ReadOptions
from mostek.notation.game_record import RecordedGame
from mostek.notation.woogles.history import history_of, record_history
from mostek.notation.woogles.structs import GameHistory, format_json, parse_json


def _is_history(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"players"' in text


def _read(data: bytes, how: ReadOptions) -> RecordedGame:
    return record_history(parse_json(data, GameHistory), how, FORMAT.name)


FORMAT = GameFormat(
    name="gamehistory",
    pl="partia z Woogles: GameHistory w JSON",
    en="a game of Woogles: GameHistory as JSON",
    detect=_is_history,
    read=_read,
    write=lambda game: format_json(history_of(game)),
    priority=2,
)
