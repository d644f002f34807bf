"""The time that each turn of a game took, as the clock measured it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mostek.core.players import Seat
from mostek.referee.events import ClockStarted, ClockStopped, Event, FlagFell, GameEnded, TurnOpened, TurnTimeExceeded
from mostek.referee.evolve import evolve, replay
from mostek.referee.state import Game


class TurnTime(Struct, frozen=True):
    """The time of a turn."""

    seat: Seat
    millis: int | None
    """The time on the clock of its player, in milliseconds; `None` if that clock did not run."""
    bag: int
    """The tiles in the bag when the turn was opened."""


def turn_times(events: Iterable[Event]) -> tuple[TurnTime, ...]:
    """The times of the turns of a game.

    Time that was given back for a late delivery does not count, nor does the time in which a player records the other's move.

    Args:
        events: All events of the game.

    Returns:
        Every turn that was opened, in order; a turn that a time-out passes over is not among them.

    Example:
        >>> from mostek import Seat, Tiles, conduct, rulebook
        >>> from mostek.referee.commands import CreateGame
        >>> from mostek.referee.events import ClockStarted, ClockStopped, TurnOpened
        >>> from mostek.referee.turn_times import turn_times
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="pfs", players=("Ala", "Ola"), starter=Seat.FIRST, millis=60_000)
        >>> begun = conduct(None, create, rulebook("pfs"), first).events
        >>> turn = (ClockStarted(Seat.FIRST, 0, 60_000), ClockStopped(Seat.FIRST, 500, 59_500), TurnOpened(Seat.SECOND))
        >>> [(time.seat.value, time.millis, time.bag) for time in turn_times([*begun, *turn])]
        [(1, 500, 93)]
    """
    found: list[TurnTime] = []
    game: Game | None = None
    on_turn: Seat | None = None
    bag = 0
    used: int | None = None
    started: dict[Seat, int] = {}
    for event in events:
        game = replay((event,)) if game is None else evolve(game, event)
        match event:
            case TurnOpened() | GameEnded():
                if on_turn is not None:
                    found.append(TurnTime(on_turn, used, bag))
                on_turn, used = (event.seat if isinstance(event, TurnOpened) else None), None
                bag = 0 if game is None else len(game.bag)
            case ClockStarted(seat=seat, left=left):
                started[seat] = left
            case ClockStopped(seat=seat, left=left) if seat in started:
                ran = started.pop(seat) - left
                used = (used or 0) + max(0, ran) if on_turn is seat else used
            case FlagFell(seat=seat) | TurnTimeExceeded(seat=seat) if seat in started:
                ran = started.pop(seat)
                used = (used or 0) + ran if on_turn is seat else used
            case _:
                pass
    return tuple(found)
