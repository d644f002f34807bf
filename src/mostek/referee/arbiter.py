"""The arbiter: calls, rulings with their clause, what a ruling orders, and how it is reversed."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.moves import Placement
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee import commands as c
from mostek.referee import endings, placements, records, turns
from mostek.referee import events as e
from mostek.referee import state as s
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import ANY_REASON, ARBITER, CommandRule, Probe, can_call, plain
from mostek.rules.loading import clauses, rulebook
from mostek.rules.rulebook import Authority, ClockMode, Discretion, Ruling


@CommandRule(c.CallArbiter, when=can_call, reads=("arbiter",), probes=plain(c.CallArbiter))
def call_arbiter(course: Course, command: c.CallArbiter) -> Refused | None:
    """Call the arbiter; a running clock is stopped (PFS-6.1a, PFS-4.4.2c).

    Any player may, at any time until the result is handed in; also when the opponent dawdles to think (PFS-6.6.3).
    """
    phase = course.game.phase
    if course.nobody_rules:
        return course.refuse(Reason.NO_ARBITER)
    waiting = course.game.interruption
    if waiting is not None and waiting.awaiting:
        return course.refuse(Reason.ARBITER_AWAITED)
    if isinstance(phase, s.Over) and phase.slip.handed_in is not None:
        return course.refuse(Reason.GAME_OVER)
    course.interrupt(command.seat, c.StopReason.ARBITER, course.ruling(Ruling.CALL), command.why)
    return None


def _rulings(game: s.Game, role: Role, clause: str) -> Iterator[Probe]:
    for seat in game.seats:
        for measure in _measures(game, seat):
            name = str(measure.__struct_config__.tag)
            yield name, c.Rule(clause=clause, measure=measure, reason=ANY_REASON, by=role)


def _measures(game: s.Game, seat: Seat) -> tuple[c.Measure, ...]:
    lying = next(iter(game.board.tiles()), None)
    return (
        c.Settle(),
        c.Warn(seat),
        c.Deduct(seat, 5),
        c.ExcludeFromGame(seat),
        c.ExcludeFromEvent(seat),
        c.ForcePass(seat),
        c.RepeatMove(seat),
        c.TidyTiles(seat),
        c.CorrectTiles(Placement(dict([lying]) if lying else {})),
        c.AdjustClock(seat, 1000),
        c.SettleScore(seat, game.scores[seat]),
        c.AcceptMove(seat),
        c.LiftLock(seat),
    )


@CommandRule(c.Rule, roles=ARBITER, undisturbed=True, beside=_rulings)
def rule(course: Course, command: c.Rule) -> Refused | None:
    """Rule: with a clause that exists (PFS-6.1b), and a reason where it is the one for all else (PFS-6.1c, 7.4)."""
    measure = command.measure
    refused = grounds_fault(course, command) or order_fault(course, measure, command.clause)
    if refused:
        return refused
    number = len(course.game.rulings) + 1
    course.happen(e.RulingMade(number, command.by, command.clause, measure, command.reason))
    carry_out(course, measure, command.clause)
    return None


def _reversals(game: s.Game, role: Role, clause: str) -> Iterator[Probe]:
    for number in (made.ruling.number for made in game.rulings):
        yield str(number), c.ReverseRuling(ruling=number, clause=clause, reason=ANY_REASON, by=role)


@CommandRule(c.ReverseRuling, roles=ARBITER, undisturbed=True, beside=_reversals)
def reverse_ruling(course: Course, command: c.ReverseRuling) -> Refused | None:
    """Take a ruling back, with a clause as well (PFS-6.1b); both stay in the record."""
    rulings = course.game.rulings
    if not 1 <= command.ruling <= len(rulings) or rulings[command.ruling - 1].reversed:
        return course.refuse(Reason.RULING_NOT_FOUND, number=command.ruling)
    made = rulings[command.ruling - 1]
    if refused := grounds_fault(course, command) or lateness(course, made):
        return refused
    course.happen(e.RulingReversed(command.ruling, command.by, command.clause, command.reason))
    undo(course, made, command.clause)
    return None


def grounds_fault(course: Course, command: c.Rule | c.ReverseRuling) -> Refused | None:
    """The refusal of a ruling for its clause or reason. A teacher or a jury always gives a reason (CHAL-9c)."""
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
    """The refusal of an order, if the arbiter cannot give it now."""
    seat = getattr(measure, "seat", None)
    if seat is not None and seat > len(course.game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=seat)
    match measure:
        case c.Settle():
            return _tidying_fault(course, clause)
        case c.Warn() | c.Deduct() | c.ExcludeFromGame() | c.ExcludeFromEvent():
            return _penalty_fault(course, measure, clause)
        case c.CorrectTiles(tiles=tiles):
            return tiles_fault(course, measure, tiles)
        case c.AdjustClock():
            return clock_fault(course, measure)
        case c.SettleScore():
            return None
        case c.ForcePass() | c.RepeatMove() | c.TidyTiles() | c.AcceptMove() | c.LiftLock():
            return None if _is_timely(course, measure) else impossible(course, measure)


def impossible(course: Course, measure: c.Measure) -> Refused:
    """The refusal of what cannot be ordered as the game stands."""
    return course.refuse(Reason.ORDER_NOT_POSSIBLE, order=measure.__struct_config__.tag)


def _tidying_fault(course: Course, clause: str) -> Refused | None:
    """The refusal of a ruling without an order, where the arbiter must have tiles straightened (PFS-4.1.3, T4)."""
    rule = course.book.order.untidy_tiles
    if rule.value is Discretion.MUST and clause == rule.clause and isinstance(course.game.phase, s.Laid):
        return course.refuse(Reason.TIDYING_DUE)
    return None


def _penalty_fault(
    course: Course, measure: c.Warn | c.Deduct | c.ExcludeFromGame | c.ExcludeFromEvent, cited: str
) -> Refused | None:
    """Penalties are the federation's (PFS-7.1); points go by its step, and from this game (PFS-7.1b, S34)."""
    order = course.book.order
    if not order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    if cited not in clauses(course.book.name):  # the general rules, on which a rulebook rests, know no penalty
        permits = course.book.permits
        return course.refuse(Reason.ORDER_NOT_POSSIBLE, permits.get("rule.deduct", permits["rule"]), order="penalty")
    if isinstance(measure, c.Deduct):
        step = order.penalty_step.value
        if measure.points <= 0 or measure.points % step:
            return course.refuse(Reason.PENALTY_STEP, points=measure.points, step=step)
    elif not isinstance(measure, c.Warn) and isinstance(course.game.phase, s.Over):
        return course.refuse(Reason.GAME_OVER)
    return None


def tiles_fault(course: Course, measure: c.Measure, tiles: Placement) -> Refused | None:
    """The refusal of a correction of tiles: the square is empty, or no such tile can be there (PFS-4.8.5)."""
    game = course.game
    lying = [tile for square in tiles.tiles if (tile := game.board[square]) is not None]
    unclear = game.venue is c.Venue.TABLE and not isinstance(game.phase, s.Inspecting | s.Over)
    if not unclear or not lying or len(lying) < len(tiles.tiles):
        return impossible(course, measure)
    letters = {tile.letter for tile in tiles.tiles.values()}
    possible = game.unseen() + Tiles(tile.face for tile in lying)
    absent = tiles.faces.missing_from(possible)
    if absent or not letters <= set(course.tile_set.alphabet.letters):
        return course.refuse(Reason.LETTER_IMPOSSIBLE, tiles=str(absent or tiles.faces))
    return None


def clock_fault(course: Course, measure: c.AdjustClock) -> Refused | None:
    """A clock is set to some time; a clock per turn, or one whose flag fell, cannot be set."""
    clock = course.game.clock
    if clock is None:
        return course.refuse(Reason.NO_CLOCK)
    done = isinstance(course.game.phase, s.Over | s.Settling) or course.game.flagged[measure.seat]
    spent = clock.left_at(measure.seat, course.now) + measure.millis <= 0
    if done or spent or course.book.clock.mode.value is ClockMode.PER_TURN:
        return impossible(course, measure)
    return None


def _is_timely(course: Course, measure: c.ForcePass | c.RepeatMove | c.TidyTiles | c.AcceptMove | c.LiftLock) -> bool:
    """Whether the turn of that player is where this can be done to it."""
    phase = course.game.phase
    if course.game.on_turn is not measure.seat:
        return False
    match measure:
        case c.ForcePass():
            return isinstance(phase, s.Thinking)
        case c.RepeatMove():
            begun = isinstance(phase, s.Thinking) and isinstance(phase.plan, s.Arranged | s.Exchanging)
            return begun or isinstance(phase, s.Laid | s.Challenged | s.Closing)
        case c.TidyTiles():
            return isinstance(phase, s.Laid)
        case c.AcceptMove():
            return isinstance(phase, s.Closing) or (isinstance(phase, s.Laid) and not phase.undeclared)
        case c.LiftLock():
            return isinstance(phase, s.Thinking) and phase.lock is not None


def carry_out(course: Course, measure: c.Measure, clause: str) -> None:
    """Carry out the order of a ruling."""
    match measure:
        case c.ForcePass(seat=seat):
            course.stop_clock()
            turns.force_pass(course, seat, e.Cause.ARBITER, clause)
        case c.RepeatMove(seat=seat):
            _repeat(course, seat, clause)
        case c.TidyTiles(seat=seat):
            course.stop_clock()
            course.happen(e.MoveReopened(seat, e.Lock.LAYOUT, clause))
            course.run_clock(seat)
        case c.AcceptMove():
            _accept(course)
        case c.CorrectTiles():
            _after_correction(course, clause)
        case c.ExcludeFromGame(seat=seat):
            endings.forfeit(course, (seat,), clause=clause)
        case c.ExcludeFromEvent(seat=seat):
            endings.forfeit(course, (seat,), excluded=(seat,), clause=clause)
        case _:
            pass


def _accept(course: Course) -> None:
    """The turn is written down although a player does not do it; a clock that ran for that stands (PFS-4.6.2)."""
    course.stop_clock()
    phase = course.game.phase
    if isinstance(phase, s.Laid):
        records.accept(course, phase)
    elif isinstance(phase, s.Closing):
        records.close(course, phase)


def _repeat(course: Course, seat: Seat, clause: str) -> None:
    """Board, rack and clock are as they were when the turn began, and the mover's time runs (PFS-4.8.2)."""
    course.stop_clock()
    course.happen(e.MoveTakenBack(seat, clause))
    if course.game.clock is not None:
        course.happen(e.ClockSet(seat, course.game.turn_left[seat], clause))
    course.run_clock(seat)


def _after_correction(course: Course, clause: str) -> None:
    """Read a move that awaits its record again; where the wording requires it, repeat it (PFS-4.8.2, 4.8.5, T10)."""
    rule = course.book.order.illegible_tile
    phase = course.game.phase
    if not isinstance(phase, s.Laid | s.Challenged):
        return
    laid = phase if isinstance(phase, s.Laid) else phase.laid
    reread(course, laid)
    if rule.value is Discretion.MUST and clause == rule.clause:
        _repeat(course, laid.seat, clause)


def reread(course: Course, laid: s.Laid) -> None:
    """Restate the words and the value of an unrecorded move, with its tiles and the board as they are read now."""
    before = course.game.board.take(laid.placement.tiles)
    value = placements.value_of(course, laid.placement, before)
    words = placements.scored_words(value)
    if (words, value.total) != (laid.words, laid.points):
        course.happen(e.MoveReread(laid.seat, words, value.total))


def lateness(course: Course, made: s.Made) -> Refused | None:
    """The refusal of a reversal that comes too late."""
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
        case c.RepeatMove() | c.TidyTiles() | c.AcceptMove() | c.LiftLock():
            return _too_late(course)


def _too_late(course: Course) -> Refused:
    return course.refuse(Reason.RULING_TOO_LATE)


def _tiles_fault(course: Course, made: s.Made, measure: c.CorrectTiles) -> Refused | None:
    """The tiles must still lie there as they were corrected, and be able to be what they were taken for."""
    board = course.game.board
    lie_so = all(board[square] == tile for square, tile in measure.tiles.tiles.items())
    if made.was is None or not lie_so:
        return _too_late(course)
    return tiles_fault(course, measure, made.was)


def _is_fresh_pass(course: Course, made: s.Made) -> bool:
    """Whether the pass that was forced is the last turn, and the next player has begun nothing but to appeal."""
    game, phase = course.game, course.game.phase
    untouched = isinstance(phase, s.Thinking) and phase == s.Thinking(phase.seat)
    appealed = game.interruption is None or game.interruption.reason is c.StopReason.ARBITER
    return untouched and appealed and len(game.turns) == made.turns + 1


def _is_open_forfeit(course: Course) -> bool:
    """Whether the game can go on: the slip is not handed in, and the seed that tells the bag is not published."""
    phase = course.game.phase
    assert isinstance(phase, s.Over)
    return phase.slip.handed_in is None and course.game.seed is None


def undo(course: Course, made: s.Made, clause: str) -> None:
    """Restore the game before the ruling; points and times are restored already."""
    match made.ruling.measure:
        case c.CorrectTiles():
            _read_again(course)
        case c.ForcePass(seat=seat):
            _give_turn_back(course, seat, clause)
        case c.ExcludeFromGame() | c.ExcludeFromEvent():
            course.happen(e.GameReopened())
            if isinstance(course.game.phase, s.Thinking):
                course.run_clock(course.game.phase.seat)
        case _:
            pass


def _read_again(course: Course) -> None:
    phase = course.game.phase
    if isinstance(phase, s.Laid | s.Challenged):
        reread(course, phase if isinstance(phase, s.Laid) else phase.laid)


def _give_turn_back(course: Course, seat: Seat, clause: str) -> None:
    """Give the turn back with the time that was left; the next player gets the time lost meanwhile."""
    course.stop_clock()
    game, thinker = course.game, course.game.on_turn
    if game.clock is not None and thinker is not None:
        course.happen(e.ClockSet(thinker, game.turn_left[thinker], clause))
    course.happen(e.TurnReopened(seat, game.passes - 1, game.idle - 1))
    course.run_clock(seat)
