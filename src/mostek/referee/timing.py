"""Time and turns: whose time runs, what follows when it is up, and who is next."""

from __future__ import annotations

from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.core.result import Ending
from mostek.referee import draws, endings, presence
from mostek.referee.commands import CheckTime, CreditTime, StopReason
from mostek.referee.course import Course
from mostek.referee.events import (
    Cause,
    ClockStarted,
    ClockStopped,
    FlagFell,
    GameStarted,
    PlayInterrupted,
    SoloBegan,
    TimeCredited,
    TurnOpened,
    TurnPassed,
    TurnTimeExceeded,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Inspecting, Laid, Over, Settling, Thinking, Waiting
from mostek.rules.rulebook import ClockMode, Debt, NextClock, Ruling, Timeout

OF_THE_SERVER = (CheckTime, CreditTime)
"""What is said of time itself: it is judged before a flag falls, and what follows is dated by it."""


def interrupt(course: Course, seat: Seat, reason: StopReason, clause: str, why: str = "") -> None:
    """Play stands still until `seat` starts the clock again, which is stopped if it runs."""
    game = course.game
    running = game.clock.running if game.clock else None
    if running is None and game.interruption is not None:
        running = game.interruption.running  # whose time is still to run on after an earlier one
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
    course.now = clock.runs_out_at() or course.now
    if isinstance(course.game.phase, Waiting):
        presence.late_flag(course, seat)
    elif course.book.clock.mode.value is ClockMode.PER_TURN:
        course.happen(TurnTimeExceeded(seat, course.now, course.book.clock.timeout.clause))
        force_pass(course, seat)
    else:
        flag(course, seat)
    return None


def credit_time(course: Course, command: CreditTime) -> Refused | None:
    """Give a player time back that did not serve the moves, for which the time is (PFS-1.2a, OPEN-time-4, CHAL-4a).

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


def flag(course: Course, seat: Seat) -> None:
    """A player's time for the game is up: an unfinished move is void (PFS-6.2.2), and the others play on.

    Somebody whose time ran while another was on turn keeps the right to challenge that move (PFS-6.2.3, S69).
    """
    course.happen(FlagFell(seat, course.now, course.ruling(Ruling.FLAG)))
    pass_if_flagged(course)
    _go_solo(course, seat)


def pass_if_flagged(course: Course) -> None:
    """If the player on turn has no time, the turn is passed, and with nobody's time left the game ends (PFS-5.1.1c)."""
    phase = course.game.phase
    if not isinstance(phase, Thinking) or not course.game.flagged[phase.seat]:
        return
    if all(course.game.flagged):
        course.happen(TurnPassed(phase.seat, Cause.TIME, course.ruling(Ruling.TIME)))
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
    else:
        force_pass(course, phase.seat)


def _go_solo(course: Course, flagged: Seat) -> None:
    """The other plays on alone, and the count of passes begins anew (S26)."""
    if course.game.flagged[flagged] and course.book.clock.timeout.value is Timeout.SOLO and not course.game.solo:
        course.happen(SoloBegan(course.game.players.next(flagged), course.book.clock.timeout.clause))


def force_pass(course: Course, seat: Seat, cause: Cause = Cause.TIME, clause: str | None = None) -> None:
    """The turn is passed because its time is up or the arbiter says so (PFS-3.4.4, S15)."""
    course.happen(TurnPassed(seat, cause, clause or course.ruling(Ruling.TIME)))
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
    if game.on_turn is not seat:
        return _not_on_turn(course, seat)
    if not isinstance(game.phase, Thinking):
        return course.refuse(Reason.NOT_THINKING)
    if game.interruption is not None and game.interruption.reason in (StopReason.DUTY, StopReason.COUNTING):
        return course.refuse(Reason.CLOCK_STANDS)
    due = owed(course, seat)
    if due and course.book.order.debt.value is Debt.MUST_DRAW:
        return course.refuse(Reason.TILES_OWED, count=due)
    return demanded_draw(course, seat)


def _not_on_turn(course: Course, seat: Seat) -> Refused:
    """By the federation's order the opponent's move is dealt with before the own one (PFS-4.4.3, 4.6.2)."""
    phase = course.game.phase
    if course.book.order.procedures.value:
        if isinstance(phase, Laid) and seat not in phase.records:
            return course.refuse(Reason.MOVE_NOT_RECORDED)
        if isinstance(phase, Thinking) and phase.announced is not None:
            return course.refuse(Reason.CLOCK_RUNS)
    return course.refuse(Reason.NOT_ON_TURN, on_turn=course.game.on_turn)


def demanded_draw(course: Course, seat: Seat) -> Refused | None:
    """Why a player must draw first, if so: it was demanded, or the player was away (PFS-4.10.5a, 6.4d)."""
    clause, due = course.game.must_draw.get(seat), owed(course, seat)
    return course.refuse(Reason.TILES_OWED, clause, count=due) if clause and due else None


def draw_on_return(course: Course, seat: Seat) -> Refused | None:
    """Who has come back draws before checking or recording (PFS-6.4d); a demand only binds before the next move (4.10.5a)."""
    returned = course.game.must_draw.get(seat) == course.ruling(Ruling.DRAW_ON_RETURN)
    return demanded_draw(course, seat) if returned else None
