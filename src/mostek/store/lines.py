"""The file of a game: JSON lines, the first one saying what the file is.

After it stand, for each command, the command with the number of events it has led to, then a line for each event with its
number from 1; between them, moments at which somebody was known to sit at the table:

    {"mostek": "game", "format": 1, "game": "20261121-153000", "table": {…}}
    {"command": {"type": "lay_tiles", …}, "after": 24, "events": 2}
    {"n": 25, "event": {"type": "tiles_laid", …}}
    {"n": 26, "event": {"type": "value_announced", …}}
    {"at": 93500}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from mostek.app.ports import Kept, LogError
from mostek.notation.wire import WireError, decode_command, decode_event, encode
from mostek.referee.commands import Command
from mostek.referee.events import Event

FORMAT = 1
"""Raised when the lines change their meaning."""


class TableSetup(Struct, frozen=True):
    """What the table looked like besides the rules; the game itself does not depend on it."""

    humans: int
    """The first so many seats are people's."""
    bot: str
    seed: int | None
    orientation: str


class Header(Struct, frozen=True, kw_only=True):
    """The first line."""

    mostek: str = "game"
    format: int = FORMAT
    game: str
    table: TableSetup


class Contents(Struct, frozen=True):
    """What a file holds: the whole lines, and what is left of a line whose writing was cut off."""

    header: Header
    kept: Kept
    size: int
    """The bytes of the whole lines."""
    torn: bytes


class _Entry(Struct, frozen=True):
    """Any line but the first."""

    n: int | None = None
    event: msgspec.Raw = msgspec.Raw()
    command: msgspec.Raw = msgspec.Raw()
    after: int | None = None
    events: int | None = None
    at: int | None = None


def header_line(header: Header) -> bytes:
    """The first line of a file."""
    return msgspec.json.encode(header) + b"\n"


def command_lines(expected: int, command: Command | None, events: Sequence[Event]) -> bytes:
    """The lines of a command and of the events it has led to."""
    asked = b'{"command":%s,"after":%d,"events":%d}\n' % (encode(command), expected, len(events))
    return asked + event_lines(expected, events)


def event_lines(expected: int, events: Sequence[Event]) -> bytes:
    """The lines of events that follow `expected` others."""
    return b"".join(
        b'{"n":%d,"event":%s}\n' % (number, encode(event)) for number, event in enumerate(events, expected + 1)
    )


def moment_line(at: int) -> bytes:
    """The line of a moment, in milliseconds of the game's time."""
    return b'{"at":%d}\n' % at


def read_lines(data: bytes) -> Contents:
    """What the bytes of a file say. A last line that was cut off is set aside; anything else that is wrong raises `LogError`."""
    lines = data.split(b"\n")
    if not (end := lines.pop()) and not lines:
        raise LogError("The file is empty.")
    header = _header(lines[0] if lines else end)
    reading = _Reading(lines[1:])
    for number, line in enumerate(lines[1:], 2):
        reading.take(number, line)
    size = len(data) - len(end)
    if lines and end and reading.takes_torn(len(lines) + 1, end):
        size, end = len(data), b""
    return Contents(header, reading.kept(), size, end if lines else b"")


class _Reading:
    """The lines so far."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._events: list[Event] = []
        self._command: Command | None = None
        self._due = 0
        self._answered = 0
        self._moment = 0

    def kept(self) -> Kept:
        """What the whole lines amount to."""
        unfinished = self._command if self._due else None
        return Kept(tuple(self._events), unfinished, self._answered if unfinished else 0, self._moment)

    def takes_torn(self, number: int, line: bytes) -> bool:
        """Take a last line without its end, if it is whole all the same."""
        try:
            self.take(number, line)
        except LogError:
            return False
        return True

    def take(self, number: int, line: bytes) -> None:
        try:
            entry = msgspec.json.decode(line, type=_Entry)
            if entry.at is not None:
                self._moment = max(self._moment, entry.at)
            elif entry.after is not None:
                self._take_command(number, entry)
            else:
                self._take_event(number, entry)
        except (msgspec.DecodeError, WireError) as error:
            raise LogError("Line {line} cannot be read: {why}.", line=number, why=str(error).rstrip(".")) from None

    def _take_command(self, number: int, entry: _Entry) -> None:
        if entry.after != len(self._events) or self._due:
            self._report(number, (entry.after or 0) + 1)
        text = bytes(entry.command)
        self._command = None if text == b"null" else decode_command(text)
        self._due, self._answered = entry.events or 0, 0

    def _take_event(self, number: int, entry: _Entry) -> None:
        if entry.n != len(self._events) + 1 or not self._due:
            self._report(number, entry.n)
        self._events.append(decode_event(bytes(entry.event)))
        self._due -= 1
        self._answered += 1

    def _report(self, number: int, found: int | None) -> None:
        due = len(self._events) + 1
        params: dict[str, Any] = {"line": number, "found": found, "due": due}
        if found is not None and found < due:
            raise LogError("Line {line}: event {found} stands here a second time; event {due} should follow.", **params)
        if any(line.startswith(b'{"n":%d,' % due) for line in self._lines[number - 2 :]):
            raise LogError("Line {line}: the lines are out of order; event {due} should stand here.", **params)
        raise LogError("Line {line}: event {due} is missing.", **params)


def _header(line: bytes) -> Header:
    """The first line, whose format is looked at before anything else in it."""
    try:
        stated = msgspec.json.decode(line, type=dict[str, Any])
        if stated.get("mostek") != "game" or not isinstance(stated.get("format"), int):
            raise LogError("This is not a game of mostek.")
        if stated["format"] > FORMAT:
            raise LogError(
                "The game was saved by a later mostek, in format {format}; this one reads up to {known}.",
                format=stated["format"],
                known=FORMAT,
            )
        return msgspec.convert(stated, Header)
    except msgspec.DecodeError as error:
        raise LogError("Line {line} cannot be read: {why}.", line=1, why=str(error)) from None
