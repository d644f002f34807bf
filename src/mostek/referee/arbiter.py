"""The arbiter: calls, and rulings with their clause. What a ruling orders is the affair of `orders`."""

from __future__ import annotations

from mostek.referee import orders, reversals, timing
from mostek.referee.commands import CallArbiter, ReverseRuling, Rule, StopReason
from mostek.referee.course import Course
from mostek.referee.events import RulingMade, RulingReversed
from mostek.referee.phases import Over
from mostek.referee.refusals import Reason, Refused
from mostek.rules.loading import clauses, rulebook
from mostek.rules.rulebook import Authority, Ruling


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
    refused = grounds_fault(course, command) or orders.order_fault(course, measure, command.clause)
    if refused:
        return refused
    number = len(course.game.rulings) + 1
    course.happen(RulingMade(number, command.by, command.clause, measure, command.reason))
    orders.carry_out(course, measure, command.clause)
    return None


def reverse_ruling(course: Course, command: ReverseRuling) -> Refused | None:
    """Take a ruling back, with a clause as well (PFS-6.1b); both stay in the record."""
    rulings = course.game.rulings
    if not 1 <= command.ruling <= len(rulings) or rulings[command.ruling - 1].reversed:
        return course.refuse(Reason.RULING_NOT_FOUND, number=command.ruling)
    made = rulings[command.ruling - 1]
    if refused := grounds_fault(course, command) or reversals.lateness(course, made):
        return refused
    course.happen(RulingReversed(command.ruling, command.by, command.clause, command.reason))
    reversals.undo(course, made, command.clause)
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
