"""The clock of a live game: the server's time, what is credited to a player, and when a time runs out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from mostek.app.games import LoggedGame
from mostek.core.clock import Millis
from mostek.core.players import Role, Seat
from mostek.live.messages import ClockFace
from mostek.referee import Game
from mostek.referee.commands import CheckTime, CreditReason, CreditTime
from mostek.referee.timing import is_overdue, lateness_ends_at
from mostek.rules.loading import rulebook


class HostTime:
    """Milliseconds since 1970. After the start it goes on by the monotonic clock alone."""

    def __init__(self, last_beat: int | None = None) -> None:
        """`last_beat` is the last moment of an earlier server; time goes on from there if the host's clock was set back."""
        self._base = max(time.time_ns() // 1_000_000, last_beat or 0) - _monotonic()

    def now(self) -> Millis:
        """The present moment."""
        return Millis(self._base + _monotonic())


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


_FIRST_GAINS, _MOST_GAINS = 3, 7
_LARGEST_GAIN = 1000
_NOTICED = 500


@dataclass(slots=True)
class Delivery:
    """The position that a player whose time runs is to get. Times are the server's, in milliseconds.

    `since` is always that of the running clock: what has been credited has moved it later already.
    """

    seat: Seat
    number: int
    """The number of the player's stream that must arrive."""
    arrived: int | None = None
    """When it was acknowledged."""
    used: int = 0
    """What had run on the clock before, of the same turn: when a server stops, the player had thought already."""
    is_away: bool = False
    """Whether the player had no page open when the clock began to run."""

    def acknowledge(self, number: int, now: int) -> bool:
        """The stream has arrived up to a number; whether that was what the clock waits for."""
        if self.arrived is not None or number < self.number:
            return False
        self.arrived = now
        return True

    def due(self, since: int, now: int, patience: int) -> int:
        """How much is to be credited by now; `patience` is what is left of the player's allowance for the whole game."""
        until = now if self.arrived is None else self.arrived
        return max(0, min(until - since - self.used, patience))

    def is_waiting(self, since: int, now: int, patience: int) -> bool:
        """Whether this wait stops the clock."""
        return self.arrived is None and now - since - self.used < patience

    def is_noticed(self, since: int, now: int) -> bool:
        """Whether the others are to see that the clock waits: not for as long as a move usually takes to arrive."""
        return self.is_away or now - since > _NOTICED


@dataclass(slots=True)
class Quota:
    """What a player's own moves may gain for their way to the server: lila's quota, scaled by the time of the game."""

    gain: int
    """What is added with each move: at most a second, and less in quick games."""
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = _FIRST_GAINS * self.gain

    @classmethod
    def of(cls, millis: int) -> Quota:
        """For a game or a turn of so much time: two fifths of its seconds, and fifteen, in hundredths of a second."""
        return cls(min(_LARGEST_GAIN, (millis // 1000 * 2 // 5 + 15) * 10))

    def renew(self) -> None:
        """A new turn begins."""
        self.left = min(self.left + self.gain, _MOST_GAINS * self.gain)

    def take(self, wanted: int) -> int:
        """Use up to so much of the allowance; returns the time that may be credited."""
        taken = max(0, min(wanted, self.left, self.gain))
        self.left -= taken
        return taken


DELIVERY_ALLOWANCE: int = rulebook("pfs").order.absence.value
"""For how long in a whole game the clock of a player waits until the position arrives: as long as a player may be away from
the board before that is reported (PFS-6.4e). In milliseconds."""


class SessionClock:
    """What the server knows of the time of one game beside the record."""

    __slots__ = ("_delivery", "_gave_transit", "_quotas")

    def __init__(self) -> None:
        self._delivery: Delivery | None = None
        self._quotas: dict[Seat, Quota] = {}
        self._gave_transit = False

    def watch(self, seat: Seat, number: int, arrived: int | None = None, used: int = 0, is_away: bool = False) -> None:
        """A player's time has begun to run; it waits until that number of the player's stream has arrived.

        `used` is the part that the player used before a stop of the server; `is_away`: none of their pages is open.
        """
        self._delivery = Delivery(seat, number, arrived, used, is_away)
        self._gave_transit = False
        if seat in self._quotas:
            self._quotas[seat].renew()

    def acknowledge(self, seat: Seat, number: int, now: int) -> bool:
        """A player's stream has arrived; returns whether this starts a clock."""
        waiting = self._waiting(seat)
        return waiting is not None and waiting.acknowledge(number, now)

    def is_waiting(self, game: Game, at: int) -> bool:
        """Whether the clock that runs waits for its player."""
        clock = game.clock
        waiting = self._waiting(clock.running) if clock is not None and clock.running is not None else None
        if clock is None or clock.running is None or waiting is None:
            return False
        return waiting.is_waiting(clock.since, at, _patience(game, clock.running))

    def was_noticed(self, game: Game, now: int) -> bool:
        """Whether people have seen that the clock waited which begins to run now."""
        clock, waiting = game.clock, self._delivery
        return clock is not None and waiting is not None and waiting.is_noticed(clock.since, now)

    def credit(self, table: LoggedGame, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
        """Credit what is due, before anything else happens at that time. `lag` is the round trip of the one who moves."""
        clock = table.game.clock
        if clock is None or clock.running is None:
            return
        seat = clock.running
        if waiting := self._waiting(seat):
            _give(table, seat, waiting.due(clock.since, at, _patience(table.game, seat)), CreditReason.DELIVERY, at)
        if mover is seat and lag and not self._gave_transit:
            self._gave_transit = True
            quota = self._quotas.setdefault(seat, Quota.of(table.game.turn_millis or 0))
            _give(table, seat, quota.take(lag // 2), CreditReason.TRANSIT, at)

    def outage(self, table: LoggedGame, stopped: int, at: int) -> Seat | None:
        """Credit the time in which no server ran; whose clock was running."""
        clock = table.game.clock
        if clock is None or clock.running is None:
            return None
        _give(table, clock.running, at - max(stopped, clock.since, table.game.now), CreditReason.OUTAGE, at)
        return clock.running

    def look(self, table: LoggedGame, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
        """Credit the waits that are due, then apply the consequences of every time that has run out by then.

        If that starts another player's clock in the past, no player has received this yet.
        """
        self.credit(table, at, mover, lag)
        while is_overdue(table.game, at):
            table.carry_out(CheckTime(at=at))
            if (clock := table.game.clock) is not None and clock.running is not None:
                unheard = min(at - clock.since, _patience(table.game, clock.running))
                _give(table, clock.running, unheard, CreditReason.DELIVERY, at)

    def face(self, game: Game, at: int) -> ClockFace | None:
        """What the clocks show."""
        clock = game.clock
        seat = clock.running if clock else None
        waiting = self._waiting(seat) if seat else None
        if clock is None or seat is None or waiting is None:
            return clock_face(game, at)
        patience = _patience(game, seat)
        credit = waiting.due(clock.since, at, patience)
        held = waiting.is_waiting(clock.since, at, patience) and waiting.is_noticed(clock.since, at)
        return clock_face(game, at, credit, held)

    def due_at(self, game: Game) -> int | None:
        """When a time will have run out, if nothing happens."""
        if (late := lateness_ends_at(game)) is not None:
            return late
        clock = game.clock
        moment = clock.runs_out_at() if clock else None
        if clock is None or moment is None or clock.running is None:
            return None
        waiting = self._waiting(clock.running)
        if waiting is None:
            return moment
        patience = _patience(game, clock.running)
        return moment + (patience if waiting.arrived is None else waiting.due(clock.since, moment, patience))

    def _waiting(self, seat: Seat) -> Delivery | None:
        return self._delivery if self._delivery is not None and self._delivery.seat is seat else None


def _patience(game: Game, seat: Seat) -> int:
    return max(0, DELIVERY_ALLOWANCE - game.credited.get(seat, 0))


def clock_face(game: Game, at: int, credit: int = 0, held: bool = False) -> ClockFace | None:
    """What the clocks show at a moment, when so much is still to be credited to the one that runs."""
    clock = game.clock
    if clock is None:
        return None
    left = clock.left
    if clock.running is not None:
        shown = min(clock.left_at(clock.running, Millis(at)) + credit, left[clock.running])
        left = left.put(clock.running, Millis(shown))
    return ClockFace(left, clock.running, held)


def _give(table: LoggedGame, seat: Seat, millis: int, why: CreditReason, at: int) -> None:
    """Credit no more than has run on the clock since it was started or last credited."""
    clock = table.game.clock
    millis = min(millis, at - clock.since) if clock else 0
    if millis > 0:
        table.carry_out(CreditTime(seat=seat, millis=millis, why=why, by=Role.HOST, at=at))


_AGAIN = 5000
"""After how many milliseconds it rings again if answering it has failed."""

log = structlog.get_logger("mostek.hall")


class Alarm:
    """Calls something at a moment. Only one moment is set at a time."""

    __slots__ = ("_ring", "_ringing", "_timer")

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to ring."""
        return self._timer is not None

    def set(self, millis: int | None) -> None:
        """Ring in so many milliseconds; not at all with `None`."""
        self.stop()
        if millis is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0, millis) / 1000, self._start)

    def stop(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        self._timer = None
        if self._ringing is not None and not self._ringing.done():
            return  # whoever answers it sets the next moment; on a full disk that would go round in a circle
        self._ringing = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            await self._ring()
        except Exception:  # a flag must fall later rather than never
            log.exception("alarm_failed")
            self.set(_AGAIN)
