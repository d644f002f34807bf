"""The sentences of diagnostics, in the reader's language."""

from __future__ import annotations

from typing import Final

from mostek.core.diagnostics import Diagnostic, Kind, TextFault
from mostek.messages import count, text
from mostek.messages.refusals import say_fault

SENTENCES: Final = {
    Kind.ASSUMED: "The file does not say its {what}; {value} is assumed.",
    Kind.INVALID_WORD: "{word} is not in the lexicon; unchallenged, it stands.",
    Kind.LEFTOVERS_UNKNOWN: "The record does not name the tiles left; they are {true}.",
    Kind.ENCODING: "The file calls itself {stated} but is not; it was read as {value}.",
    Kind.MISPLACED_PRAGMA: "The pragma #{name} stands in the wrong place.",
    Kind.SHARED_NICKNAME: "Two players have the nickname {nick}; the turns were given to them in rotation.",
    Kind.UNDECLARED_PLAYER: "The player {nick} has not been introduced.",
    Kind.OUT_OF_TURN: "{nick} moves out of turn.",
    Kind.AMBIGUOUS: "The log fits more than one game; from {words} on, the squares are one possibility.",
    Kind.POINTS: "Points recorded: {stated}; true: {true}.",
    Kind.TOTAL: "Total recorded: {stated}; the recorded points add up to {true}.",
    Kind.FINAL: "Final score of {nick} recorded: {stated}; true: {true}.",
    Kind.WORDS: "Words recorded: {stated}; on the board: {true}.",
    Kind.LEFTOVERS: "Tiles left as recorded: {stated}; true: {true}.",
    Kind.ILLEGAL_PLAY: "This placement is not possible: {faults}.",
    Kind.NOTHING_TO_PLAY_THROUGH: "The word plays through {square}, where no such tile lies.",
    Kind.TOO_MANY_TILES: "More tiles than the set has: {tiles}.",
    Kind.NOT_ON_RACK: "The recorded rack does not hold {tiles}.",
    Kind.NOTHING_TO_WITHDRAW: "There is no placement to withdraw.",
    Kind.UNREADABLE: "{fault}: {text}",
}
"""What to say about each kind of diagnostic; `RACK_SIZE` counts and so has its own sentence."""

FAULTS: Final = {
    TextFault.NO_SUCH_LINE: "Neither a pragma (#) nor an event (>)",
    TextFault.NO_COLON: "The colon after the player is missing",
    TextFault.NO_MOVE: "The line does not say what the player did",
    TextFault.NO_POINTS: "The points are missing",
    TextFault.BAD_NUMBER: "A number is expected here",
    TextFault.BAD_COORDINATE: "A square is expected here, like 8H or H8",
    TextFault.BAD_LETTER: "A letter that the tile set does not have",
    TextFault.BAD_BRACKET: "A bracket that is not closed or not opened",
    TextFault.BAD_PLAYER: "The players are not clear from this",
    TextFault.ROW_COUNT: "The position does not have the 15 rows of the board",
    TextFault.ROW_LENGTH: "This row does not have the 15 squares of the board",
    TextFault.MISSING_PART: "The position lacks a part (rows, racks, scores, turns without points)",
    TextFault.BAD_SCORES: "There are not as many scores as racks",
    TextFault.NO_BOARD: "The final board is missing or cut",
    TextFault.NO_TURNS: "No recorded game was found",
    TextFault.NOT_RECONSTRUCTED: "No placement fits these words and points and the final board",
    TextFault.SEARCH_TOO_LONG: "Too many games fit these words and points",
    TextFault.WARNING: "Refused by strict reading",
}
"""What to say about each fault of a text."""

"""What to say about the faults that a placement of a record can have."""

_WHAT: Final = {"tile_set": "tile set", "encoding": "encoding"}


def sentence(diagnostic: Diagnostic) -> str:
    """A diagnostic in the reader's language, with its place."""
    params = dict(diagnostic.params)
    if diagnostic.kind is Kind.RACK_SIZE:
        said = count("The rack has {n} tile.", "The rack has {n} tiles.", int(params["count"]))
    else:
        said = text(SENTENCES[diagnostic.kind], **_spoken(params))
    if not diagnostic.line:
        return said
    where = text("Line {line}, column {column}", line=diagnostic.line, column=diagnostic.column)
    return f"{where}: {said}"


def _spoken(params: dict[str, str | int]) -> dict[str, str | int]:
    """Names of faults and things put into words."""
    spoken = dict(params)
    if "fault" in params:
        spoken["fault"] = text(FAULTS[TextFault(params["fault"])])
    if "faults" in params:
        spoken["faults"] = " ".join(say_fault(name) for name in str(params["faults"]).split())
    if "what" in params:
        spoken["what"] = text(_WHAT[str(params["what"])])
    return spoken
