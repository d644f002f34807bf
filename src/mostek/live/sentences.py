"""The sentences that go with events and refused options, rendered once for all pages that read alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mostek.live.messages import Sentence
from mostek.messages import speaking
from mostek.messages.describe import EventContext, describe, is_quiet
from mostek.messages.refusals import say
from mostek.notation.coordinates import Orientation
from mostek.referee import Game, Refused
from mostek.referee.events import Event
from mostek.referee.options import Option


class Reading(NamedTuple):
    """How a page reads sentences: its language, its board's orientation, and whether quiet events have one, too."""

    language: str
    orientation: Orientation
    whole: bool


class SharedSentences:
    """The sentences for one message about a game: viewers who learn of equal events share them.

    A sentence is made from the event as its viewer may know it, so that it contains no secret.
    """

    __slots__ = ("_game", "_made")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: dict[tuple[type[Event], Reading], list[tuple[Event, Sentence]]] = {}

    def of(self, events: Iterable[Event], reading: Reading) -> tuple[Sentence | None, ...]:
        """The sentences for events; `None` for quiet events, unless the reading is of the whole log."""
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
"""With how many events of its type one is compared: an update has few, and a snapshot is for a single viewer."""


def reasons(refused: Iterable[Option], language: str) -> tuple[str, ...]:
    """Why each option is refused, in a sentence."""
    with speaking(language):
        return tuple(
            say(Refused(option.reason, option.clause, option.params)) for option in refused if option.reason is not None
        )
