"""Clocks: when they start and stop, and what follows when a time is up."""

from __future__ import annotations

from mostek.clock import Millis
from mostek.referee import endings
from mostek.referee.commands import CheckTime, StartClock
from mostek.referee.course import Course
from mostek.referee.events import (
    Cause,
    ClockStarted,
    ClockStopped,
    FlagFell,
    GameStarted,
    SoloBegan,
    TurnOpened,
    TurnPassed,
    TurnTimeExceeded,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Dealing, HandingOver, Over, Thinking
from mostek.results import Ending
from mostek.rules.rulebook import ClockMode, FirstClock, NextClock, Ruling, Timeout
from mostek.seats import Seat


def start_clock(course: Course, command: StartClock) -> Refused | None:
    """Press the clock: the opponent for the starter's first turn (PFS-2.4a), later the last mover (PFS-4.9.1)."""
    game, book = course.game, course.book
    if game.clock is None:
        return course.refuse(Reason.NO_CLOCK)
    match game.phase:
        case Dealing(starter=starter) if book.clock.first.value is FirstClock.BY_OPPONENT:
            if command.seat is starter:
                return course.refuse(Reason.CLOCK_NOT_YOURS, book.clock.first.clause)
            if not len(game.racks[starter]):
                return course.refuse(Reason.CLOCK_TOO_EARLY, book.clock.first.clause)
            open_first_turn(course, starter)
            return None
        case HandingOver(seat=seat):
            if command.seat is not seat:
                return course.refuse(Reason.CLOCK_NOT_YOURS)
            next_turn(course, seat)
            return None
        case _:
            return course.refuse(Reason.CLOCK_TOO_EARLY)


def open_first_turn(course: Course, starter: Seat) -> None:
    """The game has started: the starter's time runs and the set may not be touched any more (PFS-2.4c)."""
    course.happen(GameStarted())
    course.happen(TurnOpened(starter))
    run(course, starter)


def run(course: Course, seat: Seat) -> None:
    """Start a player's time, if the game has a clock; a clock per turn is wound up anew."""
    game = course.game
    if game.clock is not None:
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
    seat = course.game.players.next(after)
    while course.game.flagged[seat]:
        if course.book.clock.timeout.value is Timeout.FORCED_PASS:
            course.happen(TurnPassed(seat, Cause.TIME, course.ruling(Ruling.TIME)))
            if endings.ended_by_passes(course):
                return
        seat = course.game.players.next(seat)
    course.happen(TurnOpened(seat))
    waits = course.book.clock.next.value is NextClock.AFTER_REFILL and owed(course, after)
    if not waits:
        run(course, seat)


def owed(course: Course, seat: Seat) -> int:
    """How many tiles a player is still to draw up to a full rack; tiles set aside lie neither there nor in the bag."""
    game = course.game
    return max(0, min(course.book.move.rack_size.value - len(game.racks[seat]), len(game.bag)))


def check_time(course: Course, command: CheckTime) -> Refused | None:
    """Let a flag fall if a time has run out (PFS-6.2.1a, CHAL-4a)."""
    clock = course.game.clock
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    seat = clock.overdue(course.now)
    if seat is None:
        left = clock.left_at(clock.running, course.now) if clock.running else None
        return course.refuse(Reason.TIME_LEFT, left=left)
    moment = clock.runs_out_at() or course.now
    if course.book.clock.mode.value is ClockMode.PER_TURN:
        course.happen(TurnTimeExceeded(seat, moment, course.book.clock.timeout.clause))
        force_pass(course, seat, moment)
    else:
        flag(course, seat, moment)
    return None


def flag(course: Course, seat: Seat, moment: Millis) -> None:
    """A player's time for the game is up: an unfinished move is void (PFS-6.2.2), and the others play on."""
    course.happen(FlagFell(seat, moment, course.ruling(Ruling.FLAG)))
    if all(course.game.flagged):
        course.happen(TurnPassed(seat, Cause.TIME, course.ruling(Ruling.TIME)))
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
    else:
        force_pass(course, seat, moment)


def force_pass(course: Course, seat: Seat, moment: Millis) -> None:
    """The turn is passed because its time is up (PFS-3.4.4, S15); in solo play the count of passes begins anew (S26)."""
    course.happen(TurnPassed(seat, Cause.TIME, course.ruling(Ruling.TIME)))
    course.now = moment
    if course.game.flagged[seat] and course.book.clock.timeout.value is Timeout.SOLO:
        course.happen(SoloBegan(course.game.players.next(seat), course.book.clock.timeout.clause))
    if not endings.ended_by_passes(course):
        next_turn(course, seat)


def close_turn(course: Course, seat: Seat) -> None:
    """A turn is over: end the game, or let the next player think. In solo play nobody need press the clock (PFS-6.2.1b)."""
    if endings.ended(course, seat):
        return
    by_hand = course.book.clock.next.value is NextClock.BY_HAND and course.game.clock is not None
    if not by_hand or course.game.solo:
        next_turn(course, seat)


def is_thinking(course: Course, seat: Seat) -> Refused | None:
    """Why a player may not use the turn now, if so."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if game.flagged[seat]:
        return course.refuse(Reason.TIME_IS_UP)
    if game.on_turn is not seat:
        return course.refuse(Reason.NOT_ON_TURN, on_turn=game.on_turn)
    if not isinstance(game.phase, Thinking):
        return course.refuse(Reason.NOT_THINKING)
    if due := owed(course, seat):
        return course.refuse(Reason.TILES_OWED, count=due)
    return None
