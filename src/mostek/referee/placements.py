"""Placements: lay tiles, end the move, announce its value."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.board import Board, Square
from mostek.core.moves import (
    IMPOSSIBLE,
    Bingo,
    Placement,
    PlayFault,
    PlayScore,
    fault_names,
    faults,
    score,
    words_formed,
)
from mostek.core.players import Seat
from mostek.core.tiles import BACK, Tile, Tiles
from mostek.referee import challenges, exchanges, surplus, turns
from mostek.referee.challenges import DEAD_BLANK
from mostek.referee.commands import AnnounceValue, LayTiles, Venue
from mostek.referee.course import Course
from mostek.referee.events import (
    Lock,
    ScoredWord,
    TilesArranged,
    TilesLaid,
    ValueAnnounced,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import TURN, CommandRule, Probe, plans, thinks
from mostek.referee.state import Arranged, Challenged, Exchanging, Game, Laid, Passing, Thinking
from mostek.rules.rulebook import Faulty, Rulebook


def _one_tile(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    face = rack[0] if rack and rack[0] != BACK else "A"
    square = next((square for square in game.board.layout.squares() if game.board[square] is None), Square(0, 0))
    yield "", LayTiles(seat=seat, placement=Placement({square: Tile.read(face)}))


@CommandRule(LayTiles, phases=(Thinking,), when=thinks, reads=(*TURN, "steps"), probes=_one_tile)
def lay_tiles(course: Course, command: LayTiles) -> Refused | None:
    """Lay tiles; where laying is ending the move, that too. While the clock runs they may still be moved (PFS-4.4.1a)."""
    seat = command.seat
    if refused := turns.turn_fault(course, seat) or turns.lock_fault(course, (Lock.EXCHANGE_OR_PASS, Lock.LAYOUT)):
        return refused
    names = placement_faults(course, seat, command.placement)
    if refused := _refuses(course, names, may_be_undeclared=not course.game.steps.stop):
        return refused
    if course.game.steps.stop:
        _lay(course, seat, command.placement, names)
    else:
        course.happen(TilesArranged(seat, command.placement))
    return None


def placement_faults(course: Course, seat: Seat, placement: Placement) -> list[str]:
    """The names of all that is wrong with a placement, as the rulebook files and the events write them."""
    game = course.game
    found = faults(game.board, placement, _within_reach(game, seat), course.tile_set.alphabet)
    if len(placement.faces.missing_from(game.racks[seat].seen)) > game.racks[seat].unseen:
        found |= PlayFault.NOT_ON_RACK
    names = fault_names(found)
    if game.dead and not found & IMPOSSIBLE and _uses_dead_blank(course, placement):
        names.append(DEAD_BLANK)
    return names


def _within_reach(game: Game, seat: Seat) -> Tiles:
    """The tiles that may lie on a rack: the known ones, and for those face down all that have not been seen elsewhere."""
    rack = game.racks[seat]
    return rack.seen + game.unseen() if rack.unseen else rack


def _uses_dead_blank(course: Course, placement: Placement) -> bool:
    words = words_formed(course.game.board, placement)
    return any(square in course.game.dead for word in words for square in word.squares())


def older_tiles_used(game: Game) -> set[Square]:
    """The squares of tiles that lay there before the move that has ended and now are part of its words."""
    laid = game.phase.laid if isinstance(game.phase, Challenged) else game.phase
    if not isinstance(laid, Laid):
        return set()
    words = words_formed(game.board, laid.placement)
    return {square for word in words for square in word.squares()} - laid.placement.tiles.keys()


def lies_on_dead_blank(course: Course, laid: Laid) -> bool:
    """Whether a word of a move that lies on the board uses a dead blank."""
    return _uses_dead_blank(course, laid.placement)


def reread(course: Course, laid: Laid, blank: Placement) -> tuple[ScoredWord, ...]:
    """The words of a move that lies on the board when a blank is read otherwise (PFS-4.8.4c); their points are the same."""
    own = {square: blank.tiles.get(square, tile) for square, tile in laid.placement.tiles.items()}
    before = course.game.board.lay(blank.tiles).take(own)
    return scored_words(value_of(course, Placement(own), before))


def _refuses(course: Course, names: list[str], may_be_undeclared: bool) -> Refused | None:
    """A refusal of what cannot lie so at all (S19), or of any fault where the rulebook lets none stand."""
    impossible = fault_names(IMPOSSIBLE)
    if not may_be_undeclared:
        impossible.append("blank_undeclared")
    stands = course.book.move.faulty.value is not Faulty.REFUSED
    bad = [name for name in names if not stands or name in impossible]
    if may_be_undeclared:
        bad = [name for name in bad if name != "blank_undeclared"]
    if not bad:
        return None
    named = [{"fault": name, "clause": course.book.faults[name]} for name in names]
    return course.refuse(Reason.FAULTY_PLACEMENT, named[0]["clause"], faults=named)


def end_move(course: Course, seat: Seat) -> Refused | None:
    """End the move that has been prepared, by stopping the clock or, where none runs, by saying so (PFS-4.4.1)."""
    phase = course.game.phase
    if refused := turns.turn_fault(course, seat):
        return refused
    plan = phase.plan if isinstance(phase, Thinking) else None
    match plan:
        case Arranged(placement=placement):
            return _end_placement(course, seat, placement)
        case Exchanging():
            return exchanges.end_exchange(course, seat, plan)
        case Passing():
            exchanges.end_pass(course, seat)
            return None
        case None:
            return course.refuse(Reason.NOTHING_TO_END)


def _end_placement(course: Course, seat: Seat, placement: Placement) -> Refused | None:
    """At a table a blank may stay undeclared: then the opponent may start the mover's clock again (PFS-4.5.3)."""
    names = placement_faults(course, seat, placement)
    if refused := _refuses(course, names, may_be_undeclared=course.game.venue is Venue.TABLE):
        return refused
    _lay(course, seat, placement, names)
    return None


def _lay(course: Course, seat: Seat, placement: Placement, names: list[str]) -> None:
    value = value_of(course, placement)
    course.stop_clock()
    surplus.break_off_count(course)
    course.happen(TilesLaid(seat, placement, scored_words(value), value.total, tuple(names), course.now or None))
    lost = [name for name in names if name != "blank_undeclared"]
    if lost and course.book.move.faulty.value is Faulty.LOSES_TURN:
        challenges.withdraw_faulty(course, lost)


def value_of(course: Course, placement: Placement, board: Board | None = None) -> PlayScore:
    """The value of a placement by the rulebook in force, on the board as it lies or on another one (GEN-12a)."""
    rule = course.book.move
    bingo = Bingo(rule.bingo_tiles.value, rule.bingo_points.value)
    return score(board or course.game.board, placement, course.tile_set, bingo)


def scored_words(value: PlayScore) -> tuple[ScoredWord, ...]:
    """The words of a placement as an event states them."""
    return tuple(
        ScoredWord(str(item.word), item.word.start.written(item.word.direction), item.points) for item in value.words
    )


def _announces(game: Game, seat: Seat, book: Rulebook) -> bool:
    if isinstance(game.phase, Laid):
        return game.phase.seat is seat and game.phase.announced is None
    return plans(game, seat, book)


def _value(game: Game, seat: Seat) -> Iterator[Probe]:
    laid = game.phase.laid if isinstance(game.phase, Challenged) else game.phase
    yield "", AnnounceValue(seat=seat, points=laid.points if isinstance(laid, Laid) else 0)


@CommandRule(AnnounceValue, phases=(Thinking, Laid), when=_announces, reads=TURN, probes=_value)
def announce_value(course: Course, command: AnnounceValue) -> Refused | None:
    """Say the value of the own move aloud (PFS-3.2.1d). A wrong value is a fact too.

    Where no clock runs this ends the move (PFS-4.4.1b, 4.9.3); where one still runs, it has been forgotten (PFS-4.4.3).
    """
    phase, seat = course.game.phase, command.seat
    if isinstance(phase, Thinking) and phase.seat is seat and isinstance(phase.plan, Arranged):
        return _announce_arranged(course, command, phase.plan.placement)
    if not isinstance(phase, Laid) or phase.seat is not seat:
        return course.refuse(Reason.NOTHING_TO_ANNOUNCE)
    if phase.announced is not None:
        return course.refuse(Reason.ALREADY_ANNOUNCED, points=phase.announced)
    if refused := _wrong_value(course, command, phase.points):
        return refused
    course.happen(ValueAnnounced(seat, command.points))
    return None


def _announce_arranged(course: Course, command: AnnounceValue, placement: Placement) -> Refused | None:
    true = value_of(course, placement).total
    if refused := turns.turn_fault(course, command.seat) or _wrong_value(course, command, true):
        return refused
    if turns.ends_at_once(course) and (refused := _end_placement(course, command.seat, placement)):
        return refused
    course.happen(ValueAnnounced(command.seat, command.points))
    return None


def _wrong_value(course: Course, command: AnnounceValue, true: int) -> Refused | None:
    if command.points != true and not course.book.move.wrong_value_stands.value:
        return course.refuse(Reason.WRONG_VALUE, stated=command.points, true=true)
    return None
