"""Tournament files in sentences: faults with their place, and notes on the contents."""

from __future__ import annotations

from typing import Final

from mostek.messages import text
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError

FILE_FAULTS: Final = {
    FileFault.NOT_RECOGNISED: "No tournament in a format known here",
    FileFault.WRONG_CODE_PAGE: (
        "A character that shows a wrong code page or a damaged file; UTF-8 and windows-1250 are read"
    ),
    FileFault.NOT_ENCODABLE: "The format has no such character",
    FileFault.NOT_JSON: "The JSON breaks off or is damaged here",
    FileFault.BAD_VALUE: "A value that cannot stand here",
    FileFault.MISSING_FIELD: "A field is missing that is needed",
    FileFault.BAD_NUMBER: "A number is expected here",
    FileFault.BAD_DATE: "A day is expected here, like 2026-03-29",
    FileFault.BAD_LINE: "The line does not have the parts that belong here",
    FileFault.COLUMN_COUNT: "The row does not have as many columns as the heading",
    FileFault.NO_NAME_COLUMN: "No heading says which column has the names",
    FileFault.BAD_QUOTE: "A quotation mark that is not closed, or stands where none may",
    FileFault.MISSING_BLOCK: "A part of the report is missing",
    FileFault.NO_GAMES: "Standings without the games; export the event from Woogles for TSH and import that file",
    FileFault.CUT: "The file ends too early: it has been cut",
    FileFault.NO_PLAYERS: "The file names no players",
    FileFault.UNKNOWN_PLAYER: "A result of a player who is not in the list",
    FileFault.SAME_PLAYER: "Two players look the same",
    FileFault.SEATED_TWICE: "A player has two results in one round",
    FileFault.EMPTY_ROUND: "A round has no games, though a later one has",
    FileFault.ONE_SIDED: "The two sides of a game are recorded differently",
    FileFault.RECORD_COUNT: "The files of the set do not agree on the number of players or rounds",
    FileFault.MISSING_FILE: "A file of the set is missing",
    FileFault.TOO_MANY_FILES: "These files do not make one tournament",
    FileFault.TOO_LARGE: "More files or bytes than a tournament has; at most 16 MB and 2000 files are read",
    FileFault.FILE_TOO_LARGE: "The file is larger than any file of a tournament; at most 4 MB are read",
    FileFault.TOO_MANY_PLAYERS: "More players than any tournament has; at most 1000 are read",
    FileFault.TOO_MANY_RESULTS: "More results than any tournament has; at most 20000 are read",
    FileFault.TOO_MANY_PARTS: "This is no file of a tournament: it has more than 100000 lists and objects",
    FileFault.BAD_PACKAGE: "The package is damaged, or locked with a password",
}
"""What to say about each fault; a test compares it with `FileFault`."""

FILE_NOTES: Final = {
    NoteKind.NO_GAME_POINTS: (
        "This format states who won and not the points of a game: a win stands here as {win} and a draw as {draw}."
    ),
    NoteKind.NOT_HELD: "The desk has no place for this, and leaves it out: {what}.",
    NoteKind.LEFT_OUT: "These files are no part of the tournament and were left out: {files}.",
    NoteKind.NOT_THERE: "The configuration names files that were not given; their divisions are missing: {files}.",
    NoteKind.ROUND_TO_COME: (
        "Round {round} has no game yet; that these people have no opponent in it was left out: {people}."
    ),
    NoteKind.TWO_READINGS: "The date {text!r} can be read in two ways; it was taken for {taken}, not {other}.",
    NoteKind.NO_DATE: "The date {text!r} cannot be read; set the day with --at.",
    NoteKind.NO_STARTERS: "The file does not say who started a game; the player with the lower number stands as host.",
    NoteKind.CLEANED: "Line ends or blanks that do not belong there were taken out of these names: {names}.",
    NoteKind.NUMBERED: "The file gives these players no starting number; the desk has numbered them: {players}.",
    NoteKind.NUMBERS_AS_TEXT: "Some numbers are written as texts, the first at {first}; they were read as numbers.",
    NoteKind.ROUNDED: "Some ratings have more than two decimals, the first at {first}; they were rounded.",
    NoteKind.DIVISIONS: "Each file is a division of the tournament: {files}. They are exported as a file for each, too.",
    NoteKind.MAYBE_CUT: "The file seems to be cut off in line {line}: {text!r}. Compare it with the original.",
    NoteKind.FEWER_SCORES: (
        "These people have fewer scores than the others and are not marked as off, the first in line {line}: {people}."
    ),
    NoteKind.WON_BY_LAST_WORD: (
        "By the file one side has won these equal games, so here the last word decides (end.tie_break): {games}."
    ),
    NoteKind.EQUAL_AND_OPEN: (
        "The match points of the file fit no result of these equal games, so they stand as draws: {games}."
    ),
    NoteKind.AFTER_THE_END: "After the end of the JSON, in line {line}, stands something else, which was left out: {text!r}.",
    NoteKind.TOLD_APART: "Two people are called {name}; their town, rating or number tells which is which.",
}
"""What to say about each note; a test compares it with `NoteKind`."""

_BINARY = (".lte", ".re", ".tin")
"""The parts of an export that have records, not lines."""


def say_file_fault(error: TournamentFileError) -> str:
    """The fault in a sentence, with the file, the line or record, and what stands there."""
    sentence = text(FILE_FAULTS[error.fault])
    if error.text:
        sentence = text("{fault}: {text}", fault=sentence, text=_printable(error.text))
    place = _place(error)
    return f"{place}: {sentence}" if place else sentence


def say_file_note(note: FileNote) -> str:
    """A note in a sentence."""
    return text(FILE_NOTES[note.kind], **note.params)


def _printable(words: str) -> str:
    """Words of a file with a sign for each letter that would steer the terminal, or end the line."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in words)


def _place(error: TournamentFileError) -> str:
    file, line = _printable(error.file), error.line
    if not line:
        return text("File {file}", file=file) if file else ""
    if file.endswith(_BINARY):
        return text("File {file}, record {line}", file=file, line=line)
    if file:
        return text("File {file}, line {line}, column {column}", file=file, line=line, column=error.column)
    return text("Line {line}, column {column}", line=line, column=error.column)
