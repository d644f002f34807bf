"""Exchanges and passes."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee import events as e
from mostek.referee import surplus, turns
from mostek.referee.commands import AnnounceExchange, ExchangeTiles, PassTurn, Venue
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import TURN, CommandRule, Probe, plain, thinks
from mostek.referee.state import Exchanging, Game, Thinking
from mostek.rules.rulebook import CountAnnounced, Recording, Ruling

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


def _one_tile(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    yield "", ExchangeTiles(seat=seat, tiles=Tiles(rack[:1] or ["A"]), count=1)


@CommandRule(ExchangeTiles, phases=(Thinking,), when=thinks, reads=(*TURN, "exchanges", "steps"), probes=_one_tile)
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
        _end(course, seat, command.tiles)
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
        _end(course, seat, plan.tiles)
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


def _end(course: Course, seat: Seat, tiles: Tiles) -> None:
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
