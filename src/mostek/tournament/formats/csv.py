"""Tables as spreadsheets exchange them: players in, for registration; players, results and standings out, in Polish."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, readable
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import RecordedPlayer, RecordedTournament, ResultKind, format_halves


def meaning(heading: str) -> str | None:
    """The attribute of a player that a heading names; `None` for one that we do not know."""
    plain = " ".join(heading.replace("_", " ").strip(" .:*\ufeff").casefold().split())
    return _MEANINGS.get(plain) or _MEANINGS.get(plain.translate(_WITHOUT_SIGNS))


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
    said = (player.name, player.city, player.team, player.category, player.group, str(player.rating))
    return (*map(str.casefold, said), *map(str, player.extras.values()))


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
    order = sorted(tournament.players, key=lambda player: (player.place is None, player.place or 0))
    rows = ([_cell(player, attribute, False) for attribute in attributes] for player in order)
    return _written(attributes, rows, encoding)


def write_results(tournament: RecordedTournament, encoding: str = MARKED) -> bytes:
    """All results, by round as they stand."""
    named = {0: ""} | {player.number: player.name for player in tournament.players}
    attributes = (
        "round", "table", "host", "host_name", "guest", "guest_name", "host_score", "guest_score", "kind",
    )  # fmt: skip
    rows = (
        [
            *map(str, (result.round, result.table, result.host)),
            _harmless(named[result.host]),
            str(result.guest or ""),
            _harmless(named[result.guest]),
            *("" if score is None else str(score) for score in (result.host_score, result.guest_score)),
            KINDS[result.kind],
        ]
        for result in tournament.results
    )
    return _written(attributes, rows, encoding)


def _written(attributes: Sequence[str], rows: Iterable[Sequence[str]], encoding: str) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow([HEADINGS[attribute][0] for attribute in attributes])
    writer.writerows(rows)
    return encoded(text.getvalue(), encoding)


def _cell(player: RecordedPlayer, attribute: str, parted: bool) -> str:
    if attribute == "last" and parted and not (player.first or player.last):
        return _harmless(player.name)
    value = getattr(player, attribute)
    if value is None:
        return ""
    match attribute:
        case "rating":
            return format_rating(value)
        case "half_points":
            return format_halves(value)
        case _:
            return _harmless(value) if isinstance(value, str) else str(value)


def _harmless(text: str) -> str:
    """Escape the text so that no spreadsheet takes it for a formula; players choose their own names on the net."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _plain(cell: str) -> str:
    cell = " ".join(cell.split())
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _separator(text: str) -> str:
    """The sign that parts the first line into the most columns that we know."""
    return max(_SEPARATORS, key=lambda sign: sum(meaning(cell) is not None for cell in _headings(text, sign)))


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


_POINTS = ("half_points", "game_points", "scalps", "spread")
_FIRST = 100_000
"""The characters of a table in which its headings are looked for."""
_SEPARATORS = (";", "\t", ",", "|")
_FORMULA = ("=", "+", "-", "@")


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
    detect=lambda data, text: is_csv(text),
    read=lambda files: read(one_of(files)),
    write=write_tables,
)
