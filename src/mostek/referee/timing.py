"""Clocks: when they start and stop, and what follows when a time is up."""

from __future__ import annotations

from mostek.clock import Millis
from mostek.referee import arbiter, checks, draws, endings, presence, surplus, turns
from mostek.referee.commands import CallArbiter, CheckTime, StartClock, StopClock, StopReason
from mostek.referee.course import Course
from mostek.referee.events import (
    AbsenceReported,
    Cause,
    ClockStarted,
    ClockStopped,
    FlagFell,
    GameStarted,
    Lock,
    MoveReopened,
    PlayInterrupted,
    RecordOverdue,
    SoloBegan,
    TurnOpened,
    TurnPassed,
    TurnTimeExceeded,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Dealing, HandingOver, Inspecting, Interruption, Laid, Over, Settling, Thinking, Waiting
from mostek.results import Ending
from mostek.rules.rulebook import ClockMode, Debt, FirstClock, NextClock, Ruling, Timeout
from mostek.seats import Role, Seat


def start_clock(course: Course, command: StartClock) -> Refused | None:
    """Press the clock so that somebody's time runs: who may, depends on where the game stands (PFS-4.9)."""
    game, seat = course.game, command.seat
    if game.clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if isinstance(game.phase, Waiting):
        return presence.start_late_clock(course, command)
    if command.by is not Role.PLAYER:
        return course.refuse(Reason.NOT_PERMITTED, role=command.by)
    if game.clock.running is not None:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    match game.phase:
        case Inspecting(chooser=chooser, drawn=drawn) if seat is chooser and drawn is not None:
            if game.flagged[chooser]:
                return course.refuse(Reason.TIME_IS_UP)
            run(course, chooser)
            return None
        case Inspecting():
            return course.refuse(Reason.TILES_BEING_INSPECTED)
        case _ if game.interruption is not None:
            return _resume(course, game.interruption, seat)
        case Dealing(starter=starter):
            return _start_first(course, starter, seat)
        case HandingOver(seat=mover):
            if seat is not mover:
                return course.refuse(Reason.CLOCK_NOT_YOURS)
            next_turn(course, mover)
            return None
        case Thinking(seat=mover, lock=lock) if lock is not None or course.book.clock.next.value is NextClock.BY_HAND:
            if lock is not None and seat is mover:
                return course.refuse(Reason.CLOCK_NOT_YOURS, course.ruling(Ruling.EXCHANGE_NOT_SHOWN))
            run(course, mover)
            return None
        case Laid() as laid:
            return _hurry(course, laid) if seat is laid.seat else _reopen(course, laid)
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
    if refused := checks.missing(course):
        return refused
    open_first_turn(course, starter)
    return None


def _resume(course: Course, waiting: Interruption, seat: Seat) -> Refused | None:
    """Who had the surplus or called the arbiter starts the clock again (PFS-4.9.2).

    If the player on turn called and forgot it, the opponent may (PFS-4.9.4).
    """
    opponent_may = waiting.reason is StopReason.ARBITER and waiting.seat is course.game.on_turn
    if seat is not waiting.seat and not opponent_may:
        return course.refuse(Reason.CLOCK_NOT_YOURS, course.ruling(Ruling.RESTART))
    if waiting.running is None:
        return course.refuse(Reason.CLOCK_TOO_EARLY)
    run(course, waiting.running)
    return None


def _hurry(course: Course, laid: Laid) -> Refused | None:
    """Start the clock of an opponent who dawdles over the record (PFS-4.6.2), or stays away too long (PFS-6.4e)."""
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
    run(course, opponent)
    return None


def _reopen(course: Course, laid: Laid) -> Refused | None:
    """Start the clock of a mover who has declared no letter for a blank and neither counts nor announces (PFS-4.5.3)."""
    if not course.book.order.procedures.value or not laid.undeclared or laid.announced is not None:
        return course.refuse(Reason.CLOCK_NOT_YOURS)
    course.happen(MoveReopened(laid.seat, Lock.LAYOUT, course.ruling(Ruling.BLANK_UNDECLARED)))
    run(course, laid.seat)
    return None


def stop_clock(course: Course, command: StopClock) -> Refused | None:
    """Stop the running clock, for one of the reasons that the rules know (PFS-4.4.2)."""
    game, seat = course.game, command.seat
    if game.clock is None or game.clock.running is None:
        return course.refuse(Reason.CLOCK_STANDS)
    match command.reason:
        case StopReason.MOVE:
            return turns.end_move(course, seat)
        case StopReason.ARBITER:
            return arbiter.call_arbiter(course, CallArbiter(seat=seat))
        case StopReason.SURPLUS if course.book.order.procedures.value:
            if not any(surplus.too_many(course, other) for other in game.seats):
                return course.refuse(Reason.STOP_NOT_ALLOWED, course.ruling(Ruling.SURPLUS_STOP))
            interrupt(course, seat, command.reason, course.ruling(Ruling.SURPLUS_STOP))
        case StopReason.DUTY if course.book.order.procedures.value:
            clause = course.ruling(Ruling.DUTY_STOP)
            if seat not in game.officials:
                return course.refuse(Reason.NOT_AN_OFFICIAL, clause)
            interrupt(course, seat, command.reason, clause)
        case StopReason.COUNTING if course.book.order.stop_for_counting.value:
            interrupt(course, seat, command.reason, course.book.order.stop_for_counting.clause)
        case _:
            return course.refuse(Reason.STOP_NOT_ALLOWED)
    return None


def interrupt(course: Course, seat: Seat, reason: StopReason, clause: str, why: str = "") -> None:
    """Play stands still until `seat` starts the clock again, which is stopped if it runs."""
    running = course.game.clock.running if course.game.clock else None
    stop(course)
    course.happen(PlayInterrupted(seat, reason, running, clause, why))


def open_first_turn(course: Course, starter: Seat) -> None:
    """The game has started: the starter's time runs and the set may not be touched any more (PFS-2.4c)."""
    course.happen(GameStarted())
    course.happen(TurnOpened(starter))
    run(course, starter)


def run(course: Course, seat: Seat) -> None:
    """Start a player's time, if the game has a clock; a clock per turn is wound up anew."""
    game = course.game
    if game.clock is not None and game.clock.running is not seat:
        per_turn = course.book.clock.mode.value is ClockMode.PER_TURN
        left = game.turn_millis if per_turn and game.turn_millis is not None else game.clock.left[seat]
        course.happen(ClockStarted(seat, course.now, left))


def stop(course: Course) -> None:
    """Stop the time that runs, if any."""
    clock = course.game.clock
    if clock is not None and clock.running is not None:
        course.happen(ClockStopped(clock.running, course.now, clock.left_at(clock.running, course.now)))


def next_turn(course: Course, after: Seat) -> None:
    """Open the next turn. Players whose time for the game is up are passed over, by a forced pass or in silence (S14)."""
    if all(course.game.flagged):  # the last move was still to be recorded when the second time ran out (PFS-5.1.1c)
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
        return
    seat = course.game.players.next(after)
    while course.game.flagged[seat]:
        if course.book.clock.timeout.value is Timeout.FORCED_PASS:
            course.happen(TurnPassed(seat, Cause.TIME, course.ruling(Ruling.TIME)))
            if endings.ended_by_passes(course):
                return
        seat = course.game.players.next(seat)
    draws.end_waiting(course, seat)
    course.happen(TurnOpened(seat))
    waits = course.book.clock.next.value is NextClock.AFTER_REFILL and owed(course, after)
    if not waits:
        run(course, seat)


def owed(course: Course, seat: Seat) -> int:
    """How many tiles a player is still to draw up to a full rack; tiles set aside lie neither there nor in the bag."""
    game = course.game
    bag = 0 if game.bag_dead else len(game.bag)
    return max(0, min(course.book.move.rack_size.value - len(game.racks[seat]), bag))


def check_time(course: Course, command: CheckTime) -> Refused | None:
    """Let a flag fall if a time has run out (PFS-6.2.1a, CHAL-4a)."""
    clock = course.game.clock
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if presence.lateness_over(course):
        return None
    seat = clock.overdue(course.now)
    if seat is None:
        left = clock.left_at(clock.running, course.now) if clock.running else None
        return course.refuse(Reason.TIME_LEFT, left=left)
    moment = clock.runs_out_at() or course.now
    if isinstance(course.game.phase, Waiting):
        presence.late_flag(course, seat, moment)
    elif course.book.clock.mode.value is ClockMode.PER_TURN:
        course.happen(TurnTimeExceeded(seat, moment, course.book.clock.timeout.clause))
        force_pass(course, seat, moment)
    else:
        flag(course, seat, moment)
    return None


def flag(course: Course, seat: Seat, moment: Millis) -> None:
    """A player's time for the game is up: an unfinished move is void (PFS-6.2.2), and the others play on.

    Somebody whose time ran while another was on turn keeps the right to challenge that move (PFS-6.2.3, S69).
    """
    course.happen(FlagFell(seat, moment, course.ruling(Ruling.FLAG)))
    course.now = moment
    if not pass_if_flagged(course):
        _go_solo(course, seat)


def pass_if_flagged(course: Course) -> bool:
    """Whether the player on turn has no time: then the turn is passed, and with nobody's time left the game ends (PFS-5.1.1c)."""
    phase = course.game.phase
    if not isinstance(phase, Thinking) or not course.game.flagged[phase.seat]:
        return False
    if all(course.game.flagged):
        course.happen(TurnPassed(phase.seat, Cause.TIME, course.ruling(Ruling.TIME)))
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
    else:
        force_pass(course, phase.seat, course.now)
    return True


def _go_solo(course: Course, flagged: Seat) -> None:
    """The other plays on alone, and the count of passes begins anew (S26)."""
    if course.game.flagged[flagged] and course.book.clock.timeout.value is Timeout.SOLO and not course.game.solo:
        course.happen(SoloBegan(course.game.players.next(flagged), course.book.clock.timeout.clause))


def force_pass(
    course: Course, seat: Seat, moment: Millis, cause: Cause = Cause.TIME, clause: str | None = None
) -> None:
    """The turn is passed because its time is up or the arbiter says so (PFS-3.4.4, S15)."""
    course.happen(TurnPassed(seat, cause, clause or course.ruling(Ruling.TIME)))
    course.now = moment
    _go_solo(course, seat)
    if not endings.ended_by_passes(course):
        next_turn(course, seat)


def close_turn(course: Course, seat: Seat) -> None:
    """A turn is over: end the game, or let the next player think. In solo play nobody need press the clock (PFS-6.2.1b)."""
    if endings.ended(course, seat):
        return
    by_hand = course.book.clock.next.value is NextClock.BY_HAND and course.game.clock is not None
    runs = course.game.clock is not None and course.game.clock.running is not None
    if not by_hand or course.game.solo or runs:
        next_turn(course, seat)


def is_thinking(course: Course, seat: Seat) -> Refused | None:
    """Why a player may not use the turn now, if so."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, Settling):
        return course.refuse(Reason.RACKS_DUE)
    if isinstance(game.phase, Inspecting):
        return course.refuse(Reason.TILES_BEING_INSPECTED)
    if game.flagged[seat]:
        return course.refuse(Reason.TIME_IS_UP)
    if isinstance(game.phase, Laid) and game.phase.hurried and seat is not game.phase.seat:
        return course.refuse(Reason.MOVE_NOT_RECORDED)
    if game.on_turn is not seat:
        return course.refuse(Reason.NOT_ON_TURN, on_turn=game.on_turn)
    if not isinstance(game.phase, Thinking):
        return course.refuse(Reason.NOT_THINKING)
    if game.interruption is not None and game.interruption.reason in (StopReason.DUTY, StopReason.COUNTING):
        return course.refuse(Reason.CLOCK_STANDS)
    due = owed(course, seat)
    if due and course.book.order.debt.value is Debt.MUST_DRAW:
        return course.refuse(Reason.TILES_OWED, count=due)
    return demanded_draw(course, seat)


def demanded_draw(course: Course, seat: Seat) -> Refused | None:
    """Why a player must draw first, if so: it was demanded, or the player was away (PFS-4.10.5a, 6.4d)."""
    clause, due = course.game.must_draw.get(seat), owed(course, seat)
    return course.refuse(Reason.TILES_OWED, clause, count=due) if clause and due else None


def draw_on_return(course: Course, seat: Seat) -> Refused | None:
    """Who has come back draws before checking or recording (PFS-6.4d); a demand only binds before the next move (4.10.5a)."""
    returned = course.game.must_draw.get(seat) == course.ruling(Ruling.DRAW_ON_RETURN)
    return demanded_draw(course, seat) if returned else None
