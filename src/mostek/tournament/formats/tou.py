"""TOU, the results that AUPAIR keeps and rating offices of the English-speaking associations take; read only.

There is no published description; what is here is what the readers of rating offices agree on. `*M31.12.2026 Name` begins a file,
`*A` a section, and `*** END OF FILE ***` ends it. A player has a line: the name, then for each round the score and the number
of the opponent in the section. In front of the score stands 2 for a win and 1 for a draw, in front of the opponent `+` for who
started. Who has the own number as opponent had a bye, or no game. Lines that begin with a blank, and words with one number, such
as a high word, say nothing of games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mostek.core.encoding import split_lines
from mostek.tournament.credits import WIN
from mostek.tournament.dates import read_dates
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, one_of, readable
from mostek.tournament.limits import MOST_ROUNDS
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind, round_count

NAME = "tou"


class _Side(NamedTuple):
    """A round of a player."""

    halves: int
    points: int
    opponent: int
    starts: bool


class _Line(NamedTuple):
    """The line of a player; the number counts from 1 in the section."""

    line: int
    text: str
    section: str
    number: int
    name: str
    sides: tuple[_Side, ...]

    def fault(self, fault: FileFault) -> TournamentFileError:
        """The error for a fault of this line."""
        return TournamentFileError(fault, self.line, 1, self.text[:60])


def is_tou(text: str) -> bool:
    """Whether a text begins as such a file does."""
    return _HEAD.match(text.lstrip("\ufeff \t\r\n")) is not None


def read(data: bytes) -> RecordedTournament:
    """The tournament of a file; its sections are divisions. Scores have three digits at most.

    Raises:
        TournamentFileError: a line lacks its parts, a number is none of the section, or the two players of a game tell it
            differently, as by points that contradict who has won.
    """
    lines = split_lines(readable(data))
    sections = list(_sections(lines))
    above = [sum(len(each) for each in sections[:place]) for place in range(len(sections))]
    several = len(sections) > 1
    results = [row for players, before in zip(sections, above, strict=True) for row in _results(players, before)]
    if not any(sections):
        raise TournamentFileError(FileFault.NO_PLAYERS, len(lines), 1, lines[0][:60])
    day, name = _heading(lines)
    dates = read_dates(day)
    notes = [] if dates else [FileNote(NoteKind.NO_DATE, {"text": day})]
    if not any(side.starts for players in sections for each in players for side in each.sides):
        notes.append(FileNote(NoteKind.NO_STARTERS))
    if not any(line.strip() == _END for line in lines):
        notes.append(FileNote(NoteKind.MAYBE_CUT, {"line": len(lines), "text": lines[-1].strip()[:40]}))
    return RecordedTournament(
        format=NAME,
        name=name,
        first_day=dates.first if dates else None,
        last_day=dates.last if dates else None,
        rounds=round_count(results),
        players=tuple(
            RecordedPlayer(number=each.number + before, name=each.name, division=each.section if several else "")
            for players, before in zip(sections, above, strict=True)
            for each in players
        ),
        results=tuple(sorted(results, key=lambda row: row.round)),
        settings={"keys": ["match_points", "spread"]},
        notes=tuple(notes),
    )


def _heading(lines: list[str]) -> tuple[str, str]:
    """The day and the name of the event."""
    head = next(line.strip().lstrip("\ufeff") for line in lines if line.strip("\ufeff \t"))
    day, _, name = head.removeprefix("*M").partition(" ")
    return day, " ".join(name.removeprefix("+ ").split())


def _sections(lines: list[str]) -> Iterator[list[_Line]]:
    """The players of each section that has some. Raises `TournamentFileError`."""
    section, players = "", list[_Line]()
    headed = False
    for number, line in enumerate(lines, 1):
        text = line.strip().lstrip("\ufeff")
        if text == _END:
            break
        if not text or line[:1].isspace():
            continue
        if text.startswith("*"):
            if headed and players:
                yield players
            section, players = (text[1:].strip(), []) if headed else ("", [])
            headed = True
        elif player := _player(number, text, section, len(players) + 1):
            players.append(player)
    if players:
        yield players


def _player(line: int, text: str, section: str, number: int) -> _Line | None:
    """The line of a player; `None` for one that has no games, as that of a high word."""
    words = text.split()
    begin = next((place for place, word in enumerate(words) if _NUMBER.fullmatch(word)), len(words))
    if begin == 0:
        raise TournamentFileError(FileFault.MISSING_FIELD, line, 1, text[:60])
    cells = words[begin:]
    if len(cells) < 2:
        return None
    name = " ".join(words[:begin])
    if wrong := next(
        (cell for place, cell in enumerate(cells) if not (_SCORE, _OPPONENT)[place % 2].fullmatch(cell)), ""
    ):
        raise TournamentFileError(FileFault.BAD_NUMBER, line, text.find(wrong) + 1, wrong)
    if len(cells) % 2 or len(cells) > 2 * MOST_ROUNDS:
        raise TournamentFileError(FileFault.COLUMN_COUNT, line, 1, text[:60])
    sides = tuple(_side(score, other) for score, other in zip(cells[::2], cells[1::2], strict=True))
    return _Line(line, text, section, number, name, sides)


def _side(score: str, opponent: str) -> _Side:
    """A round in its two words; the signs 2 and 1 before a score are half points, as we count them."""
    halves, points = divmod(int(score), 1000)
    return _Side(halves, points, int(opponent), opponent.startswith("+"))


def _results(players: list[_Line], above: int) -> Iterator[RecordedResult]:
    """The results of a section. Raises `TournamentFileError`."""
    for own in players:
        for played, side in enumerate(own.sides, 1):
            if side.opponent == own.number:
                yield from _alone(own, played, side, above)
                continue
            if not 1 <= side.opponent <= len(players):
                raise own.fault(FileFault.UNKNOWN_PLAYER)
            other = players[side.opponent - 1]
            theirs = other.sides[played - 1] if played <= len(other.sides) else None
            if theirs is None or theirs.opponent != own.number or (side.starts and theirs.starts):
                raise own.fault(FileFault.ONE_SIDED)
            if side.starts or (not theirs.starts and own.number < other.number):
                yield _game(own, played, side, theirs, above)


def _alone(own: _Line, played: int, side: _Side, above: int) -> Iterator[RecordedResult]:
    """A bye; nothing for a round without a game."""
    if side.halves or side.points:
        yield RecordedResult(
            round=played,
            table=0,
            host=own.number + above,
            guest=0,
            host_score=side.points,
            guest_score=None,
            kind=ResultKind.BYE,
            half_points=side.halves,
        )


def _game(own: _Line, played: int, side: _Side, theirs: _Side, above: int) -> RecordedResult:
    is_open = not any((side.halves, theirs.halves, side.points, theirs.points))
    if not is_open:
        ahead = (side.points > theirs.points) - (side.points < theirs.points)
        told = side.halves - theirs.halves
        if side.halves + theirs.halves != WIN or (ahead and ahead * WIN != told):
            raise own.fault(FileFault.ONE_SIDED)
    return RecordedResult(
        round=played,
        table=0,
        host=own.number + above,
        guest=side.opponent + above,
        host_score=None if is_open else side.points,
        guest_score=None if is_open else theirs.points,
        kind=ResultKind.NOT_PLAYED if is_open else ResultKind.GAME,
        half_points=side.halves if side.points == theirs.points and not is_open else None,
    )


_HEAD = re.compile(r"\*M\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b")
_END = "*** END OF FILE ***"
_NUMBER = re.compile(r"[+-]?\d+")
_SCORE = re.compile(r"[0-2]?\d{1,3}")
_OPPONENT = re.compile(r"\+?\d{1,3}")


FORMAT = TournamentFormat(
    name=NAME,
    option="tou",
    pl="wyniki z AUPAIR (.TOU)",
    en="results of AUPAIR (.TOU)",
    precedence=33,
    detect=lambda data, text: is_tou(text),
    read=lambda files: read(one_of(files)),
)
