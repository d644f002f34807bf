"""The messages of Woogles as values, and their JSON form.

`GameHistory` is macondo's (`macondo.proto`), `GameDocument` that of Woogles (`ipc/omgwords.proto`). A field has the number of
the published definition. Fields that say nothing about the record of a game, such as timers, are left out and not read.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from mostek.core.diagnostics import NotationError, TextFault


def field(number: int) -> Meta:
    """The number of a field in the published definition."""
    return Meta(extra={"number": number})


def integer(number: int) -> Meta:
    """The number of a field with an integer; no game needs more than six digits."""
    return Meta(extra={"number": number}, ge=-999_999, le=999_999)


class EventType(IntEnum):
    """The kinds of events. `UNSUCCESSFUL_CHALLENGE_TURN_LOSS` belongs to the rule of double challenge."""

    TILE_PLACEMENT_MOVE = 0
    PHONY_TILES_RETURNED = 1
    PASS = 2
    CHALLENGE_BONUS = 3
    EXCHANGE = 4
    END_RACK_PTS = 5
    TIME_PENALTY = 6
    END_RACK_PENALTY = 7
    UNSUCCESSFUL_CHALLENGE_TURN_LOSS = 8
    CHALLENGE = 9
    TIMED_OUT = 10
    RESIGNED = 11


class WordDirection(IntEnum):
    """The direction of a word."""

    HORIZONTAL = 0
    VERTICAL = 1


class PlayState(IntEnum):
    """The state of a game."""

    PLAYING = 0
    WAITING_FOR_FINAL_PASS = 1
    GAME_OVER = 2
    UNSTARTED = 3


class Player(Struct, omit_defaults=True):
    """A player."""

    nickname: Annotated[str, field(1)] = ""
    real_name: Annotated[str, field(2)] = ""
    user_id: Annotated[str, field(3)] = ""


class HistoryEvent(Struct, omit_defaults=True):
    """An event of a history. Racks and words are text: `?` is a blank, a small letter a blank as a letter, `.` plays through."""

    nickname: Annotated[str, field(1)] = ""
    note: Annotated[str, field(2)] = ""
    rack: Annotated[str, field(3)] = ""
    type: Annotated[EventType, field(4)] = EventType.TILE_PLACEMENT_MOVE
    cumulative: Annotated[int, integer(5)] = 0
    row: Annotated[int, integer(6)] = 0
    column: Annotated[int, integer(7)] = 0
    direction: Annotated[WordDirection, field(8)] = WordDirection.HORIZONTAL
    position: Annotated[str, field(9)] = ""
    played_tiles: Annotated[str, field(10)] = ""
    exchanged: Annotated[str, field(11)] = ""
    score: Annotated[int, integer(12)] = 0
    bonus: Annotated[int, integer(13)] = 0
    end_rack_points: Annotated[int, integer(14)] = 0
    lost_score: Annotated[int, integer(15)] = 0
    is_bingo: Annotated[bool, field(16)] = False
    words_formed: Annotated[list[str], field(17)] = []
    player_index: Annotated[int, integer(19)] = 0


class GameHistory(Struct, omit_defaults=True):
    """macondo's record of a game."""

    events: Annotated[list[HistoryEvent], field(1)] = []
    players: Annotated[list[Player], field(2)] = []
    version: Annotated[int, integer(3)] = 0
    lexicon: Annotated[str, field(5)] = ""
    id_auth: Annotated[str, field(6)] = ""
    uid: Annotated[str, field(7)] = ""
    title: Annotated[str, field(8)] = ""
    description: Annotated[str, field(9)] = ""
    last_known_racks: Annotated[list[str], field(10)] = []
    play_state: Annotated[PlayState, field(13)] = PlayState.PLAYING
    final_scores: Annotated[list[int], field(14)] = []
    variant: Annotated[str, field(15)] = ""
    winner: Annotated[int, integer(16)] = 0
    board_layout: Annotated[str, field(17)] = ""
    letter_distribution: Annotated[str, field(18)] = ""
    starting_cgp: Annotated[str, field(19)] = ""


class DocumentEvent(Struct, omit_defaults=True):
    """An event of a document. Racks and words are bytes: a letter by its place in the alphabet from 1, 0 for a blank or for a
    tile that is played through, 128 more for a blank as a letter."""

    note: Annotated[str, field(2)] = ""
    rack: Annotated[bytes, field(3)] = b""
    type: Annotated[EventType, field(4)] = EventType.TILE_PLACEMENT_MOVE
    cumulative: Annotated[int, integer(5)] = 0
    row: Annotated[int, integer(6)] = 0
    column: Annotated[int, integer(7)] = 0
    direction: Annotated[WordDirection, field(8)] = WordDirection.HORIZONTAL
    position: Annotated[str, field(9)] = ""
    played_tiles: Annotated[bytes, field(10)] = b""
    exchanged: Annotated[bytes, field(11)] = b""
    score: Annotated[int, integer(12)] = 0
    bonus: Annotated[int, integer(13)] = 0
    end_rack_points: Annotated[int, integer(14)] = 0
    lost_score: Annotated[int, integer(15)] = 0
    is_bingo: Annotated[bool, field(16)] = False
    words_formed: Annotated[list[bytes], field(17)] = []
    player_index: Annotated[int, integer(19)] = 0
    words_formed_friendly: Annotated[list[str], field(20)] = []


class GameBoard(Struct, omit_defaults=True):
    """The board of a document, row by row."""

    num_rows: Annotated[int, integer(1)] = 0
    num_cols: Annotated[int, integer(2)] = 0
    tiles: Annotated[bytes, field(3)] = b""


class Bag(Struct, omit_defaults=True):
    """The bag of a document."""

    tiles: Annotated[bytes, field(1)] = b""


class GameDocument(Struct, omit_defaults=True):
    """The state of a game at Woogles, with its events."""

    players: Annotated[list[Player], field(1)] = []
    events: Annotated[list[DocumentEvent], field(2)] = []
    version: Annotated[int, integer(3)] = 0
    lexicon: Annotated[str, field(4)] = ""
    uid: Annotated[str, field(5)] = ""
    description: Annotated[str, field(6)] = ""
    racks: Annotated[list[bytes], field(7)] = []
    play_state: Annotated[PlayState, field(9)] = PlayState.PLAYING
    current_scores: Annotated[list[int], field(10)] = []
    variant: Annotated[str, field(11)] = ""
    winner: Annotated[int, integer(12)] = 0
    board_layout: Annotated[str, field(13)] = ""
    letter_distribution: Annotated[str, field(14)] = ""
    board: Annotated[GameBoard | None, field(20)] = None
    bag: Annotated[Bag | None, field(21)] = None


M = TypeVar("M", bound=Struct)

MOST_BYTES = 4 << 20
"""The largest file that is read: a game of forty turns has some 15 kB of JSON."""


def parse_json(data: bytes, kind: type[M]) -> M:
    """A message from its JSON, with names of fields in either spelling and enums by name or number.

    Raises `NotationError` for anything else. A message within `{"history": …}`, as the site answers, is found too.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(TextFault.TOO_LONG, 0, 0, f"{len(data)}")
    try:
        read = msgspec.json.decode(data)
        while isinstance(read, dict) and not read.keys() & {"players", "events"}:
            inner = [read[name] for name in _WRAPPERS if name in read]
            if not inner:
                break
            read = inner[0]
        return msgspec.convert(_named(read, kind), kind, strict=False)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as error:
        raise no_message(kind, error) from None


def no_message(kind: type[Struct], error: Exception) -> NotationError:
    """The error of a file that is not this message, with the place that a library names but not its sentence."""
    place = re.search(r"\$\.?([\w.\[\]]+)|byte [0-9]+", str(error))
    named = place and (place[1] or place[0])
    return NotationError(TextFault.BAD_MESSAGE, 0, 0, ", ".join(filter(None, (kind.__name__, named))))


def format_json(message: Struct) -> bytes:
    """The JSON of a message as protobuf writes it: enums by name, bytes in base64, defaults left out."""
    return msgspec.json.format(msgspec.json.encode(_written(message)), indent=2) + b"\n"


def number_of(info: msgspec.inspect.Type) -> int:
    """The number of a field, from the type of its struct."""
    assert isinstance(info, msgspec.inspect.Metadata), "every field has a number"
    return int((info.extra or {})["number"])


def inner_type(info: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """The type of a field, or of its entries if it is repeated; without `None`."""
    if isinstance(info, msgspec.inspect.Metadata):
        return inner_type(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return inner_type(next(each for each in info.types if not isinstance(each, msgspec.inspect.NoneType)))
    return inner_type(info.item_type) if isinstance(info, msgspec.inspect.ListType) else info


def fields_of(kind: type[Struct]) -> tuple[msgspec.inspect.Field, ...]:
    """The fields of a message."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return info.fields


def _named(read: object, kind: type[Struct]) -> object:
    """Rename the fields of data to those of the structs and drop all others."""
    if not isinstance(read, Mapping):
        raise ValueError("an object is expected")
    return {
        each.name: _value(read[name], inner_type(each.type))
        for each in fields_of(kind)
        for name in (each.name, _camel(each.name))
        if read.get(name) is not None
    }


def _value(read: Any, info: msgspec.inspect.Type) -> object:
    if isinstance(read, list):
        return [_value(each, info) for each in read]
    if isinstance(info, msgspec.inspect.StructType):
        return _named(read, info.cls)
    if isinstance(info, msgspec.inspect.EnumType) and isinstance(read, str):
        try:
            return info.cls[read].value
        except KeyError:
            raise ValueError(f"{read!r} is unknown") from None
    return read


def _written(message: Struct) -> dict[str, object]:
    return {
        _camel(each.name): _json_value(value)
        for each in fields_of(type(message))
        if (value := getattr(message, each.name)) or isinstance(value, Struct)
    }


def _json_value(value: Any) -> object:
    match value:
        case list():
            return [_json_value(each) for each in value]
        case Struct():
            return _written(value)
        case IntEnum():
            return value.name
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case _:
            return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


_WRAPPERS = ("history", "document", "doc", "game_history", "gameHistory")
