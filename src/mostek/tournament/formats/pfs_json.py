"""The federation's JSON of a tournament: players with their published rows, results, and the ranking list of a day.

The fields are those of FORMATS 4.2; `dateEnd`, `referee`, `team` and `category` are ours, and written only if there is
something to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from json import JSONDecodeError
from typing import Any, NoReturn

from msgspec.structs import replace

from mostek.tournament.formats.faults import FileFault, TournamentFileError
from mostek.tournament.formats.json_fields import (
    Field,
    FieldError,
    day,
    fraction_of,
    give,
    integer,
    ordinal,
    parts_of,
    same,
    take,
    text,
    truth,
)
from mostek.tournament.formats.json_places import line_of
from mostek.tournament.formats.recorded import (
    RankingRow,
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    kind_of,
    round_count,
)
from mostek.tournament.formats.texts import encoded, readable

FORMAT = "pfs_json"


def is_pfs_json(source: str) -> bool:
    """Whether a text looks like such a file, whole or cut."""
    head = source.lstrip("\ufeff \t\r\n")
    return head.startswith("{") and any(f'"{name}"' in source for name in ("tournament", "players"))


def read(data: bytes) -> RecordedTournament:
    """The tournament in a file. Fields that we do not know, or would write otherwise, are kept as extras.

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
        format=FORMAT,
        rounds=round_count(results),
        players=players,
        results=results,
        ranking=tuple(_list(source, whole, "ranking", _row)),
        **_taken_or_fail(source, head, whole),
    )
    return _with_extras(plain, head, whole)


def write(tournament: RecordedTournament) -> bytes:
    """The file, laid out as the federation's: one field a line."""
    extras = tournament.extras_for(FORMAT)
    own = tournament.format == FORMAT
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
    """A bye is written 300:0, though there is nobody to have the 0."""
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
