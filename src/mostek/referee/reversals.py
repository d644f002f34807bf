"""Taking rulings back: as long as nothing has been done since that rests on them. Later only a new ruling helps."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.referee import measures as m
from mostek.referee import orders, timing
from mostek.referee.commands import StopReason
from mostek.referee.course import Course
from mostek.referee.events import ClockSet, GameReopened, TurnReopened
from mostek.referee.phases import Challenged, Laid, Over, Thinking
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Made


def lateness(course: Course, made: Made) -> Refused | None:
    """Why a ruling can no longer be taken back, if so."""
    match made.ruling.measure:
        case m.Settle() | m.Warn() | m.Deduct() | m.SettleScore():
            return None
        case m.AdjustClock(seat=seat):
            return orders.clock_fault(course, m.AdjustClock(seat, -made.change))
        case m.CorrectTiles() as measure:
            return _tiles_fault(course, made, measure)
        case m.ForcePass():
            return None if _is_fresh_pass(course, made) else _too_late(course)
        case m.ExcludeFromGame() | m.ExcludeFromEvent():
            return None if _is_open_forfeit(course) else _too_late(course)
        case m.RepeatMove() | m.TidyTiles() | m.LiftLock():
            return _too_late(course)


def _too_late(course: Course) -> Refused:
    return course.refuse(Reason.RULING_TOO_LATE)


def _tiles_fault(course: Course, made: Made, measure: m.CorrectTiles) -> Refused | None:
    """The tiles must still lie there as they were corrected, and be able to be what they were taken for."""
    board = course.game.board
    lie_so = all(board[square] == tile for square, tile in measure.tiles.tiles.items())
    if made.was is None or not lie_so:
        return _too_late(course)
    return orders.tiles_fault(course, measure, made.was)


def _is_fresh_pass(course: Course, made: Made) -> bool:
    """Whether the pass that was forced is the last turn, and the next player has begun nothing but to appeal."""
    game, phase = course.game, course.game.phase
    untouched = isinstance(phase, Thinking) and phase == Thinking(phase.seat)
    appealed = game.interruption is None or game.interruption.reason is StopReason.ARBITER
    return untouched and appealed and len(game.turns) == made.turns + 1


def _is_open_forfeit(course: Course) -> bool:
    """Whether the game can go on: the slip is not handed in, and the seed that tells the bag is not published."""
    phase = course.game.phase
    assert isinstance(phase, Over)
    return phase.slip.handed_in is None and course.game.seed is None


def undo(course: Course, made: Made, clause: str) -> None:
    """Put the game back to where it was; points and times have been put back already."""
    match made.ruling.measure:
        case m.CorrectTiles():
            _read_again(course)
        case m.ForcePass(seat=seat):
            _give_turn_back(course, seat, clause)
        case m.ExcludeFromGame() | m.ExcludeFromEvent():
            course.happen(GameReopened())
            if isinstance(course.game.phase, Thinking):
                timing.run(course, course.game.phase.seat)
        case _:
            pass


def _read_again(course: Course) -> None:
    phase = course.game.phase
    if isinstance(phase, Laid | Challenged):
        orders.reread(course, phase if isinstance(phase, Laid) else phase.laid)


def _give_turn_back(course: Course, seat: Seat, clause: str) -> None:
    """The player thinks on with what was left; the time that the next one has lost meanwhile is given back."""
    timing.stop(course)
    game, thinker = course.game, course.game.on_turn
    if game.clock is not None and thinker is not None:
        course.happen(ClockSet(thinker, game.turn_left[thinker], clause))
    course.happen(TurnReopened(seat, game.passes - 1, game.idle - 1))
    timing.run(course, seat)
