"""The decision on one command in progress: its events so far, and the game after them."""

from __future__ import annotations

from typing import Protocol

from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.referee.commands import StopReason
from mostek.referee.events import ClockStarted, ClockStopped, Event, PlayInterrupted
from mostek.referee.evolve import evolve
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game, Over, Settling
from mostek.rules.rulebook import Authority, ClockMode, Rulebook, Ruling


class Draw(Protocol):
    """Draws tiles from a bag: at random on the server, fixed in a test."""

    def __call__(self, bag: Tiles, count: int) -> Tiles:
        """Draw exactly `count` tiles of the bag."""
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
        """The number of tiles that a player has to draw for a full rack; tiles set aside are not in the bag yet."""
        bag = 0 if self.game.bag_dead else len(self.game.bag)
        return max(0, min(self.book.move.rack_size.value - len(self.game.racks[seat]), bag))

    def run_clock(self, seat: Seat) -> None:
        """Start a player's time, if the game has a clock; a clock per turn is reset."""
        game = self.game
        if game.clock is not None and game.clock.running is not seat:
            per_turn = self.book.clock.mode.value is ClockMode.PER_TURN
            left = game.turn_millis if per_turn and game.turn_millis is not None else game.clock.left[seat]
            self.happen(ClockStarted(seat, self.now, left))

    def stop_clock(self) -> None:
        """Stop the time that runs, if any."""
        clock = self.game.clock
        if clock is not None and clock.running is not None:
            self.happen(ClockStopped(clock.running, self.now, clock.left_at(clock.running, self.now)))

    def interrupt(self, seat: Seat, reason: StopReason, clause: str, why: str = "") -> None:
        """Play stands still until `seat` starts the clock again, which is stopped if it runs."""
        game = self.game
        running = game.clock.running if game.clock else None
        if running is None and game.interruption is not None:
            running = game.interruption.running  # whose time is still to run on after an earlier one
        self.stop_clock()
        self.happen(PlayInterrupted(seat, reason, running, clause, why, self.now or None))

    @property
    def nobody_rules(self) -> bool:
        """Whether nobody is there who could decide for a player who does not go on."""
        return not self.game.arbiter or self.book.order.authority.value is Authority.NOBODY

    @property
    def has_waited(self) -> bool:
        """Whether nobody rules and the game has stood still for the wait of the house rule since the last stated time."""
        return self.nobody_rules and self.now - self.game.now >= self.book.move.record_wait.value

    def ruling(self, kind: Ruling) -> str:
        """The clause on which the rulebook in force rests a ruling."""
        return self.book.rulings[kind]

    def refuse(self, reason: Reason, clause: str | None = None, **params: object) -> Refused:
        """A refusal with the clause of the rulebook in force; after the game, with the clause by which it has ended."""
        if reason is Reason.GAME_OVER and clause is None and isinstance(self.game.phase, Over | Settling):
            clause = self.game.phase.clause
        return refuse(self.book, reason, clause, **params)


def refuse(book: Rulebook, reason: Reason, clause: str | None = None, **params: object) -> Refused:
    """A refusal with the clause on which the rulebook rests it."""
    return Refused(reason, clause or book.refusals[reason], params)
