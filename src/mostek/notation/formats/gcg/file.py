"""The lines of a GCG file as values, and how they are read.

A line that was read keeps its original text, so that an untouched file is written back byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeGuard

from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault, refuse_warnings
from mostek.core.encoding import Decoded, decode
from mostek.core.moves import Pass
from mostek.notation.coordinates import CoordinateError, Orientation, parse_coordinate
from mostek.notation.game_record import ChallengeBonus, TimePenalty, Withdrawn


@dataclass(frozen=True, slots=True)
class Pragma:
    """`#name value`; an unknown name is read like any other."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A line that goes on with the note before it."""

    text: str


@dataclass(frozen=True, slots=True)
class BlankLine:
    """A line with nothing on it."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line without a meaning; the lenient reader preserves it."""

    text: str


@dataclass(frozen=True, slots=True)
class GcgPlay:
    """`8D RACCE.T`: a coordinate and a word, with `.` or brackets for tiles that lie there, small letters for blanks."""

    position: str
    word: str


@dataclass(frozen=True, slots=True)
class GcgExchange:
    """`-ABC`, or `-3` where the tiles are unknown."""

    tiles: str


@dataclass(frozen=True, slots=True)
class GcgEndRack:
    """`(ABC)`: the tiles that decide the end; the opponents' if points are gained, one's own if they are lost."""

    tiles: str


GcgAction: TypeAlias = GcgPlay | GcgExchange | Pass | Withdrawn | ChallengeBonus | TimePenalty | GcgEndRack


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """`>nick: rack action +points total`, with anything that some programs write after that."""

    nick: str
    rack: str
    action: GcgAction
    points: int | None
    """`None` for a withdrawal that does not say what it takes off."""
    total: int | None
    trailing: str = ""


GcgContent: TypeAlias = Pragma | Continuation | BlankLine | GcgEvent | UnreadLine


@dataclass(frozen=True, slots=True)
class GcgLine:
    """A line: its place in the file from 1, what stands in it, and how it means it."""

    number: int
    text: str
    ending: str
    content: GcgContent

    def column_of(self, *parts: str) -> int:
        """The column, from 1, of the last of these words, looked for one after the other; 1 if it is not there."""
        place = self.text.find(":") + 1
        for part in parts:
            if part:
                match = re.compile(rf"(?<![^\s:]){re.escape(part)}").search(self.text, place)
                if not match:
                    return 1
                place, found = match.end(), match.start()
        return found + 1 if any(parts) else 1


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A `#playerN` pragma."""

    number: int
    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgFile:
    """A GCG file: its lines, how it was encoded, and what the reader noticed."""

    lines: tuple[GcgLine, ...]
    encoded: Decoded | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        """The text, as it was read."""
        return "".join(line.text + line.ending for line in self.lines)

    @property
    def data(self) -> bytes:
        """The bytes: in the encoding they were read in, or UTF-8 for a new file."""
        if self.encoded is None:
            return self.text.encode()
        return self.encoded.mark + self.text.encode(self.encoded.encoding)

    def events(self) -> Iterator[tuple[GcgLine, GcgEvent]]:
        """The events in order, each with its line."""
        for line in self.lines:
            if isinstance(line.content, GcgEvent):
                yield line, line.content

    def pragma(self, name: str) -> str | None:
        """The value of the last pragma of that name; `None` if there is none."""
        found = [line.content.value for line in self.lines if _is_pragma(line.content, name)]
        return found[-1] if found else None

    @property
    def players(self) -> tuple[GcgPlayer, ...]:
        """The players, in the order of their numbers."""
        found: dict[int, GcgPlayer] = {}
        for line in self.lines:
            if isinstance(line.content, Pragma) and (match := _PLAYER.fullmatch(line.content.name)):
                nick, _, name = line.content.value.partition(" ")
                if nick:
                    found[int(match[1])] = GcgPlayer(int(match[1]), nick, name.strip() or nick)
        return tuple(found[number] for number in sorted(found))

    @property
    def orientation(self) -> Orientation:
        """How squares are named: rows have numbers unless `#orientation lettered-rows` says otherwise."""
        lettered = (self.pragma("orientation") or "").strip() == Orientation.LETTERED_ROWS.value
        return Orientation.LETTERED_ROWS if lettered else Orientation.NUMBERED_ROWS

    @property
    def second_game(self) -> GcgLine | None:
        """The line at which another game begins: `#player1` after the events of one game and before those of the next."""
        events = [line.number for line, _ in self.events()]
        starts = (line for line in self.lines if _is_pragma(line.content, "player1"))
        return next((line for line in starts if events and events[0] < line.number < events[-1]), None)

    def note(self, line: GcgLine) -> str:
        """The note that belongs to an event: the `#note` lines after it with their continuations."""
        parts: list[str] = []
        for place in range(line.number, len(self.lines)):
            match self.lines[place].content:
                case Pragma("note" | "-", value):
                    parts.append(value)
                case Continuation(text):
                    parts.append(text)
                case GcgEvent():
                    break
                case Pragma() | BlankLine() | UnreadLine():
                    continue
        return "\n".join(parts)


def _is_pragma(content: GcgContent, name: str) -> TypeGuard[Pragma]:
    return isinstance(content, Pragma) and content.name == name


_PLAYER = re.compile(r"player([1-9])")


def read(data: bytes, *, strict: bool = False) -> GcgFile:
    """A GCG file from its bytes. See `parse` for what strict means and raises."""
    decoded = decode(data)
    return _parse(decoded.text, decoded, strict=strict)


def parse(text: str, *, strict: bool = False) -> GcgFile:
    """A GCG file from its text.

    Lenient reading keeps a line without meaning as `UnreadLine` and says so in the diagnostics. Strict reading raises
    `NotationError` at the first such line, and at everything that a diagnostic would warn of.
    """
    return _parse(text, None, strict=strict)


def _parse(text: str, decoded: Decoded | None, *, strict: bool) -> GcgFile:
    diagnostics = [*_encoding_diagnostics(decoded)] if decoded else []
    lines: list[GcgLine] = []
    in_note = False
    for number, match in enumerate(_LINE.finditer(text), 1):
        if not match[0]:
            break
        try:
            content = _content(match[1], in_note)
        except NotationError as error:
            if strict:
                raise error.at(number) from None
            content = UnreadLine(match[1])
            diagnostics.append(error.at(number).diagnostic)
        in_note = _keeps_note_open(content, in_note)
        lines.append(GcgLine(number, match[1], match[2], content))
    diagnostics += sorted((*_pragma_diagnostics(lines), *_player_diagnostics(lines)), key=lambda each: each.line)
    if strict:
        refuse_warnings(diagnostics)
    return GcgFile(tuple(lines), decoded, tuple(diagnostics))


def _encoding_diagnostics(decoded: Decoded) -> list[Diagnostic]:
    if decoded.stated is not None and not decoded.is_as_stated:
        params: dict[str, str | int] = {"stated": decoded.stated, "value": decoded.encoding}
        return [Diagnostic(Kind.ENCODING, 1, 1, params)]
    if decoded.stated is not None and decoded.encoding not in _ENCODINGS:
        return [Diagnostic(Kind.FOREIGN_ENCODING, 1, 1, {"stated": decoded.stated})]
    if decoded.stated is None and decoded.encoding != "utf-8":
        return [Diagnostic(Kind.ASSUMED, params={"what": "encoding", "value": decoded.encoding})]
    return []


def _content(text: str, in_note: bool) -> GcgContent:
    plain = text.lstrip()
    if not plain:
        return BlankLine()
    if plain.startswith("#"):
        name, _, value = plain[1:].partition(" ") if " " in plain else plain[1:].partition("\t")
        return Pragma(name.strip(), value.strip())
    if plain.startswith(">"):
        return _event(text)
    if in_note:
        return Continuation(text)
    raise NotationError(TextFault.NO_SUCH_LINE, 0, len(text) - len(plain) + 1, text)


def _keeps_note_open(content: GcgContent, in_note: bool) -> bool:
    match content:
        case Pragma(name, _):
            return name == "note" or (in_note and name == "-")
        case Continuation() | BlankLine():
            return in_note
        case _:
            return False


def _pragma_diagnostics(lines: list[GcgLine]) -> Iterator[Diagnostic]:
    """Pragmas in a wrong place, and those that stand twice."""
    events = [line.number for line in lines if isinstance(line.content, GcgEvent)]
    first, last = (events[0], events[-1]) if events else (len(lines) + 1, 0)
    seen: set[str] = set()
    for line in lines:
        if not isinstance(line.content, Pragma):
            continue
        name = line.content.name
        is_header = name in _HEADING or _PLAYER.fullmatch(name) is not None
        is_last_rack = _LAST_RACK.fullmatch(name) is not None
        if (
            (name == "character-encoding" and line.number > 1)
            or (is_header and line.number > first)
            or (is_last_rack and line.number < last)
            or (name == "note" and line.number < first)
        ):
            yield Diagnostic(Kind.MISPLACED_PRAGMA, line.number, 1, {"name": name})
        elif name in seen and (is_header or is_last_rack):
            yield Diagnostic(Kind.REPEATED_PRAGMA, line.number, 1, {"name": name})
        seen.add(name)


def _player_diagnostics(lines: list[GcgLine]) -> Iterator[Diagnostic]:
    """Players who share a nickname or a full name."""
    nicks: dict[str, str] = {}
    names: dict[str, str] = {}
    for line in lines:
        if isinstance(line.content, Pragma) and _PLAYER.fullmatch(line.content.name):
            pragma, (nick, _, name) = line.content.name, line.content.value.partition(" ")
            name = name.strip()
            if nicks.setdefault(nick, pragma) != pragma:
                yield Diagnostic(Kind.SHARED_NICKNAME, line.number, 1, {"nick": nick})
            elif name and names.setdefault(name, pragma) != pragma:
                yield Diagnostic(Kind.SHARED_NAME, line.number, 1, {"name": name})


class _Token(NamedTuple):
    text: str
    column: int


def _event(text: str) -> GcgEvent:
    """One event line. Columns of errors count in the line; its number is the caller's to add."""
    match = _NICK.match(text)
    if not match:
        raise NotationError(TextFault.NO_COLON, 0, len(text) + 1, text)
    tokens = [_Token(found[0], found.start() + 1) for found in _WORD.finditer(text, match.end())]
    if not tokens:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    has_rack = not _is_action(tokens[0].text)
    rack, rest = (tokens[0].text, tokens[1:]) if has_rack else ("", tokens)
    if not rest:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    action, rest = _action(rest, text)
    points = _points(action, rest, text)
    total = _number(rest[1]) if len(rest) > 1 else None
    trailing = text[rest[1].column - 1 + len(rest[1].text) :].strip() if len(rest) > 1 else ""
    return GcgEvent(match[1], rack, action, points, total, trailing)


def _is_action(text: str) -> bool:
    return text.startswith(("-", "(")) or _is_coordinate(text)


def _is_coordinate(text: str) -> bool:
    try:
        parse_coordinate(text, Orientation.NUMBERED_ROWS)
    except CoordinateError:
        return False
    return True


def _action(tokens: list[_Token], text: str) -> tuple[GcgAction, list[_Token]]:
    """The action that the tokens begin with, and the tokens after it."""
    first = tokens[0]
    if first.text.lower() in _WORDS:
        return _WORDS[first.text.lower()], tokens[1:]
    if first.text.startswith("("):
        if not _END_RACK.fullmatch(first.text):
            raise NotationError(TextFault.BAD_BRACKET, 0, first.column, first.text)
        return GcgEndRack(first.text[1:-1]), tokens[1:]
    if first.text.startswith("-"):
        return GcgExchange(first.text[1:]), tokens[1:]
    if not _is_coordinate(first.text):
        raise NotationError(TextFault.BAD_COORDINATE, 0, first.column, first.text)
    if len(tokens) == 1:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    return GcgPlay(first.text, tokens[1].text), tokens[2:]


def _points(action: GcgAction, tokens: list[_Token], text: str) -> int | None:
    """The points of an event; WordBiz writes none where a turn scores nothing."""
    if not tokens:
        if isinstance(action, GcgExchange | Pass):
            return 0
        if isinstance(action, Withdrawn):
            return None
        raise NotationError(TextFault.NO_POINTS, 0, len(text) + 1, text)
    return _number(tokens[0])


def _number(token: _Token) -> int:
    if not _NUMBER.fullmatch(token.text):
        raise NotationError(TextFault.BAD_NUMBER, 0, token.column, token.text)
    return int(token.text.removeprefix("+"))


_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_NICK = re.compile(r"\s*>\s*([^:\s][^:]*?)\s*:")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\+?-?[0-9]{1,6}")
_END_RACK = re.compile(r"\([^()]*\)")
_WORDS: dict[str, GcgAction] = {
    "-": Pass(),
    "--": Withdrawn(),
    "(challenge)": ChallengeBonus(),
    "(time)": TimePenalty(),
}
_HEADING = frozenset(
    {
        "title",
        "description",
        "id",
        "lexicon",
        "tile-set",
        "tile-distribution",
        "game-type",
        "board-layout",
        "orientation",
    }
)
"""Pragmas that stand once, before the first event; so do those of the players."""
_LAST_RACK = re.compile(r"rack[1-9]")
"""The racks after the last event."""
_ENCODINGS = frozenset({"utf-8", "iso8859-1"})
"""What the readers of macondo and MAGPIE take from a header; they refuse a file that names any other character set."""
