"""The messages to each viewer of a live game: numbered streams, updates, sentences, and a delay for spectators."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol

from msgspec.structs import astuple, replace

from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.result import GameResult
from mostek.features.tables.live.clock import clock_face
from mostek.features.tables.live.messages import (
    ClockFace,
    ClockMessage,
    OptionsMessage,
    ProblemMessage,
    Sentence,
    Snapshot,
    ToPage,
    Update,
)
from mostek.messages import speaking, text_in
from mostek.messages.describe import EventContext, describe, ending_text, is_quiet, winners_text
from mostek.messages.options import OptionsInWords
from mostek.notation.coordinates import Orientation
from mostek.notation.wire import encode
from mostek.referee import Game, event_for, evolve, replay, view_for
from mostek.referee.events import Event
from mostek.referee.options import Options
from mostek.referee.views import View, public_view, rows_changed, view_from


class Reading(NamedTuple):
    """The reading of a page: its language, its board's orientation, and whether quiet events have a sentence."""

    language: str
    orientation: Orientation
    whole: bool


class Listener(Protocol):
    """The connection of one page. Sending never waits: a page that does not read is disconnected."""

    @property
    def viewer(self) -> Viewer:
        """The viewer whose view the page shows."""
        ...

    @property
    def person(self) -> str | None:
        """The id of its person; `None` without a name."""
        ...

    @property
    def language(self) -> str:
        """The language of its person."""
        ...

    @property
    def reading(self) -> Reading | None:
        """The language of the sentences of events; `None` if the page wants none."""
        ...

    @property
    def lag(self) -> int | None:
        """Its measured round trip in milliseconds."""
        ...

    def send(self, message: ToPage) -> None:
        """Send a message."""
        ...

    def send_text(self, text: str) -> None:
        """Send an encoded message."""
        ...

    def close(self, code: int, reason: str = "") -> None:
        """End the connection."""
        ...


class Listeners:
    """The pages of one game."""

    __slots__ = ("_pages",)

    def __init__(self) -> None:
        self._pages: dict[Viewer, list[Listener]] = {}

    def __iter__(self) -> Iterator[Listener]:
        for pages in list(self._pages.values()):
            yield from list(pages)

    def __len__(self) -> int:
        return sum(map(len, self._pages.values()))

    def add(self, page: Listener) -> bool:
        """Add a page. Returns whether it is the first one of its viewer."""
        pages = self._pages.setdefault(page.viewer, [])
        if page in pages:
            return False
        pages.append(page)
        return len(pages) == 1

    def remove(self, page: Listener) -> bool:
        """Remove a page. Returns whether it was the last one of its viewer."""
        pages = self._pages.get(page.viewer, [])
        if page not in pages:
            return False
        pages.remove(page)
        if not pages:
            del self._pages[page.viewer]
        return not pages

    def of(self, viewer: Viewer) -> tuple[Listener, ...]:
        """The pages of one viewer."""
        return tuple(self._pages.get(viewer, ()))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """The viewers with at least one page."""
        return tuple(self._pages)

    def lag(self, seat: Seat) -> int | None:
        """The shortest round trip among a player's pages."""
        return min((page.lag for page in self.of(seat) if page.lag is not None), default=None)

    @property
    def watching(self) -> int:
        """The number of spectators' pages."""
        return len(self.of(Role.SPECTATOR))


Public = Callable[[Game], View]
"""The public view of a game, without the rows of the score sheet."""


class Stream:
    """One viewer's stream. All pages of that viewer share it."""

    __slots__ = ("_game", "n", "options", "viewer")

    def __init__(self, viewer: Viewer, game: Game, n: int) -> None:
        self.viewer = viewer
        self.n = n
        self.options: Options | None = None
        """The permissions last sent to the viewer."""
        self._game = game
        """The game as it was last sent. Its view is rebuilt on demand, because it is as large as the game."""

    @property
    def players(self) -> BySeat[str]:
        """The names of the players."""
        return self._game.players

    def advance(
        self, shown: tuple[Event, ...], game: Game, public: Public, clock: ClockFace | None, now: int
    ) -> Update:
        """Build the update for events as `told_to` the viewer; `game` is the game after them."""
        before, self._game = self._game, game
        after, self.n = self.n, self.n + len(shown)
        same, turns = rows_changed(before, game, self.viewer)
        views = (view_from(public(each), each, self.viewer, ()) for each in (before, game))
        return Update(
            after=after,
            n=self.n,
            events=shown,
            changes=_changes(*views),
            turns_from=same,
            turns=turns,
            clock=clock,
            time=now,
        )

    def snapshot(self, missed: tuple[Event, ...], clock: ClockFace | None, now: int) -> Snapshot:
        """Build the whole view, for a page that lacks events."""
        return Snapshot(self.n, view_for(self._game, self.viewer), missed, clock, now)


def told_to(viewer: Viewer, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events as a viewer receives them."""
    return tuple(shown for event in events if (shown := event_for(event, viewer)) is not None)


def _changes(before: View, after: View) -> dict[str, object]:
    pairs = zip(View.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in pairs if old is not new and old != new}


Face = Callable[[Game, int], ClockFace | None]
"""Computes the clock face of a game at a moment."""


@dataclass(frozen=True, slots=True)
class _Postponed:
    """Events that spectators receive later, with the game after them."""

    release: int
    events: tuple[Event, ...]
    game: Game


class SharedSentences:
    """The sentences for one message about a game, shared by viewers who receive equal events.

    A sentence is made from the event as its viewer may know it, so that it contains no secret.
    """

    __slots__ = ("_game", "_made")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: dict[tuple[type[Event], Reading], list[tuple[Event, Sentence]]] = {}

    def of(self, events: Iterable[Event], reading: Reading) -> tuple[Sentence | None, ...]:
        """The sentences for events; `None` for a quiet event, unless the reading includes the whole log."""
        context = EventContext.of(self._game, reading.orientation)
        with speaking(reading.language):
            return tuple(self._sentence(event, reading, context) for event in events)

    def _sentence(self, event: Event, reading: Reading, context: EventContext) -> Sentence | None:
        quiet = is_quiet(event, context)
        if quiet and not reading.whole:
            return None
        made = self._made.setdefault((type(event), reading), [])
        for known, sentence in made[-_COMPARED:]:
            if known == event:
                return sentence
        made.append((event, Sentence(describe(event, context).text, quiet)))
        return made[-1][1]


_COMPARED = 4
"""The number of events of a type to compare with: an update has few, and a snapshot is for a single viewer."""


def ending(result: GameResult | None, players: BySeat[str], reading: Reading) -> str:
    """The sentences on the end and the winners of a game; empty while it goes on."""
    if result is None:
        return ""
    with speaking(reading.language):
        return f"{ending_text(result, players)} {winners_text(result.winners, players)}"


class _Public:
    """The public view of a game at one moment, computed once for all viewers."""

    def __init__(self) -> None:
        self._views: dict[int, tuple[View, Game]] = {}

    def __call__(self, game: Game) -> View:
        if id(game) not in self._views:
            self._views[id(game)] = public_view(game), game  # as long as the game is held no other has its id
        return self._views[id(game)][0]


class Broadcast:
    """The streams of one game. All its data is rebuilt from the record on demand."""

    __slots__ = ("_delay", "_later", "_streams", "_timer", "listeners", "reached")

    def __init__(self, delay: int = 0) -> None:
        """`delay` is the delay of spectators in milliseconds."""
        self.listeners = Listeners()
        self._delay = delay
        self._streams: dict[Viewer, Stream] = {}
        self._later: list[_Postponed] = []
        self._timer: asyncio.TimerHandle | None = None
        self.reached: frozenset[Viewer] = frozenset()
        """The viewers that received the last events; the others must not notice that there were any."""

    def restart(self) -> None:
        """Drop every stream and close every connection; the pages reconnect and read the game again."""
        self._streams.clear()
        self.close()

    def send_update(self, events: Sequence[Event], game: Game, face: Face, at: int) -> None:
        """Send an update of new events to every viewer."""
        public, shared = _Public(), SharedSentences(game)
        shown = {viewer: told_to(viewer, events) for viewer in self._streams}
        self.reached = frozenset(viewer for viewer, learnt in shown.items() if learnt)
        for viewer, learnt in shown.items():
            if learnt and self._is_delayed(viewer):
                self._postpone(_Postponed(at + self._delay, tuple(events), game), at)
            elif learnt:
                update = self._streams[viewer].advance(learnt, game, public, face(game, at), at)
                self._send_sentences(viewer, update, shared)

    def send_options(self, viewer: Viewer, shown: Options) -> None:
        """Send a viewer the current options, unless they have not changed."""
        stream = self._streams.get(viewer)
        if stream is not None and stream.options != shown:
            stream.options = shown
            texts: dict[str, str] = {}
            for page in self.listeners.of(viewer):
                if page.language not in texts:
                    with speaking(page.language):
                        message = OptionsMessage(stream.n, OptionsInWords.of(shown, stream.players))
                    texts[page.language] = encode(message).decode()
                page.send_text(texts[page.language])

    def send_clock(self, game: Game, face: Face, at: int) -> None:
        """Announce that a waiting clock has started, except to delayed viewers, who did not see it wait."""
        clock = face(game, at)
        for viewer in self._streams:
            if clock is not None and not self._is_delayed(viewer):
                for page in self.listeners.of(viewer):
                    page.send(ClockMessage(clock, at))

    def subscribe(
        self,
        page: Listener,
        after: int,
        stored: Sequence[tuple[int, Event]],
        number: int,
        game: Game,
        face: Face,
        at: int,
    ) -> None:
        """Send a page the whole view and the events after `after`; from now on it gets every update.

        `stored` are all events with their times, none where `needs_events` says so; `number` is that of the viewer's last event.
        """
        stream = self._streams.get(page.viewer)
        if stream is None:
            stream = self._streams[page.viewer] = self._begin(page.viewer, stored, number, game, at)
        stream.options = None  # a page that has just come knows nothing
        self.listeners.add(page)
        told = told_to(page.viewer, (event for _, event in stored))[: stream.n]
        shown = None if self._is_delayed(page.viewer) else face(game, at)  # the clock of now is not for later
        snapshot = stream.snapshot(told[after:], shown, at)
        if page.reading is not None:
            sentences = SharedSentences(game).of(snapshot.events, page.reading)
            ended = ending(snapshot.view.result, stream.players, page.reading)
            snapshot = replace(snapshot, sentences=sentences, ending=ended)
        page.send(snapshot)

    def leave(self, page: Listener) -> bool:
        """Remove a page. Returns whether its viewer has no other page."""
        gone = self.listeners.remove(page)
        if gone:
            self._streams.pop(page.viewer, None)
            if self._is_delayed(page.viewer):
                self._later = []
        return gone

    def send_all(self, message: ToPage) -> None:
        """Send one message to every page."""
        text = encode(message).decode()
        for page in self.listeners:
            page.send_text(text)

    def explain(self, code: str, sentence: str, params: Mapping[str, object] | None = None) -> None:
        """Send every page a problem message in its own language."""
        for page in self.listeners:
            page.send(ProblemMessage(code, text_in(page.language, sentence, **(params or {}))))

    def close(self, code: int = 1012, reason: str = "") -> None:
        """Close every connection."""
        if self._timer is not None:
            self._timer.cancel()
        for page in self.listeners:
            page.close(code, reason)

    def needs_events(self, viewer: Viewer, after: int, number: int) -> bool:
        """Whether a subscription needs the stored events.

        It does where the page has not seen everything, or where the viewer's stream must begin in the past. `number` is that
        of the viewer's last event.
        """
        stream = self._streams.get(viewer)
        if stream is None:
            return self._is_delayed(viewer) or after < number
        return after < stream.n

    def told(self, page: Listener) -> int:
        """The last number sent to a page; 0 before it has subscribed."""
        stream = self._streams.get(page.viewer)
        return stream.n if stream is not None and page in self.listeners.of(page.viewer) else 0

    def _send_sentences(self, viewer: Viewer, update: Update, shared: SharedSentences) -> None:
        """Send an update to the pages of a viewer, encoded once for each reading of its sentences."""
        texts: dict[Reading | None, str] = {}
        for page in self.listeners.of(viewer):
            reading, shown = page.reading, update
            if reading not in texts:
                if reading is not None:
                    ended = ending(update.changes.get("result"), self._streams[viewer].players, reading)
                    shown = replace(update, sentences=shared.of(update.events, reading), ending=ended)
                texts[reading] = encode(shown).decode()
            page.send_text(texts[reading])

    def _is_delayed(self, viewer: Viewer) -> bool:
        return bool(self._delay) and viewer is Role.SPECTATOR

    def _begin(self, viewer: Viewer, stored: Sequence[tuple[int, Event]], number: int, game: Game, at: int) -> Stream:
        return self._begin_in_the_past(viewer, stored, at) if self._is_delayed(viewer) else Stream(viewer, game, number)

    def _begin_in_the_past(self, viewer: Viewer, stored: Sequence[tuple[int, Event]], at: int) -> Stream:
        """Start the stream as it was `delay` ago, at least with the creation of the game."""
        game: Game | None = None
        shown = 0
        stream: Stream | None = None
        for moment, group in groupby(stored, key=lambda pair: pair[0]):
            events = tuple(event for _, event in group)
            if game is not None and stream is None and moment + self._delay > at:
                stream = Stream(viewer, game, shown)
            for event in events:
                game = replay((event,)) if game is None else evolve(game, event)
            assert game is not None
            shown += len(told_to(viewer, events))
            if stream is not None:
                self._postpone(_Postponed(moment + self._delay, events, game), at)
        assert game is not None, "a game has events"
        return stream or Stream(viewer, game, shown)

    def _postpone(self, what: _Postponed, at: int) -> None:
        self._later.append(what)
        if self._timer is None:
            self._wait(at)

    def _wait(self, at: int) -> None:
        wait = max(0, self._later[0].release - at) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait, self._release)

    def _release(self) -> None:
        """Send spectators the events that are due."""
        self._timer = None
        if not self._later:
            return
        due = self._later.pop(0)
        if (stream := self._streams.get(Role.SPECTATOR)) is not None:
            face = clock_face(due.game, due.release - self._delay)
            shown = told_to(Role.SPECTATOR, due.events)
            update = stream.advance(shown, due.game, public_view, face, due.release)
            self._send_sentences(Role.SPECTATOR, update, SharedSentences(due.game))
        if self._later:
            self._wait(due.release)
