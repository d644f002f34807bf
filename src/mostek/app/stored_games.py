"""Replay a game from stored events, which may have been altered or written by a later mostek."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.app.ports import LogError
from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.referee import Game, evolve, replay
from mostek.referee.commands import CreateGame
from mostek.referee.events import Event, GameCreated
from mostek.rules import loading
from mostek.rules.rulebook import READINGS, Rulebook

_CONTRADICTIONS = (ValueError, LookupError, AttributeError, TypeError, AssertionError)
"""The exceptions of `evolve` for an event that contradicts the game: it trusts its events, which come from `decide`."""


def replay_stored(events: Iterable[Event]) -> Game | None:
    """The game that the stored events describe; `None` for none. Raises `LogError` at the first contradiction.

    That no event contradicts another does not mean that all are true: `proving` decides the game again for that.
    """
    game: Game | None = None
    for number, event in enumerate(events, 1):
        if isinstance(event, GameCreated):
            stored_rulebook(event)
        try:
            game = replay((event,)) if game is None else evolve(game, event)
        except _CONTRADICTIONS:
            raise LogError("Event {n} contradicts the events before it; the game was changed.", n=number) from None
    return game


def stored_rulebook(setup: GameCreated | CreateGame) -> Rulebook:
    """The rulebook of a stored game with the changes of its event. Raises `LogError` for unknown ones."""
    try:
        name = setup.rulebook
        loading.rulebook(name)
        name = ", ".join(f"{path} = {value}" for path, value in setup.changes.items())
        readings = setup.readings if isinstance(setup, GameCreated) else READINGS
        book = loading.book_of(setup.rulebook, setup.changes, readings)
        name = setup.tile_set or book.tile_set.value
        tile_set(name)
        name = setup.layout
        layout(name)
    except (LookupError, ValueError):
        raise LogError("The game was set up with {name!r}, which this mostek does not know.", name=name) from None
    return book
