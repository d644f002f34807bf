"""Moves: lay tiles and announce their value, exchange, pass, and end the move."""

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
from mostek.core.tiles import BACK, NO_TILES, Tile, Tiles
from mostek.referee import challenges, surplus, turns
from mostek.referee import events as e
from mostek.referee.challenges import DEAD_BLANK
from mostek.referee.commands import AnnounceExchange, AnnounceValue, ExchangeTiles, LayTiles, PassTurn, Venue
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import TURN, CommandRule, Probe, plain, plans, thinks
from mostek.referee.state import Arranged, Challenged, Exchanging, Game, Laid, Passing, Thinking
from mostek.rules.rulebook import CountAnnounced, Faulty, Recording, Rulebook, Ruling


def _tile_to_lay(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    face = rack[0] if rack and rack[0] != BACK else "A"
    square = next((square for square in game.board.layout.squares() if game.board[square] is None), Square(0, 0))
    yield "", LayTiles(seat=seat, placement=Placement({square: Tile.read(face)}))


@CommandRule(LayTiles, phases=(Thinking,), when=thinks, reads=(*TURN, "steps"), probes=_tile_to_lay)
def lay_tiles(course: Course, command: LayTiles) -> Refused | None:
    """Lay tiles; where laying is ending the move, that too. While the clock runs they may still be moved (PFS-4.4.1a)."""
    seat = command.seat
    if refused := turns.turn_fault(course, seat) or turns.lock_fault(course, (e.Lock.EXCHANGE_OR_PASS, e.Lock.LAYOUT)):
        return refused
    names = placement_faults(course, seat, command.placement)
    if refused := _refuses(course, names, may_be_undeclared=not course.game.steps.stop):
        return refused
    if course.game.steps.stop:
        _lay(course, seat, command.placement, names)
    else:
        course.happen(e.TilesArranged(seat, command.placement))
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


def reread(course: Course, laid: Laid, blank: Placement) -> tuple[e.ScoredWord, ...]:
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
            return end_exchange(course, seat, plan)
        case Passing():
            end_pass(course, seat)
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
    course.happen(e.TilesLaid(seat, placement, scored_words(value), value.total, tuple(names), course.now or None))
    lost = [name for name in names if name != "blank_undeclared"]
    if lost and course.book.move.faulty.value is Faulty.LOSES_TURN:
        challenges.withdraw_faulty(course, lost)


def value_of(course: Course, placement: Placement, board: Board | None = None) -> PlayScore:
    """The value of a placement by the rulebook in force, on the board as it lies or on another one (GEN-12a)."""
    rule = course.book.move
    bingo = Bingo(rule.bingo_tiles.value, rule.bingo_points.value)
    return score(board or course.game.board, placement, course.tile_set, bingo)


def scored_words(value: PlayScore) -> tuple[e.ScoredWord, ...]:
    """The words of a placement as an event states them."""
    return tuple(
        e.ScoredWord(str(item.word), item.word.start.written(item.word.direction), item.points) for item in value.words
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
    course.happen(e.ValueAnnounced(seat, command.points))
    return None


def _announce_arranged(course: Course, command: AnnounceValue, placement: Placement) -> Refused | None:
    true = value_of(course, placement).total
    if refused := turns.turn_fault(course, command.seat) or _wrong_value(course, command, true):
        return refused
    if turns.ends_at_once(course) and (refused := _end_placement(course, command.seat, placement)):
        return refused
    course.happen(e.ValueAnnounced(command.seat, command.points))
    return None


def _wrong_value(course: Course, command: AnnounceValue, true: int) -> Refused | None:
    if command.points != true and not course.book.move.wrong_value_stands.value:
        return course.refuse(Reason.WRONG_VALUE, stated=command.points, true=true)
    return None


_NO_EXCHANGE = (e.Lock.PLAY_OR_PASS, e.Lock.LAYOUT)


@CommandRule(
    AnnounceExchange, phases=(Thinking,), when=thinks, reads=(*TURN, "exchanges"), probes=plain(AnnounceExchange)
)
def announce_exchange(course: Course, command: AnnounceExchange) -> Refused | None:
    """Say that the turn is an exchange (PFS-3.3a); which tiles, is shown before the clock is stopped (PFS-4.3.2).

    While the clock stands saying so decides the move (PFS-4.9.3), elsewhere it may always do that (OPEN-exch-2): the tiles
    are still to be shown, but nothing is laid.
    """
    seat = command.seat
    if refused := turns.turn_fault(course, seat) or turns.lock_fault(course, _NO_EXCHANGE):
        return refused
    clock = course.game.clock
    stands = course.book.order.procedures.value and clock is not None and clock.running is None
    decides = stands or course.book.exchange.binds.value
    if decides and (refused := limit_fault(course, Tiles.face_down(1))):
        return refused
    course.happen(e.ExchangeAnnounced(seat, NO_TILES, command.count, e.Lock.EXCHANGE_OR_PASS if decides else None))
    return None


def _tile_to_exchange(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    yield "", ExchangeTiles(seat=seat, tiles=Tiles(rack[:1] or ["A"]), count=1)


@CommandRule(
    ExchangeTiles, phases=(Thinking,), when=thinks, reads=(*TURN, "exchanges", "steps"), probes=_tile_to_exchange
)
def exchange_tiles(course: Course, command: ExchangeTiles) -> Refused | None:
    """Set tiles aside, and end the move where that is the same. A refusal leaves the player on turn (PFS-4.3.4, 4.3.5)."""
    seat = command.seat
    if refused := turns.turn_fault(course, seat) or turns.lock_fault(course, _NO_EXCHANGE):
        return refused
    at_once = turns.ends_at_once(course)
    # Whoever may only exchange or pass is not let off by stopping the clock for an exchange that cannot be made (S63).
    may_fail = not at_once and not turns.is_locked(course, e.Lock.EXCHANGE_OR_PASS)
    stands_until_stopped = may_fail and course.book.order.procedures.value
    if not stands_until_stopped and (refused := limit_fault(course, command.tiles)):
        return refused
    count = _announced(course) if command.count is None else command.count
    if refused := _count_fault(course, command.tiles, count) or _rack_fault(course, seat, command.tiles):
        return refused
    if at_once:
        _end_with_tiles(course, seat, command.tiles)
    else:
        lock = e.Lock.EXCHANGE_OR_PASS if course.book.exchange.binds.value else None
        course.happen(e.ExchangeAnnounced(seat, command.tiles, count, lock))
    return None


def _announced(course: Course) -> int | None:
    phase = course.game.phase
    return phase.plan.count if isinstance(phase, Thinking) and isinstance(phase.plan, Exchanging) else None


def end_exchange(course: Course, seat: Seat, plan: Exchanging) -> Refused | None:
    """Stop the clock for an exchange. One that may not be made so fails, and the opponent restarts the clock.

    Without tiles shown only exchange or pass is left, even where an exchange is impossible (PFS-4.3.3, S63); with too small
    a bag (PFS-4.3.4) or too many exchanges (PFS-4.3.5) it is play or pass.
    """
    fault = limit_fault(course, plan.tiles)
    if fault is None:
        _end_with_tiles(course, seat, plan.tiles)
        return None
    if not course.book.order.procedures.value:
        return fault
    shown = len(plan.tiles) > 0
    may_soften = not shown and not course.book.order.strict_lock.value and _is_impossible(course)
    course.stop_clock()
    surplus.break_off_count(course)
    if not shown and not may_soften:
        clause = course.ruling(Ruling.EXCHANGE_NOT_SHOWN)
        course.happen(e.ExchangeFailed(seat, e.Lock.EXCHANGE_OR_PASS, clause))
    else:
        bag = Ruling.DEAD_BAG if course.game.bag_dead else Ruling.EXCHANGE_BAG
        clause = course.ruling(Ruling.EXCHANGE_NUMBER if fault.reason is Reason.EXCHANGES_USED_UP else bag)
        course.happen(e.ExchangeFailed(seat, e.Lock.PLAY_OR_PASS, clause))
    return None


def _is_impossible(course: Course) -> bool:
    """Whether not even one tile could be exchanged."""
    return limit_fault(course, Tiles.face_down(1)) is not None


def _end_with_tiles(course: Course, seat: Seat, tiles: Tiles) -> None:
    course.stop_clock()
    surplus.break_off_count(course)
    course.happen(e.TilesSetAside(seat, tiles))
    if course.book.move.recording.value is not Recording.BOTH:
        close_exchange(course, seat)


def close_exchange(course: Course, seat: Seat) -> None:
    """The exchange counts; the new tiles are drawn before the old ones go into the bag (GEN-6X-b)."""
    course.happen(e.ExchangeAccepted(seat))
    turns.close_turn(course, seat)


def limit_fault(course: Course, tiles: Tiles) -> Refused | None:
    """The refusal of an exchange: no tiles, too many exchanges, or too few tiles in the bag (PFS-4.3.1, S5, S7)."""
    game, rule = course.game, course.book.exchange
    if not len(tiles):
        return course.refuse(Reason.NOTHING_TO_EXCHANGE)
    if turns.exchanges_used_up(course):
        return course.refuse(Reason.EXCHANGES_USED_UP, rule.maximum.clause, maximum=rule.maximum.value)
    needed = rule.bag_minimum.value or len(tiles)
    bag = 0 if game.bag_dead else len(game.bag)
    if bag < needed:
        clause = course.ruling(Ruling.DEAD_BAG) if game.bag_dead else rule.bag_minimum.clause
        return course.refuse(Reason.BAG_TOO_SMALL, clause, needed=needed, bag=bag)
    return None


def _count_fault(course: Course, tiles: Tiles, announced: int | None) -> Refused | None:
    rule, number = course.book.exchange.count_announced, len(tiles)
    if announced is None:
        return course.refuse(Reason.COUNT_NOT_ANNOUNCED) if rule.value is CountAnnounced.REQUIRED else None
    if announced != number and number:
        return course.refuse(Reason.COUNT_DIFFERS, announced=announced, count=number)
    return None


def _rack_fault(course: Course, seat: Seat, tiles: Tiles) -> Refused | None:
    rack = course.game.racks[seat]
    absent = tiles.seen.missing_from(rack.seen)
    if course.game.venue is Venue.ONLINE:
        absent = tiles.missing_from(rack)  # the referee knows every tile: nothing lies face down
    if len(tiles) > len(rack) or len(absent) > rack.unseen or (absent and absent.missing_from(course.game.unseen())):
        return course.refuse(Reason.NOT_ON_RACK, tiles=str(absent or tiles))
    return None


@CommandRule(PassTurn, phases=(Thinking,), when=thinks, reads=(*TURN, "steps"), probes=plain(PassTurn))
def pass_turn(course: Course, command: PassTurn) -> Refused | None:
    """Give the turn up; always possible for the player on turn (GEN-6P-a, PFS-3.4.1), unless only blanks are open."""
    seat = command.seat
    if refused := turns.turn_fault(course, seat) or turns.lock_fault(course, (e.Lock.LAYOUT,)):
        return refused
    if turns.ends_at_once(course):
        end_pass(course, seat)
    else:
        course.happen(e.PassAnnounced(seat))
    return None


def end_pass(course: Course, seat: Seat) -> None:
    """End the move with a pass; where both players record, it counts once it is written down."""
    course.stop_clock()
    surplus.break_off_count(course)
    if course.book.move.recording.value is Recording.BOTH:
        course.happen(e.PassDeclared(seat))
    else:
        close_pass(course, seat)


def close_pass(course: Course, seat: Seat) -> None:
    """A declared pass counts."""
    course.happen(e.TurnPassed(seat, None, course.ruling(Ruling.PASS)))
    surplus.bag_dies(course)
    turns.close_turn(course, seat)
