"""Games of rounds online on a second computer that stands by: everything that they need to go on there.

A copy holds the racks and the order of the bag, as the secret seed gives them. So it goes to a second computer only, which has
every right of the hall anyway, and never to a public copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from mostek.app.online_rounds import OnlineGame
from mostek.core.errors import SentenceError

_HEX = 12
"""The hexadecimal digits of a hash in a mark."""
MOST_GAMES = 5_000
"""The most games of a tournament that a second computer follows: 300 players and 33 rounds."""
GameMarks = Annotated[
    dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=40)]], Meta(max_length=MOST_GAMES)
]
"""By which a second computer says what it has of each game: the number of its events, the last of them, and the rest."""


class CopiedEvent(Struct, frozen=True, array_like=True):
    """A row of the log of a game, as it is stored. Times are milliseconds since 1970."""

    version: int
    at: int
    asked: bytes | None
    token: str | None
    line: bytes


class CopiedSeat(Struct, frozen=True, array_like=True):
    """A seat of a table."""

    seat: int
    person: str | None
    name: str
    ready: int | None
    commitment: str | None
    share: str | None


class CopiedPerson(Struct, frozen=True, array_like=True):
    """A player with the sessions of the own devices, so that these keep the seat after the change."""

    id: str
    called: str
    language: str
    sessions: tuple[str, ...]
    """SHA-256 of the tokens; a token cannot be found from them."""


class CopiedName(Struct, frozen=True, array_like=True):
    """A name for which the log has a commitment."""

    seat: int
    person: str | None
    name: str
    salt: str


class CopiedHead(Struct, frozen=True, array_like=True):
    """A head that the first computer has signed; it has no seat, or that of the page that has countersigned."""

    seat: int | None
    lines: int
    seal: str
    key: str
    signature: str


class GameCopy(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of a table, or the part that a second computer lacks."""

    online: OnlineGame
    proposal: bytes
    status: str
    created: int
    begun: int | None = None
    ended: int | None = None
    header: bytes | None = None
    """The first line of the log; it holds the secret seed."""
    result: bytes | None = None
    secret: str | None = None
    awaited: int | None = None
    seats: tuple[CopiedSeat, ...] = ()
    people: tuple[CopiedPerson, ...] = ()
    names: tuple[CopiedName, ...] = ()
    heads: tuple[CopiedHead, ...] = ()
    after: int = 0
    """The number of events before those that are here."""
    events: tuple[CopiedEvent, ...] = ()

    @property
    def version(self) -> int:
        """The number of events with those that are here."""
        return self.after + len(self.events)

    @property
    def beside(self) -> str:
        """A short hash of everything but the events."""
        return _short(msgspec.json.encode(msgspec.structs.replace(self, after=0, events=())))

    def followed_by(self, more: GameCopy) -> GameCopy:
        """The whole game after what a question has brought. Raises `GapError`."""
        if more.after == 0:
            return more
        if self.after != 0 or more.after != self.version:
            raise GapError
        return msgspec.structs.replace(more, after=0, events=(*self.events, *more.events))


class GapError(SentenceError, ValueError):
    """The part of a game does not continue what is here."""

    def __init__(self) -> None:
        super().__init__("There is a gap in a game; it is fetched again.")


def mark_of(copy: GameCopy, last: bytes | None = None) -> str:
    """The mark of a whole game.

    Args:
        copy: the game.
        last: the line of its last event, where the copy has no events.

    Returns:
        The mark.
    """
    line = copy.events[-1].line if copy.events else last
    return f"{copy.version}.{event_mark(line)}.{copy.beside}"


def event_mark(line: bytes | None) -> str:
    """A short hash of an event."""
    return "" if line is None else _short(line)


def has_version(mark: str) -> tuple[int, str]:
    """The number of events that a mark names, and the hash of the last one; none for what is no mark."""
    number, _, rest = mark.partition(".")
    return (int(number), rest.partition(".")[0]) if number.isascii() and number.isdigit() else (0, "")


def versions_of(marks: Mapping[str, str]) -> dict[str, int]:
    """The number of events of each game."""
    return {game: has_version(mark)[0] for game, mark in marks.items()}


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:_HEX]
