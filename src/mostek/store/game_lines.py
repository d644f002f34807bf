"""The file of a game: JSON lines, the first one saying what the file is.

After it stand, for each command, the command with the number of events it has led to, then a line for each event with its
number from 1; between them, moments at which a player was known to sit at the table. Every line carries its hash (`chain`):

    {"mostek":"game","format":2,"game":"20261121-153000","table":{…},"hash":"9c1e…"}
    {"command":{"type":"lay_tiles",…},"after":24,"events":2,"hash":"07ab…"}
    {"n":25,"event":{"type":"tiles_laid",…},"hash":"e230…"}
    {"n":26,"event":{"type":"value_announced",…},"hash":"4d7f…"}
    {"at":93500,"hash":"b811…"}

Format 1 is the same without hashes. A file of format 1 is read, and written on, as it was begun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from mostek.app.ports import LogError, StoredCommand, StoredGame, TableSetup
from mostek.notation.wire import WireError, decode_command, decode_event, encode
from mostek.referee.commands import Command, Irregularity
from mostek.referee.events import Event
from mostek.store.hash_chain import BEGINNING, body_of, follows, written

FORMAT = 2
"""Raised when the lines change their meaning."""
_CHAINED = 2
"""The first format whose lines carry hashes."""
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class GameHeader(Struct, frozen=True, kw_only=True):
    """The first line."""

    mostek: str = "game"
    format: int = FORMAT
    game: str
    table: TableSetup

    @property
    def is_chained(self) -> bool:
        """Whether the lines of the file carry hashes."""
        return self.format >= _CHAINED


class GameContents(Struct, frozen=True):
    """What a file holds: the whole lines, and what is left of a line whose writing was cut off."""

    header: GameHeader
    kept: StoredGame
    asked: tuple[StoredCommand, ...]
    """The commands, each with its place among the events."""
    head: str | None
    """The hash of the last whole line, which stands for all lines; `None` where the file has no chain."""
    size: int
    """The bytes of the whole lines."""
    torn: bytes


class _Entry(Struct, frozen=True):
    """Any line but the first."""

    n: int | None = None
    event: msgspec.Raw = msgspec.Raw()
    command: msgspec.Raw = msgspec.Raw()
    after: int | None = None
    events: Annotated[int, Meta(ge=0)] = 0
    at: int | None = None


def header_body(header: GameHeader) -> bytes:
    """The first line of a file, as all of these without its hash and its end."""
    return msgspec.json.encode(header)


def game_header(game: str, table: TableSetup) -> bytes:
    """The whole first line of a new log of a game."""
    line, _ = written(BEGINNING, [header_body(GameHeader(game=game, table=table))])
    return line


def command_bodies(expected: int, command: Command | None, events: Sequence[Event]) -> list[bytes]:
    """The lines of a command and of the events it has led to."""
    asked = b'{"command":%s,"after":%d,"events":%d}' % (encode(command), expected, len(events))
    return [asked, *event_bodies(expected, events)]


def event_bodies(expected: int, events: Sequence[Event]) -> list[bytes]:
    """The lines of events that follow `expected` others."""
    return [b'{"n":%d,"event":%s}' % (number, encode(event)) for number, event in enumerate(events, expected + 1)]


def moment_body(at: int) -> bytes:
    """The line of a moment, in milliseconds of the game's time."""
    return b'{"at":%d}' % at


def event_of(line: bytes) -> Event:
    """The event in a line, which was verified when it was written. Raises `LogError`."""
    try:
        return decode_event(bytes(msgspec.json.decode(line, type=_Entry).event))
    except (*_UNREADABLE, WireError) as error:
        raise LogError("Line {line} cannot be read: {why}.", line="?", why=str(error).rstrip(".")) from None


def read_header(data: bytes) -> GameHeader:
    """What the first line says, unverified. Raises `LogError` for what is no game, or one of a later format."""
    if not data:
        raise LogError("The file is empty.")
    return _header(data.partition(b"\n")[0])


def read_lines(data: bytes) -> GameContents:
    """What the bytes of a file say. A last line that was cut off is set aside; anything else that is wrong raises `LogError`."""
    header = read_header(data)
    first, *lines = data.split(b"\n")
    end = lines.pop() if lines else b""
    reading = _Reading(lines, header.is_chained)
    reading.take_header(first)
    for number, line in enumerate(lines, 2):
        reading.take(number, line)
    size = len(data) - len(end)
    if end and reading.takes_torn(len(lines) + 2, end):
        size, end = len(data), b""
    return GameContents(header, reading.kept(), tuple(reading.asked), reading.head, size, end)


class _Reading:
    """The lines so far."""

    def __init__(self, lines: Sequence[bytes], chained: bool) -> None:
        self.asked: list[StoredCommand] = []
        self.head: str | None = BEGINNING if chained else None
        self._lines = lines
        self._events: list[Event] = []
        self._due = 0
        self._moment = 0

    def kept(self) -> StoredGame:
        """What the whole lines amount to."""
        return StoredGame(tuple(self._events), self.asked[-1] if self._due else None, self._moment)

    def takes_torn(self, number: int, line: bytes) -> bool:
        """Take a last line without its end, if it is whole all the same."""
        try:
            self.take(number, line)
        except LogError:
            return False
        return True

    def take_header(self, line: bytes) -> None:
        self._link(1, line)

    def take(self, number: int, line: bytes) -> None:
        """Take the next line; one that raises `LogError` has changed nothing."""
        try:
            entry = msgspec.json.decode(line, type=_Entry)
            if entry.at is not None:
                self._link(number, line)
                self._moment = max(self._moment, entry.at)
            elif entry.after is not None:
                self._take_command(number, line, entry.after, entry)
            else:
                self._take_event(number, line, entry)
        except (*_UNREADABLE, WireError) as error:
            raise LogError("Line {line} cannot be read: {why}.", line=number, why=str(error).rstrip(".")) from None

    def _take_command(self, number: int, line: bytes, after: int, entry: _Entry) -> None:
        if after != len(self._events) or self._due:
            self._report(number, after + 1)
        text = bytes(entry.command)
        asked = StoredCommand(None if text == b"null" else decode_command(text), after, entry.events)
        self._link(number, line)
        self.asked.append(asked)
        self._due = asked.events

    def _take_event(self, number: int, line: bytes, entry: _Entry) -> None:
        if entry.n != len(self._events) + 1 or not self._due:
            self._report(number, entry.n)
        event = decode_event(bytes(entry.event))
        self._link(number, line)
        self._events.append(event)
        self._due -= 1

    def _link(self, number: int, line: bytes) -> None:
        """Go on with the chain. A line with a hash in a file that has no chain means that the first line was changed."""
        if self.head is None:
            changed = b',"hash":"' in line
        else:
            linked = follows(self.head, line)
            changed = linked is None
            self.head = linked or self.head
        if changed:
            raise LogError(
                "Line {line}: the hash does not agree; the line, or one before it, was changed.", line=number
            )

    def _report(self, number: int, found: int | None) -> None:
        due = len(self._events) + 1
        params: dict[str, Any] = {"line": number, "found": found, "due": due}
        if found is not None and found < due:
            raise LogError("Line {line}: event {found} stands here a second time; event {due} should follow.", **params)
        if any(line.startswith(b'{"n":%d,' % due) for line in self._lines[number - 2 :]):
            raise LogError("Line {line}: the lines are out of order; event {due} should stand here.", **params)
        raise LogError("Line {line}: event {due} is missing.", **params)


def _header(line: bytes) -> GameHeader:
    """The first line, whose format is looked at before anything else in it."""
    try:
        stated = msgspec.json.decode(line, type=dict[str, Any])
        stands = stated.get("format")
        if stated.get("mostek") != "game" or not isinstance(stands, int) or stands < 1:
            raise LogError("This is not a game of mostek.")
        if stands > FORMAT:
            raise LogError(
                "The game was saved by a later mostek, in format {format}; this one reads up to {known}.",
                format=stands,
                known=FORMAT,
            )
        return msgspec.convert(stated, GameHeader)
    except _UNREADABLE as error:
        raise LogError("Line {line} cannot be read: {why}.", line=1, why=str(error)) from None


_REPORT = b'{"command":{"type":"report_irregularity"'
_NUMBER = re.compile(rb'^\{"n":(\d+)')
_AFTER = re.compile(rb',"after":(\d+),"events":(\d+)\}$')


def for_everybody(log: bytes) -> bytes:
    """The lines of a log without those for the arbiter only (PFS-6.6.9): numbered and chained again.

    Such a report changes nothing in the game, and no draw depends on it (`app.games.public`), so the game is verified as before.
    On a server nothing else ever happens by such a command (`live.session.is_secret`), so it has one event.
    """
    lines = log.splitlines(keepends=True)
    told = list(_told(lines))
    return log if len(told) == len(lines) else written(BEGINNING, told)[0]


def _told(lines: list[bytes]) -> Iterator[bytes]:
    """The bodies of the lines that stay."""
    hidden = 0
    following = iter(lines)
    for line in following:
        body = body_of(line)
        if _is_for_arbiter(body):
            next(following, None)
            hidden += 1
        else:
            yield _numbered(body, hidden)


def _is_for_arbiter(body: bytes) -> bool:
    if not body.startswith(_REPORT):
        return False
    asked = msgspec.json.decode(body)
    return bool(asked["command"]["what"] == Irregularity.SUSPICION and asked["events"] == 1)


def _numbered(body: bytes, hidden: int) -> bytes:
    """The line with the number that it has when so many events before it are not there."""
    if not hidden:
        return body
    body = _NUMBER.sub(lambda found: b'{"n":%d' % (int(found[1]) - hidden), body)
    return _AFTER.sub(lambda found: b',"after":%d,"events":%d}' % (int(found[1]) - hidden, int(found[2])), body)
