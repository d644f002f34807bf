"""The result slip after the game: two signatures, handing in, and the one correction that is left."""

from __future__ import annotations

from mostek.core.players import BySeat, Role
from mostek.referee.commands import Check, CorrectSlip, HandInSlip, SignSlip, Venue
from mostek.referee.course import Course
from mostek.referee.events import SlipCorrected, SlipHandedIn, SlipSigned
from mostek.referee.phases import Over
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook, Ruling, SlipWindow


def sign_slip(course: Course, command: SignSlip) -> Refused | None:
    """Enter the result and sign it (PFS-5.2a); figures may be wrong, and may be altered until the slip is handed in."""
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    if over.slip.handed_in is not None:
        return course.refuse(Reason.SLIP_HANDED_IN)
    if len(command.final) != len(course.game.seats):
        return course.refuse(Reason.SLIP_DIFFERS)
    course.happen(SlipSigned(command.seat, command.final))
    return None


def hand_in_slip(course: Course, command: HandInSlip) -> Refused | None:
    """Hand the slip to the arbiter with two signatures under the same figures (PFS-5.2a).

    What is altered both confirm to the arbiter, who takes it in then (PFS-5.2c). Before that comes the square of the tiles
    where people own them (PFS-1.1.1d).
    """
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    slip, order = over.slip, course.book.order
    if slip.handed_in is not None:
        return course.refuse(Reason.SLIP_HANDED_IN)
    if slip.signed.keys() != set(course.game.seats):
        return course.refuse(Reason.SLIP_UNSIGNED)
    final, *others = slip.signed.values()
    if any(other != final for other in others):
        return course.refuse(Reason.SLIP_DIFFERS)
    if order.square_after_game.value and course.game.venue is Venue.TABLE and over.square is None:
        return course.refuse(Reason.SQUARE_MISSING)
    if slip.amended and not (command.by is not Role.PLAYER and _all_agree(course)):
        return course.refuse(Reason.SLIP_UNCONFIRMED)
    course.happen(SlipHandedIn(command.seat, final))
    return None


def correct_slip(course: Course, command: CorrectSlip) -> Refused | None:
    """Put a handed-in slip right within its window (PFS-4.6.4, T8); otherwise what was handed in is final (PFS-5.2b)."""
    over = _finished(course)
    if isinstance(over, Refused):
        return over
    rule, given = course.book.order.slip_window, over.slip.handed_in
    if given is None:
        return course.refuse(Reason.SLIP_NOT_HANDED_IN)
    allowed = _may_swap if rule.value is SlipWindow.REVERSED_ONLY else _may_change
    if not allowed(course, command, given):
        return course.refuse(Reason.SLIP_FINAL)
    course.happen(SlipCorrected(command.final, command.by, course.ruling(Ruling.SLIP_CORRECTED)))
    return None


def awaits_consent(game: Game, book: Rulebook) -> bool:
    """Whether both are asked to confirm the figures: altered ones before the slip is handed in (PFS-5.2c), and other ones
    after that where the older wording lets both agree on them (PFS-4.6.4, T8).
    """
    if not isinstance(game.phase, Over):
        return False
    slip = game.phase.slip
    if slip.handed_in is None:
        return slip.amended
    return book.order.slip_window.value is SlipWindow.BOTH_AGREE


def _may_swap(course: Course, command: CorrectSlip, given: BySeat[int]) -> bool:
    """Only figures entered the wrong way round: anybody until the next round is paired, then that day the arbiter."""
    assert isinstance(course.game.phase, Over)
    swapped = BySeat(reversed(tuple(given)))
    if command.final != swapped or given == course.game.phase.result.final:
        return False
    return not command.next_round_paired or (command.by is not Role.PLAYER and not command.day_over)


def _may_change(course: Course, command: CorrectSlip, given: BySeat[int]) -> bool:
    """Any figures if all agree, until the next round is paired: the older wording."""
    whole = len(command.final) == len(given) and command.final != given
    return whole and _all_agree(course) and not command.next_round_paired


def _all_agree(course: Course) -> bool:
    return all((seat, Check.SLIP) in course.game.confirmed for seat in course.game.seats)


def _finished(course: Course) -> Over | Refused:
    """The game that is over under a rulebook that has a slip, or why there is nothing to sign."""
    phase = course.game.phase
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    return (
        phase
        if isinstance(phase, Over)
        else course.refuse(Reason.GAME_NOT_OVER, course.book.refusals[Reason.SLIP_UNSIGNED])
    )
