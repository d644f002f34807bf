"""Telling a game: to each viewer what that viewer may know, to spectators perhaps later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from mostek.core.players import Role, Viewer
from mostek.live.listeners import Listener, Listeners
from mostek.live.messages import ClockFace, ClockTold, OptionsTold, Problem, ToPage
from mostek.live.streams import Numbering, Stream, clock_face, told_to
from mostek.messages import text_in
from mostek.notation.wire import encode
from mostek.referee import Game, evolve, replay
from mostek.referee.events import Event
from mostek.referee.options import Options
from mostek.referee.views import View, public_view

Face = Callable[[Game, int], ClockFace | None]
"""What the clocks of a game show at a moment."""


@dataclass(frozen=True, slots=True)
class _Postponed:
    """Events that spectators learn of later; the game is as it was after them."""

    release: int
    events: tuple[Event, ...]
    game: Game


class _Public:
    """What anybody sees of the games of a moment, worked out once for all who are told."""

    def __init__(self) -> None:
        self._views: dict[int, tuple[View, Game]] = {}

    def __call__(self, game: Game) -> View:
        if id(game) not in self._views:
            self._views[id(game)] = public_view(game), game  # as long as the game is held no other has its id
        return self._views[id(game)][0]


class Broadcast:
    """The streams of one game. Everything here is made anew from the record when it is needed."""

    __slots__ = ("_delay", "_later", "_numbering", "_streams", "_timer", "listeners", "reached")

    def __init__(self, delay: int = 0) -> None:
        """`delay` is by how many milliseconds spectators see the game later."""
        self.listeners = Listeners()
        self._delay = delay
        self._numbering = Numbering()
        self._streams: dict[Viewer, Stream] = {}
        self._later: list[_Postponed] = []
        self._timer: asyncio.TimerHandle | None = None
        self.reached: frozenset[Viewer] = frozenset()
        """Who has learnt of what happened last; to the others it must not show that anything did."""

    @property
    def version(self) -> int:
        """How many events the game has."""
        return self._numbering.count

    def number(self, viewer: Viewer, version: int | None = None) -> int:
        """See `Numbering.number`."""
        return self._numbering.number(viewer, version)

    def read(self, events: Sequence[Event]) -> None:
        """The events that are kept. Streams that are there have told them already; if not, pages must come back."""
        told = self.version
        self._numbering = Numbering(events)
        if told not in (0, self.version):
            self._streams.clear()
            self.close()

    def take(self, events: Sequence[Event]) -> None:
        """Number new events."""
        self._numbering.take(events)

    def tell(self, events: Sequence[Event], game: Game, face: Face, at: int) -> None:
        """Tell everybody who looks on."""
        public = _Public()
        told = {viewer: told_to(viewer, events) for viewer in self._streams}
        self.reached = frozenset(viewer for viewer, learnt in told.items() if learnt)
        for viewer, learnt in told.items():
            if learnt and self._is_delayed(viewer):
                self._postpone(_Postponed(at + self._delay, tuple(events), game), at)
            elif learnt:
                self._send(viewer, self._streams[viewer].advance(learnt, game, public, face(game, at), at))

    def tell_options(self, viewer: Viewer, told: Options) -> None:
        """Tell a viewer what they may do, unless they know it already."""
        stream = self._streams.get(viewer)
        if stream is not None and stream.options != told:
            stream.options = told
            self._send(viewer, OptionsTold(stream.n, told))

    def tell_clock(self, game: Game, face: Face, at: int) -> None:
        """Tell that a clock has begun to run; those who see the game later will not have seen it wait."""
        clock = face(game, at)
        for viewer in self._streams:
            if clock is not None and not self._is_delayed(viewer):
                for page in self.listeners.of(viewer):
                    page.send(ClockTold(clock, at))

    def subscribe(
        self, page: Listener, after: int, kept: Sequence[tuple[int, Event]], game: Game, face: Face, at: int
    ) -> None:
        """Send a page the whole view, and the events after `after`; from now on it is told everything.

        `kept` are all events with the moments at which they were kept; none where the page has seen all.
        """
        stream = self._streams.get(page.viewer)
        if stream is None:
            stream = self._streams[page.viewer] = self._begin(page.viewer, kept, game, at)
        stream.options = None  # a page that has just come knows nothing
        self.listeners.add(page)
        told = told_to(page.viewer, (event for _, event in kept))[: stream.n]
        shown = None if self._is_delayed(page.viewer) else face(game, at)  # the clock of now is not for later
        page.send(stream.snapshot(told[after:], shown, at))

    def leave(self, page: Listener) -> bool:
        """A page has gone; whether its viewer has gone with it."""
        gone = self.listeners.remove(page)
        if gone:
            self._streams.pop(page.viewer, None)
            if self._is_delayed(page.viewer):
                self._later = []
        return gone

    def send_all(self, message: ToPage) -> None:
        """Send the same to everybody."""
        text = encode(message).decode()
        for page in self.listeners:
            page.send_text(text)

    def explain(self, code: str, sentence: str) -> None:
        """Tell everybody why something does not go on, each in their own language."""
        for page in self.listeners:
            page.send(Problem(code, text_in(page.language, sentence)))

    def close(self, code: int = 1012) -> None:
        """End every connection."""
        if self._timer is not None:
            self._timer.cancel()
        for page in self.listeners:
            page.close(code)

    def needs_all(self, viewer: Viewer) -> bool:
        """Whether a subscription needs every event, because the viewer's stream must be begun in the past."""
        return self._is_delayed(viewer) and viewer not in self._streams

    def told(self, page: Listener) -> int:
        """The number that was sent to a page last; 0 as long as it has not asked for the stream."""
        stream = self._streams.get(page.viewer)
        return stream.n if stream is not None and page in self.listeners.of(page.viewer) else 0

    def seen_all(self, viewer: Viewer, after: int) -> bool:
        """Whether a page that has seen so much has seen everything that its viewer was told."""
        stream = self._streams.get(viewer)
        return after >= (stream.n if stream is not None else self.number(viewer))

    def _send(self, viewer: Viewer, message: ToPage) -> None:
        pages = self.listeners.of(viewer)
        if not pages:
            return
        text = encode(message).decode()
        for page in pages:
            page.send_text(text)

    def _is_delayed(self, viewer: Viewer) -> bool:
        return bool(self._delay) and viewer is Role.SPECTATOR

    def _begin(self, viewer: Viewer, kept: Sequence[tuple[int, Event]], game: Game, at: int) -> Stream:
        if not self._is_delayed(viewer):
            return Stream(viewer, game, self.number(viewer))
        return self._begin_in_the_past(viewer, kept, at)

    def _begin_in_the_past(self, viewer: Viewer, kept: Sequence[tuple[int, Event]], at: int) -> Stream:
        """The stream as it stood `delay` ago; at least the setting up of the game is known to everybody."""
        game: Game | None = None
        told = 0
        stream: Stream | None = None
        for moment, group in groupby(kept, key=lambda pair: pair[0]):
            events = tuple(event for _, event in group)
            if game is not None and stream is None and moment + self._delay > at:
                stream = Stream(viewer, game, told)
            for event in events:
                game = replay((event,)) if game is None else evolve(game, event)
            assert game is not None
            told += len(told_to(viewer, events))
            if stream is not None:
                self._postpone(_Postponed(moment + self._delay, events, game), at)
        assert game is not None, "a game has events"
        return stream or Stream(viewer, game, told)

    def _postpone(self, what: _Postponed, at: int) -> None:
        self._later.append(what)
        if self._timer is None:
            self._wait(at)

    def _wait(self, at: int) -> None:
        wait = max(0, self._later[0].release - at) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait, self._release)

    def _release(self) -> None:
        """Tell spectators what is due for them."""
        self._timer = None
        if not self._later:
            return
        due = self._later.pop(0)
        if (stream := self._streams.get(Role.SPECTATOR)) is not None:
            face = clock_face(due.game, due.release - self._delay)
            told = told_to(Role.SPECTATOR, due.events)
            self._send(Role.SPECTATOR, stream.advance(told, due.game, public_view, face, due.release))
        if self._later:
            self._wait(due.release)
