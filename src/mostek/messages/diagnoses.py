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
    Kind.RACK_CONTRADICTION: "{nick} held {tiles} after the turn before; this rack does not.",
    Kind.RACKS_TOGETHER: "Board and racks together have more tiles than the set: {tiles}.",
    Kind.ENCODING: "The file calls itself {stated} but is not; it was read as {value}.",
    Kind.FOREIGN_ENCODING: "Other programs do not read the encoding {stated} in GCG, only UTF-8 and ISO 8859-1.",
    Kind.UNKNOWN_NAME: "The file names the {what} {name}, which mostek does not know; {value} is assumed.",
    Kind.REPEATED_PRAGMA: "The pragma #{name} stands twice; the last one counts.",
    Kind.SHARED_NAME: "Two players are called {name}.",
    Kind.BONUS_WITHOUT_PLAY: "{nick} gains points for a challenge without a placement in the line before.",
    Kind.EARLY_TIME_PENALTY: "The time penalty of {nick} stands before the end of the game.",
    Kind.REPEATED_TIME_PENALTY: "{nick} has a second time penalty.",
    Kind.WITHDRAWN_RACK: "Rack of the withdrawal as recorded: {stated}; the placement was made from {true}.",
    Kind.MOVE_AFTER_END: "{nick} moves after the end of the game.",
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
    TextFault.BAD_MESSAGE: "The file is not the message that it should be",
    TextFault.TOO_LONG: "The file is too long for a game, in bytes",
    TextFault.UNKNOWN_TILES: "This format needs the tiles that were exchanged, and the record has only their number",
    TextFault.OTHER_GAME: "A game with other rules, tiles or another board, which mostek does not replay",
    TextFault.OTHER_LANGUAGE: "A game in a language for which mostek has no tiles",
    TextFault.TWO_GAMES: "Two games in one file; this line begins another",
    TextFault.BEGAN_LATER: "The game began from a position, and this format holds only whole games",
    TextFault.TOO_MANY_TILES: "More tiles than the set has",
    TextFault.RACK_SIZE: "A rack holds at most seven tiles",
    TextFault.WARNING: "Refused by strict reading",
}
"""What to say about each fault of a text."""

"""What to say about the faults that a placement of a record can have."""

_WHAT: Final = {"tile_set": "tile set", "encoding": "encoding", "game_type": "game type", "board_layout": "board"}


def sentence(diagnostic: Diagnostic) -> str:
    """A diagnostic in the reader's language, with its place."""
    params = dict(diagnostic.params)
    if diagnostic.kind is Kind.RACK_SIZE:
        shown = count("The rack has {n} tile.", "The rack has {n} tiles.", int(params["count"]))
    else:
        # An empty file has no text to show after the colon.
        shown = text(SENTENCES[diagnostic.kind], **_spoken(params)).removesuffix(": ")
    if not diagnostic.line:
        return shown
    if diagnostic.column:
        where = text("Line {line}, column {column}", line=diagnostic.line, column=diagnostic.column)
    else:
        where = text("Event {n}", n=diagnostic.line)
    return f"{where}: {shown}"


def _spoken(params: dict[str, str | int]) -> dict[str, str | int]:
    """Names of faults and things put into words."""
    spoken = dict(params)
    if "fault" in params:
        spoken["fault"] = text(FAULTS[TextFault(params["fault"])])
    if "faults" in params:
        spoken["faults"] = " ".join(say_fault(name) for name in str(params["faults"]).split()).rstrip(".")
    if "what" in params:
        spoken["what"] = text(_WHAT[str(params["what"])])
    return spoken
