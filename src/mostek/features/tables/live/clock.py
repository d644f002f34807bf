"""The clock of a live game: the server's time, what is credited to a player, and when a time runs out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from mostek.app.credit_allowance import MOST_CREDIT, delivery_allowance
from mostek.app.games import LoggedGame
from mostek.core.clock import Millis
from mostek.core.players import Role, Seat
from mostek.features.tables.live.messages import ClockFace
from mostek.referee import Game
from mostek.referee.commands import CheckTime, CreditReason, CreditTime
from mostek.rules.rulebook import ClockMode


class HostTime:
    """The server's time in milliseconds since 1970. After the start it follows the monotonic clock alone."""

    def __init__(self, last_beat: int | None = None) -> None:
        """`last_beat` is the last moment of an earlier server; the time never starts before it, even if the host's clock was
        set back."""
        self._base = max(time.time_ns() // 1_000_000, last_beat or 0) - _monotonic()

    def now(self) -> Millis:
        """The present time."""
        return Millis(self._base + _monotonic())

    def begin_at(self, present: int) -> None:
        """Start at the time that several servers share, whatever the host's clock shows."""
        self._base = present - _monotonic()

    def advance_to(self, moment: int) -> None:
        """Go on from a later moment. The clocks of games must stand still meanwhile."""
        self._base += max(0, moment - self.now())


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


_FIRST_GAINS, _MOST_GAINS = 3, 7
_LARGEST_GAIN = 1000
_NOTICED = 500


@dataclass(slots=True)
class Delivery:
    """The delivery of the position to the player whose time runs. Times are the server's, in milliseconds.

    `since` is always that of the running clock: what has been credited has moved it later already.
    """

    seat: Seat
    number: int
    """The number of the player's stream that the page must acknowledge."""
    arrived: int | None = None
    """The time of the acknowledgement."""
    used: int = 0
    """The time used earlier in the same turn, before a stop of the server."""
    is_away: bool = False
    """Whether the player had no page open when the clock started."""
    credited: int = 0
    """The time credited to the player for deliveries of earlier turns."""

    def acknowledge(self, number: int, now: int) -> bool:
        """Note that the stream has arrived up to a number. Returns whether the clock was waiting for it."""
        if self.arrived is not None or number < self.number:
            return False
        self.arrived = now
        return True

    def due(self, since: int, now: int, allowance: int) -> int:
        """The time to credit by now; `allowance` is the rest of the player's allowance for the whole game."""
        until = now if self.arrived is None else self.arrived
        return max(0, min(until - since - self.used, allowance))

    def is_waiting(self, since: int, now: int, allowance: int) -> bool:
        """Whether the clock waits for this delivery."""
        return self.arrived is None and now - since - self.used < allowance

    def is_noticed(self, since: int, now: int) -> bool:
        """Whether the others see that the clock waits: only when a move takes longer than usual to arrive."""
        return self.is_away or now - since > _NOTICED


@dataclass(slots=True)
class Quota:
    """The quota of credits for the transit of a player's moves: lila's quota, scaled by the time of the game."""

    gain: int
    """The amount added with each move: at most a second, and less in quick games."""
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = _FIRST_GAINS * self.gain

    @classmethod
    def of(cls, millis: int) -> Quota:
        """The quota for a time limit: two fifths of its seconds plus 15, in hundredths of a second."""
        return cls(min(_LARGEST_GAIN, (millis // 1000 * 2 // 5 + 15) * 10))

    def renew(self) -> None:
        """Add the gain of a new turn."""
        self.left = min(self.left + self.gain, _MOST_GAINS * self.gain)

    def take(self, wanted: int) -> int:
        """Use up to this much of the quota. Returns the time that may be credited."""
        taken = max(0, min(wanted, self.left, self.gain))
        self.left -= taken
        return taken


class SessionClock:
    """The server's timing data of one game outside the record: deliveries, quotas and credits."""

    __slots__ = ("_delivery", "_gave_transit", "_per_turn", "_quotas")

    def __init__(self, mode: ClockMode) -> None:
        """`mode`: whether the time limit is that of a turn or of the whole game."""
        self._per_turn = mode is ClockMode.PER_TURN
        self._delivery: Delivery | None = None
        self._quotas: dict[Seat, Quota] = {}
        self._gave_transit = False

    def watch(
        self, game: Game, seat: Seat, number: int, arrived: int | None = None, used: int = 0, is_away: bool = False
    ) -> None:
        """Note that a player's time has started; it waits until that number of the player's stream has arrived.

        `used` is the part that the player used before a stop of the server; `is_away`: none of their pages is open.
        """
        self._delivery = Delivery(seat, number, arrived, used, is_away, game.credited.get(seat, 0))
        self._gave_transit = False
        if seat in self._quotas:
            self._quotas[seat].renew()

    def acknowledge(self, seat: Seat, number: int, now: int) -> bool:
        """Note that a player's stream has arrived. Returns whether this starts a clock."""
        waiting = self._waiting(seat)
        return waiting is not None and waiting.acknowledge(number, now)

    def is_waiting(self, game: Game, at: int) -> bool:
        """Whether the running clock waits for its player."""
        clock = game.clock
        waiting = self._waiting(clock.running) if clock is not None and clock.running is not None else None
        if clock is None or clock.running is None or waiting is None:
            return False
        return waiting.is_waiting(clock.since, at, self._allowance_left(game, clock.running))

    def was_noticed(self, game: Game, now: int) -> bool:
        """Whether viewers saw that the clock that starts now was waiting."""
        clock, waiting = game.clock, self._delivery
        return clock is not None and waiting is not None and waiting.is_noticed(clock.since, now)

    def credit(self, table: LoggedGame, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
        """Credit the time due before a command at that time. `lag` is the round trip of its player."""
        clock = table.game.clock
        if clock is None or clock.running is None:
            return
        seat = clock.running
        if waiting := self._waiting(seat):
            _give(
                table,
                seat,
                waiting.due(clock.since, at, self._allowance_left(table.game, seat)),
                CreditReason.DELIVERY,
                at,
            )
        if mover is seat and lag and not self._gave_transit:
            self._gave_transit = True
            quota = self._quotas.setdefault(seat, Quota.of(table.game.turn_millis or 0))
            _give(table, seat, quota.take(lag // 2), CreditReason.TRANSIT, at)

    def outage(self, table: LoggedGame, stopped: int, at: int) -> Seat | None:
        """Credit the time in which no server ran. Returns the player whose clock was running."""
        clock = table.game.clock
        if clock is None or clock.running is None:
            return None
        _give(table, clock.running, at - max(stopped, clock.since, table.game.now), CreditReason.OUTAGE, at)
        return clock.running

    def look(self, table: LoggedGame, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
        """Credit the waits that are due, then apply the consequences of every time-out.

        If that starts another player's clock in the past, the server is late, and no player has received this yet.
        """
        self.credit(table, at, mover, lag)
        while table.game.is_overdue(at):
            table.carry_out(CheckTime(at=at))
            clock = table.game.clock
            if clock is not None and clock.running is not None and at - clock.since > _NOTICED:
                _give(table, clock.running, at - clock.since, CreditReason.OUTAGE, at)

    def face(self, game: Game, at: int) -> ClockFace | None:
        """The clock face at a moment."""
        clock = game.clock
        seat = clock.running if clock else None
        waiting = self._waiting(seat) if seat else None
        if clock is None or seat is None or waiting is None:
            return clock_face(game, at)
        allowance = self._allowance_left(game, seat)
        credit = waiting.due(clock.since, at, allowance)
        held = waiting.is_waiting(clock.since, at, allowance) and waiting.is_noticed(clock.since, at)
        return clock_face(game, at, credit, held)

    def due_at(self, game: Game) -> int | None:
        """The time of the next time-out if nothing else happens."""
        if (late := game.lateness_ends_at) is not None:
            return late
        clock = game.clock
        moment = clock.runs_out_at() if clock else None
        if clock is None or moment is None or clock.running is None:
            return None
        waiting = self._waiting(clock.running)
        if waiting is None:
            return moment
        allowance = self._allowance_left(game, clock.running)
        return moment + (allowance if waiting.arrived is None else waiting.due(clock.since, moment, allowance))

    def _allowance_left(self, game: Game, seat: Seat) -> int:
        """The time for which the player's clock still waits for deliveries."""
        allowance, credited = delivery_allowance(game.turn_millis or 0), game.credited.get(seat, 0)
        if self._per_turn:
            delivery = self._waiting(seat)
            before = delivery.credited if delivery is not None else credited
            return max(0, min(allowance + before, MOST_CREDIT) - credited)
        return max(0, allowance - credited)

    def _waiting(self, seat: Seat) -> Delivery | None:
        return self._delivery if self._delivery is not None and self._delivery.seat is seat else None


def clock_face(game: Game, at: int, credit: int = 0, held: bool = False) -> ClockFace | None:
    """The clock face at a moment, with a pending credit for the running clock."""
    clock = game.clock
    if clock is None:
        return None
    left = clock.left
    if clock.running is not None:
        shown = min(clock.left_at(clock.running, Millis(at)) + credit, left[clock.running])
        left = left.put(clock.running, Millis(shown))
    return ClockFace(left, clock.running, held)


def standing_face(game: Game, at: int) -> ClockFace | None:
    """The clock face of a game whose clock stands from this moment on, because nothing can be stored."""
    return clock_face(game, at, held=True)


def _give(table: LoggedGame, seat: Seat, millis: int, why: CreditReason, at: int) -> None:
    """Credit a player, at most the time since the clock was started or last credited."""
    clock = table.game.clock
    millis = min(millis, at - clock.since) if clock else 0
    if millis > 0:
        table.carry_out(CreditTime(seat=seat, millis=millis, why=why, by=Role.HOST, at=at))


_AGAIN = 5000
"""The milliseconds before the alarm rings again after an error."""

log = structlog.get_logger("mostek.live")


class Alarm:
    """A timer that calls a function at a moment. It has one moment at a time."""

    __slots__ = ("_ring", "_ringing", "_timer")

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the alarm is set."""
        return self._timer is not None

    def set(self, millis: int | None) -> None:
        """Set the alarm in milliseconds from now; `None` clears it."""
        self.stop()
        if millis is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0, millis) / 1000, self._start)

    def stop(self) -> None:
        """Clear the alarm."""
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
