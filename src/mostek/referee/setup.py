"""Setting a game up: seats, tiles, time, and whether it starts at the beginning or in the middle."""

from __future__ import annotations

from msgspec import structs

from mostek.board import layout, layouts
from mostek.clock import Millis
from mostek.plays import Placement
from mostek.referee import timing
from mostek.referee.commands import CreateGame, Position
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.events import DealCompleted, GameCreated, StarterChosen
from mostek.referee.evolve import begin
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import ClockMode, Rulebook, Ruling
from mostek.seats import BySeat, Seat
from mostek.tiles import NO_TILES, Tiles, TileSet, tile_set, tile_sets


def create_game(command: CreateGame, book: Rulebook, draw: Draw) -> Course | Refused:
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
    start = _start(command, book, tile_set(name))
    if isinstance(start, Refused):
        return start
    return _opened(command, book, draw, _created(command, book, name, millis, start))


def _millis(command: CreateGame, book: Rulebook) -> int | Refused | None:
    """The time: the rulebook's, or the event's where the rulebook leaves it open (OPEN-time-1, PFS-1.2a)."""
    rule = book.clock
    if rule.mode.value is ClockMode.NONE:
        return None
    asked, fixed = command.millis, rule.millis.value
    if fixed and asked is not None and asked != fixed:
        return refuse(book, Reason.TIME_FIXED, rule.millis.clause, millis=fixed)
    millis = fixed or asked or 0
    return millis if millis > 0 else refuse(book, Reason.TIME_NOT_SET, rule.millis.clause)


def _start(command: CreateGame, book: Rulebook, tiles: TileSet) -> Position | Refused:
    """The state in which the game begins; every tile lies in the bag unless a position says otherwise (GEN-2.2a)."""
    seats = len(command.players)
    if command.starter is not None and command.starter > seats:
        return refuse(book, Reason.NO_SUCH_SEAT, seat=command.starter)
    given = command.position
    if given is None:
        racks = BySeat.all(seats, NO_TILES)
        return Position(Placement({}), racks, BySeat.all(seats, 0), Seat.FIRST, tiles.tiles, BySeat.all(seats, 0))
    if why := _position_fault(command, given, book, tiles):
        return refuse(book, Reason.POSITION_IMPOSSIBLE, why=why)
    bag = tiles.tiles - _used(given) if given.bag is None else given.bag
    return structs.replace(given, bag=bag, exchanges=given.exchanges or BySeat.all(seats, 0))


def _position_fault(command: CreateGame, given: Position, book: Rulebook, tiles: TileSet) -> str | None:
    """What is wrong with a position, if anything: it is a way in from outside, and nothing after it checks again."""
    seats = len(command.players)
    counts = {len(given.racks), len(given.scores), len(given.exchanges or given.racks)}
    if counts != {seats} or given.on_turn > seats:
        return "seats"
    if any(square not in layout(command.layout) for square in given.board.tiles):
        return "board"
    if any(len(rack) > book.move.rack_size.value for rack in given.racks):
        return "rack"
    letters = {tile.letter for tile in given.board.tiles.values()}
    if (
        not letters <= set(tiles.alphabet.letters)
        or (_used(given) + (given.bag or NO_TILES)).counts.keys() - tiles.values
    ):
        return "letters"
    return "tiles" if given.bag is None and _used(given).missing_from(tiles.tiles) else None


def _used(position: Position) -> Tiles:
    used = position.board.faces
    for rack in position.racks:
        used = used + rack
    return used


def _created(command: CreateGame, book: Rulebook, tiles: str, millis: int | None, start: Position) -> GameCreated:
    return GameCreated(
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
    )


def _opened(command: CreateGame, book: Rulebook, draw: Draw, created: GameCreated) -> Course:
    course = Course(begin(created), book, draw, Millis(command.at or 0))
    course.events.append(created)
    if command.position is not None:
        course.happen(StarterChosen(command.position.on_turn, course.ruling(Ruling.STARTER)))
        course.happen(DealCompleted())
        timing.open_first_turn(course, command.position.on_turn)
    elif command.starter is not None:
        course.happen(StarterChosen(command.starter, course.ruling(Ruling.STARTER)))
    return course
