"""Counting the tiles in the bag, and what third persons may point out."""

from __future__ import annotations

from mostek.referee import checks
from mostek.referee.commands import CountTiles, ReportIrregularity, StateCount, StopReason
from mostek.referee.course import Course
from mostek.referee.events import CountBegan, CountBrokenOff, CountStated, IrregularityReported
from mostek.referee.phases import Over
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import Ruling


def count_tiles(course: Course, command: CountTiles) -> Refused | None:
    """Begin to count the bag: while a clock runs, whosever it is (PFS-6.5.1, S45)."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if game.counting is not None:
        return course.refuse(Reason.COUNT_OPEN, seat=game.counting)
    if not _may_count(course):
        return course.refuse(Reason.CLOCK_STANDS, course.book.order.count_on_running_time.clause)
    course.happen(CountBegan(command.seat))
    return None


def _may_count(course: Course) -> bool:
    """Whether time is running, or was stopped for the count where the older wording of PFS-4.4.2d is in force (T5)."""
    game = course.game
    if not course.book.order.count_on_running_time.value or game.clock is None:
        return True
    stopped_for_it = game.interruption is not None and game.interruption.reason is StopReason.COUNTING
    return game.clock.running is not None or stopped_for_it


def state_count(course: Course, command: StateCount) -> Refused | None:
    """Tell how many tiles were counted; the event says how many there should be."""
    if course.game.counting is not command.seat:
        return course.refuse(Reason.NOT_COUNTING)
    if not 0 <= command.count <= checks.MOST_TILES:
        clause = course.book.order.count_on_running_time.clause
        return course.refuse(Reason.COUNT_IMPOSSIBLE, clause, count=command.count)
    course.happen(CountStated(command.seat, command.count, len(course.game.bag)))
    return None


def break_off(course: Course) -> None:
    """A move has ended: a count gives way to writing it down or checking it, and may be repeated later (PFS-6.5.2)."""
    if course.game.counting is not None:
        course.happen(CountBrokenOff(course.ruling(Ruling.COUNT_BROKEN_OFF)))


def report_irregularity(course: Course, command: ReportIrregularity) -> Refused | None:
    """Point an irregularity out as a third person, who may do nothing else (PFS-6.6.9).

    It changes nothing by itself: the players, or the arbiter, take the steps that they may take anyway.
    """
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    course.happen(IrregularityReported(command.what))
    return None
