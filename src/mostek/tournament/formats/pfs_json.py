"""The federation's JSON of a tournament: players with their published rows, results, and the ranking list of a day.

The fields are those of FORMATS 4.2; `dateEnd`, `referee`, `team` and `category` are ours, and written only if there is
something to say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from json import JSONDecodeError
from typing import Any, NamedTuple, NoReturn

from msgspec.structs import replace

from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, position, readable
from mostek.tournament.recorded import (
    RankingRow,
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    kind_of,
    parse_day,
    round_count,
)


def line_of(text: str, section: str, index: int | None) -> int:
    """The line where the field `section` of the whole begins, or item `index` of its list; 1 if it is not there.

    The text is known to be JSON; it is gone through a second time because values do not know where they came from.
    """
    place = _skip(text, 0) + 1
    while text[place := _skip(text, place)] == '"':
        key, place = _decoder.raw_decode(text, place)
        place = _skip(text, _skip(text, place) + 1)
        if key == section:
            return position(text, place if index is None else _item(text, place, index))[0]
        place = _skip(text, _decoder.raw_decode(text, place)[1])
        place += text[place] == ","
    return 1


def _item(text: str, place: int, index: int) -> int:
    place = _skip(text, place + 1)
    for _ in range(index):
        place = _skip(text, _decoder.raw_decode(text, place)[1])
        place = _skip(text, place + 1)
    return place


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


_decoder = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")


class Field(NamedTuple):
    """One field: its key, the attribute that holds its value, and how each is made of the other."""

    key: str
    attribute: str
    take: Callable[[Any], Any]
    give: Callable[[Any], Any]
    required: bool = False
    nullable: bool = False
    """Whether a null is a value of the field: a game without a score yet."""
    loose: bool = False
    """Whether something else than a text is let pass, for the reader to keep as an extra."""


class FieldError(ValueError):
    """A field that has not what it should."""

    def __init__(self, fault: FileFault, key: str) -> None:
        self.fault = fault
        self.key = key


def take(item: Mapping[str, Any], fields: tuple[Field, ...]) -> dict[str, Any]:
    """The attributes that an object states. A null states nothing, and comes back by way of the extras."""
    taken = {}
    for field in fields:
        value = item.get(field.key)
        if value is None:
            if field.required and not (field.nullable and field.key in item):
                raise FieldError(FileFault.MISSING_FIELD, field.key)
            continue
        if field.loose and not isinstance(value, str):
            continue
        try:
            taken[field.attribute] = field.take(value)
        except FieldError as bad:
            raise FieldError(bad.fault, field.key) from None
    return taken


def give(value: Any, fields: tuple[Field, ...]) -> dict[str, Any]:
    """The object that we would write: what is not stated is left out, unless the format asks for it."""
    given = {}
    for field in fields:
        stated = getattr(value, field.attribute)
        if field.required or (stated is not None and stated != ""):
            given[field.key] = None if stated is None else field.give(stated)
    return given


def integer(value: Any) -> int:
    """A whole number; JSON also has `true` and `1.0`, which are none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST:
        return value
    raise FieldError(FileFault.BAD_NUMBER, "")


def ordinal(value: Any) -> int:
    """A whole number from 1: of a round, or of a player."""
    number = integer(value)
    if not 1 <= number <= GREATEST_ORDINAL:
        raise FieldError(FileFault.BAD_NUMBER, "")
    return number


def parts_of(count: int) -> Callable[[Any], int]:
    """A number that JSON holds as a decimal fraction, in so many parts to one."""

    def parts(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or not -_MOST < value < _MOST:
            raise FieldError(FileFault.BAD_NUMBER, "")
        if round(value * count) / count != value:
            raise FieldError(FileFault.BAD_NUMBER, "")
        return round(value * count)

    return parts


def fraction_of(count: int) -> Callable[[int], int | float]:
    """The opposite of `parts_of`, whole where it can be. A float is written as the shortest decimal that names it: exactly."""
    return lambda parts: parts // count if parts % count == 0 else parts / count


def text(value: Any) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise FieldError(FileFault.BAD_VALUE, "")


def truth(value: Any) -> bool:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    raise FieldError(FileFault.BAD_VALUE, "")


def day(value: Any) -> date:
    """A day, `2026-03-29`."""
    found = parse_day(value) if isinstance(value, str) else None
    if found is None:
        raise FieldError(FileFault.BAD_DATE, "")
    return found


def same(value: Any) -> Any:
    """The fields that are written unchanged."""
    return value


GREATEST_ORDINAL = 9999
"""More players or rounds than any event has: a number beyond comes from a damaged file."""
_MOST = 10**9


NAME = "pfs_json"


def is_pfs_json(source: str) -> bool:
    """Whether a text looks like such a file, whole or cut."""
    head = source.lstrip("\ufeff \t\r\n")
    return head.startswith("{") and any(f'"{name}"' in source for name in ("tournament", "players"))


def read(data: bytes) -> RecordedTournament:
    """The tournament in a file. Fields that we do not know, or would write otherwise, become extras.

    Raises `TournamentFileError` with the line where the faulty object begins.
    """
    source = readable(data).removeprefix("\ufeff")
    whole = _parsed(source)
    head = whole.get("tournament", {})
    if not isinstance(head, dict):
        _fail(source, "tournament", None, FileFault.BAD_VALUE, "tournament")
    players = tuple(_list(source, whole, "players", _player))
    if not players:
        _fail(source, "players", None, FileFault.NO_PLAYERS, "players")
    _check_numbers(source, players)
    results = tuple(_list(source, whole, "results", _result))
    if faulty := faulty_result((player.number for player in players), results):
        _fail(source, "results", faulty[0], faulty[1], f"results[{faulty[0]}]")
    plain = RecordedTournament(
        format=NAME,
        rounds=round_count(results),
        players=players,
        results=results,
        ranking=tuple(_list(source, whole, "ranking", _row)),
        **_taken_or_fail(source, head, whole),
    )
    return _with_extras(plain, head, whole)


def write(tournament: RecordedTournament) -> bytes:
    """The file, laid out as the federation's: one field a line."""
    extras = tournament.extras_for(NAME)
    own = tournament.format == NAME
    whole = _whole(tournament)
    whole["tournament"] |= extras.get("tournament", {})
    whole |= {key: value for key, value in extras.items() if key != "tournament"}
    whole["players"] = [_object(_give_player(each), each, own, _PLAYER_ORDER) for each in tournament.players]
    # In the federation's files whoever has no opponent has a bye, so whoever was absent has no row.
    rows = (each for each in tournament.results if own or each.guest or each.kind is ResultKind.BYE)
    whole["results"] = [_object(_give_result(each), each, own, _RESULT_ORDER) for each in rows]
    if tournament.ranking or "ranking" in whole:
        whole["ranking"] = [_object(_give_row(each, own), each, own, _ROW_ORDER) for each in tournament.ranking]
    return encoded(json.dumps(whole, indent=0, ensure_ascii=False))


def _parsed(source: str) -> dict[str, Any]:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(constant)

    try:
        whole = json.loads(source, parse_constant=refuse)
        json.dumps(whole, ensure_ascii=False).encode()
    except JSONDecodeError as error:
        line = source.splitlines()[error.lineno - 1 : error.lineno]
        raise TournamentFileError(FileFault.NOT_JSON, error.lineno, error.colno, "".join(line)[:60]) from None
    except (ValueError, RecursionError):
        raise TournamentFileError(FileFault.NOT_JSON, 1, 1, source[:60]) from None
    if not isinstance(whole, dict) or "players" not in whole:
        raise TournamentFileError(FileFault.MISSING_FIELD, 1, 1, "players")
    return whole


def _fail(source: str, section: str, index: int | None, fault: FileFault, said: str) -> NoReturn:
    raise TournamentFileError(fault, line_of(source, section, index), 1, said)


def _list(source: str, whole: dict[str, Any], section: str, make: Callable[[dict[str, Any]], Any]) -> Iterable[Any]:
    items = whole.get(section, [])
    if not isinstance(items, list):
        _fail(source, section, None, FileFault.BAD_VALUE, section)
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            _fail(source, section, index, FileFault.BAD_VALUE, f"{section}[{index}]")
        try:
            yield make(item)
        except FieldError as bad:
            _fail(source, section, index, bad.fault, f"{section}[{index}].{bad.key}")


def _check_numbers(source: str, players: tuple[RecordedPlayer, ...]) -> None:
    seen: set[int] = set()
    for index, player in enumerate(players):
        if player.number in seen:
            _fail(source, "players", index, FileFault.SAME_PLAYER, f"players[{index}].startingPosition")
        seen.add(player.number)


def _taken_or_fail(source: str, head: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    try:
        return take(head, _HEAD) | take(whole, _DAY)
    except FieldError as bad:
        section = "rankDay" if bad.key == "rankDay" else "tournament"
        _fail(source, section, None, bad.fault, bad.key)


def _object(given: dict[str, Any], value: Any, own: bool, order: tuple[str, ...]) -> dict[str, Any]:
    """With the extras of a value that came from such a file, in the order of the federation's files."""
    both = {**given, **value.extras} if own else given
    return {key: both[key] for key in order if key in both} | both


def _differing(item: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key not in given or given[key] != value}


def _player(item: dict[str, Any]) -> RecordedPlayer:
    taken = take(item, _PLAYER)
    parts = f"{taken.get('first', '')} {taken.get('last', '')}".strip()
    player = RecordedPlayer(**{"name": parts} | taken)
    return RecordedPlayer(**{"name": parts} | taken, extras=_differing(item, _give_player(player)))


def _give_player(player: RecordedPlayer) -> dict[str, Any]:
    given = give(player, _PLAYER)
    if player.name == f"{player.first} {player.last}".strip():
        given.pop("name", None)
    return given


def _result(item: dict[str, Any]) -> RecordedResult:
    taken = {"host_score": None, "guest_score": None} | take(item, _RESULT)
    if taken["guest"] == 0 and taken["guest_score"] == 0:
        taken["guest_score"] = None
    taken["kind"] = kind_of(taken["guest"], taken["host_score"], taken["guest_score"])
    result = RecordedResult(**taken)
    extras = _differing(item, _give_result(result))
    return RecordedResult(**taken, extras=extras) if extras else result


def _give_result(result: RecordedResult) -> dict[str, Any]:
    """A bye is written 300:0, though no opponent gets the 0."""
    given = give(result, _RESULT)
    return given | {"score2": 0} if result.guest == 0 and result.guest_score is None else given


def _row(item: dict[str, Any]) -> RankingRow:
    taken = {"name": ""} | take(item, _ROW)
    # The federation calls the name `player`; nobody else's name for it is lost.
    taken["name"] = next((item[key] for key in ("player", "name") if isinstance(item.get(key), str)), "")
    row = RankingRow(**taken)
    extras = _differing(item, _give_row(row, False))
    if "player" not in item and "name" in item:
        extras["name"] = item["name"]
    return RankingRow(**taken, extras=extras) if extras else row


def _give_row(row: RankingRow, own: bool) -> dict[str, Any]:
    given = give(row, _ROW)
    if not own or "name" not in row.extras:
        given["player"] = row.name
    return given


def _whole(tournament: RecordedTournament) -> dict[str, Any]:
    """The file without extras, its lists still empty."""
    head = {"tournament": give(tournament, _HEAD), "players": [], "results": []}
    return head | give(tournament, _DAY) | ({"ranking": []} if tournament.ranking else {})


def _with_extras(plain: RecordedTournament, head: dict[str, Any], whole: dict[str, Any]) -> RecordedTournament:
    given = _whole(plain)
    inner = _differing(head, given["tournament"])
    outer = {key: value for key, value in _differing(whole, given).items() if key not in _SECTIONS}
    extras = outer | ({"tournament": inner} if inner else {})
    return replace(plain, extras=extras)


_HEAD = (
    Field("org", "organiser", text, same, loose=True),
    Field("dateStart", "first_day", day, date.isoformat),
    Field("dateEnd", "last_day", day, date.isoformat),
    Field("name", "name", text, same),
    Field("city", "city", text, same),
    Field("referee", "arbiter", text, same, loose=True),
)
_DAY = (Field("rankDay", "ranking_day", day, date.isoformat),)
_PLAYER = (
    Field("startingPosition", "number", ordinal, same, required=True),
    Field("place", "place", integer, same),
    Field("firstName", "first", text, same),
    Field("lastName", "last", text, same),
    Field("city", "city", text, same),
    Field("ppGroup", "group", text, same),
    Field("team", "team", text, same),
    Field("category", "category", text, same),
    Field("tournamentRank", "rating", parts_of(100), fraction_of(100)),
    Field("big", "half_points", parts_of(2), fraction_of(2)),
    Field("small", "game_points", integer, same),
    Field("scalps", "scalps", integer, same),
    Field("difference", "spread", integer, same),
    Field("name", "name", text, same),
)
_RESULT = (
    Field("round", "round", ordinal, same, required=True),
    Field("table", "table", integer, same, required=True),
    Field("host", "host", integer, same, required=True),
    Field("guest", "guest", integer, same, required=True),
    Field("score1", "host_score", integer, same, required=True, nullable=True),
    Field("score2", "guest_score", integer, same, required=True, nullable=True),
)
_ROW = (
    Field("lp", "place", integer, same, required=True),
    Field("main", "main", truth, same, required=True),
    Field("city", "city", text, same),
    Field("rank", "rating", parts_of(100), lambda parts: parts / 100, required=True),
    Field("scalp", "scalps", integer, same, required=True),
    Field("games", "games", integer, same, required=True),
)
_PLAYER_ORDER = tuple(field.key for field in _PLAYER)
_RESULT_ORDER = tuple(field.key for field in _RESULT)
_ROW_ORDER = ("lp", "main", "player", "city", "rank", "scalp", "games", "name")
_SECTIONS = ("tournament", "players", "results", "ranking")


FORMAT = TournamentFormat(
    name=NAME,
    option="json",
    pl="JSON federacji",
    en="the federation’s JSON",
    precedence=10,
    detect=lambda data, text: is_pfs_json(text),
    read=lambda files: read(one_of(files)),
    write=lambda tournament, encoding: {".json": write(tournament)},
)
