"""The export of Scrabble Manager: five files of one name, told apart by their suffixes.

`.lte` has the players, `.re` what each did in each round, `.tin` the numbers of both, `.nag` the name of the event, `.smt` day,
place and arbiter (FORMATS 4.1).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mostek.tournament.formats.dos_letters import decode_names, encode_names
from mostek.tournament.formats.faults import FileFault, TournamentFileError
from mostek.tournament.formats.recorded import RecordedPlayer, RecordedTournament, parse_hundredths
from mostek.tournament.formats.scrabble_manager_rounds import RECORD, read_rounds, write_rounds
from mostek.tournament.formats.texts import encoded, readable
from mostek.tournament.rating.events import format_rating

FORMAT = "scrabble_manager"
SUFFIXES = (".lte", ".re", ".tin", ".nag", ".smt")
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
        format=FORMAT,
        name=_in(".nag", lambda data: decode_names(data, 1), files.get(".nag", b"")).strip(),
        rounds=info.rounds,
        players=players,
        results=results,
        extras=extras,
        **heading,
    )


def write(tournament: RecordedTournament) -> dict[str, bytes]:
    """The five files by suffix. Raises `TournamentFileError` for a name or number that they have no room for.

    Players come in the order of their numbers, which must run from 1. Printers' quotation marks and dashes in the name of
    the event become plain ones, for DOS has no others.
    """
    extras = tournament.extras_for(FORMAT)
    players = sorted(tournament.players, key=lambda player: player.number)
    if [player.number for player in players] != [*range(1, len(players) + 1)]:
        raise TournamentFileError(FileFault.BAD_VALUE, text="1", file=".lte")
    own = tournament.format == FORMAT
    return {
        ".lte": b"".join(_in(".lte", lambda player: _player_record(player, own), player) for player in players),
        ".re": _in(".re", lambda it: write_rounds(it, len(players), extras.get("tail", ""), own=own), tournament),
        ".tin": _information_bytes(len(players), tournament.rounds, extras),
        ".nag": _in(".nag", lambda name: encode_names(name.translate(_PLAIN), 1), tournament.name),
        ".smt": _in(
            ".smt", lambda lines: encoded("".join(f"{line}\r\n" for line in lines), "cp1250"), _lines(tournament)
        ),
    }


class _Information(NamedTuple):
    players: int
    rounds: int
    extras: dict[str, Any]


def _in(suffix: str, read_part: Any, data: Any) -> Any:
    """What a function makes of one file, with the suffix in whatever it complains of."""
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
    value = parse_hundredths(rating) if rating else None
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
    """Day, place and arbiter; the lines after them are kept if they are not the usual ones."""
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
    extras = tournament.extras_for(FORMAT)
    days = (tournament.first_day - _EPOCH).days if tournament.first_day else 0
    plan = extras.get("plan", _plan(len(tournament.players), tournament.rounds))
    return (f"{max(days, 0)}.{extras.get('time', '000000')}", tournament.city, tournament.arbiter, *plan)


def _plan(players: int, rounds: int) -> tuple[str, ...]:
    """The rest of `.smt` as the one public export has it: settings, how each round is paired, and a line for each player."""
    systems = [_FIRST, *[_MIDDLE] * (rounds - 2), _LAST][:rounds] if rounds > 1 else [_FIRST] * rounds
    paired = (f"{number} {system}" for number, system in enumerate(systems, 1))
    return ("1", "1", "0", "1", "3", *paired, *(f"{number} 0.000 0 1" for number in range(1, players + 1)))


_PLAYER: Final = 36 + 6 + 25
_TIN = struct.Struct("<10H")
_WORD: Final = 0x7FFE
_MOST_ROUNDS: Final = 99
_EPOCH = date(1899, 12, 30)
_DAY = re.compile(r"([0-9]{1,5})\.([0-9]{6})")
_FIRST, _MIDDLE, _LAST = 4, 1, 3
_PLAIN = str.maketrans("„”“’‘–—", '"""\'\'--')
