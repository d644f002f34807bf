"""Exchanging tiles."""

from __future__ import annotations

from mostek.referee import timing
from mostek.referee.commands import ExchangeTiles
from mostek.referee.course import Course
from mostek.referee.events import ExchangeAccepted, TilesSetAside
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import CountAnnounced, Recording
from mostek.seats import Seat


def exchange_tiles(course: Course, command: ExchangeTiles) -> Refused | None:
    """Set tiles aside and end the move. A refused exchange leaves the player on turn, the clock running (PFS-4.3.4)."""
    if refused := timing.is_thinking(course, command.seat) or exchange_fault(course, command):
        return refused
    timing.stop(course)
    course.happen(TilesSetAside(command.seat, command.tiles))
    if course.book.move.recording.value is not Recording.BOTH:
        close_exchange(course, command.seat)
    return None


def close_exchange(course: Course, seat: Seat) -> None:
    """The exchange counts; the new tiles are drawn before the old ones go into the bag (GEN-6X-b)."""
    course.happen(ExchangeAccepted(seat))
    timing.close_turn(course, seat)


def exchange_fault(course: Course, command: ExchangeTiles) -> Refused | None:
    """Why these tiles may not be exchanged now, if so."""
    game, rule = course.game, course.book.exchange
    number = len(command.tiles)
    if not number:
        return course.refuse(Reason.NOTHING_TO_EXCHANGE)
    if rule.maximum.value and game.exchanges[command.seat] >= rule.maximum.value:
        return course.refuse(Reason.EXCHANGES_USED_UP, rule.maximum.clause, maximum=rule.maximum.value)
    needed = rule.bag_minimum.value or number
    if len(game.bag) < needed:
        return course.refuse(Reason.BAG_TOO_SMALL, rule.bag_minimum.clause, needed=needed, bag=len(game.bag))
    return _count_fault(course, command) or _rack_fault(course, command)


def _count_fault(course: Course, command: ExchangeTiles) -> Refused | None:
    rule, number = course.book.exchange.count_announced, len(command.tiles)
    if command.count is None:
        return course.refuse(Reason.COUNT_NOT_ANNOUNCED, rule.clause) if rule.value is CountAnnounced.REQUIRED else None
    if command.count != number:
        return course.refuse(Reason.COUNT_DIFFERS, rule.clause, announced=command.count, count=number)
    return None


def _rack_fault(course: Course, command: ExchangeTiles) -> Refused | None:
    absent = command.tiles.missing_from(course.game.racks[command.seat])
    return course.refuse(Reason.NOT_ON_RACK, tiles=str(absent)) if absent else None
