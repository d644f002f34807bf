"""Folding events into a game. Total: it never checks and never refuses; `decide` is the only judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from mostek.referee import events as e
from mostek.referee.folds import arbiter, beginning, tiles, time, turns
from mostek.referee.folds.beginning import begin
from mostek.referee.state import Game


def replay(events: Iterable[e.Event]) -> Game | None:
    """The game that a log tells; `None` for an empty log."""
    game: Game | None = None
    for event in events:
        game = begin(event) if isinstance(event, e.GameCreated) else evolve(_begun(game), event)
    return game


def evolve(game: Game, event: e.Event) -> Game:
    """The game after one more event."""
    return _FOLDS[type(event)](game, event)


def _begun(game: Game | None) -> Game:
    if game is None:
        raise ValueError("a log begins with the event that the game was created")
    return game


def _again(game: Game, event: e.GameCreated) -> Game:
    return begin(event)


_FOLDS_OF_GROUP: tuple[tuple[object, Callable[[Game, Any], Game]], ...] = (
    (e.Planned, turns.fold_plan),
    (e.MoveChanged, turns.fold_move),
    (e.Talked, turns.fold_talk),
    (e.TurnOver, turns.fold_turn_over),
    (e.TilesMoved, tiles.fold_tiles),
    (e.TimeChanged, time.fold_time),
    (e.Ruled, arbiter.fold_ruling),
    (e.Beginning, beginning.fold_beginning),
)
_FOLDS: Mapping[type[Any], Callable[[Game, Any], Game]] = {e.GameCreated: _again} | {
    kind: fold for kinds, fold in _FOLDS_OF_GROUP for kind in get_args(kinds)
}
"""The room in which each kind of event is folded: looked up, since this is done for every event of every game."""
