"""A bare list of names: one a line, with the town and the rating after a comma, semicolon or tab if they are known.

The entry list of TSH, a `.t` file before the first round, has *Last, First* and the rating in each line instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mostek.core.encoding import split_lines
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, one_of, readable
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.recorded import RecordedPlayer, RecordedTournament

NAME = "names"
_LONGEST = 200
_WORDS = 6


def is_names(text: str) -> bool:
    """Whether every line of a text, of which there are two at least, begins like the name of a person."""
    lines = [line for _, line in _lines(text[:20_000])]
    if len(lines) > 1 and all(map(_ENTRY.fullmatch, lines)):
        return True
    return len(lines) > 1 and all(_is_name(_cells(line, _separator(text))[0]) for line in lines)


def read(data: bytes) -> RecordedTournament:
    """The players in the order of the lines; a number before a name is passed over, and so is a line with # at its beginning.

    Of the cells after the name a number is the rating and anything else the town. Two people of one name differ in the town or
    the rating. Raises `TournamentFileError`.
    """
    text = readable(data)
    separator = _separator(text)
    of_tsh = all(_ENTRY.fullmatch(line) for _, line in _lines(text))
    players: list[RecordedPlayer] = []
    known: dict[tuple[str, str, int | None], int] = {}
    notes: list[FileNote] = []
    for number, line in _lines(text):
        cells = _entry(line) if of_tsh else _cells(line, separator)
        player = _player(cells, line, number, len(players) + 1)
        key = (player.name.casefold(), player.city.casefold(), player.rating)
        if key in known:
            raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, f"{player.name} ({known[key]}, {number})")
        if any(name == key[0] for name, _, _ in known):
            notes.append(FileNote(NoteKind.TOLD_APART, {"name": player.name}))
        known[key] = number
        players.append(player)
    if not players:
        raise TournamentFileError(FileFault.NO_PLAYERS, 1, 1, text[:60].strip())
    return RecordedTournament(format=NAME, players=tuple(players), notes=tuple(notes))


def _player(cells: list[str], line: str, number: int, place: int) -> RecordedPlayer:
    name, *rest = cells
    if not any(letter.isalpha() for letter in name) or len(name) > _LONGEST:
        raise TournamentFileError(FileFault.MISSING_FIELD, number, 1, line.strip()[:60])
    ratings = [cell for cell in rest if cell and parse_rating(cell) is not None]
    towns = [cell for cell in rest if cell and parse_rating(cell) is None]
    if len(ratings) > 1 or len(towns) > 1:
        raise TournamentFileError(FileFault.BAD_LINE, number, 1, line.strip()[:60])
    return RecordedPlayer(
        number=place,
        name=name,
        city="".join(towns),
        rating=parse_rating(ratings[0]) if ratings else None,
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(split_lines(text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line, the name without its number, and a comma between figures as part of one number."""
    parts = _COMMA.split(line) if separator == "," else line.split(separator)
    name, *rest = (" ".join(part.split()) for part in parts)
    return [_NUMBER.sub("", name), *rest]


def _entry(line: str) -> list[str]:
    """The cells of an entry of TSH: first and last name, and the rating."""
    match = _ENTRY.fullmatch(line)
    assert match is not None, "every line was matched"
    return [" ".join(f"{match[2]} {match[1]}".split()), match[3]]


def _separator(text: str) -> str:
    return next((sign for sign in (";", "\t") if sign in text), ",")


def _is_name(name: str) -> bool:
    words = name.split()
    return 1 < len(words) <= _WORDS and all(map(_WORD.fullmatch, words))


_NUMBER = re.compile(r"^[0-9]{1,4}[.)]?\s+")
_ENTRY = re.compile(r"\s*([^\W\d][^,;\d]{0,80}),\s*([^\W\d][^,;\d]{0,80}?)\s+([0-9]{1,4})\s*;?\s*")
"""An entry of TSH: `Lis, Anna            1111`."""
_COMMA = re.compile(r",(?![0-9]{1,2}(?:\s*(?:,|$)))|(?<![0-9]),")
"""A comma that is not between the figures of a rating with hundredths."""
_WORD = re.compile(r"[^\W_][\w.'’-]*", re.UNICODE)

FORMAT = TournamentFormat(
    name=NAME,
    option="names",
    pl="lista nazwisk",
    en="a list of names",
    precedence=90,
    detect=lambda data, text: is_names(text),
    is_sure=False,
    read=lambda files: read(one_of(files)),
)
