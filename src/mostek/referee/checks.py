"""What is settled before the game: the set, the clock, whose equipment it is, and the places at the table."""

from __future__ import annotations

from mostek.core.players import Role
from mostek.referee import presence, slips
from mostek.referee.commands import Check, ChoosePlace, Confirm, DisputePlaces, LaySquare, StateSet, Venue
from mostek.referee.course import Course
from mostek.referee.events import Confirmed, PlaceChosen, PlacesDisputed, SetCounted, SquareLaid, StarterChosen
from mostek.referee.phases import Challenged, ChoosingPlace, ChoosingStarter, Dealing, Over, Waiting
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import Ruling

MOST_TILES = 200
"""More tiles than any set that is sold has, twice over: a greater number is a slip of the pen."""

UNCHECKED = {
    Check.SET: Reason.SET_NOT_CHECKED,
    Check.CLOCK: Reason.CLOCK_NOT_CHECKED,
    Check.EQUIPMENT: Reason.EQUIPMENT_NOT_AGREED,
}
"""What can be asked for before anything is drawn, and why the game does not go on without it."""


def missing(course: Course) -> Refused | None:
    """Why nothing may be drawn yet, if so: somebody is late, something is unchecked, or the places are not taken.

    The first round begins with the set (PFS-1.1.1a), each game with the clock (PFS-1.2c); own equipment needs the consent
    of both (PFS-1.1.2e).
    """
    game = course.game
    if game.started or isinstance(game.phase, Over):
        return None
    if isinstance(game.phase, Waiting):
        return course.refuse(Reason.PLAYERS_MISSING, seats=[*game.phase.absent])
    for check in game.checks:
        if silent := [seat for seat in game.seats if (seat, check) not in game.confirmed]:
            return course.refuse(UNCHECKED[check], seats=silent)
    if isinstance(game.phase, ChoosingPlace):
        return course.refuse(Reason.PLACES_OPEN, course.ruling(Ruling.PLACES), seat=game.phase.seat)
    return None


def confirm(course: Course, command: Confirm) -> Refused | None:
    """Confirm something or consent to it; an arbiter only consents, in the place of `seat`, that the other leaves (PFS-6.4a)."""
    what = command.what
    if command.by is Role.ARBITER and what is not Check.LEAVE:
        return course.refuse(Reason.NOT_PERMITTED, role=command.by)
    if what is Check.LEAVE:
        leaver = course.game.players.next(command.seat)
        if refused := presence.leave_fault(course, leaver):
            return refused
    elif not _is_open(course, what) or (command.seat, what) in course.game.confirmed:
        clause = UNCHECKED.get(what, Reason.NOT_TOGETHER if what is Check.CHECK_TOGETHER else Reason.SLIP_UNCONFIRMED)
        return course.refuse(Reason.NOTHING_TO_CONFIRM, course.book.refusals[clause])
    course.happen(Confirmed(command.seat, what))
    return None


def _is_open(course: Course, what: Check) -> bool:
    """Whether this can be confirmed now."""
    game = course.game
    match what:
        case Check.CHECK_TOGETHER:
            return isinstance(game.phase, Challenged)
        case Check.SLIP:
            return slips.awaits_consent(game, course.book)
        case _:
            return not game.started and not isinstance(game.phase, Over)


def state_set(course: Course, command: StateSet) -> Refused | None:
    """Tell what the set really holds (PFS-1.1.1b); never once the game has begun, whoever asks (PFS-1.1.1c, S67).

    A clock that runs for somebody who is late has not begun the game (PFS-2.4d).
    """
    game, pattern = course.game, course.tile_set.tiles
    if game.started or isinstance(game.phase, Over):
        return course.refuse(Reason.SET_LOCKED)
    if refused := _counting_fault(course):
        return refused
    least = len(game.seats) * course.book.move.rack_size.value
    if command.tiles.counts.keys() - course.tile_set.values or not least <= len(command.tiles) <= MOST_TILES:
        return course.refuse(Reason.SET_IMPOSSIBLE, least=least, most=MOST_TILES)
    absent, surplus = pattern.missing_from(command.tiles), command.tiles.missing_from(pattern)
    course.happen(SetCounted(command.seat, command.tiles, absent, surplus))
    return None


def _counting_fault(course: Course, clause: str | None = None) -> Refused | None:
    """The whole set is counted only where people own it, and while no tile has been drawn."""
    game = course.game
    if game.venue is not Venue.TABLE:
        return course.refuse(Reason.TILES_KNOWN, clause)
    whole = len(game.bag) == len(game.tiles)
    return None if whole or isinstance(game.phase, Over) else course.refuse(Reason.TILES_OUT, clause)


def lay_square(course: Course, command: LaySquare) -> Refused | None:
    """Lay the tiles in a square of ten by ten and count them, before a game or after it (GEN-2.1g, 2.1h, PFS-1.1.1d).

    It shows missing and surplus tiles, never wrong letters: for those the set is counted letter by letter.
    """
    clause = course.book.order.square_after_game.clause
    if refused := _counting_fault(course, clause):
        return refused
    if not 0 <= command.count <= MOST_TILES:
        return course.refuse(Reason.COUNT_IMPOSSIBLE, clause, count=command.count)
    course.happen(SquareLaid(command.seat, command.count, len(course.game.tiles)))
    return None


def dispute_places(course: Course, command: DisputePlaces) -> Refused | None:
    """Want the same place as the other: who wins the draw for the start chooses, be it drawn already or for this (PFS-2.2)."""
    game = course.game
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    can_be_drawn = isinstance(game.phase, ChoosingStarter | Dealing) and not any(map(len, game.racks))
    if not can_be_drawn or game.disputed or game.places:
        return course.refuse(Reason.PLACES_CLOSED)
    course.happen(PlacesDisputed(command.seat, course.ruling(Ruling.PLACES)))
    return None


def choose_place(course: Course, command: ChoosePlace) -> Refused | None:
    """Choose a place, as the winner of the draw (PFS-2.2), who starts as well unless the pairing says otherwise (PFS-2.1a)."""
    phase = course.game.phase
    if not isinstance(phase, ChoosingPlace):
        return course.refuse(Reason.PLACES_CLOSED)
    if command.seat is not phase.seat:
        return course.refuse(Reason.PLACE_NOT_YOURS, seat=phase.seat)
    known = course.game.starter is not None
    course.happen(PlaceChosen(command.seat, command.place))
    if not known:
        course.happen(StarterChosen(phase.starter, course.ruling(Ruling.STARTER)))
    return None
