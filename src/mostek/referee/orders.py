"""What an arbiter orders: whether it can be done as the game stands, and what follows from it."""

from __future__ import annotations

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee import endings, timing, turns
from mostek.referee import measures as m
from mostek.referee.commands import Venue
from mostek.referee.course import Course
from mostek.referee.events import Cause, ClockSet, Lock, MoveReopened, MoveReread, MoveTakenBack
from mostek.referee.phases import Arranged, Challenged, Closing, Exchanging, Inspecting, Laid, Over, Settling, Thinking
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import ClockMode, Discretion


def order_fault(course: Course, measure: m.Measure, clause: str) -> Refused | None:
    """Why this cannot be ordered now, if so."""
    seat = getattr(measure, "seat", None)
    if seat is not None and seat > len(course.game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=seat)
    match measure:
        case m.Settle():
            return _tidying_fault(course, clause)
        case m.Warn() | m.Deduct() | m.ExcludeFromGame() | m.ExcludeFromEvent():
            return _penalty_fault(course, measure)
        case m.CorrectTiles(tiles=tiles):
            return tiles_fault(course, measure, tiles)
        case m.AdjustClock():
            return clock_fault(course, measure)
        case m.SettleScore():
            return None
        case m.ForcePass() | m.RepeatMove() | m.TidyTiles() | m.LiftLock():
            return None if _is_timely(course, measure) else impossible(course, measure)


def impossible(course: Course, measure: m.Measure) -> Refused:
    """The refusal of what cannot be ordered as the game stands."""
    return course.refuse(Reason.ORDER_NOT_POSSIBLE, order=measure.__struct_config__.tag)


def _tidying_fault(course: Course, clause: str) -> Refused | None:
    """Where the arbiter must have tiles put straight, words alone are not enough (PFS-4.1.3, T4)."""
    rule = course.book.order.untidy_tiles
    if rule.value is Discretion.MUST and clause == rule.clause and isinstance(course.game.phase, Laid):
        return course.refuse(Reason.TIDYING_DUE)
    return None


def _penalty_fault(
    course: Course, measure: m.Warn | m.Deduct | m.ExcludeFromGame | m.ExcludeFromEvent
) -> Refused | None:
    """Penalties are the federation's (PFS-7.1); points go by its step, and from this game (PFS-7.1b, S34)."""
    order = course.book.order
    if not order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    if isinstance(measure, m.Deduct):
        step = order.penalty_step.value
        if measure.points <= 0 or measure.points % step:
            return course.refuse(Reason.PENALTY_STEP, points=measure.points, step=step)
    elif not isinstance(measure, m.Warn) and isinstance(course.game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    return None


def tiles_fault(course: Course, measure: m.Measure, tiles: Placement) -> Refused | None:
    """Why tiles cannot be read so: none lies there, or no such tile can be there (PFS-4.8.5)."""
    game = course.game
    lying = [tile for square in tiles.tiles if (tile := game.board[square]) is not None]
    unclear = game.venue is Venue.TABLE and not isinstance(game.phase, Inspecting | Over)
    if not unclear or not lying or len(lying) < len(tiles.tiles):
        return impossible(course, measure)
    letters = {tile.letter for tile in tiles.tiles.values()}
    possible = game.unseen() + Tiles(tile.face for tile in lying)
    absent = tiles.faces.missing_from(possible)
    if absent or not letters <= set(course.tile_set.alphabet.letters):
        return course.refuse(Reason.LETTER_IMPOSSIBLE, tiles=str(absent or tiles.faces))
    return None


def clock_fault(course: Course, measure: m.AdjustClock) -> Refused | None:
    """Only a standing clock can be set, and to some time; one that each turn winds up anew, or whose flag fell, cannot."""
    clock = course.game.clock
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    if clock.running is measure.seat:
        return course.refuse(Reason.CLOCK_RUNS)
    done = isinstance(course.game.phase, Over | Settling) or course.game.flagged[measure.seat]
    spent = clock.left[measure.seat] + measure.millis <= 0
    if done or spent or course.book.clock.mode.value is ClockMode.PER_TURN:
        return impossible(course, measure)
    return None


def _is_timely(course: Course, measure: m.ForcePass | m.RepeatMove | m.TidyTiles | m.LiftLock) -> bool:
    """Whether the turn of that player is where this can be done to it."""
    phase = course.game.phase
    if course.game.on_turn is not measure.seat:
        return False
    match measure:
        case m.ForcePass():
            return isinstance(phase, Thinking)
        case m.RepeatMove():
            begun = isinstance(phase, Thinking) and isinstance(phase.plan, Arranged | Exchanging)
            return begun or isinstance(phase, Laid | Challenged | Closing)
        case m.TidyTiles():
            return isinstance(phase, Laid)
        case m.LiftLock():
            return isinstance(phase, Thinking) and phase.lock is not None


def carry_out(course: Course, measure: m.Measure, clause: str) -> None:
    """What follows from an order beyond the ruling itself."""
    match measure:
        case m.ForcePass(seat=seat):
            timing.stop(course)
            timing.force_pass(course, seat, Cause.ARBITER, clause)
        case m.RepeatMove(seat=seat):
            _repeat(course, seat, clause)
        case m.TidyTiles(seat=seat):
            timing.stop(course)
            course.happen(MoveReopened(seat, Lock.LAYOUT, clause))
            timing.run(course, seat)
        case m.CorrectTiles():
            _after_correction(course, clause)
        case m.ExcludeFromGame(seat=seat):
            endings.forfeit(course, (seat,), clause=clause)
        case m.ExcludeFromEvent(seat=seat):
            endings.forfeit(course, (seat,), excluded=(seat,), clause=clause)
        case _:
            pass


def _repeat(course: Course, seat: Seat, clause: str) -> None:
    """Board, rack and clock are as they were when the turn began, and the mover's time runs (PFS-4.8.2)."""
    timing.stop(course)
    course.happen(MoveTakenBack(seat, clause))
    if course.game.clock is not None:
        course.happen(ClockSet(seat, course.game.turn_left[seat], clause))
    timing.run(course, seat)


def _after_correction(course: Course, clause: str) -> None:
    """A move that awaits its record is read anew; where the wording says so, it is repeated (PFS-4.8.2, 4.8.5, T10)."""
    rule = course.book.order.illegible_tile
    phase = course.game.phase
    if not isinstance(phase, Laid | Challenged):
        return
    laid = phase if isinstance(phase, Laid) else phase.laid
    reread(course, laid)
    if rule.value is Discretion.MUST and clause == rule.clause:
        _repeat(course, laid.seat, clause)


def reread(course: Course, laid: Laid) -> None:
    """Tell the words and the value of a move that awaits its record, as its tiles and the board are read now."""
    before = course.game.board.take(laid.placement.tiles)
    value = turns.value_of(course, laid.placement, before)
    words = turns.scored_words(value)
    if (words, value.total) != (laid.words, laid.points):
        course.happen(MoveReread(laid.seat, words, value.total))
