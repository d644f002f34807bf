"""Writing a move down: what closes it, and which value counts."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.core.players import Seat
from mostek.referee import challenges, exchanges, surplus, timing, turns
from mostek.referee.commands import RecordMove
from mostek.referee.course import Course
from mostek.referee.events import MoveAccepted, Recorded
from mostek.referee.phases import Arranged, Challenged, Closing, Laid, Over, Thinking, TurnKind
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import Recording


def record_move(course: Course, command: RecordMove) -> Refused | None:
    """Write down what has just been done."""
    if refused := timing.draw_on_return(course, command.seat):
        return refused
    match course.game.phase:
        case Thinking(plan=Arranged()) as thinking:
            return _record_running(course, command, thinking)
        case Laid() as laid:
            return _record_placement(course, command, laid)
        case Closing() as closing:
            return _record_closed(course, command, closing)
        case Challenged():
            return course.refuse(Reason.CHALLENGE_OPEN)
        case Over():
            return course.refuse(Reason.GAME_OVER)
        case _:
            return course.refuse(Reason.NOTHING_TO_RECORD)


def _record_running(course: Course, command: RecordMove, thinking: Thinking) -> Refused | None:
    """The mover may write down a move whose clock was forgotten; the opponent can only point it out (PFS-4.4.3)."""
    both = course.book.move.recording.value is Recording.BOTH
    if command.seat is not thinking.seat or not both:
        return course.refuse(Reason.CLOCK_RUNS)
    if thinking.announced is None:
        return course.refuse(Reason.NOTHING_TO_RECORD)
    if command.seat in thinking.records:
        return course.refuse(Reason.ALREADY_RECORDED)
    points = thinking.announced if command.points is None else command.points
    if refused := _wrong_value(course, points, thinking.announced):
        return refused
    course.happen(Recorded(command.seat, points))
    return None


def _record_placement(course: Course, command: RecordMove, laid: Laid) -> Refused | None:
    """The value may be written wrongly where the rulebook says so (PFS-4.7.3); the mover's record never closes a move."""
    both = course.book.move.recording.value is Recording.BOTH
    if command.seat in laid.records:
        return course.refuse(Reason.ALREADY_RECORDED)
    if not both and command.seat is laid.seat:
        return course.refuse(Reason.SCORER_ONLY)
    points = laid.points if command.points is None else command.points
    if refused := _wrong_value(course, points, laid.points):
        return refused
    course.happen(Recorded(command.seat, points))
    records = {**laid.records, command.seat: points}
    if not both or len(records) == len(course.game.seats):
        course.happen(MoveAccepted(laid.seat, credited(laid.points, records)))
        surplus.bag_dies(course)
        timing.close_turn(course, laid.seat)
    return None


def _wrong_value(course: Course, points: int, true: int) -> Refused | None:
    if points != true and not course.book.move.wrong_value_stands.value:
        return course.refuse(Reason.WRONG_VALUE, stated=points, true=true)
    return None


def credited(true: int, records: Mapping[Seat, int]) -> int:
    """The points that count: an error in one record only never prevails (PFS-4.6.3); the same figure in all stands."""
    written = set(records.values())
    return written.pop() if len(written) == 1 else true


def _record_closed(course: Course, command: RecordMove, closing: Closing) -> Refused | None:
    if command.seat in closing.recorded:
        return course.refuse(Reason.ALREADY_RECORDED)
    course.happen(Recorded(command.seat, 0))
    recorded = closing.recorded | {command.seat}
    if course.book.move.recording.value is not Recording.BOTH or len(recorded) == len(course.game.seats):
        _close(course, closing)
    return None


def _close(course: Course, closing: Closing) -> None:
    match closing.kind:
        case TurnKind.EXCHANGE:
            exchanges.close_exchange(course, closing.seat)
        case TurnKind.PASS:
            turns.close_pass(course, closing.seat)
        case _:
            challenges.close_loss(course, closing)
