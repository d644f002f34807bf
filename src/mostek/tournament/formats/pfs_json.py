"""The federation's JSON of a tournament: players with their published rows, results, and the ranking list of a day.

The fields are those of FORMATS 4.2; `dateEnd`, `referee`, `team` and `category` are ours, and written only if there is
something to say."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable
from datetime import date
from json import JSONDecodeError
from typing import Any, NoReturn

from msgspec.structs import replace

from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import (
    FileFault,
    FileNote,
    NoteKind,
    TournamentFileError,
    encoded,
    one_of,
    position,
    readable,
)
from mostek.tournament.formats._pfs_json_fields import (
    Field,
    FieldError,
    Remarks,
    day,
    extras_of,
    fraction_of,
    give,
    halves,
    hundredths,
    integer,
    ordinal,
    restored,
    same,
    text,
    truth,
    whole,
)
from mostek.tournament.origin import RankingRow
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    kind_of,
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


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


# Raw control characters within texts are let pass: a name with a line end is read, and put right by whoever needs it.
_decoder = json.JSONDecoder(strict=False, parse_constant=_refuse)
_SPACE = re.compile(r"[ \t\r\n]*")

NAME = "pfs_json"


def is_pfs_json(data: bytes, source: str) -> bool:
    """Whether a text looks like such a file, whole or cut."""
    if _is_wide(data):
        source = _wide(data)
    head = source.lstrip("\ufeff \t\r\n")
    # TSH and games in JSON have players, too.
    others = (("divisions", "pairings"), ("events", "rack"))
    of_others = any(all(f'"{name}"' in source for name in names) for names in others)
    return head.startswith("{") and not of_others and any(f'"{name}"' in source for name in ("tournament", "players"))


def _is_wide(data: bytes) -> bool:
    """Whether bytes are JSON in UTF-16 without the mark that says so."""
    return data[:2] in (b"{\0", b"\0{")


def _wide(data: bytes) -> str:
    return data.decode("utf-16-le" if data[:1] == b"{" else "utf-16-be", "replace")


def read(data: bytes) -> RecordedTournament:
    """The tournament in a file. Fields that we do not know, or would write otherwise, become extras.

    Raises `TournamentFileError` with the line where the faulty object begins.
    """
    if _is_wide(data):
        data = (codecs.BOM_UTF16_LE if data[:1] == b"{" else codecs.BOM_UTF16_BE) + data
    source = readable(data, with_controls=True).removeprefix("\ufeff")
    content, notes = _parsed(source)
    return _Reader(source, content).tournament(notes)


def write(tournament: RecordedTournament) -> bytes:
    """The file, laid out as the federation's: one field a line, the players by their places, the games by round and table.

    A tournament that came from such a file keeps the order of that.
    """
    extras = tournament.extras_for(NAME)
    own = tournament.format == NAME
    content = restored(_heading(tournament), extras, _DAY, tournament, ())
    content["tournament"] = restored(
        content["tournament"], extras.get("tournament", {}), _HEAD, tournament, tuple(field.key for field in _HEAD)
    )
    players, results = tournament.players, tournament.results
    if not own:
        players = tuple(sorted(players, key=lambda each: (each.place is None, each.place or 0, each.number)))
        # In the federation's files whoever has no opponent has a bye, so whoever was absent has no row.
        rows = [each for each in results if each.guest or each.kind is ResultKind.BYE]
        results = tuple(sorted(rows, key=lambda each: (each.round, each.table)))
    content["players"] = [_object(_give_player(each), each, _PLAYER, _PLAYER_ORDER, own) for each in players]
    content["results"] = [_object(_give_result(each), each, _RESULT, _RESULT_ORDER, own) for each in results]
    if tournament.ranking:
        content["ranking"] = [_give_row(each, own) for each in tournament.ranking]
    for name, stated in extras.get("empty", {}).items():
        if not content.get(name):
            content.pop(name, None)
            if stated:
                content[name] = stated[0]
    return encoded(json.dumps(content, indent=0, ensure_ascii=False))


def _parsed(source: str) -> tuple[dict[str, Any], list[FileNote]]:
    """The object, and a note on what stands behind it."""
    begin = _skip(source, 0)
    try:
        content, end = _decoder.raw_decode(source, begin)
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    except JSONDecodeError as error:
        line = source.split("\n")[error.lineno - 1 : error.lineno]
        raise TournamentFileError(FileFault.NOT_JSON, error.lineno, error.colno, "".join(line)[:60]) from None
    except (ValueError, RecursionError):
        raise TournamentFileError(FileFault.NOT_JSON, 1, 1, source[:60]) from None
    if not isinstance(content, dict) or "players" not in content:
        raise TournamentFileError(FileFault.MISSING_FIELD, 1, 1, "players")
    rest = source[end:].strip(" \t\r\n\0\x1a")
    if not rest:
        return content, []
    behind, _ = position(source, source.index(rest, end))
    return content, [FileNote(NoteKind.AFTER_THE_END, {"line": behind, "text": rest[:40]})]


class _Reader:
    """A file while it is read: its text, to say where a fault stands, and remarks on its values."""

    def __init__(self, source: str, content: dict[str, Any]) -> None:
        self._source = source
        self._content = content
        self._remarks = Remarks()

    def tournament(self, notes: list[FileNote]) -> RecordedTournament:
        """The tournament, with these notes and those on its values."""
        head = self._content.get("tournament")
        if head is None:
            head = {}
        if not isinstance(head, dict):
            self._fail("tournament", None, FileFault.BAD_VALUE, "tournament")
        players, numbered = self._numbered(tuple(self._list("players", self._player)))
        results = tuple(self._list("results", self._result))
        if faulty := faulty_result((player.number for player in players), results):
            self._fail("results", faulty[0], faulty[1], f"results[{faulty[0]}]")
        plain = RecordedTournament(
            format=NAME,
            rounds=round_count(results),
            players=players,
            results=results,
            ranking=tuple(self._list("ranking", self._row)),
            settings=_bye_settings(results),
            **self._heading(head),
        )
        dates = [head.get(key) for key in ("dateStart", "dateEnd")]
        unread = [each for each in dates if isinstance(each, str) and each.strip() and _day_or_none(each) is None]
        notes += [FileNote(NoteKind.NO_DATE, {"text": each[:40]}) for each in unread]
        notes += [*numbered, *self._remarks.notes()]
        return replace(plain, notes=tuple(notes), extras=self._extras(plain, head))

    def _extras(self, plain: RecordedTournament, head: dict[str, Any]) -> dict[str, Any]:
        given = _heading(plain)
        inner = extras_of(head, given.pop("tournament"))
        rest = {key: value for key, value in self._content.items() if key not in _SECTIONS}
        extras = extras_of(rest, {key: value for key, value in given.items() if key not in _SECTIONS})
        # A section without anything may be there, be null, or be missing.
        empty = {
            name: [self._content[name]] if name in self._content else []
            for name in ("tournament", "results", "ranking")
            if not self._content.get(name)
        }
        return extras | ({"tournament": inner} if inner else {}) | ({"empty": empty} if empty else {})

    def _heading(self, head: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._remarks.take(head, _HEAD, "tournament") | self._remarks.take(self._content, _DAY, "")
        except FieldError as bad:
            self._fail("tournament", None, bad.fault, bad.key)

    def _list(self, section: str, make: Callable[[dict[str, Any], str], Any]) -> Iterable[Any]:
        items = self._content.get(section)
        if items is None:
            items = []
        if not isinstance(items, list):
            self._fail(section, None, FileFault.BAD_VALUE, section)
        for index, item in enumerate(items):
            if not isinstance(item, dict):
                self._fail(section, index, FileFault.BAD_VALUE, f"{section}[{index}]")
            try:
                yield make(item, f"{section}[{index}]")
            except FieldError as bad:
                self._fail(section, index, bad.fault, f"{section}[{index}].{bad.key}")

    def _fail(self, section: str, index: int | None, fault: FileFault, stated: str) -> NoReturn:
        raise TournamentFileError(fault, line_of(self._source, section, index), 1, stated)

    def _numbered(self, players: tuple[RecordedPlayer, ...]) -> tuple[tuple[RecordedPlayer, ...], list[FileNote]]:
        """The players, each with a number and a name. A number may be missing where no result needs it."""
        if not players:
            self._fail("players", None, FileFault.NO_PLAYERS, "players")
        self._check_numbers(players)
        free = max(player.number for player in players)
        numbered: list[RecordedPlayer] = []
        missing: list[str] = []
        for index, player in enumerate(players):
            if not player.name.strip():
                self._fail("players", index, FileFault.MISSING_FIELD, f"players[{index}].name")
            if player.number == 0:
                free += 1
                missing.append(f"{free}. {player.name}")
            numbered.append(player if player.number else replace(player, number=free))
        shown = "; ".join([*missing[:_MANY], *(["…"] if len(missing) > _MANY else [])])
        return tuple(numbered), [FileNote(NoteKind.NUMBERED, {"players": shown})] if missing else []

    def _check_numbers(self, players: tuple[RecordedPlayer, ...]) -> None:
        seen: set[int] = set()
        for index, player in enumerate(players):
            path = f"players[{index}].startingPosition"
            if player.number in seen:
                self._fail("players", index, FileFault.SAME_PLAYER, path)
            if player.number == 0 and self._content.get("results"):
                self._fail("players", index, FileFault.MISSING_FIELD, path)
            seen |= {player.number} - {0}

    def _player(self, item: dict[str, Any], path: str) -> RecordedPlayer:
        taken = self._remarks.take(item, _PLAYER, path)
        parts = " ".join(filter(None, (taken.get("first", "").strip(), taken.get("last", "").strip())))
        player = RecordedPlayer(**{"number": 0, "name": parts, **taken})
        return replace(player, extras=extras_of(item, _give_player(player)))

    def _result(self, item: dict[str, Any], path: str) -> RecordedResult:
        unstated: dict[str, Any] = {"table": 0, "guest": 0, "host_score": None, "guest_score": None}
        taken = unstated | self._remarks.take(item, _RESULT, path)
        if taken["guest"] == 0 and taken["guest_score"] == 0:
            taken["guest_score"] = None
        taken["kind"] = kind_of(taken["guest"], taken["host_score"], taken["guest_score"])
        result = RecordedResult(**taken)
        extras = extras_of(item, _give_result(result))
        return replace(result, extras=extras) if extras else result

    def _row(self, item: dict[str, Any], path: str) -> RankingRow:
        taken = {"place": 0, "main": True, "rating": 0, "scalps": 0, "games": 0} | self._remarks.take(item, _ROW, path)
        taken.setdefault("name", item["name"] if isinstance(item.get("name"), str) else "")
        row = RankingRow(**taken)
        # Whoever calls the name `name` has no `player`, which is the federation's word.
        extras = extras_of(item, give(row, _ROW))
        return replace(row, extras=extras) if extras else row


def _bye_settings(results: Iterable[RecordedResult]) -> dict[str, Any]:
    """The points of a bye, if all brought the same and not what a bye of the federation does."""
    scores = {row.host_score for row in results if row.kind is ResultKind.BYE}
    return {"bye.own": scores.pop()} if len(scores) == 1 and scores != {_BYE} else {}


def _day_or_none(value: str) -> date | None:
    try:
        return day(value)
    except FieldError:
        return None


def _object(
    given: dict[str, Any], value: Any, fields: tuple[Field, ...], order: tuple[str, ...], own: bool
) -> dict[str, Any]:
    """With the extras of a value that came from such a file."""
    extras = value.extras if own else {}
    return restored(given, extras, fields, value, order)


def _give_row(row: RankingRow, own: bool) -> dict[str, Any]:
    """A line of the ranking list, which no step of the desk changes."""
    given = give(row, _ROW)
    if not own:
        return given
    stated = {key: each for key, each in given.items() if key not in row.extras.get("absent", ())}
    return stated | dict(row.extras.get("fields", {}))


def _give_player(player: RecordedPlayer) -> dict[str, Any]:
    given = give(player, _PLAYER)
    if player.name == " ".join(filter(None, (player.first.strip(), player.last.strip()))):
        given.pop("name", None)
    return given


def _give_result(result: RecordedResult) -> dict[str, Any]:
    """A bye is written 300:0 against 0, though no opponent gets the 0."""
    given = give(result, _RESULT)
    if result.guest:
        return given
    return given | {"guest": 0} | ({"score2": 0} if result.guest_score is None else {})


def _heading(tournament: RecordedTournament) -> dict[str, Any]:
    """The file without extras, its lists still empty. The last day is said if it is another than the first."""
    first, last = tournament.first_day, tournament.last_day
    dated = replace(tournament, last_day=None) if last == first else tournament
    head = {"tournament": give(dated, _HEAD), "players": [], "results": []}
    return head | give(tournament, _DAY) | ({"ranking": []} if tournament.ranking else {})


_HEAD = (
    Field("org", "organiser", text, same, loose=True, blank=""),
    Field("dateStart", "first_day", day, date.isoformat, loose=True),
    Field("dateEnd", "last_day", day, date.isoformat, loose=True),
    Field("name", "name", text, same, loose=True, blank=""),
    Field("city", "city", text, same, loose=True, blank=""),
    Field("referee", "arbiter", text, same, loose=True, blank=""),
)
_DAY = (Field("rankDay", "ranking_day", day, date.isoformat, loose=True),)
_PLAYER = (
    Field("startingPosition", "number", ordinal, same, blank=0),
    Field("place", "place", integer, same),
    Field("firstName", "first", text, same, blank=""),
    Field("lastName", "last", text, same, blank=""),
    Field("city", "city", text, same, blank=""),
    Field("ppGroup", "group", text, same, loose=True, blank=""),
    Field("team", "team", text, same, loose=True, blank=""),
    Field("category", "category", text, same, loose=True, blank=""),
    Field("tournamentRank", "rating", hundredths, fraction_of(100)),
    Field("big", "half_points", halves, fraction_of(2)),
    Field("small", "game_points", integer, same),
    Field("scalps", "scalps", integer, same),
    Field("difference", "spread", integer, same),
    Field("name", "name", text, same, blank=""),
)
_RESULT = (
    Field("round", "round", ordinal, same, needed=True),
    Field("table", "table", integer, same, blank=0),
    Field("host", "host", ordinal, same, needed=True),
    Field("guest", "guest", whole, same, blank=0),
    Field("score1", "host_score", integer, same, with_null=True),
    Field("score2", "guest_score", integer, same, with_null=True),
)
_ROW = (
    Field("lp", "place", integer, same, blank=0),
    Field("main", "main", truth, same),
    Field("player", "name", text, same, blank=""),
    Field("city", "city", text, same, blank=""),
    Field("rank", "rating", hundredths, lambda parts: parts / 100),
    Field("scalp", "scalps", integer, same),
    Field("games", "games", integer, same),
)
_PLAYER_ORDER = tuple(field.key for field in _PLAYER)
_RESULT_ORDER = tuple(field.key for field in _RESULT)
_SECTIONS = ("tournament", "players", "results", "ranking")
_MANY = 10
_BYE = 300


FORMAT = TournamentFormat(
    name=NAME,
    option="json",
    pl="JSON federacji",
    en="the federation’s JSON",
    precedence=10,
    detect=is_pfs_json,
    read=lambda files: read(one_of(files)),
    write=lambda tournament, encoding: {".json": write(tournament)},
)
