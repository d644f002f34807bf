"""Who is asked for what: it tells what a person has decided about, and since when a move waits for objections."""

from __future__ import annotations

from mostek.referee import Game


class Situation:
    """The present turn of a game, as far as everybody at the table depends on it."""

    __slots__ = ("_is", "since", "version")

    def __init__(self) -> None:
        self.version = 0
        """The number of events at which it last changed: who decided before, decided about something else."""
        self.since = 0
        """When it last changed, or was last looked at again; in milliseconds since 1970."""
        self._is: object = None

    def look(self, game: Game, version: int, at: int) -> None:
        """The game has gone on."""
        if _situation(game) != self._is:
            self.begin(game, version, at)

    def begin(self, game: Game, version: int, at: int) -> None:
        """From now on it is this, as after a stop of the server."""
        self._is, self.version, self.since = _situation(game), version, at


def _situation(game: Game) -> tuple[object, ...]:
    return type(game.phase), game.on_turn, len(game.turns), game.interruption is not None
