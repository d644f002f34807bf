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


def sentences(events: Iterable[Event], game: Game, reading: Reading) -> tuple[Sentence | None, ...]:
    """The sentences for events as their viewer may know them, so that they contain no secret; `None` for quiet events."""
    context = EventContext.of(game, reading.orientation)
    with speaking(reading.language):
        return tuple(_sentence(event, context, reading.whole) for event in events)


class SharedSentences:
    """The sentences for one update of a game: viewers who learn of equal events share them."""

    __slots__ = ("_game", "_made")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: dict[Reading, list[tuple[Event, Sentence | None]]] = {}

    def of(self, events: Iterable[Event], reading: Reading) -> tuple[Sentence | None, ...]:
        """As `sentences`, but each only once for each reading and redaction."""
        made = self._made.setdefault(reading, [])
        return tuple(self._shared(event, made, reading) for event in events)

    def _shared(self, event: Event, made: list[tuple[Event, Sentence | None]], reading: Reading) -> Sentence | None:
        for known, sentence in made:
            if known == event:
                return sentence
        [sentence] = sentences((event,), self._game, reading)
        made.append((event, sentence))
        return sentence


def reasons(refused: Iterable[Option], language: str) -> tuple[str, ...]:
    """Why each option is refused, in a sentence."""
    with speaking(language):
        return tuple(
            say(Refused(option.reason, option.clause, option.params)) for option in refused if option.reason is not None
        )


def _sentence(event: Event, context: EventContext, whole: bool) -> Sentence | None:
    quiet = is_quiet(event, context)
    return None if quiet and not whole else Sentence(describe(event, context).text, quiet)
