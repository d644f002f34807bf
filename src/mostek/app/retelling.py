"""A game told again by events that were kept, and that somebody may have altered since."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.app.ports import LogError
from mostek.referee import Game, evolve, replay
from mostek.referee.events import Event

_CONTRADICTIONS = (ValueError, LookupError, AttributeError, TypeError, AssertionError)
"""What folding raises where a fact contradicts the game before it: folds trust their events, which only `decide` makes."""


def retold(events: Iterable[Event]) -> Game | None:
    """The game that kept events tell; `None` for none. Raises `LogError` at the first one that contradicts the others.

    That no event contradicts another does not mean that all are true: `proving` decides the game again for that.
    """
    game: Game | None = None
    for number, event in enumerate(events, 1):
        try:
            game = replay((event,)) if game is None else evolve(game, event)
        except _CONTRADICTIONS:
            raise LogError("Event {n} contradicts the events before it; the game was changed.", n=number) from None
    return game
