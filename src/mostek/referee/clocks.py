"""Commands at the clock: start and stop it, let a flag fall, give time back."""

from __future__ import annotations

from mostek.core.clock import Millis
from mostek.core.players import Role, Seat
from mostek.referee import arbiter, draws, placements, presence, surplus, turns
from mostek.referee import state as s
from mostek.referee.commands import CallArbiter, CheckTime, CreditTime, StartClock, StopClock, StopReason
from mostek.referee.course import Course
from mostek.referee.events import AbsenceReported, Lock, MoveReopened, RecordOverdue, TimeCredited, TurnTimeExceeded
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import (
    ARBITER,
    HOST,
    PLAYER,
    TURN,
    CommandRule,
    can_call,
    can_have_surplus,
    has_order,
    never,
    plain,
    plans,
)
from mostek.rules.rulebook import ClockMode, FirstClock, NextClock, Restart, Ruling


@CommandRule(
    StartClock,
    roles=PLAYER | ARBITER,
    when=lambda game, seat, book: game.clock is not None and game.clock.running is None,
    reads=("clock", "flagged", "racks", "confirmed", "arbiter", "overdue"),
    probes=plain(StartClock),
    in_place=lambda game, seat, role: [("", StartClock(seat=seat, by=role))],
)
def start_clock(course: Course, command: StartClock) -> Refused | None:
    """Start a player's clock; the phase of the game decides who may do it (PFS-4.9)."""
    game, seat = course.game, command.seat
    if game.clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if isinstance(game.phase, s.Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, s.AwaitingPlayers):
        return presence.start_late_clock(course, game.phase, game.clock)
    if command.by is not Role.PLAYER:
        return course.refuse(Reason.NOT_PERMITTED, role=command.by)
    if game.clock.running is not None:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    match game.phase:
        case s.Inspecting(seat=owner, chooser=chooser, drawn=drawn) if seat in (owner, chooser) and drawn is not None:
            if game.flagged[chooser]:
                return course.refuse(Reason.TIME_IS_UP)
            course.run_clock(chooser)
            return None
        case s.Inspecting():
            return course.refuse(Reason.TILES_BEING_INSPECTED)
        case _ if game.interruption is not None and game.interruption.running is not None:
            return _resume(course, game.interruption, game.interruption.running, seat)
        case s.Dealing(starter=starter):
            return _start_first(course, starter, seat)
        case s.HandingOver(seat=mover):
            if seat is not mover and not course.has_waited:
                return course.refuse(Reason.CLOCK_NOT_YOURS)
            turns.next_turn(course, mover)
            return None
        case s.Thinking(seat=mover, lock=lock) if lock is not None or course.book.clock.next.value is NextClock.BY_HAND:
            if lock is not None and seat is mover and not course.has_waited:
                return course.refuse(Reason.CLOCK_NOT_YOURS, course.ruling(Ruling.EXCHANGE_NOT_SHOWN))
            course.run_clock(mover)
            return None
        case s.Laid() as laid:
            return _hurry(course, laid) if seat is laid.seat else _reopen(course, laid)
        case s.Closing(kind=s.TurnKind.LOSS):
            return course.refuse(Reason.CLOCK_TOO_EARLY, course.ruling(Ruling.LOSS_WRITTEN))
        case _:
            return course.refuse(Reason.CLOCK_TOO_EARLY)


def _start_first(course: Course, starter: Seat, seat: Seat) -> Refused | None:
    """The opponent starts the starter's clock, once the starter has drawn a tile (PFS-2.4a)."""
    first = course.book.clock.first
    if first.value is not FirstClock.BY_OPPONENT:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    if seat is starter:
        return course.refuse(Reason.CLOCK_NOT_YOURS, first.clause)
    if not len(course.game.racks[starter]):
        return course.refuse(Reason.CLOCK_TOO_EARLY, first.clause)
    if refused := draws.beginning_fault(course):
        return refused
    turns.open_first_turn(course, starter)
    return None


def _resume(course: Course, waiting: s.Interruption, running: Seat, seat: Seat) -> Refused | None:
    """Restart the clock: the player with the surplus, or who called the arbiter, does this (PFS-4.9.2).

    If the player on turn called and forgot it, the opponent may (PFS-4.9.4); so may anybody after a wait, where nobody rules.
    """
    forgotten = waiting.reason is StopReason.ARBITER and waiting.seat is course.game.on_turn
    opponent_may = forgotten or course.has_waited or waiting.seat not in course.game.active
    if seat is not waiting.seat and not opponent_may:
        return course.refuse(Reason.CLOCK_NOT_YOURS, course.ruling(Ruling.RESTART))
    course.run_clock(running)
    return None


def _hurry(course: Course, laid: s.Laid) -> Refused | None:
    """Start the clock of an opponent who is slow to record (PFS-4.6.2), or absent for too long (PFS-6.4e)."""
    opponent = course.game.players.next(laid.seat)
    if not course.book.order.procedures.value:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    if course.game.flagged[opponent]:
        return course.refuse(Reason.TIME_IS_UP)
    if opponent in course.game.away:
        if refused := presence.absence_fault(course, opponent):
            return refused
        course.happen(AbsenceReported(opponent, course.ruling(Ruling.ABSENCE)))
    elif laid.announced is None:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    elif laid.seat not in laid.records:
        return course.refuse(Reason.MOVE_NOT_RECORDED)  # else the opponent would pay for the mover's own delay
    else:
        course.happen(RecordOverdue(opponent, course.ruling(Ruling.HURRIED)))
    course.run_clock(opponent)
    return None


def _reopen(course: Course, laid: s.Laid) -> Refused | None:
    """Start the clock of a mover who neither counts nor announces, and has declared no letter for a blank (PFS-4.5.3).

    Where 4.9.5 is read so, it is enough that the mover does not count (S82), before anyone has written or checked the move.
    """
    order, untouched = course.book.order, not (laid.records or laid.challenged or laid.claimed)
    is_due = laid.undeclared or (order.restart.value is Restart.SLOW_COUNT and untouched)
    if not order.procedures.value or laid.announced is not None or not is_due:
        return course.refuse(Reason.CLOCK_NOT_YOURS)
    ruling = Ruling.BLANK_UNDECLARED if laid.undeclared else Ruling.SLOW_COUNT
    course.happen(MoveReopened(laid.seat, Lock.LAYOUT, course.ruling(ruling)))
    course.run_clock(laid.seat)
    return None


@CommandRule(
    StopClock,
    roles=PLAYER | ARBITER,
    when=lambda game, seat, book: game.clock is not None and game.clock.running is not None,
    choices={
        StopReason.MOVE: plans,
        StopReason.SURPLUS: can_have_surplus,
        StopReason.ARBITER: can_call,
        StopReason.DUTY: has_order,
        StopReason.COUNTING: lambda game, seat, book: book.order.stop_for_counting.value,
        StopReason.BREAK: never,
        StopReason.OTHER: never,
    },
    by_hand=frozenset({StopReason.COUNTING}),
    reads=(*TURN, "set_aside", "arbiter"),
    probes=lambda game, seat: [(reason, StopClock(seat=seat, reason=reason)) for reason in StopReason],
    in_place=lambda game, seat, role: [
        (StopReason.ARBITER, StopClock(seat=seat, reason=StopReason.ARBITER, by=role)),
    ],
)
def stop_clock(course: Course, command: StopClock) -> Refused | None:
    """Stop the running clock, for one of the reasons that the rules know (PFS-4.4.2)."""
    game, seat = course.game, command.seat
    if game.clock is None or game.clock.running is None:
        return course.refuse(Reason.CLOCK_STANDS)
    match command.reason:
        case StopReason.MOVE:
            return placements.end_move(course, seat)
        case StopReason.ARBITER:
            return arbiter.call_arbiter(course, CallArbiter(seat=seat))
        case _ if command.by is not Role.PLAYER:
            return course.refuse(Reason.NOT_PERMITTED, role=command.by)
        case StopReason.SURPLUS if course.book.order.procedures.value:
            if not any(surplus.too_many(course, other) for other in game.seats):
                return course.refuse(Reason.STOP_NOT_ALLOWED, course.ruling(Ruling.SURPLUS_STOP))
            course.interrupt(seat, command.reason, course.ruling(Ruling.SURPLUS_STOP))
        case StopReason.DUTY if course.book.order.procedures.value:
            if seat not in game.officials:
                return course.refuse(Reason.NOT_AN_OFFICIAL)
            course.interrupt(seat, command.reason, course.ruling(Ruling.DUTY_STOP))
        case StopReason.COUNTING if course.book.order.stop_for_counting.value:
            course.interrupt(seat, command.reason, course.book.order.stop_for_counting.clause)
        case _:
            return course.refuse(Reason.STOP_NOT_ALLOWED)
    return None


@CommandRule(CheckTime, undisturbed=True, of_time=True)
def check_time(course: Course, command: CheckTime) -> Refused | None:
    """Apply a time-out, if there is one (PFS-6.2.1a, CHAL-4a)."""
    clock = course.game.clock
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if presence.lateness_over(course):
        return None
    seat = clock.overdue(course.now)
    if seat is None:
        left = clock.left_at(clock.running, course.now) if clock.running else None
        return course.refuse(Reason.TIME_LEFT, left=left)
    course.now = clock.runs_out_at() or course.now
    if isinstance(course.game.phase, s.AwaitingPlayers):
        presence.late_flag(course, seat)
    elif course.book.clock.mode.value is ClockMode.PER_TURN:
        course.happen(TurnTimeExceeded(seat, course.now, course.book.clock.timeout.clause))
        turns.force_pass(course, seat)
    else:
        turns.flag(course, seat)
    return None


@CommandRule(CreditTime, roles=HOST, undisturbed=True, of_time=True)
def credit_time(course: Course, command: CreditTime) -> Refused | None:
    """Credit a player time that could not serve the moves (PFS-1.2a, OPEN-time-4, CHAL-4a).

    It comes before the fall of a flag. Where it is not enough, the time runs out later, but before now: the credit is dated
    back to that moment, so that the flag can fall then.
    """
    clock, seat, millis = course.game.clock, command.seat, Millis(command.millis)
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if clock.running is not seat:
        return course.refuse(Reason.TIME_NOT_RUNNING, seat=seat)
    gone = course.now - clock.since
    if not 0 < millis <= gone:
        return course.refuse(Reason.CREDIT_TOO_LONG, millis=millis, gone=gone)
    runs_out = clock.credited(millis).runs_out_at()
    at = course.now if runs_out is None else min(course.now, runs_out)
    course.happen(TimeCredited(seat, at, millis, command.why))
    return None
