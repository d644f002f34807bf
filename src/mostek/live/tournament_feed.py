"""The feed of a tournament for one kind of viewer: numbered updates, encoded once for everybody, and the last ones again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Announcement, ArbiterCall
from mostek.app.tournament_cards import CardChanges, HallTime, RoundTableCard

KEPT = 400
"""The number of updates that a page can ask for again; one that was away for longer reads the whole."""


class TournamentUpdate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One message to pages."""

    n: int
    """The number of steps in the log, which a command names as seen."""
    changes: CardChanges | None = None
    calls: tuple[ArbiterCall, ...] | None = None
    """For who rules: the open calls, where they have changed. For a player: the own ones."""
    announcements: tuple[Announcement, ...] | None = None
    """All announcements, where they have changed."""
    mine: RoundTableCard | None = None
    """For a player: the own table, with what was reported at it."""
    copied_at: int | None = None
    """For the public of a copy: when it last had everything, in milliseconds since 1970."""
    at: HallTime | None = None
    """Of a stream that has just been opened: the time in the hall, for clocks of pages whose device is wrong."""
    reload: bool = False
    """Read the whole again: too much has happened, or other people may see other things now."""


class StreamFrame(Struct, frozen=True):
    """An update as it goes over connections: made once, sent to every page."""

    plain: bytes
    packed: bytes
    """The same, compressed by itself, so that it can follow any other packed frame."""


Frame = Callable[[str, bytes], StreamFrame]
"""How an update, with its number in the feed, is written for connections."""


class StreamListener(Protocol):
    """A page at the end of a connection."""

    def send(self, frame: StreamFrame) -> None:
        """Send a frame, or close the connection if the page reads too slowly. It never waits."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class Feed:
    """Numbered updates for the listeners of one kind."""

    def __init__(self, name: str, frame: Frame) -> None:
        """`name` tells this feed from those of another start of the server, so that no number means two things."""
        self._name = name
        self._frame = frame
        self._kept: deque[tuple[int, StreamFrame]] = deque(maxlen=KEPT)
        self._last = 0
        self._listeners: dict[StreamListener, None] = {}

    @property
    def listeners(self) -> int:
        """The number of pages that listen."""
        return len(self._listeners)

    @property
    def mark(self) -> str:
        """The number of the last update, as a page names it."""
        return f"{self._name}.{self._last}"

    def publish(self, update: TournamentUpdate) -> None:
        """Send an update to all listeners."""
        self._last += 1
        frame = self._frame(self.mark, msgspec.json.encode(update))
        self._kept.append((self._last, frame))
        for listener in tuple(self._listeners):
            listener.send(frame)

    def enter(self, listener: StreamListener, seen: str | None) -> bool:
        """Let a page listen. One that names the last update it has seen gets those after it.

        Returns:
            Whether it has everything now; otherwise it must read the whole.
        """
        self._listeners[listener] = None
        name, _, number = (seen or "").rpartition(".")
        if name != self._name or not number.isdecimal() or len(number) > 12:
            return False
        after = int(number)
        if (
            after > self._last
            or (self._kept and self._kept[0][0] > after + 1)
            or (not self._kept and after != self._last)
        ):
            return False
        for each, frame in self._kept:
            if each > after:
                listener.send(frame)
        return True

    def leave(self, listener: StreamListener) -> None:
        """Let a page go."""
        self._listeners.pop(listener, None)

    def close(self) -> None:
        """Close every connection."""
        for listener in tuple(self._listeners):
            listener.close()
        self._listeners.clear()
