"""The decision on one command while it is made: the events so far, and the game that they lead to."""

from __future__ import annotations

from typing import Protocol

from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.referee.events import Event
from mostek.referee.evolve import evolve
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook, Ruling


class Draw(Protocol):
    """Chance: takes so many tiles from a bag. The server's is random, a test's is written down."""

    def __call__(self, bag: Tiles, count: int) -> Tiles:
        """Exactly `count` tiles that the bag holds."""
        ...


class Course:
    """One command being decided. The referee's functions append events, and each event is folded into the game at once."""

    __slots__ = ("book", "draw", "events", "game", "now")

    def __init__(self, game: Game, book: Rulebook, draw: Draw, now: Millis) -> None:
        self.game = game
        self.book = book
        self.draw = draw
        self.now = now
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Append an event and fold it."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    @property
    def tile_set(self) -> TileSet:
        """The set of tiles of this game."""
        return tile_set(self.game.tile_set)

    def owed(self, seat: Seat) -> int:
        """How many tiles a player has still to draw for a full rack; tiles set aside are not in the bag yet."""
        bag = 0 if self.game.bag_dead else len(self.game.bag)
        return max(0, min(self.book.move.rack_size.value - len(self.game.racks[seat]), bag))

    def ruling(self, kind: Ruling) -> str:
        """The clause on which the rulebook in force rests a ruling."""
        return self.book.rulings[kind]

    def refuse(self, reason: Reason, clause: str | None = None, **params: object) -> Refused:
        """A refusal with the clause of the rulebook in force."""
        return refuse(self.book, reason, clause, **params)


def refuse(book: Rulebook, reason: Reason, clause: str | None = None, **params: object) -> Refused:
    """A refusal with the clause on which the rulebook rests it."""
    return Refused(reason, clause or book.refusals[reason], params)
