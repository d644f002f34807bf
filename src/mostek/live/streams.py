"""What one viewer has been told of a game: events with numbers of their own, and what they change of the view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable

from msgspec.structs import astuple

from mostek.core.clock import Millis
from mostek.core.players import Viewer
from mostek.live.messages import ClockFace, Snapshot, Update
from mostek.referee import event_for, view_for
from mostek.referee.commands import Irregularity
from mostek.referee.events import Event, IrregularityReported
from mostek.referee.options import Options
from mostek.referee.state import Game
from mostek.referee.views import View, is_for_arbiter, rows_changed, view_from


class Numbering:
    """The numbers that events have for a viewer: where something is told to the arbiter alone, others find no gap."""

    __slots__ = ("_hidden", "count")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._hidden: list[int] = []
        self.count = 0
        """How many events there are."""
        self.take(events)

    def take(self, events: Iterable[Event]) -> None:
        """Number the next events."""
        for event in events:
            self.count += 1
            if is_for_arbiter(event):
                self._hidden.append(self.count)

    def number(self, viewer: Viewer, version: int | None = None) -> int:
        """The number that the event with that version has for a viewer; of the last one where none is given."""
        version = self.count if version is None else version
        if not self._hidden or event_for(_SUSPICION, viewer) is not None:
            return version
        return version - bisect_right(self._hidden, version)


_SUSPICION = IrregularityReported(Irregularity.SUSPICION)


Public = Callable[[Game], View]
"""What anybody sees of a game, without the rows of the score sheet."""


class Stream:
    """One viewer's stream. All pages of that viewer share it."""

    __slots__ = ("_game", "n", "options", "viewer")

    def __init__(self, viewer: Viewer, game: Game, n: int) -> None:
        self.viewer = viewer
        self.n = n
        self.options: Options | None = None
        """What the viewer was last told that they may do."""
        self._game = game
        """The game as it was told last. The view of it is made anew when it is needed, for it is as large as the game."""

    def advance(self, told: tuple[Event, ...], game: Game, public: Public, clock: ClockFace | None, now: int) -> Update:
        """The update by events as they are `told_to` the viewer; `game` is the game after them."""
        before, self._game = self._game, game
        after, self.n = self.n, self.n + len(told)
        same, turns = rows_changed(before, game, self.viewer)
        views = (view_from(public(each), each, self.viewer, ()) for each in (before, game))
        return Update(
            after=after,
            n=self.n,
            events=told,
            changes=_changes(*views),
            turns_from=same,
            turns=turns,
            clock=clock,
            time=now,
        )

    def snapshot(self, missed: tuple[Event, ...], clock: ClockFace | None, now: int) -> Snapshot:
        """Everything, for a page that has seen nothing or too little."""
        return Snapshot(self.n, view_for(self._game, self.viewer), missed, clock, now)


def told_to(viewer: Viewer, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events as a viewer learns of them."""
    return tuple(told for event in events if (told := event_for(event, viewer)) is not None)


def clock_face(game: Game, at: int, credit: int = 0, held: bool = False) -> ClockFace | None:
    """What the clocks show at a moment, when so much is still to be credited to the one that runs."""
    clock = game.clock
    if clock is None:
        return None
    left = clock.left
    if clock.running is not None:
        shown = min(clock.left_at(clock.running, Millis(at)) + credit, left[clock.running])
        left = left.put(clock.running, Millis(shown))
    return ClockFace(left, clock.running, held)


def _changes(before: View, after: View) -> dict[str, object]:
    pairs = zip(View.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in pairs if old is not new and old != new}
