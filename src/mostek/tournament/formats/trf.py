"""TRF, the report of chess tournaments: read and written, with a loss, for it cannot hold the points of a game.

Source: FIDE, "Tournament Report File" in the edition of 2016, and the lines of the edition of 2026 that say the same of any
game: rounds (`142`), points of a win, a draw and a bye (`162`), who will be absent (`240`). `XXR`, `XXS` and `XXZ` are those of
JaVaFo, which py4swiss reads too, `BB.` those of bbpPairings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mostek.core.encoding import split_lines
from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.dates import DateReading, read_dates
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import (
    FileFault,
    FileNote,
    NoteKind,
    TournamentFileError,
    encoded,
    one_of,
    readable,
)
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    names,
    parse_halves,
    results_by_player,
    round_count,
)

NAME = "trf"
LOSSY = "### LOSSY: this format holds no game points, no spread, no scalps; the ratings are rounded"
"""The remark of the file on itself. Three pound signs begin a comment in the format's edition of 2026."""

BYE = DRAW
"""The worth of a bye to a player whose points the file does not state, in half points."""

WON, DRAWN, AWARDED = (1, 0), (0, 0), (2, 1)
"""The points that stand for a win, a draw and a forfeit, which is N:1 at the desk (PFS-7.2): the least that tell them."""

_BYES: Final = {"U": WIN, "F": WIN, "H": DRAW}
"""The worth of a round without an opponent by its sign, in half points; `Z` and nothing are worth nothing."""

_KINDS: Final = {
    "1": ResultKind.GAME, "0": ResultKind.GAME, "=": ResultKind.GAME, "+": ResultKind.FORFEIT, "-": ResultKind.FORFEIT,
    "W": ResultKind.UNSCORED, "D": ResultKind.UNSCORED, "L": ResultKind.UNSCORED, " ": ResultKind.NOT_PLAYED,
}  # fmt: skip
_SIDES: Final = {("1", "0"), ("=", "="), ("+", "-"), ("-", "-"), ("W", "L"), ("D", "D"), (" ", " ")}
"""The signs of the two players of a game, in either order."""


def is_trf(text: str) -> bool:
    """Whether a text has a line of a player in its columns."""
    return any(_PLAYER.match(line) for line in split_lines(text[:100_000]))


def read(data: bytes) -> RecordedTournament:
    """The tournament of a report. White is the player who starts.

    Raises:
        TournamentFileError: a line lacks its parts, names a player who is not there, or the two players of a game tell it
            differently.
    """
    lines = split_lines(readable(data))
    players: dict[int, _Line] = {}
    others: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if line[:4].rstrip() == "001":
            player = _Line.read(line, number)
            if player.number in players:
                raise player.fault(FileFault.SAME_PLAYER)
            players[player.number] = player
        elif line.strip():
            others.append((len(players), line.rstrip()))
    if not players:
        raise TournamentFileError(FileFault.NO_PLAYERS, len(lines), 1, lines[0][:60])
    byes = {**_BYES, "U": _bye_worth([line for _, line in others])}
    results = [result for number in range(1, _last(players) + 1) for result in _results(number, players, byes)]
    stated = _stated([line for _, line in others], max((result.round for result in results), default=0))
    notes = [*stated.pop("notes"), *_losses([line for _, line in others], players.values(), stated)]
    plain = stated.pop("plain")
    found = RecordedTournament(
        format=NAME,
        players=tuple(line.player(players, plain=plain) for line in players.values()),
        results=tuple(results),
        settings={**_bye_settings(results), "keys": ["match_points", "spread"]},
        notes=tuple(notes),
        extras={"lines": others},
        **stated,
    )
    return _as_written(found, list(players.values()))


class _Cell(NamedTuple):
    """A round of a player: opponent, colour and sign."""

    opponent: int
    colour: str
    sign: str


class _Line(NamedTuple):
    """The line of a player in its columns."""

    line: int
    text: str
    number: int
    name: str
    rating: int | None
    fields: Mapping[str, str]
    points: int | None
    place: int | None
    rounds: tuple[_Cell | None, ...]

    @classmethod
    def read(cls, text: str, line: int) -> _Line:
        """The parts of a line. Raises `TournamentFileError`."""
        if not _PLAYER.match(text):
            raise TournamentFileError(FileFault.BAD_LINE, line, 1, text.strip()[:60])
        fields = {key: text[begin:end].strip() for key, (begin, end) in _COLUMNS.items() if text[begin:end].strip()}
        name = " ".join(text[14:47].split())
        if not name:
            raise TournamentFileError(FileFault.MISSING_FIELD, line, 15, text.strip()[:60])
        numbers = {}
        for key, (begin, end), pattern in (
            ("rating", (48, 52), _COUNT),
            ("points", (80, 84), _POINTS),
            ("place", (85, 89), _COUNT),
        ):
            cell = text[begin:end].strip()
            if cell and not pattern.fullmatch(cell):
                raise TournamentFileError(FileFault.BAD_NUMBER, line, begin + 1, cell)
            numbers[key] = cell
        return cls(
            line=line,
            text=text.rstrip(),
            number=int(text[4:8]),
            name=name,
            rating=int(numbers["rating"]) * 100 if numbers["rating"] else None,
            fields=fields,
            points=parse_halves(numbers["points"]) if numbers["points"] else None,
            place=int(numbers["place"]) if numbers["place"] else None,
            rounds=_cells(text, line),
        )

    def fault(self, fault: FileFault) -> TournamentFileError:
        """The error for a fault of this line."""
        return TournamentFileError(fault, self.line, 1, self.text[:60])

    def cell(self, number: int) -> _Cell | None:
        """A round; `None` if the line has nothing there."""
        return self.rounds[number - 1] if number <= len(self.rounds) else None

    def player(self, players: Sized, *, plain: bool) -> RecordedPlayer:
        """The player among these. The points count if a win is worth one and a draw half of one."""
        last, comma, first = (part.strip() for part in self.name.partition(","))
        return RecordedPlayer(
            number=self.number,
            name=f"{first} {last}".strip() if comma else self.name,
            first=first,
            last=last if comma else "",
            rating=self.rating or None,
            place=None if self.place == _no_place(players) else self.place,
            half_points=self.points if plain else None,
            extras={"fields": dict(self.fields)} if self.fields else {},
        )


def _cells(text: str, line: int) -> tuple[_Cell | None, ...]:
    cells: list[_Cell | None] = []
    for begin in range(_FIRST_ROUND, max(len(text.rstrip()), _FIRST_ROUND), _ROUND_WIDTH):
        cell = text[begin : begin + 8].ljust(8)
        if not cell.strip():
            cells.append(None)
            continue
        match = _ROUND.fullmatch(cell)
        if match is None or text[begin + 8 : begin + 10].strip():
            raise TournamentFileError(FileFault.BAD_LINE, line, begin + 1, text[begin : begin + 10].strip())
        cells.append(_Cell(int(match[1].strip() or 0), match[2], match[3].upper()))
    return tuple(cells)


def _last(players: Mapping[int, _Line]) -> int:
    return max(len(line.rounds) for line in players.values())


def _results(number: int, players: Mapping[int, _Line], byes: Mapping[str, int]) -> Iterator[RecordedResult]:
    """The results of a round."""
    for line in players.values():
        cell = line.cell(number)
        if cell is None:
            continue
        if cell.opponent == 0:
            yield from _alone(number, line, cell, byes)
            continue
        other = players.get(cell.opponent)
        if other is None:
            raise line.fault(FileFault.UNKNOWN_PLAYER)
        if _hosts(line, cell, other, number):
            theirs = other.cell(number)
            assert theirs is not None
            yield _game(number, line, cell, other, theirs)


def _alone(number: int, line: _Line, cell: _Cell, byes: Mapping[str, int]) -> Iterator[RecordedResult]:
    """A round without an opponent; one without a bye or a forfeit has no row."""
    extras = {} if cell.sign == "U" else {"sign": cell.sign}
    if cell.sign in byes:
        worth = byes[cell.sign]
        row = _row(number, line.number, 0, ResultKind.BYE, (1 if worth == WIN else 0, None))
        yield replace(row, half_points=worth, extras=extras)
    elif cell.sign in "+-":
        scores = WON if cell.sign == "+" else WON[::-1]
        row = _row(number, line.number, 0, ResultKind.FORFEIT, scores)
        yield replace(row, half_points=WIN * scores[0], extras=extras)
    elif cell.sign not in "Z ":
        column = _FIRST_ROUND + _ROUND_WIDTH * (number - 1) + 1
        raise TournamentFileError(
            FileFault.BAD_VALUE, line.line, column + 7, f"{cell.opponent:04} {cell.colour} {cell.sign}"
        )


def _hosts(line: _Line, cell: _Cell, other: _Line, number: int) -> bool:
    """Whether a player has white, or, without colours, the lower number; the two lines must agree."""
    theirs = other.cell(number)
    if cell.opponent == line.number:
        raise line.fault(FileFault.SEATED_TWICE)
    if theirs is None or theirs.opponent != line.number:
        raise line.fault(FileFault.ONE_SIDED)
    if (cell.sign, theirs.sign) not in _SIDES and (theirs.sign, cell.sign) not in _SIDES:
        raise line.fault(FileFault.ONE_SIDED)
    if cell.colour == theirs.colour != "-":
        raise line.fault(FileFault.ONE_SIDED)
    if {cell.colour, theirs.colour} == {"-"}:
        return line.number < other.number
    return cell.colour == "w" or theirs.colour == "b"


def _game(number: int, host: _Line, cell: _Cell, guest: _Line, other: _Cell) -> RecordedResult:
    kind = _KINDS[cell.sign]
    if kind is ResultKind.NOT_PLAYED:
        return _row(number, host.number, guest.number, kind, (None, None))
    if cell.sign == other.sign == "-":
        return _row(number, host.number, guest.number, ResultKind.NOT_PLAYED, (0, 0))
    if cell.sign in "=D":
        return replace(_row(number, host.number, guest.number, kind, DRAWN), half_points=DRAW)
    won = AWARDED if kind is ResultKind.FORFEIT else WON
    return _row(number, host.number, guest.number, kind, won if cell.sign in "1+W" else won[::-1])


def _row(number: int, host: int, guest: int, kind: ResultKind, scores: tuple[int | None, int | None]) -> RecordedResult:
    return RecordedResult(
        round=number, table=0, host=host, guest=guest, host_score=scores[0], guest_score=scores[1], kind=kind
    )


def _stated(lines: Sequence[str], last: int) -> dict[str, Any]:
    """The fields of the tournament in the other lines, the notes on them, and whether points are counted as we do."""
    found: dict[str, Any] = {"rounds": last, "notes": [], "plain": True}
    for line in lines:
        tag, text = line[:3], " ".join(line[4:].split())
        if tag in _TEXTS and text:
            found[_TEXTS[tag]] = text
        elif tag in _DAYS and text:
            days = read_dates(text)
            _take_day(found, tag, text, days)
        elif tag in _ROUNDS and _COUNT.fullmatch(text):
            found["rounds"] = max(last, int(text))
        elif tag in _POINT_LINES:
            found["plain"] = found["plain"] and _is_plain(tag, text)
    return found


def _take_day(found: dict[str, Any], tag: str, text: str, days: DateReading | None) -> None:
    if days is None:
        found["notes"].append(FileNote(NoteKind.NO_DATE, {"text": text[:60]}))
        return
    found[_DAYS[tag]] = days.first if tag == "042" else days.last
    if days.other:
        params = {"text": text, "taken": str(days.first), "other": str(days.other)}
        found["notes"].append(FileNote(NoteKind.TWO_READINGS, params))


def _is_plain(tag: str, text: str) -> bool:
    """Whether a line on points gives one for a win and a half for a draw."""
    pairs = [(tag[2], text)] if tag in ("BBW", "BBD") else re.findall(r"\b[WB]?([WD])[ =]*([0-9.,]+)", text)
    return all(parse_halves(points) == {"W": WIN, "D": DRAW}.get(sign) for sign, points in pairs)


def _losses(lines: Sequence[str], players: Iterable[_Line], stated: Mapping[str, Any]) -> Iterator[FileNote]:
    """The notes on what a chess report cannot say and on what a desk of ours has no place for."""
    win, draw = (":".join(map(str, each)) for each in (WON, DRAWN))
    yield FileNote(NoteKind.NO_GAME_POINTS, {"win": win, "draw": draw})
    known = {*_TEXTS, *_DAYS, *_ROUNDS, *_COUNTED, *_POINT_LINES}
    tags = [line[:3] for line in lines if line[:3] not in known and not line.startswith("###")]
    tags += [", ".join(_POINT_LINES)] if not stated["plain"] else []
    columns = {key for line in players for key in line.fields}
    tags += [f"001 {key}" for key in _COLUMNS if key in columns]
    if tags:
        yield FileNote(NoteKind.NOT_HELD, {"what": ", ".join(dict.fromkeys(tags))})


def _bye_worth(lines: Sequence[str]) -> int:
    """The worth of a bye from the pairing in half points: by the lines on points, or a win."""
    for line in lines:
        match = _BYE_WORTH.match(line)
        if match and (worth := parse_halves(next(filter(None, match.groups())))) is not None:
            return min(worth, WIN)
    return WIN


def _bye_settings(results: Iterable[RecordedResult]) -> dict[str, Any]:
    """The worth of a bye: of one from the pairing, or else of the first kind that occurs; the others have their own."""
    byes = [row for row in results if row.kind is ResultKind.BYE]
    if not byes:
        return {}
    usual = min(byes, key=lambda row: "UFH".index(row.extras.get("sign", "U")))
    return {"bye.half_points": usual.half_points, "bye.own": usual.host_score, "bye.other": 0}


def write(tournament: RecordedTournament) -> bytes:
    """The report, for programs of chess federations and for a second opinion on pairings.

    A bye comes from the pairing (`U`), never from a request, so that no program gives the same player another; its worth and
    the number of rounds stand in the lines of each program, which passes over those of the others. The columns end with the
    last round that was paired, for a program pairs the first one that is empty. A report that was read keeps the lines and
    columns that the desk has no place for.
    """
    extras = tournament.extras_for(NAME)
    if "lines" not in extras:
        tournament = _numbered_through(tournament)
        results = results_by_player(tournament)
        paired = _last_paired(tournament)
        rows = [_player(tournament, each, results.get(each.number, {}), paired) for each in tournament.players]
        return encoded("".join(f"{line.rstrip()}\r\n" for line in [LOSSY, *_heading(tournament), *rows]))
    waiting = list(extras["lines"])
    results, paired = results_by_player(tournament), _last_paired(tournament)
    written = []
    for place, player in enumerate(tournament.players):
        while waiting and waiting[0][0] <= place:
            written.append(waiting.pop(0)[1])
        line = _player(tournament, player, results.get(player.number, {}), paired).rstrip()
        ours, theirs = player.extras.get("line", (None, ""))
        written.append(theirs if line == ours else line)
    return encoded("".join(f"{line}\r\n" for line in [*written, *(line for _, line in waiting)]))


def _numbered_through(tournament: RecordedTournament) -> RecordedTournament:
    """The tournament with its players in the order of their numbers, from 1 without a gap, as programs ask for it."""
    players = sorted(tournament.players, key=lambda player: player.number)
    numbers = {player.number: place for place, player in enumerate(players, 1)} | {0: 0}
    rows = (replace(row, host=numbers[row.host], guest=numbers[row.guest]) for row in tournament.results)
    return replace(
        tournament,
        players=tuple(replace(player, number=numbers[player.number]) for player in players),
        results=tuple(rows),
    )


def _as_written(tournament: RecordedTournament, lines: Sequence[_Line]) -> RecordedTournament:
    """A tournament whose players have their lines where we would write others."""
    results, paired = results_by_player(tournament), _last_paired(tournament)
    players = []
    for player, line in zip(tournament.players, lines, strict=True):
        ours = _player(tournament, player, results.get(player.number, {}), paired).rstrip()
        extras = {} if ours == line.text else {"line": (ours, line.text)}
        players.append(replace(player, extras={**player.extras, **extras}) if extras else player)
    return replace(tournament, players=tuple(players))


def _heading(tournament: RecordedTournament) -> Iterator[str]:
    yield f"012 {_plain(tournament.name)}"
    yield f"022 {_plain(tournament.city)}"
    for code, day in (("042", tournament.first_day), ("052", tournament.last_day or tournament.first_day)):
        if day is not None:
            yield f"{code} {day:%Y/%m/%d}"
    yield f"062 {len(tournament.players)}"
    yield "092 Individual: Swiss-System"
    yield f"102 {_plain(tournament.arbiter)}"
    paired = _last_paired(tournament)
    rounds = max(tournament.rounds, paired)
    halves = tournament.settings.get("bye.half_points", BYE)
    bye = f"{halves // 2}.{5 * (halves % 2)}"
    yield f"142 {rounds}"
    yield f"XXR {rounds}"
    yield f"162  W 1.0    D 0.5    P {bye}"
    yield f"XXS PAB={bye}"
    yield f"BBU  {bye}"
    absent = [player.number for player in tournament.players if player.is_absent]
    if absent and paired < rounds:
        yield f"240 Z {paired + 1:3}" + "".join(f" {number:4}" for number in absent)
        yield f"XXZ {' '.join(map(str, absent))}"


def _last_paired(tournament: RecordedTournament) -> int:
    """The last round that has a table or a bye."""
    return round_count(row for row in tournament.results if row.guest or row.kind is ResultKind.BYE)


def _player(
    tournament: RecordedTournament, player: RecordedPlayer, results: Mapping[int, RecordedResult], paired: int
) -> str:
    first, last = names(player)
    name = _plain(f"{last}, {first}" if first else last)[:33]
    bye = tournament.settings.get("bye.half_points", BYE)
    points = player.half_points
    if points is None or player.place is None:
        # Programs add the rounds up; the desk takes the points of one who was excluded away.
        points = sum(_half_points(player.number, result, bye) for result in results.values())
    rating = "" if player.rating is None else (player.rating + 50) // 100
    fields = player.extras.get("fields", {})
    sex, title, federation, identifier, born = (fields.get(key, "") for key in _COLUMNS)
    line = (
        f"001 {player.number:4} {sex:1}{title:>3} {name:<33} {rating:>4} {federation:3} {identifier:>11} {born:10}"
        f" {points // 2:2}.{5 * (points % 2)}"
    )
    place = _no_place(tournament.players) if player.place is None else player.place
    return f"{line} {place:>4}" + "".join(
        f"  {_round(player.number, results.get(number), bye)}" for number in range(1, paired + 1)
    )


def _no_place(players: Sized) -> int:
    """The number for no place, which programs ask for: the first that no player can have."""
    return len(players) + 1


def _round(number: int, result: RecordedResult | None, bye: int) -> str:
    """Opponent, colour and result of a round; the starter is white."""
    if result is None or (result.guest == 0 and result.kind is ResultKind.NOT_PLAYED):
        return "0000 - Z"
    if result.guest == 0:
        return f"0000 - {result.extras.get('sign') or _sign_alone(result, bye)}"
    hosts = result.host == number
    opponent = result.guest if hosts else result.host
    return f"{opponent:4} {'w' if hosts else 'b'} {_sign(number, result)}"


def _sign_alone(result: RecordedResult, bye: int) -> str:
    """A bye from the pairing has what the event gives; another is named by its points."""
    halves = _half_points(result.host, result, bye)
    if result.kind is ResultKind.FORFEIT:
        return "+" if halves else "-"
    return "U" if halves == bye else "ZHF"[halves]


def _sign(number: int, result: RecordedResult) -> str:
    if result.host_score is None or result.guest_score is None:
        return " "
    halves = _half_points(number, result, BYE)
    return {ResultKind.FORFEIT: "-=+", ResultKind.UNSCORED: "LDW", ResultKind.NOT_PLAYED: "---"}.get(
        result.kind, "0=1"
    )[halves]


def _half_points(number: int, result: RecordedResult, bye: int) -> int:
    if result.guest == 0 and result.kind is not ResultKind.NOT_PLAYED:
        return result.half_points if result.half_points is not None else bye
    return 0 if result.kind is ResultKind.NOT_PLAYED else result.halves_of(number)


def _plain(text: str) -> str:
    return " ".join(text.split())


_FIRST_ROUND, _ROUND_WIDTH = 91, 10
"""Where the rounds of a line begin, and how many columns each has."""
_COLUMNS: Final = {"sex": (9, 10), "title": (10, 13), "federation": (53, 56), "FIDE": (57, 68), "born": (69, 79)}
"""The columns of a player's line that a desk of ours has no place for."""
_TEXTS: Final = {"012": "name", "022": "city", "102": "arbiter"}
_DAYS: Final = {"042": "first_day", "052": "last_day"}
_ROUNDS: Final = ("XXR", "142")
_COUNTED: Final = ("062", "072", "082", "092", "BBU")
"""Lines that the players and results say themselves."""
_POINT_LINES: Final = ("BBW", "BBD", "162", "XXS")
_BYE_WORTH = re.compile(r"BBU +([0-9.,]+)|162.*P *([0-9.,]+)|XXS.*\bPAB=([0-9.,]+)")
_PLAYER = re.compile(r"001 (?: {3}[0-9]| {2}[0-9]{2}| [0-9]{3}|[0-9]{4}) ")
_ROUND = re.compile(r"(?=.{4} )( *[0-9]* *) ([wb -]) ([-10=+WDLHFUZwdlhfuz ])")
_COUNT = re.compile(r"[0-9]{1,5}")
_POINTS = re.compile(r"[0-9]{1,3}(?:[.,][0-9])?")


FORMAT = TournamentFormat(
    name=NAME,
    option="trf",
    pl="raport szachowy TRF",
    en="the chess report TRF",
    precedence=15,
    detect=lambda data, text: is_trf(text),
    read=lambda files: read(one_of(files)),
    write=lambda tournament, encoding: {".trf": write(tournament)},
    is_lossy=True,
)
