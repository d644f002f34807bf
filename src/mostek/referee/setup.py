"""Set a game up, and what is settled before the first tile: the set, the clock, equipment, and the places at the table."""

from __future__ import annotations

import re

from msgspec import structs

from mostek.core.board import layout, layouts
from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import NO_TILES, Tiles, TileSet, tile_set, tile_sets
from mostek.referee import commands as c
from mostek.referee import endings, presence, turns
from mostek.referee import events as e
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.evolve import begin
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import CommandRule, has_not_begun, plain
from mostek.referee.state import Challenged, ChoosingPlace, ChoosingStarter, Dealing, Over
from mostek.rules.rulebook import CheckMode, ClockMode, Rulebook, Ruling


def create_game(command: c.CreateGame, book: Rulebook, draw: Draw) -> Course | Refused:
    """Set a game up under a rulebook, whose changes for this event have already been applied."""
    seats = len(command.players)
    rule = book.seats
    if not rule.minimum.value <= seats <= rule.maximum.value:
        clause = rule.minimum.clause if seats < rule.minimum.value else rule.maximum.clause
        return refuse(book, Reason.SEATS_NOT_ALLOWED, clause, seats=seats)
    name = command.tile_set or book.tile_set.value
    for wanted, known in ((name, tile_sets()), (command.layout, layouts())):
        if wanted not in known:
            return refuse(book, Reason.RULE_NOT_KNOWN, name=wanted)
    millis = _millis(command, book)
    if isinstance(millis, Refused):
        return millis
    if refused := _people_fault(command, book, millis) or _asked_fault(command, book):
        return refused
    start = _start(command, book, tile_set(name))
    if isinstance(start, Refused):
        return start
    return _opened(command, book, draw, _created(command, book, name, millis, start))


def _millis(command: c.CreateGame, book: Rulebook) -> int | Refused | None:
    """The time: the rulebook's, or the event's where the rulebook leaves it open (OPEN-time-1, PFS-1.2a)."""
    rule = book.clock
    wanted, fixed = command.millis, rule.millis.value
    if rule.mode.value is ClockMode.NONE:
        return refuse(book, Reason.NO_CLOCK, rule.mode.clause) if wanted else None
    if fixed and wanted is not None and wanted != fixed:
        return refuse(book, Reason.TIME_FIXED, rule.millis.clause, millis=fixed)
    millis = fixed or wanted or 0
    return millis if millis > 0 else refuse(book, Reason.TIME_NOT_SET, rule.millis.clause)


def _people_fault(command: c.CreateGame, book: Rulebook, millis: int | None) -> Refused | None:
    """The refusal of missing players or officials; missing players are waited for on a clock, before anything else (PFS-6.3)."""
    named = () if command.scorer is None else (command.scorer,)
    for seat in (*command.absent, *command.officials, *named):
        if seat > len(command.players):
            return refuse(book, Reason.NO_SUCH_SEAT, seat=seat)
    if not command.absent:
        return None
    if not book.order.procedures.value:
        return refuse(book, Reason.NO_PROCEDURE, book.order.procedures.clause)
    if millis is None:
        return refuse(book, Reason.NO_CLOCK, book.rulings[Ruling.LATE_ARRIVAL])
    return refuse(book, Reason.POSITION_IMPOSSIBLE, why="absent") if command.position is not None else None


def _asked_fault(command: c.CreateGame, book: Rulebook) -> Refused | None:
    """Only checks that are possible before a game exists; a commitment is the SHA-256 of a seed."""
    if not set(command.checks) <= UNCHECKED.keys() or (command.checks and command.position is not None):
        return refuse(book, Reason.POSITION_IMPOSSIBLE, why="checks")
    if command.commitment is not None and not _COMMITMENT.fullmatch(command.commitment):
        return refuse(book, Reason.POSITION_IMPOSSIBLE, why="commitment")
    return None


_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def _start(command: c.CreateGame, book: Rulebook, tiles: TileSet) -> c.StartPosition | Refused:
    """The state in which the game begins; every tile lies in the bag unless a position says otherwise (GEN-2.2a)."""
    seats = len(command.players)
    if command.starter is not None and command.starter > seats:
        return refuse(book, Reason.NO_SUCH_SEAT, seat=command.starter)
    given = command.position
    if given is None:
        racks = BySeat.all(seats, NO_TILES)
        return c.StartPosition(
            Placement({}), racks, BySeat.all(seats, 0), Seat.FIRST, tiles.tiles, BySeat.all(seats, 0)
        )
    if why := _position_fault(command, given, book, tiles):
        return refuse(book, Reason.POSITION_IMPOSSIBLE, why=why)
    bag = tiles.tiles - _known(given) if given.bag is None else given.bag
    return structs.replace(given, bag=bag, exchanges=given.exchanges or BySeat.all(seats, 0))


def _position_fault(command: c.CreateGame, given: c.StartPosition, book: Rulebook, tiles: TileSet) -> str | None:
    """The fault of a given position, if any: it comes from outside, and no later step checks it again."""
    seats = len(command.players)
    counts = {len(given.racks), len(given.scores), len(given.exchanges or given.racks)}
    if counts != {seats} or given.on_turn > seats:
        return "seats"
    if any(square not in layout(command.layout) for square in given.board.tiles):
        return "board"
    if any(len(rack) > book.move.rack_size.value for rack in given.racks):
        return "rack"
    letters = {tile.letter for tile in given.board.tiles.values()}
    hidden = sum(rack.unseen for rack in given.racks)
    faces = (_known(given) + (given.bag or NO_TILES)).counts.keys()
    if not letters <= set(tiles.alphabet.letters) or faces - tiles.values:
        return "letters"
    if hidden and command.venue is not c.Venue.TABLE:
        return "letters"
    if given.bag is None and _known(given).missing_from(tiles.tiles):
        return "tiles"
    left = len(tiles.tiles) - len(_known(given)) if given.bag is None else len(given.bag)
    return "tiles" if left < hidden else None


def _known(position: c.StartPosition) -> Tiles:
    """The tiles whose faces are known: on the board, and on racks unless they lie face down there."""
    known = position.board.faces
    for rack in position.racks:
        known = known + rack.seen
    return known


def _created(
    command: c.CreateGame, book: Rulebook, tiles: str, millis: int | None, start: c.StartPosition
) -> e.GameCreated:
    return e.GameCreated(
        rulebook=book.name,
        edition=book.edition,
        changes=command.changes,
        players=command.players,
        tile_set=tiles,
        layout=command.layout,
        lexicon=command.lexicon,
        steps=command.steps,
        millis=millis,
        board=start.board,
        bag=start.bag or NO_TILES,
        racks=start.racks,
        scores=start.scores,
        exchanges=start.exchanges or BySeat.all(len(command.players), 0),
        venue=command.venue,
        checks=command.checks,
        absent=tuple(sorted(set(command.absent))),
        officials=tuple(sorted(set(command.officials))),
        arbiter=command.arbiter,
        scorer=command.scorer,
        readings=book.readings,
        full_record=command.full_record,
        commitment=command.commitment,
        starter=command.starter if command.absent else None,
    )


def _opened(command: c.CreateGame, book: Rulebook, draw: Draw, created: e.GameCreated) -> Course:
    course = Course(begin(created), book, draw, Millis(command.at or 0))
    course.events.append(created)
    if command.position is not None:
        course.happen(e.StarterChosen(command.position.on_turn, course.ruling(Ruling.STARTER)))
        course.happen(e.DealCompleted())
        turns.open_first_turn(course, command.position.on_turn)
    elif command.starter is not None and not command.absent:
        course.happen(e.StarterChosen(command.starter, course.ruling(Ruling.STARTER)))
    return course


MOST_TILES = 200
"""More tiles than any set that is sold has, twice over: a greater number is a slip of the pen."""

UNCHECKED = {
    c.Check.SET: Reason.SET_NOT_CHECKED,
    c.Check.CLOCK: Reason.CLOCK_NOT_CHECKED,
    c.Check.EQUIPMENT: Reason.EQUIPMENT_NOT_AGREED,
}
"""The checks that a game may require before the first draw, each with the reason why play waits for it."""


def confirm(course: Course, command: c.Confirm) -> Refused | None:
    """Confirm something or consent to it; an arbiter only consents, in the place of `seat`, that the other leaves (PFS-6.4a)."""
    what = command.what
    if command.by is Role.ARBITER and what is not c.Check.LEAVE:
        return course.refuse(Reason.NOT_PERMITTED, role=command.by)
    if what is c.Check.LEAVE:
        leaver = course.game.players.next(command.seat)
        if refused := presence.leave_fault(course, leaver):
            return refused
    elif not _is_open(course, what) or (command.seat, what) in course.game.confirmed:
        clause = UNCHECKED.get(what, Reason.NOT_TOGETHER if what is c.Check.CHECK_TOGETHER else Reason.SLIP_UNCONFIRMED)
        return course.refuse(Reason.NOTHING_TO_CONFIRM, course.book.refusals[clause])
    course.happen(e.Confirmed(command.seat, what))
    return None


def _is_open(course: Course, what: c.Check) -> bool:
    """Whether this can be confirmed now."""
    game = course.game
    match what:
        case c.Check.CHECK_TOGETHER:
            together = course.book.challenge.check.value is CheckMode.TOGETHER
            return together and isinstance(game.phase, Challenged)
        case c.Check.SLIP:
            return endings.awaits_consent(game, course.book)
        case _:
            return not game.started and not isinstance(game.phase, Over)


@CommandRule(
    c.StateSet,
    when=has_not_begun,
    probes=lambda game, seat: [("", c.StateSet(seat=seat, tiles=tile_set(game.tile_set).tiles))],
)
def state_set(course: Course, command: c.StateSet) -> Refused | None:
    """State the real contents of the set (PFS-1.1.1b); never once the game has begun (PFS-1.1.1c, S67).

    A clock that runs for a late player has not begun the game (PFS-2.4d).
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
    course.happen(e.SetCounted(command.seat, command.tiles, absent, surplus))
    return None


def _counting_fault(course: Course, clause: str | None = None) -> Refused | None:
    """The whole set is counted only where people own it, and while no tile has been drawn."""
    game = course.game
    if game.venue is not c.Venue.TABLE:
        return course.refuse(Reason.TILES_KNOWN, clause)
    whole = len(game.bag) == len(game.tiles)
    return None if whole or isinstance(game.phase, Over) else course.refuse(Reason.TILES_OUT, clause)


@CommandRule(
    c.LaySquare,
    when=lambda game, seat, book: game.venue is c.Venue.TABLE,
    probes=lambda game, seat: [("", c.LaySquare(seat=seat, count=len(game.tiles)))],
)
def lay_square(course: Course, command: c.LaySquare) -> Refused | None:
    """Lay the tiles in a square of ten by ten and count them, before a game or after it (GEN-2.1g, 2.1h, PFS-1.1.1d).

    It shows missing and surplus tiles, never wrong letters: for those the set is counted letter by letter.
    """
    clause = course.book.order.square_after_game.clause
    if refused := _counting_fault(course, clause):
        return refused
    if not 0 <= command.count <= MOST_TILES:
        return course.refuse(Reason.COUNT_IMPOSSIBLE, clause, count=command.count)
    course.happen(e.SquareLaid(command.seat, command.count, len(course.game.tiles)))
    return None


@CommandRule(c.DisputePlaces, phases=(ChoosingStarter, Dealing), by_hand=frozenset({""}), probes=plain(c.DisputePlaces))
def dispute_places(course: Course, command: c.DisputePlaces) -> Refused | None:
    """Want the same place as the other: who wins the draw for the start chooses, be it drawn already or for this (PFS-2.2)."""
    game = course.game
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    can_be_drawn = isinstance(game.phase, ChoosingStarter | Dealing) and not any(map(len, game.racks))
    if not can_be_drawn or game.disputed or game.places:
        return course.refuse(Reason.PLACES_CLOSED)
    course.happen(e.PlacesDisputed(command.seat, course.ruling(Ruling.PLACES)))
    return None


@CommandRule(
    c.ChoosePlace,
    phases=(ChoosingPlace,),
    probes=lambda game, seat: [(place, c.ChoosePlace(seat=seat, place=place)) for place in c.Place],
)
def choose_place(course: Course, command: c.ChoosePlace) -> Refused | None:
    """Choose a place, as the winner of the draw (PFS-2.2), who starts as well unless the pairing says otherwise (PFS-2.1a)."""
    phase = course.game.phase
    if not isinstance(phase, ChoosingPlace):
        return course.refuse(Reason.PLACES_CLOSED)
    if command.seat is not phase.seat:
        return course.refuse(Reason.PLACE_NOT_YOURS, seat=phase.seat)
    known = course.game.starter is not None
    course.happen(e.PlaceChosen(command.seat, command.place))
    if not known:
        course.happen(e.StarterChosen(phase.starter, course.ruling(Ruling.STARTER)))
    return None
