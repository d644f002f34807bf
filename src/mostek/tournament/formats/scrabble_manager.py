"""The export of Scrabble Manager: five files with one name and different suffixes.

`.lte` has the players, `.re` what each did in each round, `.tin` the numbers of both, `.nag` the name of the event, `.smt` day,
place and arbiter (FORMATS 4.1)."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, readable
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind, kind_of


def decode_names(data: bytes, record: int) -> str:
    """The text of a record. Raises `TournamentFileError` at a byte that is no letter here: another code page was used."""
    for place, byte in enumerate(data):
        if byte not in _SIGNS:
            raise TournamentFileError(FileFault.WRONG_CODE_PAGE, record, place + 1, f"0x{byte:02X}")
    return "".join(_SIGNS[byte] for byte in data)


def encode_names(text: str, record: int) -> bytes:
    """The bytes of a text. Raises `TournamentFileError` at a letter that the code page does not have."""
    for place, sign in enumerate(text):
        if sign not in _BYTES:
            raise TournamentFileError(FileFault.NOT_ENCODABLE, record, place + 1, sign)
    return bytes(_BYTES[sign] for sign in text)


_POLISH = {
    "ą": 0xA0, "ć": 0x9B, "ę": 0x82, "ł": 0x9F, "ń": 0xA4, "ó": 0xA2, "ś": 0x87, "ż": 0x91, "ź": 0xA8,
    "Ą": 0x8F, "Ć": 0x80, "Ę": 0x90, "Ł": 0x9C, "Ń": 0xA5, "Ó": 0x93, "Ś": 0x98, "Ż": 0x92, "Ź": 0x9D,
}  # fmt: skip
"""FORMATS 4.1, from a public export of 2018."""
_LATIN = {byte: sign for byte in range(0x80, 0xA6) if (sign := bytes([byte]).decode("cp437")).isalpha()}
"""The letters of other languages, where DOS had them and no Polish letter took their place."""
_SIGNS = {byte: chr(byte) for byte in range(0x20, 0x7F)} | _LATIN | {byte: sign for sign, byte in _POLISH.items()}
_BYTES = {sign: byte for byte, sign in _SIGNS.items()}


RECORD = struct.Struct("<bBHHH")
"""Status, table, result in half points, score, opponent."""
NOTHING: Final = 32767
"""What stands for a number that is not there."""
TAIL_RECORDS: Final = 3


def read_rounds(data: bytes, players: int, rounds: int) -> tuple[tuple[RecordedResult, ...], str]:
    """The results, and the end of the file in hexadecimal if it is not the usual one. Raises `TournamentFileError`."""
    wanted = (players * (rounds + 1) + TAIL_RECORDS) * RECORD.size
    if len(data) < wanted:
        raise TournamentFileError(FileFault.CUT, len(data) // RECORD.size + 1, 1, f"{len(data)} < {wanted}")
    if len(data) > wanted:
        raise TournamentFileError(FileFault.RECORD_COUNT, wanted // RECORD.size + 1, 1, f"{len(data)} > {wanted}")
    grid = _Grid([_Record(*fields) for fields in RECORD.iter_unpack(data)], players, rounds)
    results = [each for number in range(1, rounds + 1) for each in grid.round(number)]
    for player in range(1, players + 1):
        grid.check_end(player)
    results.sort(key=lambda result: (result.round, result.table or NOTHING, result.host))
    tail = data[-TAIL_RECORDS * RECORD.size :]
    return tuple(results), "" if tail == _tail(rounds) else tail.hex()


def write_rounds(tournament: RecordedTournament, players: int, tail: str, *, own: bool) -> bytes:
    """The records of all players, and the end of the file; what the results keep from such a file counts if it is their `own`.

    Raises `TournamentFileError` for a number without room.
    """
    rounds = tournament.rounds
    records = {(player, number): _ABSENTEE for player in range(1, players + 1) for number in range(1, rounds + 1)}
    for result in tournament.results:
        for player, record in _sides(result, result.extras if own else {}):
            if (player, result.round) not in records or not (0 <= record.score <= NOTHING and 0 <= record.table <= 255):
                raise TournamentFileError(FileFault.BAD_VALUE, 0, 0, f"{result.round}: {result.host}-{result.guest}")
            records[player, result.round] = record
    data = b""
    for player in range(1, players + 1):
        row = (records[player, number] for number in range(1, rounds + 1))
        data += b"".join(RECORD.pack(*record) for record in (*row, _END))
    return data + (bytes.fromhex(tail) if tail else _tail(rounds))


class _Record(NamedTuple):
    status: int
    table: int
    result: int
    score: int
    opponent: int


class _Grid(NamedTuple):
    """All the records, found by player and round."""

    records: list[_Record]
    players: int
    rounds: int

    def place(self, player: int, number: int) -> int:
        return (player - 1) * (self.rounds + 1) + number - 1

    def check_end(self, player: int) -> None:
        place = self.place(player, self.rounds + 1)
        if self.records[place] != _END:
            raise self.fault(FileFault.BAD_VALUE, place)

    def fault(self, fault: FileFault, place: int) -> TournamentFileError:
        return TournamentFileError(fault, place + 1, 1, " ".join(map(str, self.records[place])))

    def round(self, number: int) -> Iterator[RecordedResult]:
        for player in range(1, self.players + 1):
            place = self.place(player, number)
            record = self.records[place]
            if record.status in (_FIRST, _SECOND):
                self.check_sides(player, number)
                if record.status == _FIRST:
                    yield self.game(player, number)
            elif record.status == _BYE and record.opponent == 0:
                yield _bye(record, player, number)
            elif record == _END:
                yield _row(number, 0, player, 0, None, None)
            elif record != _ABSENTEE:
                raise self.fault(FileFault.BAD_VALUE, place)

    def check_sides(self, player: int, number: int) -> None:
        """That the opponent's record tells of the same game."""
        place = self.place(player, number)
        record = self.records[place]
        if not 1 <= record.opponent <= self.players:
            raise self.fault(FileFault.UNKNOWN_PLAYER, place)
        other = self.records[self.place(record.opponent, number)]
        agree = (
            other.opponent == player
            and other.table == record.table
            and other.status == _SECOND + _FIRST - record.status
        )
        if not agree or (record.result, other.result) not in _halves(record.score, other.score):
            raise self.fault(FileFault.ONE_SIDED, place)

    def game(self, player: int, number: int) -> RecordedResult:
        record = self.records[self.place(player, number)]
        other = self.records[self.place(record.opponent, number)]
        row = _row(number, record.table, player, record.opponent, _score(record), _score(other))
        stated = (record.result, other.result)
        if stated == _halves(record.score, other.score)[-1]:
            return row
        # Equal scores with a winner: the last word has decided.
        decided = stated[0] if WIN in stated else None
        return replace(row, half_points=decided, extras={"halves": stated})


def _halves(own: int, other: int) -> tuple[tuple[int, int], ...]:
    """The results in half points that go with these scores, the one that we write last; 0:0 may be lost by both (S31)."""
    if NOTHING in (own, other):
        return ((0, 0), (NOTHING, NOTHING))
    if own == other:
        return ((DRAW, DRAW), (0, 0)) if own == 0 else ((WIN, 0), (0, WIN), (DRAW, DRAW))
    return ((WIN, 0),) if own > other else ((0, WIN),)


def _score(record: _Record) -> int | None:
    return None if record.score == NOTHING else record.score


def _row(number: int, table: int, host: int, guest: int, own: int | None, other: int | None) -> RecordedResult:
    kind = kind_of(guest, own, other)
    return RecordedResult(
        round=number, table=table, host=host, guest=guest, host_score=own, guest_score=other, kind=kind
    )


def _bye(record: _Record, player: int, number: int) -> RecordedResult:
    return RecordedResult(
        round=number,
        table=record.table,
        host=player,
        guest=0,
        host_score=_score(record),
        guest_score=None,
        kind=ResultKind.BYE,
        # A bye was a full win in 2018 and has this sign; any other is kept.
        extras={} if record.result == WIN else {"result": record.result},
    )


def _sides(result: RecordedResult, extras: Mapping[str, Any]) -> Iterator[tuple[int, _Record]]:
    host, guest = (NOTHING if score is None else score for score in (result.host_score, result.guest_score))
    if result.guest == 0:
        bye = _Record(_BYE, result.table, extras.get("result", WIN), host, 0)
        yield result.host, bye if result.kind is ResultKind.BYE else _END if host == NOTHING else _ABSENTEE
        return
    decided = None if result.half_points is None else (result.half_points, WIN - result.half_points)
    halves = extras.get("halves", decided or _halves(host, guest)[-1])
    yield result.host, _Record(_FIRST, result.table, halves[0], host, result.guest)
    yield result.guest, _Record(_SECOND, result.table, halves[1], guest, result.host)


def _tail(rounds: int) -> bytes:
    return RECORD.pack(1, 0, rounds + 1, NOTHING, 0) * TAIL_RECORDS


_ABSENT, _FIRST, _SECOND, _BYE = 0, 1, 2, 3
_ABSENTEE = _Record(_ABSENT, 0, 0, 0, 0)
_END = _Record(_ABSENT, 0, NOTHING, NOTHING, 0)
"""Closes the records of a player; we take it as well for a round that has not been paired yet."""


NAME = "scrabble_manager"
NEEDED = (".lte", ".re", ".tin")


def part_of(data: bytes) -> str | None:
    """Which of the files some bytes are, by what stands in them; `None` if they are none, or `.nag`, which is mere text."""
    if (
        len(data) >= _PLAYER
        and b"\n" not in data
        and re.fullmatch(rb"[0-9. ]{6}", data[36:42])
        and re.search(rb"[0-9]", data[36:42])
    ):
        return ".lte"
    if len(data) >= _TIN.size + 4 and len(data) == _TIN.size + 4 + 2 * int.from_bytes(data[:2], "little"):
        return ".tin"
    if re.match(rb"[0-9]{1,6}\.[0-9]{6}\r?\n", data):
        return ".smt"
    return ".re" if RECORD.pack(0, 0, 32767, 32767, 0) in data else None


def read(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in a set of files by suffix; `.nag` and `.smt` may be missing.

    Both sides of every game are compared. Raises `TournamentFileError` with the suffix and the number of the record.
    """
    for suffix in NEEDED:
        if suffix not in files:
            raise TournamentFileError(FileFault.MISSING_FILE, text=suffix, file=suffix)
    info = _in(".tin", _information, files[".tin"])
    players = _in(".lte", _players, files[".lte"])
    if info.players != len(players):
        raise TournamentFileError(FileFault.RECORD_COUNT, text=f"{len(players)}, {info.players}", file=".lte")
    results, tail = _in(".re", lambda data: read_rounds(data, info.players, info.rounds), files[".re"])
    heading = _in(".smt", lambda data: _heading(data, info), files.get(".smt", b""))
    extras = info.extras | heading.pop("extras", {}) | ({"tail": tail} if tail else {})
    return RecordedTournament(
        format=NAME,
        name=_in(".nag", lambda data: decode_names(data, 1), files.get(".nag", b"")).strip(),
        rounds=info.rounds,
        players=players,
        results=results,
        extras=extras,
        **heading,
    )


def write(tournament: RecordedTournament) -> dict[str, bytes]:
    """The five files by suffix. Raises `TournamentFileError` for a name or number that they cannot hold.

    Players come in the order of their numbers; the files number them through from 1. Printers' quotation marks and dashes in
    the name of the event become plain ones, for DOS has no others.
    """
    extras = tournament.extras_for(NAME)
    if not tournament.players:
        raise TournamentFileError(FileFault.NO_PLAYERS, file=".lte")
    tournament = _numbered_through(tournament)
    players = tournament.players
    own = tournament.format == NAME
    return {
        ".lte": b"".join(_in(".lte", lambda player: _player_record(player, own), player) for player in players),
        ".re": _in(".re", lambda it: write_rounds(it, len(players), extras.get("tail", ""), own=own), tournament),
        ".tin": _information_bytes(len(players), tournament.rounds, extras),
        ".nag": _in(".nag", lambda name: encode_names(name.translate(_PLAIN), 1), tournament.name),
        ".smt": _in(
            ".smt", lambda lines: encoded("".join(f"{line}\r\n" for line in lines), "cp1250"), _lines(tournament)
        ),
    }


def _numbered_through(tournament: RecordedTournament) -> RecordedTournament:
    """The tournament with its players by their numbers, which run from 1 without gaps."""
    players = sorted(tournament.players, key=lambda player: player.number)
    places = {0: 0} | {player.number: place for place, player in enumerate(players, 1)}
    return replace(
        tournament,
        players=tuple(replace(player, number=places[player.number]) for player in players),
        results=tuple(replace(row, host=places[row.host], guest=places[row.guest]) for row in tournament.results),
    )


class _Information(NamedTuple):
    players: int
    rounds: int
    extras: dict[str, Any]


def _in(suffix: str, read_part: Any, data: Any) -> Any:
    """Call a function on one file and add the file's suffix to its errors."""
    try:
        return read_part(data)
    except TournamentFileError as error:
        raise error.of(suffix) from None


def _information(data: bytes) -> _Information:
    if len(data) < _TIN.size:
        raise TournamentFileError(FileFault.CUT, 1, len(data) + 1, str(len(data)))
    players, rounds, *words = _TIN.unpack_from(data)
    if len(data) != _TIN.size + 2 * players + 4:
        raise TournamentFileError(FileFault.CUT, 1, len(data) + 1, str(len(data)))
    if not players:
        raise TournamentFileError(FileFault.NO_PLAYERS, 1, 1, "0")
    *numbers, first, second = struct.unpack_from(f"<{players + 2}H", data, _TIN.size)
    stated = {"words": tuple(words), "numbers": tuple(numbers), "flags": (first, second)}
    usual = _usual_information(players)
    return _Information(players, rounds, {key: value for key, value in stated.items() if value != usual[key]})


def _usual_information(players: int) -> dict[str, tuple[int, ...]]:
    return {"words": (0,) * 8, "numbers": tuple(range(1, players + 1)), "flags": (1, 3)}


def _information_bytes(players: int, rounds: int, extras: Mapping[str, Any]) -> bytes:
    stated = _usual_information(players) | {key: extras[key] for key in ("words", "flags") if key in extras}
    if len(extras.get("numbers", ())) == players:
        stated["numbers"] = extras["numbers"]
    if players > _WORD or rounds > _MOST_ROUNDS:
        raise TournamentFileError(FileFault.BAD_VALUE, text=f"{players}, {rounds}", file=".tin")
    head = _TIN.pack(players, rounds, *stated["words"])
    return head + struct.pack(f"<{players + 2}H", *stated["numbers"], *stated["flags"])


def _players(data: bytes) -> tuple[RecordedPlayer, ...]:
    records = [data[begin : begin + _PLAYER] for begin in range(0, len(data), _PLAYER)]
    if records and len(records[-1]) < _PLAYER:
        raise TournamentFileError(FileFault.CUT, len(records), len(records[-1]) + 1, str(len(data)))
    return tuple(_player(record, number) for number, record in enumerate(records, 1))


def _player(record: bytes, number: int) -> RecordedPlayer:
    text = decode_names(record, number)
    rating = text[36:42].strip()
    value = parse_rating(rating) if rating else None
    if rating and value is None:
        raise TournamentFileError(FileFault.BAD_NUMBER, number, 37, rating)
    stated = RecordedPlayer(number=number, name=text[:36].strip(), city=text[42:].strip(), rating=value)
    if _player_record(stated, own=True) == record:
        return stated
    return replace(stated, extras={"record": text})


def _player_record(player: RecordedPlayer, own: bool) -> bytes:
    rating = "" if player.rating is None else format_rating(player.rating)
    for text, width in ((player.name, 36), (rating, 6), (player.city, 25)):
        if len(text) > width:
            raise TournamentFileError(FileFault.BAD_VALUE, player.number, 1, text)
    text = f"{player.name:<36}{rating:<6}{player.city:<25}"
    laid_out = player.extras.get("record", "") if own else ""
    # The same words between other spaces, as the file had them.
    return encode_names(laid_out if "".join(laid_out.split()) == "".join(text.split()) else text, player.number)


def _heading(data: bytes, info: _Information) -> dict[str, Any]:
    """Day, place and arbiter; the lines after them are stored if they are not the usual ones."""
    if not data:
        return {}
    lines = readable(data).removesuffix("\n").split("\n")
    lines = [line.removesuffix("\r") for line in lines]
    if len(lines) < 3:
        raise TournamentFileError(FileFault.CUT, len(lines), 1, lines[-1])
    match = _DAY.fullmatch(lines[0])
    if match is None:
        raise TournamentFileError(FileFault.BAD_DATE, 1, 1, lines[0])
    extras: dict[str, Any] = {} if match[2] == "000000" else {"time": match[2]}
    if tuple(lines[3:]) != _plan(info.players, info.rounds):
        extras["plan"] = tuple(lines[3:])
    return {"first_day": _EPOCH + timedelta(int(match[1])), "city": lines[1], "arbiter": lines[2], "extras": extras}


def _lines(tournament: RecordedTournament) -> tuple[str, ...]:
    extras = tournament.extras_for(NAME)
    days = (tournament.first_day - _EPOCH).days if tournament.first_day else 0
    plan = extras.get("plan", _plan(len(tournament.players), tournament.rounds))
    return (f"{max(days, 0)}.{extras.get('time', '000000')}", tournament.city, tournament.arbiter, *plan)


def _plan(players: int, rounds: int) -> tuple[str, ...]:
    """The rest of `.smt` as the one public export has it: settings, how each round is paired, and a line for each player."""
    systems = [_FIRST_DAY, *[_MIDDLE] * (rounds - 2), _LAST][:rounds] if rounds > 1 else [_FIRST_DAY] * rounds
    paired = (f"{number} {system}" for number, system in enumerate(systems, 1))
    return ("1", "1", "0", "1", "3", *paired, *(f"{number} 0.000 0 1" for number in range(1, players + 1)))


_PLAYER: Final = 36 + 6 + 25
_TIN = struct.Struct("<10H")
_WORD: Final = 0x7FFE
_MOST_ROUNDS: Final = 99
_EPOCH = date(1899, 12, 30)
_DAY = re.compile(r"([0-9]{1,5})\.([0-9]{6})")
_FIRST_DAY, _MIDDLE, _LAST = 4, 1, 3
_PLAIN = str.maketrans("„”“’‘–—", '"""\'\'--')


def is_export(files: Mapping[str, bytes]) -> bool:
    """Whether these are the files of an export, at least one that only Scrabble Manager has."""
    return not set(NEEDED).isdisjoint(map(part_of, files.values()))


def read_files(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in an export; the file that is none of the others by its content is the name of the event."""
    by_suffix: dict[str, str] = {}
    for name, data in files.items():
        part = part_of(data) or ".nag"
        if by_suffix.setdefault(part, name) != name:
            raise TournamentFileError(FileFault.TOO_MANY_FILES, text=part, file=name)
    try:
        return read({suffix: files[name] for suffix, name in by_suffix.items()})
    except TournamentFileError as error:
        raise error.of(by_suffix.get(error.file, error.file)) from None


FORMAT = TournamentFormat(
    name=NAME,
    option="manager",
    pl="pliki Scrabble Managera",
    en="the files of Scrabble Manager",
    precedence=60,
    detect=lambda data, text: part_of(data) is not None,
    is_export=is_export,
    read=read_files,
    write=lambda tournament, encoding: write(tournament),
)
