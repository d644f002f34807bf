"""The lines of a GCG file as values. A line that was read keeps its original text, so that an untouched file is written
back byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

from mostek.core.diagnostics import Diagnostic
from mostek.core.encoding import Decoded
from mostek.notation.coordinates import Orientation


@dataclass(frozen=True, slots=True)
class Pragma:
    """`#name value`; one that nobody knows is as good as any other."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A line that goes on with the note before it."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A line with nothing on it."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line without a meaning, kept by the lenient reader."""

    text: str


@dataclass(frozen=True, slots=True)
class Play:
    """`8D RACCE.T`: a coordinate and a word, with `.` or brackets for tiles that lie there, small letters for blanks."""

    position: str
    word: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """`-ABC`, or `-3` where the tiles are unknown."""

    tiles: str


@dataclass(frozen=True, slots=True)
class Pass:
    """`-`."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """`--`: the play before it was challenged off."""


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """`(challenge)`: points for an opponent's failed challenge."""


@dataclass(frozen=True, slots=True)
class TimePenalty:
    """`(time)`."""


@dataclass(frozen=True, slots=True)
class EndRack:
    """`(ABC)`: the tiles that decide the end; the opponents' if points are gained, one's own if they are lost."""

    tiles: str


Action: TypeAlias = Play | Exchange | Pass | Withdrawal | ChallengeBonus | TimePenalty | EndRack


@dataclass(frozen=True, slots=True)
class Event:
    """`>nick: rack action +points total`, with whatever some programs write after that."""

    nick: str
    rack: str
    action: Action
    points: int
    total: int | None
    trailing: str = ""


Content: TypeAlias = Pragma | Continuation | Blank | Event | Unread


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its place in the file from 1, what stands in it, and how it means it."""

    number: int
    text: str
    ending: str
    content: Content

    def column_of(self, *parts: str) -> int:
        """The column, from 1, of the last of these words, looked for one after the other; 1 if it is not there."""
        place = self.text.find(":") + 1
        for part in parts:
            if part:
                match = re.compile(rf"(?<!\S){re.escape(part)}").search(self.text, place)
                if not match:
                    return 1
                place, found = match.end(), match.start()
        return found + 1 if any(parts) else 1


@dataclass(frozen=True, slots=True)
class Player:
    """A `#playerN` pragma."""

    number: int
    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgFile:
    """A GCG file: its lines, how it was encoded, and what the reader noticed."""

    lines: tuple[Line, ...]
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

    def events(self) -> Iterator[tuple[Line, Event]]:
        """The events in order, each with its line."""
        for line in self.lines:
            if isinstance(line.content, Event):
                yield line, line.content

    def pragma(self, name: str) -> str | None:
        """The value of the last pragma of that name; `None` if there is none."""
        found = [line.content.value for line in self.lines if _is_pragma(line.content, name)]
        return found[-1] if found else None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order of their numbers."""
        found: dict[int, Player] = {}
        for line in self.lines:
            if isinstance(line.content, Pragma) and (match := _PLAYER.fullmatch(line.content.name)):
                nick, _, name = line.content.value.partition(" ")
                if nick:
                    found[int(match[1])] = Player(int(match[1]), nick, name.strip() or nick)
        return tuple(found[number] for number in sorted(found))

    @property
    def orientation(self) -> Orientation:
        """How squares are named: rows have numbers unless `#orientation lettered-rows` says otherwise."""
        lettered = (self.pragma("orientation") or "").strip() == Orientation.LETTERED_ROWS.value
        return Orientation.LETTERED_ROWS if lettered else Orientation.NUMBERED_ROWS

    def note(self, line: Line) -> str:
        """The note that belongs to an event: the `#note` lines after it with their continuations."""
        parts: list[str] = []
        for place in range(line.number, len(self.lines)):
            match self.lines[place].content:
                case Pragma("note" | "-", value):
                    parts.append(value)
                case Continuation(text):
                    parts.append(text)
                case Event():
                    break
                case Pragma() | Blank() | Unread():
                    continue
        return "\n".join(parts)


def _is_pragma(content: Content, name: str) -> TypeGuard[Pragma]:
    return isinstance(content, Pragma) and content.name == name


_PLAYER = re.compile(r"player([1-9])")
