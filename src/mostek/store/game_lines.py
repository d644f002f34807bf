"""The file of a game: JSON lines, of which the first identifies the file.

After it stand, for each command, the command with the number of events it has led to, then a line for each event with its
number from 1; between them, moments at which a player was known to sit at the table. Every line carries its hash (`chain`):

    {"mostek":"game","format":2,"game":"20261121-153000","table":{…},"hash":"9c1e…"}
    {"command":{"type":"lay_tiles",…},"after":24,"events":2,"hash":"07ab…"}
    {"n":25,"event":{"type":"tiles_laid",…},"hash":"e230…"}
    {"n":26,"event":{"type":"value_announced",…},"hash":"4d7f…"}
    {"at":93500,"hash":"b811…"}

Format 1 is the same without hashes. A file of format 1 is read, and written on, as it was begun.

From format 3 on the first line of a server's game has `sealing` (`app.seals`), with commitments to the names of the players:
the lines that create the game number them instead. The names stand beside the chain, with what the server and the players
have signed: in the database in tables of their own, in a file as the last line, `{"evidence":{…}}`, which is not chained.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from mostek.app.lobby import FORGOTTEN
from mostek.app.ports import LogError, StoredCommand, StoredGame, TableSetup
from mostek.app.seals import Evidence, Sealing
from mostek.notation.wire import WireError, decode_command, decode_event, encode
from mostek.referee.commands import Command, CreateGame, Irregularity
from mostek.referee.events import Event, GameCreated
from mostek.store.hash_chain import BEGINNING, body_of, follows, link, stated, written

FORMAT = 3
"""The version of the format; a change of the meaning of lines raises it."""
_CHAINED = 2
"""The first format whose lines carry hashes."""
Nameable = TypeVar("Nameable")
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class GameHeader(Struct, frozen=True, kw_only=True):
    """The first line."""

    mostek: str = "game"
    format: int = FORMAT
    game: str
    table: TableSetup
    sealing: Sealing | UnsetType = UNSET
    """What the game of a server is committed to."""

    @property
    def is_chained(self) -> bool:
        """Whether the lines of the file carry hashes."""
        return self.format >= _CHAINED


class GameContents(Struct, frozen=True):
    """The content of a file: the complete lines, and the rest of an incomplete one."""

    header: GameHeader
    kept: StoredGame
    asked: tuple[StoredCommand, ...]
    """The commands, each with its place among the events."""
    head: str | None
    """The hash of the last complete line, which covers all lines; `None` for a file without a chain."""
    size: int
    """The size of the complete lines in bytes."""
    torn: bytes
    evidence: Evidence | None = None
    """What stands beside the chain; `None` for a game without `GameHeader.sealing`."""


class _Entry(Struct, frozen=True):
    """Any line but the first."""

    n: int | None = None
    event: msgspec.Raw = msgspec.Raw()
    command: msgspec.Raw = msgspec.Raw()
    after: int | None = None
    events: Annotated[int, Meta(ge=0)] = 0
    at: int | None = None


def header_body(header: GameHeader) -> bytes:
    """The body of the first line, without its hash and line end."""
    return msgspec.json.encode(header)


def game_header(game: str, table: TableSetup, sealing: Sealing | UnsetType = UNSET) -> bytes:
    """The complete first line of a new log of a game."""
    line, _ = written(BEGINNING, [header_body(GameHeader(game=game, table=table, sealing=sealing))])
    return line


_EVIDENCE = b'{"evidence":'


def evidence_line(evidence: Evidence) -> bytes:
    """The line beside the chain, the last of a file."""
    return b"%s%s}\n" % (_EVIDENCE, msgspec.json.encode(evidence))


def chained_lines(data: bytes) -> bytes:
    """The lines of a file without the one beside the chain."""
    return data[: _end_of_chain(data)]


def log_of(header: bytes, rows: Iterable[Sequence[Any]]) -> bytes:
    """The chained lines of a game from its first line and its rows of a command, or nothing, and a line. Raises `LogError`."""
    try:
        return header + b"".join((command or b"") + line for command, line in rows)
    except TypeError:  # in a damaged row a column may have another type
        raise LogError("The table cannot be read: {why}.", why="a line is no bytes") from None


def _end_of_chain(data: bytes) -> int:
    last = data.rfind(b"\n", 0, len(data) - 1) + 1
    return last if data.startswith(_EVIDENCE, last) else len(data)


def without_players(item: Nameable) -> Nameable:
    """The command or event as it stands in a log with sealed names: the players are numbered."""
    if isinstance(item, CreateGame | GameCreated):
        return replace(item, players=tuple(str(number) for number, _ in enumerate(item.players, 1)))
    return item


def command_bodies(expected: int, command: Command | None, events: Sequence[Event]) -> list[bytes]:
    """The bodies of a command and of its events."""
    stated = b'{"command":%s,"after":%d,"events":%d}' % (encode(command), expected, len(events))
    return [stated, *event_bodies(expected, events)]


def event_bodies(expected: int, events: Sequence[Event]) -> list[bytes]:
    """The bodies of events that follow `expected` others."""
    return [b'{"n":%d,"event":%s}' % (number, encode(event)) for number, event in enumerate(events, expected + 1)]


def moment_body(at: int) -> bytes:
    """The body of a moment, in milliseconds of the game's time."""
    return b'{"at":%d}' % at


def event_of(line: bytes, players: tuple[str, ...] | None = None) -> Event:
    """Read the event of a line that was verified when it was written. Raises `LogError`.

    `players` are the names where the log has sealed ones.
    """
    try:
        return _named(decode_event(bytes(msgspec.json.decode(line, type=_Entry).event)), players)
    except (*_UNREADABLE, WireError) as error:
        raise LogError("Line {line} cannot be read: {why}.", line="?", why=str(error).rstrip(".")) from None


def read_header(data: bytes) -> GameHeader:
    """Read the first line without verifying it. Raises `LogError` for another file or a later format."""
    if not data:
        raise LogError("The file is empty.")
    return _header(data.partition(b"\n")[0])


def read_lines(data: bytes) -> GameContents:
    """Read the bytes of a file. An incomplete last line is set aside; every other fault raises `LogError`."""
    header = read_header(data)
    end_of_chain = _end_of_chain(data)
    evidence = read_evidence(data[end_of_chain:]) if header.sealing is not UNSET else None
    data = data[:end_of_chain] if evidence is not None else data
    players = None
    if header.sealing is not UNSET:
        players = (evidence or Evidence()).players(header.sealing, FORGOTTEN)
        if players is None:
            raise LogError("The names of the players are not those that the first line commits the game to.")
    first, *lines = data.split(b"\n")
    end = lines.pop() if lines else b""
    reading = _Reading(lines, header.is_chained, players)
    reading.take_header(first)
    for number, line in enumerate(lines, 2):
        reading.take(number, line)
    size = len(data) - len(end)
    if end and reading.takes_torn(len(lines) + 2, end):
        size, end = len(data), b""
    return GameContents(header, reading.kept(), tuple(reading.asked), reading.head, size, end, evidence)


def read_evidence(line: bytes) -> Evidence:
    """Read the line beside the chain; nothing stands there without one. Raises `LogError`."""
    if not line:
        return Evidence()
    try:
        return msgspec.json.decode(line, type=_Beside).evidence
    except _UNREADABLE as error:
        raise LogError("Line {line} cannot be read: {why}.", line="?", why=str(error).rstrip(".")) from None


class _Beside(Struct, frozen=True, forbid_unknown_fields=True):
    evidence: Evidence


def _named(item: Nameable, players: tuple[str, ...] | None) -> Nameable:
    """A command or event with the names of the players."""
    if players is not None and isinstance(item, CreateGame | GameCreated):
        if len(item.players) != len(players):
            raise LogError("The names of the players are not those that the first line commits the game to.")
        return replace(item, players=players)
    return item


class _Reading:
    """The lines so far."""

    def __init__(self, lines: Sequence[bytes], chained: bool, players: tuple[str, ...] | None) -> None:
        self.asked: list[StoredCommand] = []
        self.head: str | None = BEGINNING if chained else None
        self._lines = lines
        self._players = players
        self._events: list[Event] = []
        self._due = 0
        self._moment = 0

    def kept(self) -> StoredGame:
        """The content of the complete lines."""
        return StoredGame(tuple(self._events), self.asked[-1] if self._due else None, self._moment)

    def takes_torn(self, number: int, line: bytes) -> bool:
        """Accept a last line without its line end, if it is complete."""
        try:
            self.take(number, line)
        except LogError:
            return False
        return True

    def take_header(self, line: bytes) -> None:
        self._link(1, line)

    def take(self, number: int, line: bytes) -> None:
        """Add the next line, or raise `LogError` without a change."""
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
        command = StoredCommand(None if text == b"null" else self._command(text), after, entry.events)
        self._link(number, line)
        self.asked.append(command)
        self._due = command.events

    def _command(self, text: bytes) -> Command:
        return _named(decode_command(text), self._players)

    def _take_event(self, number: int, line: bytes, entry: _Entry) -> None:
        if entry.n != len(self._events) + 1 or not self._due:
            self._report(number, entry.n)
        event = _named(decode_event(bytes(entry.event)), self._players)
        self._link(number, line)
        self._events.append(event)
        self._due -= 1

    def _link(self, number: int, line: bytes) -> None:
        """Continue the chain. A line with a hash in a file without a chain means that the first line was changed."""
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
    """Read the first line; its format is checked before its other fields."""
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


class PublicChain:
    """The chain of the public lines of a log, which `for_everybody` returns."""

    __slots__ = ("_hidden", "head", "lines")

    def __init__(self, log: bytes) -> None:
        """The chain of the chained lines of a log so far."""
        public = for_everybody(log).splitlines()
        self.lines = len(public)
        """The number of public lines."""
        self.head = stated(public[-1])
        """The hash of the last one."""
        self._hidden = (len(log.splitlines()) - self.lines) // 2

    def add(self, bodies: Sequence[bytes], head: str) -> None:
        """Add a command with its events; `head` is the hash of the last in the whole log."""
        if _is_for_arbiter(bodies[0]):
            self._hidden += len(bodies) - 1
            return
        self.lines += len(bodies)
        if not self._hidden:
            self.head = head
            return
        for body in bodies:
            self.head = link(self.head, _numbered(body, self._hidden))


_REPORT = b'{"command":{"type":"report_irregularity"'
_NUMBER = re.compile(rb'^\{"n":(\d+)')
_AFTER = re.compile(rb',"after":(\d+),"events":(\d+)\}$')


def for_everybody(log: bytes) -> bytes:
    """The public lines of a log, without those for the arbiter only (PFS-6.6.9), numbered and chained again.

    Such a report changes nothing in the game, and no draw depends on it (`app.games.public`), so the game is verified as before.
    On a server nothing else ever happens by such a command (`live.session.is_secret`), so it has one event.
    """
    lines = log.splitlines(keepends=True)
    bodies = list(_told(lines))
    return log if len(bodies) == len(lines) else written(BEGINNING, bodies)[0]


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
    line = msgspec.json.decode(body)
    return bool(line["command"]["what"] == Irregularity.SUSPICION and line["events"] == 1)


def _numbered(body: bytes, hidden: int) -> bytes:
    """The line with its number after the removal of this many earlier events."""
    if not hidden:
        return body
    body = _NUMBER.sub(lambda found: b'{"n":%d' % (int(found[1]) - hidden), body)
    return _AFTER.sub(lambda found: b',"after":%d,"events":%d}' % (int(found[1]) - hidden, int(found[2])), body)
