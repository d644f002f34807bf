"""Files of tournaments in the formats of other programs: what can be wrong with one, and its bytes as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.core.diagnostics import Diagnostic, Kind, NotationError
from mostek.core.encoding import decode


class FileFault(StrEnum):
    """Everything that can be wrong with a file of a tournament."""

    NOT_RECOGNISED = "not_recognised"
    """The bytes are of no format that we know."""
    WRONG_CODE_PAGE = "wrong_code_page"
    """A character that no name or number contains: the file was written in another code page, or damaged."""
    NOT_ENCODABLE = "not_encodable"
    """A character that the format cannot hold, on writing."""
    NOT_JSON = "not_json"
    """The text is no JSON from here on; a file cut in half ends so."""
    BAD_VALUE = "bad_value"
    """A value of another kind than the field holds, or one that the format cannot hold."""
    MISSING_FIELD = "missing_field"
    """A field without which the rest means nothing."""
    BAD_NUMBER = "bad_number"
    """A number was expected."""
    BAD_DATE = "bad_date"
    """A day was expected."""
    BAD_LINE = "bad_line"
    """The line has not the parts that its place asks for."""
    COLUMN_COUNT = "column_count"
    """The row has more or fewer columns than the heading."""
    NO_NAME_COLUMN = "no_name_column"
    """No heading says in which column the names are."""
    BAD_QUOTE = "bad_quote"
    """A quotation mark is not closed, or stands where none may."""
    MISSING_BLOCK = "missing_block"
    """A block or heading without which the text is no report of a tournament."""
    NO_GAMES = "no_games"
    """Standings alone: the games, without which they cannot be checked, are in another file of that program."""
    CUT = "cut"
    """The file ends before the block, list or record does."""
    NO_PLAYERS = "no_players"
    """The file names no players."""
    UNKNOWN_PLAYER = "unknown_player"
    """A result names a player who is not in the list."""
    SAME_PLAYER = "same_player"
    """Two players have the same number, or the same name where only names tell them apart."""
    SEATED_TWICE = "seated_twice"
    """A player has two results in one round, or one against themself."""
    EMPTY_ROUND = "empty_round"
    """A round without a game or a bye, before one that has some."""
    ONE_SIDED = "one_sided"
    """The two sides of a game are recorded differently."""
    RECORD_COUNT = "record_count"
    """The files of a set do not speak of the same number of players or rounds."""
    MISSING_FILE = "missing_file"
    """A file of the set is not there."""
    TOO_MANY_FILES = "too_many_files"
    """Files that do not make one tournament together."""
    TOO_LARGE = "too_large"
    """More files or more bytes than any tournament has."""
    FILE_TOO_LARGE = "file_too_large"
    """More bytes than a file of a tournament has."""
    TOO_MANY_PLAYERS = "too_many_players"
    TOO_MANY_RESULTS = "too_many_results"
    TOO_MANY_PARTS = "too_many_parts"
    """More lists and objects than a file of a tournament has."""
    """More players than any tournament has."""
    BAD_PACKAGE = "bad_package"
    """A package that is damaged, or locked with a password."""


class NoteKind(StrEnum):
    """The kinds of notes on a file that could be read."""

    NO_GAME_POINTS = "no_game_points"
    """The format states who won, and not by how much; `win` and `draw` are what stands for it."""
    NOT_HELD = "not_held"
    """Something of the file has no place at the desk: `what`."""
    LEFT_OUT = "left_out"
    """A file of a package that is no part of the tournament: `files`."""
    NOT_THERE = "not_there"
    """A file that a configuration names and that was not given: `files`. Its division is missing."""
    ROUND_TO_COME = "round_to_come"
    """A round of which the file has byes and no game yet: `round`, `people`."""
    TWO_READINGS = "two_readings"
    """A date that can be read in two ways: `text`, `taken`, `other`."""
    NO_DATE = "no_date"
    """A date that cannot be read at all: `text`."""
    NO_STARTERS = "no_starters"
    """Results that do not say who started."""
    TOLD_APART = "told_apart"
    """Two people of one name whose other details differ: `name`."""
    CLEANED = "cleaned"
    """Names with line ends, control characters or blanks that say nothing: `names`."""
    NUMBERED = "numbered"
    """Players without a starting number, who got one: `players`."""
    NUMBERS_AS_TEXT = "numbers_as_text"
    """Numbers that are written as texts: `n` of them, the first at `first`."""
    ROUNDED = "rounded"
    """Ratings with more than two decimals: `n` of them, the first at `first`."""
    DIVISIONS = "divisions"
    """Files that were taken for the divisions of one event: `files`."""
    MAYBE_CUT = "maybe_cut"
    """A file that seems to end too early: the last `line`, and its `text`."""
    FEWER_SCORES = "fewer_scores"
    """People who are more than a round behind with their scores, the first in `line`: `people`."""
    WON_BY_LAST_WORD = "won_by_last_word"
    """Equal games that the file gives to one side, under rules that know draws: `games`."""
    EQUAL_AND_OPEN = "equal_and_open"
    """Equal games for which the match points of the file fit neither a winner nor a draw: `games`."""
    AFTER_THE_END = "after_the_end"
    """Something after the end of the JSON, which was left out: `line`, `text`."""


class FileNote(Struct, frozen=True):
    """A note for the person who reads the file, with the values of its sentence."""

    kind: NoteKind
    params: Mapping[str, str | int] = {}


class UnreadableTournamentError(ValueError):
    """A file that is no tournament which our desk could have run. The message is a sentence in the reader's language."""


class TournamentFileError(NotationError):
    """A file of a tournament is not what its format asks for.

    Line and column count from 1; line 0 means the whole file. In a binary file the line is the number of the record.
    """

    # Any, because the base class knows the faults of recorded games alone.
    fault: Any

    def __init__(self, fault: FileFault, line: int = 0, column: int = 0, text: str = "", file: str = "") -> None:
        where = f"{file}: " if file else ""
        where += f"line {line}, column {column}: " if line else ""
        ValueError.__init__(self, f"{where}{fault.value.replace('_', ' ')}: {text!r}")
        self.fault = fault
        self.line = line
        self.column = column
        self.text = text
        self.file = file

    def at(self, line: int) -> TournamentFileError:
        """This fault with the line number of a larger text."""
        return TournamentFileError(self.fault, line, self.column, self.text, self.file)

    def of(self, file: str) -> TournamentFileError:
        """This fault with the name of the file, or of the part of a set."""
        return TournamentFileError(self.fault, self.line, self.column, self.text, file)

    @property
    def diagnostic(self) -> Diagnostic:
        """The error as something to say."""
        params: dict[str, str | int] = {"fault": self.fault.value, "text": self.text, "file": self.file}
        return Diagnostic(Kind.UNREADABLE, self.line, self.column, params)


def one_of(files: Mapping[str, bytes]) -> bytes:
    """The bytes of a single file."""
    (data,) = files.values()
    return data


def readable(data: bytes, *, with_controls: bool = False) -> str:
    """The text of a file. Raises `TournamentFileError` at the first character that shows a wrong code page.

    Args:
        data: the bytes of the file.
        with_controls: whether control characters of ASCII are let pass, for the reader to judge.
    """
    decoded = decode(data)
    text = decoded.text
    found = (_WRONG if with_controls else _CONTROL).search(text)
    if found is None and not decoded.encoding.startswith("utf"):
        # A wrong code page turns letters into signs that no name has.
        found = next((sign for sign in _FOREIGN.finditer(text) if not sign[0].isalpha()), None)
    if found is not None:
        line, column = position(text, found.start())
        raise TournamentFileError(FileFault.WRONG_CODE_PAGE, line, column, found[0])
    return text


def encoded(text: str, encoding: str = "utf-8") -> bytes:
    """The text as bytes. Raises `TournamentFileError` at the first character that the encoding does not have."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        line, column = position(text, error.start)
        raise TournamentFileError(FileFault.NOT_ENCODABLE, line, column, text[error.start]) from None


def position(text: str, place: int) -> tuple[int, int]:
    """Line and column of a place in a text, both from 1."""
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_WRONG = re.compile("[\x7f-\x9f\ud800-\udfff\ufffd]")
_FOREIGN = re.compile("[^\x00-\x7f\xa0–—„”’‘“…°§]")
