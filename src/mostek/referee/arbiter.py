"""The arbiter: calls, rulings with their clause, what a ruling orders, and how it is reversed."""

from __future__ import annotations

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee import commands as c
from mostek.referee import endings, placements, timing, turns
from mostek.referee.commands import CallArbiter, ReverseRuling, Rule, StopReason, Venue
from mostek.referee.course import Course
from mostek.referee.events import (
    Cause,
    ClockSet,
    GameReopened,
    Lock,
    MoveReopened,
    MoveReread,
    MoveTakenBack,
    RulingMade,
    RulingReversed,
    TurnReopened,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import (
    Arranged,
    Challenged,
    Closing,
    Exchanging,
    Inspecting,
    Laid,
    Made,
    Over,
    Settling,
    Thinking,
)
from mostek.rules.loading import clauses, rulebook
from mostek.rules.rulebook import Authority, ClockMode, Discretion, Ruling


def call_arbiter(course: Course, command: CallArbiter) -> Refused | None:
    """Call the arbiter; a running clock is stopped (PFS-6.1a, PFS-4.4.2c).

    Any player may, at any time until the result is handed in; also when the opponent dawdles to think (PFS-6.6.3).
    """
    phase, authority = course.game.phase, course.book.order.authority
    if authority.value is Authority.NOBODY:
        return course.refuse(Reason.NO_ARBITER, authority.clause)
    if isinstance(phase, Over) and phase.slip.handed_in is not None:
        return course.refuse(Reason.GAME_OVER)
    timing.interrupt(course, command.seat, StopReason.ARBITER, course.ruling(Ruling.CALL), command.why)
    return None


def rule(course: Course, command: Rule) -> Refused | None:
    """Rule: with a clause that exists (PFS-6.1b), and a reason where it is the one for all else (PFS-6.1c, 7.4)."""
    measure = command.measure
    refused = grounds_fault(course, command) or order_fault(course, measure, command.clause)
    if refused:
        return refused
    number = len(course.game.rulings) + 1
    course.happen(RulingMade(number, command.by, command.clause, measure, command.reason))
    carry_out(course, measure, command.clause)
    return None


def reverse_ruling(course: Course, command: ReverseRuling) -> Refused | None:
    """Take a ruling back, with a clause as well (PFS-6.1b); both stay in the record."""
    rulings = course.game.rulings
    if not 1 <= command.ruling <= len(rulings) or rulings[command.ruling - 1].reversed:
        return course.refuse(Reason.RULING_NOT_FOUND, number=command.ruling)
    made = rulings[command.ruling - 1]
    if refused := grounds_fault(course, command) or lateness(course, made):
        return refused
    course.happen(RulingReversed(command.ruling, command.by, command.clause, command.reason))
    undo(course, made, command.clause)
    return None


def grounds_fault(course: Course, command: Rule | ReverseRuling) -> Refused | None:
    """What is wrong with the clause or the reason of a ruling. A teacher or a jury always says why (CHAL-9c)."""
    if not _is_known(course, command.clause):
        return course.refuse(Reason.CLAUSE_NOT_KNOWN, cited=command.clause)
    arbiter = course.book.order.authority.value is Authority.ARBITER
    needs_reason = not arbiter or command.clause == course.ruling(Ruling.UNCOVERED)
    if needs_reason and not command.reason.strip():
        return course.refuse(Reason.RULING_UNREASONED)
    return None


def _is_known(course: Course, cited: str) -> bool:
    """Whether the rulebook of the game, or one on which it rests, has the clause (PFS-0a)."""
    name = course.book.name
    while name:
        if cited in clauses(name):
            return True
        name = rulebook(name).base
    return False


def order_fault(course: Course, measure: c.Measure, clause: str) -> Refused | None:
    """Why this cannot be ordered now, if so."""
    seat = getattr(measure, "seat", None)
    if seat is not None and seat > len(course.game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=seat)
    match measure:
        case c.Settle():
            return _tidying_fault(course, clause)
        case c.Warn() | c.Deduct() | c.ExcludeFromGame() | c.ExcludeFromEvent():
            return _penalty_fault(course, measure)
        case c.CorrectTiles(tiles=tiles):
            return tiles_fault(course, measure, tiles)
        case c.AdjustClock():
            return clock_fault(course, measure)
        case c.SettleScore():
            return None
        case c.ForcePass() | c.RepeatMove() | c.TidyTiles() | c.LiftLock():
            return None if _is_timely(course, measure) else impossible(course, measure)


def impossible(course: Course, measure: c.Measure) -> Refused:
    """The refusal of what cannot be ordered as the game stands."""
    return course.refuse(Reason.ORDER_NOT_POSSIBLE, order=measure.__struct_config__.tag)


def _tidying_fault(course: Course, clause: str) -> Refused | None:
    """Where the arbiter must have tiles put straight, words alone are not enough (PFS-4.1.3, T4)."""
    rule = course.book.order.untidy_tiles
    if rule.value is Discretion.MUST and clause == rule.clause and isinstance(course.game.phase, Laid):
        return course.refuse(Reason.TIDYING_DUE)
    return None


def _penalty_fault(
    course: Course, measure: c.Warn | c.Deduct | c.ExcludeFromGame | c.ExcludeFromEvent
) -> Refused | None:
    """Penalties are the federation's (PFS-7.1); points go by its step, and from this game (PFS-7.1b, S34)."""
    order = course.book.order
    if not order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    if isinstance(measure, c.Deduct):
        step = order.penalty_step.value
        if measure.points <= 0 or measure.points % step:
            return course.refuse(Reason.PENALTY_STEP, points=measure.points, step=step)
    elif not isinstance(measure, c.Warn) and isinstance(course.game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    return None


def tiles_fault(course: Course, measure: c.Measure, tiles: Placement) -> Refused | None:
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


def clock_fault(course: Course, measure: c.AdjustClock) -> Refused | None:
    """Only a standing clock can be set, and to some time; a clock per turn, or one whose flag fell, cannot."""
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


def _is_timely(course: Course, measure: c.ForcePass | c.RepeatMove | c.TidyTiles | c.LiftLock) -> bool:
    """Whether the turn of that player is where this can be done to it."""
    phase = course.game.phase
    if course.game.on_turn is not measure.seat:
        return False
    match measure:
        case c.ForcePass():
            return isinstance(phase, Thinking)
        case c.RepeatMove():
            begun = isinstance(phase, Thinking) and isinstance(phase.plan, Arranged | Exchanging)
            return begun or isinstance(phase, Laid | Challenged | Closing)
        case c.TidyTiles():
            return isinstance(phase, Laid)
        case c.LiftLock():
            return isinstance(phase, Thinking) and phase.lock is not None


def carry_out(course: Course, measure: c.Measure, clause: str) -> None:
    """What follows from an order beyond the ruling itself."""
    match measure:
        case c.ForcePass(seat=seat):
            timing.stop(course)
            turns.force_pass(course, seat, Cause.ARBITER, clause)
        case c.RepeatMove(seat=seat):
            _repeat(course, seat, clause)
        case c.TidyTiles(seat=seat):
            timing.stop(course)
            course.happen(MoveReopened(seat, Lock.LAYOUT, clause))
            timing.run(course, seat)
        case c.CorrectTiles():
            _after_correction(course, clause)
        case c.ExcludeFromGame(seat=seat):
            endings.forfeit(course, (seat,), clause=clause)
        case c.ExcludeFromEvent(seat=seat):
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
    """Read a move that awaits its record again; where the wording requires it, repeat it (PFS-4.8.2, 4.8.5, T10)."""
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
    value = placements.value_of(course, laid.placement, before)
    words = placements.scored_words(value)
    if (words, value.total) != (laid.words, laid.points):
        course.happen(MoveReread(laid.seat, words, value.total))


def lateness(course: Course, made: Made) -> Refused | None:
    """Why a ruling can no longer be taken back, if so."""
    match made.ruling.measure:
        case c.Settle() | c.Warn() | c.Deduct() | c.SettleScore():
            return None
        case c.AdjustClock(seat=seat):
            return clock_fault(course, c.AdjustClock(seat, -made.change))
        case c.CorrectTiles() as measure:
            return _tiles_fault(course, made, measure)
        case c.ForcePass():
            return None if _is_fresh_pass(course, made) else _too_late(course)
        case c.ExcludeFromGame() | c.ExcludeFromEvent():
            return None if _is_open_forfeit(course) else _too_late(course)
        case c.RepeatMove() | c.TidyTiles() | c.LiftLock():
            return _too_late(course)


def _too_late(course: Course) -> Refused:
    return course.refuse(Reason.RULING_TOO_LATE)


def _tiles_fault(course: Course, made: Made, measure: c.CorrectTiles) -> Refused | None:
    """The tiles must still lie there as they were corrected, and be able to be what they were taken for."""
    board = course.game.board
    lie_so = all(board[square] == tile for square, tile in measure.tiles.tiles.items())
    if made.was is None or not lie_so:
        return _too_late(course)
    return tiles_fault(course, measure, made.was)


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
        case c.CorrectTiles():
            _read_again(course)
        case c.ForcePass(seat=seat):
            _give_turn_back(course, seat, clause)
        case c.ExcludeFromGame() | c.ExcludeFromEvent():
            course.happen(GameReopened())
            if isinstance(course.game.phase, Thinking):
                timing.run(course, course.game.phase.seat)
        case _:
            pass


def _read_again(course: Course) -> None:
    phase = course.game.phase
    if isinstance(phase, Laid | Challenged):
        reread(course, phase if isinstance(phase, Laid) else phase.laid)


def _give_turn_back(course: Course, seat: Seat, clause: str) -> None:
    """The player thinks on with what was left; the time that the next one has lost meanwhile is given back."""
    timing.stop(course)
    game, thinker = course.game, course.game.on_turn
    if game.clock is not None and thinker is not None:
        course.happen(ClockSet(thinker, game.turn_left[thinker], clause))
    course.happen(TurnReopened(seat, game.passes - 1, game.idle - 1))
    timing.run(course, seat)
