"""Tables as spreadsheets exchange them: players, for registration; and players, results and standings of an event, both ways."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec.structs import replace

from mostek.core.encoding import decode
from mostek.core.spreadsheet import plain_cell, table_text
from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.file_formats import Files, TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, readable
from mostek.tournament.limits import MOST_RESULTS, MOST_ROUNDS
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    format_halves,
    kind_of,
    parse_halves,
)


def meaning(heading: str) -> str | None:
    """The attribute of a player that a heading names; `None` for one that we do not know."""
    plain = _folded(heading)
    return _MEANINGS.get(plain) or _MEANINGS.get(plain.translate(_WITHOUT_SIGNS))


def _folded(heading: str) -> str:
    return " ".join(heading.replace("_", " ").strip(" .:*\ufeff").casefold().split())


HEADINGS: Final = {
    "number": ("Nr", "Number"),
    "name": ("Imię i nazwisko", "Name"),
    "first": ("Imię", "First name"),
    "last": ("Nazwisko", "Last name"),
    "city": ("Miasto", "City"),
    "rating": ("Ranking", "Rating"),
    "team": ("Drużyna", "Team"),
    "category": ("Kategoria", "Category"),
    "group": ("Grupa", "Group"),
    "place": ("Miejsce", "Place"),
    "half_points": ("Duże punkty", "Match points"),
    "game_points": ("Małe punkty", "Game points"),
    "scalps": ("Skalpy", "Scalps"),
    "spread": ("Różnica", "Spread"),
    "round": ("Runda", "Round"),
    "table": ("Stół", "Table"),
    "host": ("Nr gospodarza", "Host number"),
    "host_name": ("Gospodarz", "Host"),
    "guest": ("Nr gościa", "Guest number"),
    "guest_name": ("Gość", "Guest"),
    "host_score": ("Punkty gospodarza", "Host score"),
    "guest_score": ("Punkty gościa", "Guest score"),
    "kind": ("Rodzaj", "Kind"),
    "host_word": ("Ostatnie słowo gospodarza", "Host last word"),
    "guest_word": ("Ostatnie słowo gościa", "Guest last word"),
}
"""By attribute, what stands above its column: in Polish, as we write it, and in English."""

KINDS: Final = {
    ResultKind.GAME: "partia",
    ResultKind.BYE: "pauza",
    ResultKind.FORFEIT: "walkower",
    ResultKind.UNSCORED: "bez skalpów",
    ResultKind.NOT_PLAYED: "nierozegrana",
}

_OTHER_WORDS: Final = {
    "number": "lp, l.p, numer, nr startowy, numer startowy, no, start number, starting number, seed",
    "name": "nazwisko i imię, zawodnik, zawodniczka, gracz, uczestnik, osoba, player, full name",
    "first": "imiona, firstname, first, given name",
    "last": "lastname, last, surname, family name",
    "city": "miejscowość, town",
    "rating": "ranking pfs, rank, rating pfs",
    "team": "zespół, szkoła, klub, school, club",
    "category": "klasa, dywizja, class, division",
    "group": "",
    "place": "",
}

_WITHOUT_SIGNS = str.maketrans("ąćęłńóśżź", "acelnoszz")
_MEANINGS = {
    variant: attribute
    for attribute, words in _OTHER_WORDS.items()
    for word in (*(heading.casefold() for heading in HEADINGS[attribute]), *words.split(", "))
    for variant in (word, word.translate(_WITHOUT_SIGNS))
    if word
}
_RESULT_MEANINGS = {
    variant: attribute
    for attribute in HEADINGS.keys() - _OTHER_WORDS.keys()
    for heading in map(str.casefold, HEADINGS[attribute])
    for variant in (heading, heading.translate(_WITHOUT_SIGNS))
}
"""What stands above the columns of results and of the figures of standings."""
_BYE_WORDS = frozenset({"pauza", "bye", "-", "–"})


NAME = "csv"
MARKED: Final = "utf-8-sig"
"""With the mark before UTF-8 that spreadsheets look for."""


def is_csv(text: str) -> bool:
    """Whether the first line of a text heads a table of players."""
    return bool(_named(_headings(text, _separator(text))))


def has_headings(text: str) -> bool:
    """Whether the first line of a text has a heading that we know, of names or of anything else."""
    return any(meaning(cell) is not None for cell in _headings(text, _separator(text)))


def read(data: bytes) -> RecordedTournament:
    """The players of a table, in the order of its rows unless a column numbers them. Columns that we do not know become
    extras under their headings. Separator and encoding are found out. Raises `TournamentFileError`.
    """
    text = readable(data).removeprefix("\ufeff")
    rows = _rows(text, _separator(text))
    line, headings = next(rows, (1, []))
    attributes = [meaning(heading) or "" for heading in headings]
    if not _named(headings):
        raise TournamentFileError(FileFault.NO_NAME_COLUMN, line, 1, ";".join(headings)[:60])
    players: dict[int, RecordedPlayer] = {}
    known: dict[tuple[str, ...], int] = {}
    for place, (number, row) in enumerate(rows, 1):
        player = _player(row, number, headings, attributes, place)
        if player.number in players or player.number == 0:
            raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, f"{player.number}. {player.name}")
        # Without numbers of their own, two people of one name differ in something else.
        alike = known.setdefault(_told_apart_by(player), number)
        if alike != number and "number" not in attributes:
            raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, f"{player.name} ({alike}, {number})")
        players[player.number] = player
    if not players:
        raise TournamentFileError(FileFault.NO_PLAYERS, line, 1, ";".join(headings)[:60])
    return RecordedTournament(format=NAME, players=tuple(players.values()))


def _told_apart_by(player: RecordedPlayer) -> tuple[str, ...]:
    facts = (player.name, player.city, player.team, player.category, player.group, str(player.rating))
    return (*map(str.casefold, facts), *map(str, player.extras.values()))


def write_players(tournament: RecordedTournament, encoding: str = MARKED) -> bytes:
    """The players, with what is needed to register them elsewhere."""
    parted = any(player.first or player.last for player in tournament.players)
    name = ("first", "last") if parted else ("name",)
    attributes = ("number", *name, "city", "rating", "team", "category", "group")
    rows = ([_cell(player, attribute, parted) for attribute in attributes] for player in tournament.players)
    return _written(attributes, rows, encoding)


def write_standings(tournament: RecordedTournament, encoding: str = MARKED) -> bytes:
    """The players by place, with their wins; players without a place come last."""
    attributes = ("place", "number", "name", "city", "team", "category", "rating", *_POINTS)
    best: dict[str, int] = {}
    for player in tournament.players:
        best[player.category] = min(best.get(player.category, 10**6), player.place or 10**6)
    # Divisions that have their own first place stand one after the other.
    parts = {name: part for part, name in enumerate(best)} if set(best.values()) == {1} else dict.fromkeys(best, 0)
    order = sorted(
        tournament.players, key=lambda player: (parts[player.category], player.place is None, player.place or 0)
    )
    rows = ([_cell(player, attribute, False) for attribute in attributes] for player in order)
    return _written(attributes, rows, encoding)


def write_results(tournament: RecordedTournament, encoding: str = MARKED) -> bytes:
    """All results, by round as they stand; with the last words where they have decided any."""
    named = {0: ""} | {player.number: player.name for player in tournament.players}
    words = ("host_word", "guest_word") if any(result.last_words for result in tournament.results) else ()
    attributes = (
        "round", "table", "host", "host_name", "guest", "guest_name", "host_score", "guest_score", "kind", *words,
    )  # fmt: skip
    rows = (
        [
            *(result.round, result.table, result.host),
            named[result.host],
            result.guest or None,
            named[result.guest],
            *(result.host_score, result.guest_score),
            KINDS[result.kind],
            *((result.last_words or (None, None)) if words else ()),
        ]
        for result in tournament.results
    )
    return _written(attributes, rows, encoding)


def is_results(text: str) -> bool:
    """Whether the first line of a text heads a table of results."""
    return _heads_results(_headings(text, _separator(text)))


def is_export(files: Files) -> bool:
    """Whether these are tables of one event: with results among them, or with the standings of players in another."""
    texts = [decode(data).text for data in files.values()]
    results = [is_results(text) for text in texts]
    return any(results) and all(found or is_csv(text) for found, text in zip(results, texts, strict=True))


def read_tables(files: Files) -> RecordedTournament:
    """The event in tables of players, of results, and of standings; of one table alone too. Raises `TournamentFileError`.

    The names in the results stand for players of whom there is no table. Players whose number comes back are the same.
    """
    players: dict[int, RecordedPlayer] = {}
    results: list[tuple[str, int, RecordedResult]] = []
    tables = {name: readable(data).removeprefix("\ufeff") for name, data in files.items()}
    of_results = [name for name, text in tables.items() if is_results(text)]
    for name in (name for name in tables if name not in of_results):
        with _of_file(name):
            for player in read(files[name]).players:
                players[player.number] = _joined(players.get(player.number), player)
    may_add = not players
    for name in of_results:
        with _of_file(name):
            results += _results(tables[name], name, players, may_add=may_add)
    if not players:
        raise TournamentFileError(FileFault.NO_PLAYERS, 1, 1, file=next(iter(files)))
    rows = sorted(results, key=lambda each: each[2].round)
    fault = faulty_result(players, [row for _, _, row in rows])
    if fault is not None:
        name, line, row = rows[fault[0]]
        raise TournamentFileError(fault[1], line, 1, f"{row.round}: {row.host} – {row.guest}", name)
    found = [row for _, _, row in rows]
    ratings = [player.rating for player in players.values() if player.rating is not None]
    is_federal = all(map(RatingScale.PFS.holds, ratings)) or not all(map(RatingScale.WESPA.holds, ratings))
    return RecordedTournament(
        format=NAME,
        template="" if is_federal else "wespa",
        players=tuple(players[number] for number in sorted(players)),
        results=tuple(found),
        rounds=max((row.round for row in found), default=0),
        settings=_byes(found, players) | _rulebook(found),
    )


@contextmanager
def _of_file(name: str) -> Iterator[None]:
    """A fault in here names this file."""
    try:
        yield
    except TournamentFileError as error:
        raise error.of(error.file or name) from None


def _joined(known: RecordedPlayer | None, player: RecordedPlayer) -> RecordedPlayer:
    """A player of whom two tables tell: of players, and of standings, whose figures count. Raises `TournamentFileError`."""
    if known is not None and known.name != player.name:
        raise TournamentFileError(FileFault.SAME_PLAYER, 1, 1, f"{player.number}. {player.name}")
    figures = {
        attribute: value
        for heading, text in player.extras.items()
        if (attribute := _RESULT_MEANINGS.get(_folded(heading))) in _POINTS
        and (value := parse_halves(text) if attribute == "half_points" else _figure(text)) is not None
    }
    extras = {key: text for key, text in player.extras.items() if _RESULT_MEANINGS.get(_folded(key)) not in figures}
    before = known or player
    return replace(
        before,
        **figures,
        place=before.place if player.place is None else player.place,
        extras={**before.extras, **extras} if known else extras,
    )


def _figure(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[-+]?[0-9]{1,7}", text) else None


def _results(
    text: str, name: str, players: dict[int, RecordedPlayer], *, may_add: bool
) -> list[tuple[str, int, RecordedResult]]:
    """The rows of a table of results, with file and line; players that are not known are added if they may."""
    rows = _rows(text, _separator(text))
    _, headings = next(rows, (1, []))
    attributes = [_RESULT_MEANINGS.get(_folded(heading), "") for heading in headings]
    by_name = {player.name.casefold(): player.number for player in players.values()}
    found: list[tuple[str, int, RecordedResult]] = []
    for line, row in rows:
        cells = [_plain(cell) for cell in row]
        if len(cells) < len(headings) or any(cells[len(headings) :]):
            raise TournamentFileError(FileFault.COLUMN_COUNT, line, 1, f"{len(cells)}, {len(headings)}")
        stated = {key: cell for key, cell in zip(attributes, cells, strict=False) if key and cell}
        seats = []
        for number, called in (("host", "host_name"), ("guest", "guest_name")):
            seats.append(_seat(stated, number, called, line, players, by_name, may_add=may_add))
        found.append((name, line, _result(stated, seats[0], seats[1], line)))
        if len(found) > MOST_RESULTS:
            raise TournamentFileError(FileFault.TOO_LARGE, line, 1)
    return found


def _seat(
    stated: Mapping[str, str],
    number: str,
    called: str,
    line: int,
    players: dict[int, RecordedPlayer],
    by_name: dict[str, int],
    *,
    may_add: bool,
) -> int:
    """The number of a player of a row, by number or by name; 0 where none is named."""
    name = stated.get(called, "")
    if number in stated:
        seat = _number(stated, number, line)
    elif not name or name.casefold() in _BYE_WORDS:
        return 0
    else:
        seat = by_name.get(name.casefold(), 0) or (len(players) + 1 if may_add else 0)
    if seat and seat not in players and may_add and name:
        players[seat] = RecordedPlayer(number=seat, name=name)
        by_name[name.casefold()] = seat
    if seat not in players:
        raise TournamentFileError(FileFault.UNKNOWN_PLAYER, line, 1, name or str(seat))
    return seat


def _result(stated: Mapping[str, str], host: int, guest: int, line: int) -> RecordedResult:
    if "round" not in stated or not host:
        raise TournamentFileError(FileFault.MISSING_FIELD, line, 1, ";".join(stated.values())[:60])
    scores = []
    for key in ("host_score", "guest_score"):
        score = _figure(stated.get(key, ""))
        if (score is None) is (key in stated) or (score is not None and abs(score) > _MOST_POINTS):
            raise TournamentFileError(FileFault.BAD_NUMBER, line, 1, stated.get(key, ""))
        scores.append(score)
    if guest and (scores[0] is None) is not (scores[1] is None):
        raise TournamentFileError(FileFault.ONE_SIDED, line, 1, ";".join(stated.values())[:60])
    number = _number(stated, "round", line)
    if not 0 < number <= MOST_ROUNDS:
        raise TournamentFileError(FileFault.BAD_NUMBER, line, 1, stated["round"])
    written = stated.get("kind", "").casefold()
    kind = next((kind for kind, word in KINDS.items() if written in (word, kind.value)), None)
    words = _words(stated, line) if guest and scores[0] == scores[1] else ()
    return RecordedResult(
        round=number,
        table=_number(stated, "table", line) if "table" in stated else 0,
        host=host,
        guest=guest,
        host_score=scores[0],
        guest_score=scores[1] if guest or scores[1] else None,
        kind=kind or kind_of(guest, scores[0], scores[1]),
        half_points=None if len(set(words)) < 2 else WIN if words[0] > words[1] else 0,
        last_words=words,
    )


def _words(stated: Mapping[str, str], line: int) -> tuple[int, ...]:
    """The last words of an equal game, of both or of neither."""
    words = tuple(_number(stated, key, line) for key in ("host_word", "guest_word") if key in stated)
    if len(words) == 1:
        raise TournamentFileError(FileFault.ONE_SIDED, line, 1, ";".join(stated.values())[:60])
    return words


def _rulebook(results: Sequence[RecordedResult]) -> dict[str, Any]:
    """A rulebook in which last words decide, where every equal game has them; the federation has none."""
    equal = [row for row in results if row.kind is ResultKind.GAME and row.host_score == row.guest_score]
    return {"rulebook": "open"} if equal and all(row.last_words for row in equal) else {}


def _byes(results: Sequence[RecordedResult], players: Mapping[int, RecordedPlayer]) -> dict[str, Any]:
    """The worth of a bye: the points of the first, and what is left of a player's match points after their games."""
    found = next((row for row in results if row.kind is ResultKind.BYE and row.host_score), None)
    if found is None:
        return {}
    own = [row for row in results if found.host in (row.host, row.guest)]
    halves = sum(row.halves_of(found.host) for row in own if row.guest)
    stated, byes = players[found.host].half_points, sum(row.kind is ResultKind.BYE for row in own)
    worth = (
        {}
        if stated is None or stated - halves not in (0, DRAW * byes, WIN * byes)
        else {"bye.half_points": (stated - halves) // byes}
    )
    return {"bye.own": found.host_score, "bye.other": found.guest_score or 0, **worth}


def _heads_results(headings: Sequence[str]) -> bool:
    known = {_RESULT_MEANINGS.get(_folded(heading), "") for heading in headings}
    return {"round", "host_score"} <= known and not known.isdisjoint({"host", "host_name"})


def _written(attributes: Sequence[str], rows: Iterable[Sequence[str | int | None]], encoding: str) -> bytes:
    headings = [HEADINGS[attribute][0] for attribute in attributes]
    return encoded(table_text([headings, *rows]), encoding)


def _cell(player: RecordedPlayer, attribute: str, parted: bool) -> str | int | None:
    if attribute == "last" and parted and not (player.first or player.last):
        return player.name
    value: str | int | None = getattr(player, attribute)
    if value is None or isinstance(value, str):
        return value
    match attribute:
        case "rating":
            return format_rating(value)
        case "half_points":
            return format_halves(value)
        case _:
            return value


def _plain(cell: str) -> str:
    return plain_cell(" ".join(cell.split()))


def _separator(text: str) -> str:
    """The sign that parts the first line into the most columns that we know."""
    return max(_SEPARATORS, key=lambda sign: sum(map(_is_known, _headings(text, sign))))


def _is_known(heading: str) -> bool:
    return meaning(heading) is not None or _folded(heading) in _RESULT_MEANINGS


def _headings(text: str, separator: str) -> list[str]:
    try:
        return next(_rows(text[:_FIRST].removeprefix("\ufeff"), separator), (1, []))[1]
    except TournamentFileError:
        return []


def _named(headings: Sequence[str]) -> bool:
    """Whether some column has names."""
    return not {"name", "last"}.isdisjoint(meaning(heading) or "" for heading in headings)


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the line where it ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error:
        raise TournamentFileError(FileFault.BAD_QUOTE, reader.line_num, 1, separator) from None


def _player(row: list[str], line: int, headings: list[str], attributes: list[str], place: int) -> RecordedPlayer:
    cells = [_plain(cell) for cell in row]
    if len(cells) < len(headings) or any(cells[len(headings) :]):
        raise TournamentFileError(FileFault.COLUMN_COUNT, line, 1, f"{len(cells)}, {len(headings)}")
    stated = {attribute: cell for attribute, cell in zip(attributes, cells, strict=False) if attribute and cell}
    extras = {
        heading: cell for heading, attribute, cell in zip(headings, attributes, cells, strict=False) if not attribute
    }
    values: dict[str, Any] = {key: value for key, value in stated.items() if key not in ("number", "rating", "place")}
    values |= {key: _number(stated, key, line) for key in ("number", "place") if key in stated}
    name = values.get("name") or f"{values.get('first', '')} {values.get('last', '')}".strip()
    if not name:
        raise TournamentFileError(FileFault.MISSING_FIELD, line, 1, ";".join(cells)[:60])
    return RecordedPlayer(
        **{"number": place} | values | {"name": name, "rating": _rating(stated, line), "extras": extras}
    )


def _number(stated: Mapping[str, str], key: str, line: int) -> int:
    text = stated[key].removesuffix(".")
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        raise TournamentFileError(FileFault.BAD_NUMBER, line, 1, stated[key])
    return int(text)


def _rating(stated: Mapping[str, str], line: int) -> int | None:
    if "rating" not in stated:
        return None
    value = parse_rating(stated["rating"])
    if value is None:
        raise TournamentFileError(FileFault.BAD_NUMBER, line, 1, stated["rating"])
    return value


_MOST_POINTS = 99_999
_POINTS = ("half_points", "game_points", "scalps", "spread")
_FIRST = 100_000
"""The characters of a table in which its headings are looked for."""
_SEPARATORS = (";", "\t", ",", "|")


def write_tables(tournament: RecordedTournament, encoding: str | None) -> Mapping[str, bytes]:
    """The three tables, each by the end of its name."""
    chosen = encoding or MARKED
    return {
        "-players.csv": write_players(tournament, encoding=chosen),
        "-results.csv": write_results(tournament, encoding=chosen),
        "-standings.csv": write_standings(tournament, encoding=chosen),
    }


FORMAT = TournamentFormat(
    name=NAME,
    option="csv",
    pl="tabele arkusza kalkulacyjnego",
    en="tables of a spreadsheet",
    precedence=40,
    detect=lambda data, text: is_csv(text) or is_results(text),
    is_export=is_export,
    read=lambda files: read_tables(files) if is_export(files) else read(one_of(files)),
    holds_divisions=True,
    write=write_tables,
)
