"""Presence: late players, and players who leave the board."""

from __future__ import annotations

from mostek.core.clock import Clock, Millis
from mostek.core.players import Seat
from mostek.referee import endings
from mostek.referee import events as e
from mostek.referee.commands import Arrive, Check, LeaveBoard, ReturnToBoard, StartLateness
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import ARBITER, CommandRule, can_leave, plain
from mostek.referee.state import AwaitingPlayers, Game, Over, Thinking
from mostek.rules.rulebook import Ruling


def start_late_clock(course: Course, phase: AwaitingPlayers, clock: Clock) -> Refused | None:
    """Start the clock of the one player who is late (PFS-6.3.2a); the game has not begun by that (PFS-2.4d).

    The present player may, or the arbiter, who can demand it; with no player present, only the arbiter (PFS-6.3.3).
    """
    if clock.running is not None or phase.since is not None:
        return course.refuse(Reason.CLOCK_RUNS, course.ruling(Ruling.LATE_ARRIVAL))
    if len(phase.absent) != 1:
        return course.refuse(Reason.CLOCK_NOT_YOURS, course.ruling(Ruling.LATE_BOTH))
    course.run_clock(phase.absent[0])
    return None


@CommandRule(StartLateness, roles=ARBITER, beside=lambda game, role, clause: [("", StartLateness(by=role))])
def start_lateness(course: Course, command: StartLateness) -> Refused | None:
    """Start the time of all while no player is present: the arbiter does it (PFS-6.3.3)."""
    phase = course.game.phase
    if not isinstance(phase, AwaitingPlayers):
        return course.refuse(Reason.NOT_AWAITED)
    clause = course.ruling(Ruling.LATE_BOTH)
    if phase.since is not None:
        return course.refuse(Reason.CLOCK_RUNS, clause)
    if phase.absent != course.game.seats:
        return course.refuse(Reason.CLOCK_NOT_YOURS, clause)
    course.happen(e.LatenessBegan(course.now, clause))
    return None


@CommandRule(Arrive, undisturbed=True, phases=(AwaitingPlayers,), probes=plain(Arrive))
def arrive(course: Course, command: Arrive) -> Refused | None:
    """Come late and stop the clock (PFS-6.3.2b); the first of two starts the clock of the other by that (PFS-6.3.3)."""
    phase, seat = course.game.phase, command.seat
    if isinstance(phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if not isinstance(phase, AwaitingPlayers) or seat not in phase.absent:
        return course.refuse(Reason.NOT_AWAITED)
    if (moment := course.game.lateness_ends_at) is not None and course.now >= moment:
        return course.refuse(Reason.TIME_EXCEEDED, course.ruling(Ruling.LATE_FORFEIT), seat=seat)
    if phase.since is not None:
        _first_arrival(course, seat, phase.since)
        return None
    course.stop_clock()
    course.happen(e.Arrived(seat, course.now, course.ruling(Ruling.LATE_ARRIVAL)))
    if phase.absent == (seat,) and phase.starter is not None:
        course.happen(e.StarterChosen(phase.starter, course.ruling(Ruling.STARTER)))
    return None


def _first_arrival(course: Course, seat: Seat, since: Millis) -> None:
    """Take the past time from all players; then the time of the one who is still missing runs on (PFS-6.3.3)."""
    clause = course.ruling(Ruling.LATE_BOTH)
    assert course.game.clock is not None  # nobody is waited for without one
    for late, left in course.game.clock.left.items():
        course.happen(e.ClockSet(late, left - (course.now - since), clause))
    course.happen(e.Arrived(seat, course.now, clause))
    phase = course.game.phase
    if isinstance(phase, AwaitingPlayers) and len(phase.absent) == 1:
        course.run_clock(phase.absent[0])


def late_flag(course: Course, seat: Seat) -> None:
    """A player comes so late that the own time is up: the game is lost by forfeit (PFS-6.3.4a)."""
    clause = course.ruling(Ruling.LATE_FORFEIT)
    course.happen(e.FlagFell(seat, course.now, clause))
    endings.forfeit(course, (seat,), clause=clause)


def lateness_over(course: Course) -> bool:
    """Whether all players were absent the whole time; then all lose by forfeit, and none wins (PFS-6.3.4a, S31)."""
    moment = course.game.lateness_ends_at
    if moment is None or course.now < moment:
        return False
    clause = course.ruling(Ruling.LATE_FORFEIT)
    for seat in course.game.seats:
        course.happen(e.FlagFell(seat, moment, clause))
    endings.forfeit(course, course.game.seats, clause=clause)
    return True


@CommandRule(
    LeaveBoard,
    phases=(Thinking,),
    when=can_leave,
    reads=("racks", "clock", "confirmed", "last_move"),
    probes=plain(LeaveBoard),
)
def leave_board(course: Course, command: LeaveBoard) -> Refused | None:
    """Leave the board: at the moment that PFS-6.4b allows, with the consent of opponent or arbiter (PFS-6.4a)."""
    seat = command.seat
    if refused := leave_fault(course, seat):
        return refused
    if not any((other, Check.LEAVE) in course.game.confirmed for other in course.game.opponents_of(seat)):
        return course.refuse(Reason.LEAVE_NOT_AGREED)
    course.happen(e.LeftBoard(seat, course.now))
    return None


def leave_fault(course: Course, seat: Seat) -> Refused | None:
    """The refusal of leaving the board: it is allowed after a normal move, on the opponent's time, before drawing (PFS-6.4b)."""
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    game = course.game
    if not isinstance(game.phase, Thinking) or game.phase.seat is seat or seat in game.away:
        return course.refuse(Reason.LEAVE_NOT_NOW)
    runs = game.clock is None or game.clock.running is game.phase.seat
    return None if runs and _has_just_moved(game, seat) else course.refuse(Reason.LEAVE_NOT_NOW)


def _has_just_moved(game: Game, seat: Seat) -> bool:
    """Whether the last turn was a normal move of this player that stood, and no tile has been drawn since.

    The tiles of a move that did not stand are on the rack again.
    """
    last = game.turns[-1] if game.turns else None
    if last is None or last.seat is not seat or last.placement is None:
        return False
    return len(game.racks[seat]) <= len(last.rack) - len(last.placement.tiles)


@CommandRule(
    ReturnToBoard, undisturbed=True, when=lambda game, seat, book: seat in game.away, probes=plain(ReturnToBoard)
)
def return_to_board(course: Course, command: ReturnToBoard) -> Refused | None:
    """Come back: what is missing is drawn first, then the opponent's move is checked or recorded (PFS-6.4d)."""
    seat = command.seat
    if seat not in course.game.away:
        return course.refuse(Reason.NOT_AWAITED, course.ruling(Ruling.DRAW_ON_RETURN))
    course.happen(e.CameBack(seat, course.now))
    if course.owed(seat) and not isinstance(course.game.phase, Over):
        course.happen(e.DrawDemanded(seat, course.ruling(Ruling.DRAW_ON_RETURN)))
    return None


def absence_fault(course: Course, absent: Seat) -> Refused | None:
    """The refusal to start the clock of an absent player too early, counted from the departure (PFS-6.4e, S44)."""
    limit = course.book.order.absence.value
    gone = course.now - course.game.away[absent]
    return None if gone > limit else course.refuse(Reason.ABSENCE_TOO_SHORT, gone=gone, limit=limit)
