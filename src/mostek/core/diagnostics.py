"""Diagnostics of readers: a closed list of kinds, each with its place and its facts, without sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum


class Severity(IntEnum):
    """The severity of a diagnostic; greater is worse."""

    NOTE = 0
    """A fact that the reader should know; nothing is wrong."""
    WARNING = 1
    """A deviation from the format that is understood. Strict reading refuses it."""
    DIFFERENCE = 2
    """The record says one thing and the rules say another: a human error, not a fault of the file."""
    ILLEGAL = 3
    """The record says something that no game can contain."""
    UNREADABLE = 4
    """A line that carries a move has no meaning."""


class Kind(Enum):
    """The kinds of diagnostics."""

    severity: Severity

    def __new__(cls, code: str, severity: Severity) -> Kind:
        """The code is the value; the severity belongs to it."""
        kind = object.__new__(cls)
        kind._value_ = code
        kind.severity = severity
        return kind

    ASSUMED = "assumed", Severity.NOTE
    """The text does not say `what`; `value` was taken."""
    INVALID_WORD = "invalid_word", Severity.NOTE
    """`word` is not in the lexicon. An unchallenged phony stands (GEN-9-inv)."""
    LEFTOVERS_UNKNOWN = "leftovers_unknown", Severity.NOTE
    """The record does not say which tiles were left (it writes `?`)."""
    RACK_CONTRADICTION = "rack_contradiction", Severity.NOTE
    """The recorded racks contradict each other: `nick` held `tiles` after the turn before, and this rack lacks them."""
    RACKS_TOGETHER = "racks_together", Severity.NOTE
    """Board and recorded racks together need `tiles` more than the set has; each rack alone is possible."""

    ENCODING = "encoding", Severity.WARNING
    """The file names the encoding `stated`, which does not read it; `value` was used."""
    FOREIGN_ENCODING = "foreign_encoding", Severity.WARNING
    """The file is in the encoding `stated`; other programs read GCG only in UTF-8 and ISO 8859-1."""
    UNKNOWN_NAME = "unknown_name", Severity.WARNING
    """The file names the `what` `name`, which nothing here knows; something else was taken."""
    MISPLACED_PRAGMA = "misplaced_pragma", Severity.WARNING
    """Pragma `name` stands where the format does not allow it."""
    REPEATED_PRAGMA = "repeated_pragma", Severity.WARNING
    """Pragma `name` stands here for the second time; the last one counts."""
    SHARED_NAME = "shared_name", Severity.WARNING
    """Two players have the full name `name`."""
    SHARED_NICKNAME = "shared_nickname", Severity.WARNING
    """Two players have the nickname `nick`; turns were given to them in rotation."""
    UNDECLARED_PLAYER = "undeclared_player", Severity.WARNING
    """No pragma introduces the player `nick`."""
    OUT_OF_TURN = "out_of_turn", Severity.WARNING
    """`nick` moved though it was not their turn."""
    BONUS_WITHOUT_PLAY = "bonus_without_play", Severity.WARNING
    """`nick` gains points for a challenge, but no placement of theirs stands in the line before."""
    EARLY_TIME_PENALTY = "early_time_penalty", Severity.WARNING
    """The time penalty of `nick` stands before the end of the game or before the tiles left."""
    REPEATED_TIME_PENALTY = "repeated_time_penalty", Severity.WARNING
    """`nick` has a second time penalty."""
    AMBIGUOUS = "ambiguous", Severity.WARNING
    """More than one sequence of placements fits the record; it first leaves open the turn of this line."""

    POINTS = "points", Severity.DIFFERENCE
    """The points of this line: `stated` and `true`."""
    TOTAL = "total", Severity.DIFFERENCE
    """The running total of this line: `stated` and `true` (the sum of the stated points)."""
    FINAL = "final", Severity.DIFFERENCE
    """The final score that the heading gives to `nick`: `stated` and `true`."""
    WORDS = "words", Severity.DIFFERENCE
    """The words of this line: `stated` and `true`."""
    LEFTOVERS = "leftovers", Severity.DIFFERENCE
    """The tiles left at the end: `stated` and `true`."""
    NOT_ON_RACK = "not_on_rack", Severity.DIFFERENCE
    """The rack that the record gives does not hold `tiles`, which were laid or exchanged."""
    WITHDRAWN_RACK = "withdrawn_rack", Severity.DIFFERENCE
    """The rack of a withdrawal, `stated`, is not that of the placement withdrawn, `true`."""

    ILLEGAL_PLAY = "illegal_play", Severity.ILLEGAL
    """The placement has the `faults` named, separated by spaces."""
    NOTHING_TO_PLAY_THROUGH = "nothing_to_play_through", Severity.ILLEGAL
    """The word plays through the square `square`, named as the record names squares: it is empty or has another letter."""
    RACK_SIZE = "rack_size", Severity.ILLEGAL
    """The rack has `count` tiles."""
    TOO_MANY_TILES = "too_many_tiles", Severity.ILLEGAL
    """Board and rack need `tiles` more than the set has."""
    NOTHING_TO_WITHDRAW = "nothing_to_withdraw", Severity.ILLEGAL
    """No placement of this player precedes the withdrawal."""
    MOVE_AFTER_END = "move_after_end", Severity.ILLEGAL
    """`nick` moves although the game has ended."""

    UNREADABLE = "unreadable", Severity.UNREADABLE
    """The text `text` has no meaning here; `fault` is a `TextFault`."""


class TextFault(Enum):
    """The reasons why a text cannot be read."""

    NO_SUCH_LINE = "no_such_line"
    """The line is neither a pragma nor an event."""
    NO_COLON = "no_colon"
    """A colon is missing after the player."""
    NO_MOVE = "no_move"
    """The line ends before it says what the player did."""
    NO_POINTS = "no_points"
    """The points are missing."""
    BAD_NUMBER = "bad_number"
    """A number was expected."""
    BAD_COORDINATE = "bad_coordinate"
    """No square with a direction."""
    BAD_LETTER = "bad_letter"
    """A letter that the alphabet does not have."""
    BAD_BRACKET = "bad_bracket"
    """A bracket is not closed or not opened."""
    BAD_PLAYER = "bad_player"
    """More players than a game has, or none."""
    ROW_COUNT = "row_count"
    """The position has not as many rows as the board."""
    ROW_LENGTH = "row_length"
    """A row has not as many squares as the board."""
    MISSING_PART = "missing_part"
    """A part of the position is missing."""
    BAD_SCORES = "bad_scores"
    """The number of scores is not that of the racks."""
    NO_BOARD = "no_board"
    """The log has no final board."""
    NO_TURNS = "no_turns"
    """The text holds no game."""
    NOT_RECONSTRUCTED = "not_reconstructed"
    """No sequence of placements leads to the final board with these words and points."""
    SEARCH_TOO_LONG = "search_too_long"
    """Too many sequences of placements would have to be tried."""
    BAD_MESSAGE = "bad_message"
    """The bytes are not the message that they should be."""
    TOO_LONG = "too_long"
    """The file is larger than any game."""
    UNKNOWN_TILES = "unknown_tiles"
    """The record does not name the tiles that were exchanged, and the format must."""
    OTHER_GAME = "other_game"
    """The record is of a game with other rules or another board, which is not replayed."""
    OTHER_LANGUAGE = "other_language"
    """The record names a lexicon or tiles of a language for which no tile set is known."""
    TWO_GAMES = "two_games"
    """Another game begins at this line."""
    BEGAN_LATER = "began_later"
    """The game began from a position, with tiles on the board or points, and the format holds only whole games."""
    TOO_MANY_TILES = "too_many_tiles"
    """Board and racks hold more tiles than the set has."""
    RACK_SIZE = "rack_size"
    """A rack holds more tiles than the rules give (GEN-2.2b)."""
    WARNING = "warning"
    """Understood, and refused because reading is strict."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A diagnostic about a text. Line and column count from 1; line 0 means the whole text.

    In a record without lines, column 0 says that `line` counts events.
    """

    kind: Kind
    line: int = 0
    column: int = 0
    params: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def severity(self) -> Severity:
        """The severity of the diagnostic."""
        return self.kind.severity


def worst(diagnostics: Iterable[Diagnostic]) -> Severity:
    """The worst severity among them; a note if there are none."""
    return max((diagnostic.severity for diagnostic in diagnostics), default=Severity.NOTE)


class NotationError(ValueError):
    """A text is not valid in its format. Line and column count from 1; line 0 means the whole text."""

    def __init__(self, fault: TextFault, line: int, column: int, text: str) -> None:
        where = f"line {line}, column {column}: " if line else ""
        super().__init__(f"{where}{fault.value.replace('_', ' ')}: {text!r}")
        self.fault = fault
        self.line = line
        self.column = column
        self.text = text

    def at(self, line: int) -> NotationError:
        """This error with the line number of a larger text."""
        return NotationError(self.fault, line, self.column, self.text)

    @property
    def diagnostic(self) -> Diagnostic:
        """The error as a diagnostic, for readers that continue."""
        params: dict[str, str | int] = {"fault": self.fault.value, "text": self.text}
        return Diagnostic(Kind.UNREADABLE, self.line, self.column, params)


class StrictError(NotationError):
    """A text is readable, and strict reading refuses it for a diagnostic that lenient reading only reports."""

    def __init__(self, refused: Diagnostic) -> None:
        super().__init__(TextFault.WARNING, refused.line, refused.column, refused.kind.value)
        self.refused = refused

    @property
    def diagnostic(self) -> Diagnostic:
        """The diagnostic that strict reading refuses."""
        return self.refused


def refuse_warnings(diagnostics: Iterable[Diagnostic]) -> None:
    """Refuse a warning in strict reading.

    Args:
        diagnostics: What a reader has noticed.

    Raises:
        StrictError: One of them is a warning or worse; for the first one.
    """
    for diagnostic in diagnostics:
        if diagnostic.severity >= Severity.WARNING:
            raise StrictError(diagnostic)
