"""What a player's time was charged with, and for how long that player really had the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mostek.app.credit_allowance import MOST_CREDIT, delivery_allowance
from mostek.core.players import Seat
from mostek.referee.commands import CreditReason
from mostek.referee.events import ClockStarted, ClockStopped, Event, FlagFell, TimeCredited, TurnTimeExceeded
from mostek.rules.rulebook import ClockMode

ROUNDING = 2
"""In milliseconds: two moments are rounded down."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A player's time ran from the event with that number on."""

    seat: Seat
    number: int
    began: int
    ended: int
    charged: int
    waited: int
    """For how long the clock waited for the position to arrive."""


@dataclass
class Life:
    """A server's life, in milliseconds, and when its players' pages had which number of their stream."""

    began: int
    ended: int | None = None
    killed: bool = False
    """Whether it ended without having kept what it knew of deliveries."""
    arrived: dict[Seat, list[tuple[int, int]]] = field(default_factory=dict)
    """Moment and number, in order."""

    def had_since(self, seat: Seat, number: int) -> int | None:
        """When a player had the stream up to a number from this server."""
        return next((at for at, n in self.arrived.get(seat, ()) if n >= number), None)


def stretches(events: Sequence[Event], numbers: Sequence[int], end: int) -> list[Stretch]:
    """For each time that a clock ran: for how long, less what was credited. `numbers` are the players' own."""
    found: list[Stretch] = []
    running: tuple[Seat, int, int] | None = None
    credited = waited = 0
    for event, number in zip(events, numbers, strict=True):
        match event:
            case ClockStarted(seat=seat, at=at):
                running, credited, waited = (seat, number, at), 0, 0
            case TimeCredited(millis=millis, why=why):
                credited += millis
                waited += millis if why is CreditReason.DELIVERY else 0
            case ClockStopped(at=at) | FlagFell(at=at) | TurnTimeExceeded(at=at) if running is not None:
                found.append(Stretch(running[0], running[1], running[2], at, at - running[2] - credited, waited))
                running = None
            case _:
                pass
    return found


def allowance_used(runs: Sequence[Stretch], limit: int, mode: ClockMode) -> bool:
    """Whether a player has had all the time that clocks wait for deliveries; `runs` are all of that player."""
    waited = [run.waited for run in runs]
    if mode is ClockMode.PER_TURN:
        return sum(waited) >= MOST_CREDIT or max(waited, default=0) >= delivery_allowance(limit)
    return sum(waited) >= delivery_allowance(limit)


def had(stretch: Stretch, lives: Sequence[Life]) -> int:
    """For how many milliseconds of that stretch the player had the position from a server that ran."""
    total = 0
    for life in lives:
        since = life.had_since(stretch.seat, stretch.number)
        ended = stretch.ended if life.ended is None else min(life.ended, stretch.ended)
        if life.killed:
            since = stretch.began  # nobody knows any more when it arrived
        if since is not None:
            total += max(0, ended - max(since, stretch.began))
    return total
