"""Records: closing a move, the value that counts, corrections of a score, and stated racks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from mostek.core.clock import Millis
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee import challenges, endings, moves, surplus, turns
from mostek.referee.commands import CorrectScore, RecordMove, StateRack
from mostek.referee.course import Course
from mostek.referee.events import CorrectionAsked, MoveAccepted, RackStated, Recorded, ScoreCorrected
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import CommandRule, Probe, plain
from mostek.referee.state import Arranged, Challenged, Closing, Game, Laid, Over, Settling, Thinking, Turn, TurnKind
from mostek.rules.rulebook import AfterFlag, Recording, Rulebook, Ruling, ScoreWindow


def _records(game: Game, seat: Seat, book: Rulebook) -> bool:
    match game.phase:
        case Thinking(seat=mover, announced=announced):
            return mover is seat and announced is not None
        case Laid(seat=mover, records=written):
            return seat not in written or seat in (mover, game.scorer)
        case _:
            return True


@CommandRule(
    RecordMove,
    phases=(Thinking, Laid, Closing),
    when=_records,
    reads=("racks", "bag", "flagged", "scorer", "arbiter", "overdue"),
    probes=plain(RecordMove),
)
def record_move(course: Course, command: RecordMove) -> Refused | None:
    """Record the move, exchange, pass or lost turn."""
    if refused := turns.draw_on_return(course, command.seat):
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
    overdue = is_overdue(course, laid) and command.seat in (laid.seat, course.game.scorer)
    if command.seat in laid.records:
        if not overdue:
            kept_open = laid.flagged is not None and command.seat is laid.seat
            clause = course.book.challenge.after_flag.clause if kept_open else None
            return course.refuse(Reason.ALREADY_RECORDED, clause)
        accept(course, laid)
        return None
    if not _is_by_both(course) and command.seat is laid.seat and not overdue:
        return course.refuse(Reason.SCORER_ONLY)
    points = laid.points if command.points is None else command.points
    if refused := _wrong_value(course, points, laid.points):
        return refused
    course.happen(Recorded(command.seat, points))
    laid = replace(laid, records={**laid.records, command.seat: points})
    if overdue:
        accept(course, laid)
    else:
        accept_if_written(course, laid)
    return None


def _is_by_both(course: Course) -> bool:
    return course.book.move.recording.value is Recording.BOTH


def is_overdue(course: Course, laid: Laid) -> bool:
    """Whether the others have had their time to object to a move, so that the mover or the scorer may close it.

    Where both record and nobody rules, that is so once the opponent has no time left that could run (HOUSE-alone).
    """
    since = objections_since(course.book, laid)
    if since is None or course.now - since < course.book.move.record_wait.value:
        return False
    if not _is_by_both(course):
        return True
    spent = all(course.game.flagged[seat] for seat in unwritten(course, laid) - {laid.seat})
    return course.nobody_rules and spent and laid.seat in laid.records


def objections_since(book: Rulebook, laid: Laid) -> Millis | None:
    """When the time to object to a move began; `None` if it has no end.

    Who runs out of time keeps the right to check (PFS-6.2.3, S83).
    """
    after_flag = book.challenge.after_flag.value
    if after_flag is AfterFlag.UNTIL_WRITTEN and book.move.recording.value is Recording.BOTH:
        return None
    return laid.flagged if laid.flagged is not None and after_flag is AfterFlag.WINDOW else laid.since


def unwritten(course: Course, laid: Laid) -> set[Seat]:
    """The players whose record a move still needs: no single player shuts the window for all others (GEN-9a)."""
    needed = set(course.game.active) if _is_by_both(course) else set(course.game.active) - {laid.seat}
    return needed - laid.records.keys()


def accept_if_written(course: Course, laid: Laid) -> None:
    """Close a move once every record that it needs is there."""
    if not unwritten(course, laid):
        accept(course, laid)


def accept(course: Course, laid: Laid) -> None:
    """Close a move: it is accepted with the points that count."""
    course.happen(MoveAccepted(laid.seat, credited(laid.points, laid.records)))
    surplus.bag_dies(course)
    turns.close_turn(course, laid.seat)


def _wrong_value(course: Course, points: int, true: int) -> Refused | None:
    if points != true and not course.book.move.wrong_value_stands.value:
        return course.refuse(Reason.WRONG_VALUE, stated=points, true=true)
    return None


def credited(true: int, records: Mapping[Seat, int]) -> int:
    """The points that count: an error in only one record never counts (PFS-4.6.3); an equal figure in all records stands."""
    written = set(records.values())
    return written.pop() if len(written) == 1 else true


def _record_closed(course: Course, command: RecordMove, closing: Closing) -> Refused | None:
    if command.seat in closing.recorded:
        if not course.has_waited:
            return course.refuse(Reason.ALREADY_RECORDED)
        close(course, closing)
        return None
    course.happen(Recorded(command.seat, 0))
    close_if_written(course, replace(closing, recorded=closing.recorded | {command.seat}))
    return None


def close_if_written(course: Course, closing: Closing) -> None:
    """Close an exchange, a pass or a lost turn once it is written down."""
    if not _is_by_both(course) or closing.recorded >= set(course.game.active):
        close(course, closing)


def close(course: Course, closing: Closing) -> None:
    """An exchange, a pass or a lost turn counts."""
    match closing.kind:
        case TurnKind.EXCHANGE:
            moves.close_exchange(course, closing.seat)
        case TurnKind.PASS:
            moves.close_pass(course, closing.seat)
        case _:
            challenges.close_loss(course, closing)


_MOVES = (TurnKind.PLACEMENT, TurnKind.EXCHANGE, TurnKind.PASS)
"""What can be accepted as a player's next move; a lost turn is none."""


def _corrections(game: Game, seat: Seat) -> Iterator[Probe]:
    wrong = [turn for turn in game.turns if turn.points != turn.true]
    for turn in wrong or game.turns[-1:]:
        yield str(turn.number), CorrectScore(seat=seat, turn=turn.number, points=turn.true)


@CommandRule(CorrectScore, when=lambda game, seat, book: not game.turns.is_true, reads=("clock",), probes=_corrections)
def correct_score(course: Course, command: CorrectScore) -> Refused | None:
    """Put the points of a turn right, once all players ask for it while the clock stands (PFS-4.6.3, T7).

    The tiles say what is right. Under the newer wording it must still be time as well.
    An error in one player's record only needs no correction: the right figure counts from the beginning.
    """
    turns = course.game.turns
    if not 1 <= command.turn <= len(turns):
        return course.refuse(Reason.TURN_NOT_FOUND, turn=command.turn)
    row = turns[command.turn - 1]
    if refused := _figure_fault(course, row, command.points) or _window_fault(course, row):
        return refused
    course.happen(CorrectionAsked(command.seat, command.turn, command.points))
    if not {correction.seat for correction in course.game.asked} >= set(course.game.active):
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
    """Whether it is too late: then the arbiter settles the score, and only before the signatures (PFS-4.6.4)."""
    game, order = course.game, course.book.order
    if isinstance(game.phase, Over) and len(game.phase.slip.signed) == len(game.seats):
        return course.refuse(Reason.VALUE_FINAL, order.slip_window.clause)
    if game.clock is not None and game.clock.running is not None:
        return course.refuse(Reason.CLOCK_RUNS, order.score_window.clause)
    late = order.score_window.value is ScoreWindow.FULL_ROUND and _has_moved_since(game, row)
    return course.refuse(Reason.VALUE_FINAL) if late else None


def _has_moved_since(game: Game, row: Turn) -> bool:
    """Whether a full round has passed: the next move of the same player has been accepted."""
    return any(turn.seat is row.seat and turn.kind in _MOVES for turn in game.turns[row.number :])


def _has_unseen(game: Game, seat: Seat, book: Rulebook) -> bool:
    return bool(game.racks[seat].unseen)


def _had_unseen(game: Game, seat: Seat, book: Rulebook) -> bool:
    return any(turn.seat is seat and turn.rack.unseen for turn in game.turns)


def _whole_rack(game: Game, seat: Seat) -> Tiles:
    """A possible statement of a rack: its known tiles, filled up with unseen tiles."""
    rack = game.racks[seat]
    return rack.seen + Tiles(sorted(game.unseen())[: rack.unseen])


def _racks(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "now", StateRack(seat=seat, tiles=_whole_rack(game, seat))
    own = [turn for turn in game.turns if turn.seat is seat]
    if own:
        yield "before", StateRack(seat=seat, tiles=own[-1].rack, turn=own[-1].number)


@CommandRule(
    StateRack,
    roles=frozenset({Role.PLAYER, Role.ARBITER, Role.RECORDER}),
    undisturbed=True,
    when=lambda game, seat, book: _has_unseen(game, seat, book) or _had_unseen(game, seat, book),
    choices={"now": _has_unseen, "before": _had_unseen},
    probes=_racks,
    in_place=lambda game, seat, role: [("", StateRack(seat=seat, tiles=_whole_rack(game, seat), by=role))],
)
def state_rack(course: Course, command: StateRack) -> Refused | None:
    """Tell what lies on a rack, or lay on it before a turn (PFS-1.3.2a). What contradicts what is known is refused."""
    game = course.game
    if command.turn is not None:
        return _state_earlier(course, command, command.turn)
    rack = game.racks[command.seat]
    if not rack.unseen:
        return course.refuse(Reason.RACK_KNOWN)
    hidden = command.tiles.missing_from(rack.seen)
    wrong = len(command.tiles) != len(rack) or rack.seen.missing_from(command.tiles)
    if wrong or hidden.seen.missing_from(game.unseen()):
        return course.refuse(Reason.RACK_DIFFERS, count=len(rack), known=str(rack.seen))
    course.happen(RackStated(command.seat, command.tiles))
    if isinstance(course.game.phase, Settling):
        endings.settle(course, course.game.phase)
    return None


def _state_earlier(course: Course, command: StateRack, number: int) -> Refused | None:
    """The rack before a turn holds the same number of tiles as then, and its known tiles: the laid ones at least."""
    turns = course.game.turns
    if not 1 <= number <= len(turns) or turns[number - 1].seat is not command.seat:
        return course.refuse(Reason.TURN_NOT_FOUND, turn=number)
    row = turns[number - 1]
    if not row.rack.unseen:
        return course.refuse(Reason.RACK_KNOWN)
    known = row.rack.seen
    wrong = len(command.tiles) != len(row.rack) or known.missing_from(command.tiles)
    if wrong or command.tiles.seen.missing_from(course.game.tiles):
        return course.refuse(Reason.RACK_DIFFERS, count=len(row.rack), known=str(known))
    course.happen(RackStated(command.seat, command.tiles, number))
    return None
