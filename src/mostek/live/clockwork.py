"""The clock of a live game: what is credited before anything else happens, and when the flag would fall."""

from __future__ import annotations

from mostek.app.games import Table
from mostek.core.clock import Millis
from mostek.core.players import Role, Seat
from mostek.live.delivery import Delivery, Quota
from mostek.live.messages import ClockFace
from mostek.live.streams import clock_face
from mostek.referee import Game
from mostek.referee.commands import CheckTime, CreditReason, CreditTime
from mostek.referee.presence import lateness_ends_at
from mostek.rules.loading import rulebook

PATIENCE: int = rulebook("pfs").order.absence.value
"""For how long in a whole game the clock of a player waits until the position arrives: as long as somebody may be away from
the board before that is reported (PFS-6.4e). In milliseconds."""


class Clockwork:
    """What the server knows of the time of one game beside the record."""

    __slots__ = ("_delivery", "_gave_transit", "_quotas")

    def __init__(self) -> None:
        self._delivery: Delivery | None = None
        self._quotas: dict[Seat, Quota] = {}
        self._gave_transit = False

    def watch(self, seat: Seat, number: int, arrived: int | None = None, used: int = 0, is_away: bool = False) -> None:
        """A player's time has begun to run; it waits until that number of the player's stream has arrived.

        `used` is what the player has used of it before a stop of the server; `is_away`, that no page of theirs is open.
        """
        self._delivery = Delivery(seat, number, arrived, used, is_away)
        self._gave_transit = False
        if seat in self._quotas:
            self._quotas[seat].renew()

    def acknowledge(self, seat: Seat, number: int, now: int) -> bool:
        """A player's stream has arrived; whether a clock begins to run by it."""
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

    def credit(self, table: Table, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
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

    def outage(self, table: Table, stopped: int, at: int) -> Seat | None:
        """Credit the time in which no server ran; whose clock was running."""
        clock = table.game.clock
        if clock is None or clock.running is None:
            return None
        _give(table, clock.running, at - max(stopped, clock.since, table.game.now), CreditReason.OUTAGE, at)
        return clock.running

    def look(self, table: Table, at: int, mover: Seat | None = None, lag: int | None = None) -> None:
        """Credit what is due, then let whatever time has run out by then take its consequences.

        If that starts another player's clock in the past, nobody has heard of it yet.
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
    return max(0, PATIENCE - game.credited.get(seat, 0))


def is_overdue(game: Game, at: int) -> bool:
    """Whether a time has run out by then, if nothing is credited."""
    late = lateness_ends_at(game)
    return (game.clock is not None and game.clock.overdue(Millis(at)) is not None) or (late is not None and at >= late)


def _give(table: Table, seat: Seat, millis: int, why: CreditReason, at: int) -> None:
    """Credit no more than has run on the clock since it was started or last credited."""
    clock = table.game.clock
    millis = min(millis, at - clock.since) if clock else 0
    if millis > 0:
        table.carry_out(CreditTime(seat=seat, millis=millis, why=why, by=Role.HOST, at=at))
