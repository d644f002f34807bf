"""Putting the score of a turn right, within its window."""

from __future__ import annotations

from mostek.referee.commands import CorrectScore
from mostek.referee.course import Course
from mostek.referee.events import CorrectionAsked, ScoreCorrected
from mostek.referee.phases import Over, Turn, TurnKind
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Ruling, ScoreWindow

_MOVES = (TurnKind.PLACEMENT, TurnKind.EXCHANGE, TurnKind.PASS)
"""What can be accepted as a player's next move; a lost turn is none."""


def correct_score(course: Course, command: CorrectScore) -> Refused | None:
    """Put the points of a turn right (PFS-4.6.3, T7): the tiles say what is right, a player only when it is still time.

    An error in one player's record only needs no correction: the right figure counts from the beginning.
    """
    turns = course.game.turns
    if not 1 <= command.turn <= len(turns):
        return course.refuse(Reason.TURN_NOT_FOUND, turn=command.turn)
    row = turns[command.turn - 1]
    if refused := _figure_fault(course, row, command.points) or _window_fault(course, row):
        return refused
    if course.book.order.score_window.value is ScoreWindow.CLOCK_STOPPED:
        course.happen(CorrectionAsked(command.seat, command.turn, command.points))
        if {asked.seat for asked in course.game.asked} != set(course.game.seats):
            return None
    course.happen(ScoreCorrected(command.turn, command.points, course.ruling(Ruling.SCORE_CORRECTED)))
    return None


def _figure_fault(course: Course, row: Turn, points: int) -> Refused | None:
    if row.kind is not TurnKind.PLACEMENT or row.points == row.true:
        return course.refuse(Reason.NOTHING_TO_CORRECT)
    if points != row.true:
        return course.refuse(Reason.WRONG_VALUE, course.ruling(Ruling.SCORE_CORRECTED), stated=points, true=row.true)
    return None


def _window_fault(course: Course, row: Turn) -> Refused | None:
    """Whether it is too late: then the arbiter settles the score before the signatures, and nobody after them (PFS-4.6.4)."""
    game, order = course.game, course.book.order
    if isinstance(game.phase, Over) and len(game.phase.slip.signed) == len(game.seats):
        return course.refuse(Reason.VALUE_FINAL, order.slip_window.clause)
    if order.score_window.value is ScoreWindow.CLOCK_STOPPED:
        if game.clock is not None and game.clock.running is not None:
            return course.refuse(Reason.CLOCK_RUNS, order.score_window.clause)
    elif _has_moved_since(game, row):
        return course.refuse(Reason.VALUE_FINAL)
    return None


def _has_moved_since(game: Game, row: Turn) -> bool:
    """Whether a full round has passed: the next move of the same player has been accepted."""
    return any(turn.seat is row.seat and turn.kind in _MOVES for turn in game.turns[row.number :])
