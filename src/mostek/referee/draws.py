"""Draws: for the start, the first racks, and refills."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.players import Seat
from mostek.core.tiles import BACK, BLANK, Tiles
from mostek.referee import events as e
from mostek.referee import setup, turns
from mostek.referee import state as s
from mostek.referee.commands import DrawStartTile, DrawTiles, Venue
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import CommandRule, Probe
from mostek.rules.rulebook import FirstClock, HastyDraw, NextClock, Rulebook, Ruling, StartBlank, StartTie


def beginning_fault(course: Course) -> Refused | None:
    """The refusal of a first draw: a player is late, a check is missing, or the places are not taken.

    The first round begins with the set (PFS-1.1.1a), each game with the clock (PFS-1.2c); own equipment needs the consent
    of both (PFS-1.1.2e).
    """
    game = course.game
    if game.started or isinstance(game.phase, s.Over):
        return None
    if isinstance(game.phase, s.AwaitingPlayers):
        return course.refuse(Reason.PLAYERS_MISSING, seats=[*game.phase.absent])
    for check in game.checks:
        if silent := [seat for seat in game.seats if (seat, check) not in game.confirmed]:
            return course.refuse(setup.UNCHECKED[check], seats=silent)
    if isinstance(game.phase, s.ChoosingPlace):
        return course.refuse(Reason.PLACES_OPEN, course.ruling(Ruling.PLACES), seat=game.phase.seat)
    return None


def _start_tile(game: s.Game, seat: Seat) -> Iterator[Probe]:
    yield "", DrawStartTile(seat=seat, tile=next(iter(sorted(game.unseen())), None) if game.bag.unseen else None)


@CommandRule(DrawStartTile, phases=(s.ChoosingStarter,), probes=_start_tile)
def draw_start_tile(course: Course, command: DrawStartTile) -> Refused | None:
    """One tile for the start; when all have drawn, the letter nearest the beginning of the alphabet decides (GEN-4c)."""
    if refused := beginning_fault(course):
        return refused
    phase = course.game.phase
    if not isinstance(phase, s.ChoosingStarter) or command.seat not in phase.contenders:
        return course.refuse(Reason.NOT_DRAWING_FOR_START)
    if command.seat in phase.drawn:
        return course.refuse(Reason.START_TILE_DRAWN)
    if command.tile in (None, BACK) and course.game.venue is Venue.TABLE:
        return course.refuse(Reason.START_TILE_NOT_TOLD)
    if command.tile is not None and _not_in_bag(course, Tiles([command.tile])):
        return course.refuse(Reason.NOT_IN_BAG, tiles=command.tile)
    (tile,) = course.draw(course.game.bag, 1) if command.tile is None else [command.tile]
    course.happen(e.StartTileDrawn(command.seat, tile))
    _decide_starter(course)
    return None


def _decide_starter(course: Course) -> None:
    phase = course.game.phase
    if not isinstance(phase, s.ChoosingStarter) or len(phase.drawn) < len(phase.contenders):
        return
    order = {seat: _place(course, tile) for seat, tile in phase.drawn.items()}
    best = tuple(seat for seat in phase.contenders if order[seat] == min(order.values()))
    clause = course.ruling(Ruling.STARTER)
    if len(best) > 1:
        course.happen(_tied(course, best, clause))
    elif course.game.disputed:
        course.happen(e.PlacesDrawn(best[0], course.ruling(Ruling.PLACES)))
    else:
        course.happen(e.StarterChosen(best[0], clause))


def _place(course: Course, tile: str) -> int:
    """The place of a tile in the alphabet; a setting places the blank (S1)."""
    first = course.book.start.blank.value is StartBlank.BEFORE_FIRST_LETTER
    return -1 if first and tile == BLANK else course.tile_set.alphabet.order(tile)


def _tied(course: Course, best: tuple[Seat, ...], clause: str) -> e.StartDrawTied:
    """The players who draw again, and whether the tiles go back first (S2), as they do if the bag has too few."""
    tie = course.book.start.tie.value
    stay_out = tie is StartTie.WITHOUT_RETURN and len(course.game.bag) >= len(best)
    return e.StartDrawTied(course.game.seats if tie is StartTie.REDRAW_ALL else best, clause, stay_out)


def _is_bag_open(game: s.Game, seat: Seat, book: Rulebook) -> bool:
    free = game.venue is Venue.TABLE or len(game.racks[seat]) < book.move.rack_size.value
    return free and not game.bag_dead and not game.away


def _draws(game: s.Game, seat: Seat) -> Iterator[Probe]:
    # At a table a hand may go into the bag when nothing is missing, too (PFS-4.3.6, 4.10.1): that is for others to claim.
    yield "", DrawTiles(seat=seat, count=1 if game.venue is Venue.TABLE and len(game.bag) else None)


@CommandRule(
    DrawTiles,
    phases=(s.Dealing, s.Thinking, s.Laid, s.Challenged, s.Closing, s.HandingOver),
    when=_is_bag_open,
    reads=("racks", "bag", "set_aside", "clock", "dealing", "confirmed"),
    probes=_draws,
)
def draw_tiles(course: Course, command: DrawTiles) -> Refused | None:
    """Draw missing tiles: all of them, some of them, or the stated ones.

    At a table that plays by the federation's order what people have done is a fact: too many tiles (PFS-2.3c, 4.3.6) and tiles
    drawn too early (PFS-3.2.1i, 4.4.4) are for the opponent to claim; only tiles that cannot have been drawn are refused.
    Where the event says so, tiles drawn before the opponent has written the move down are refused too (S81).
    """
    due = _due(course, command.seat)
    free = _is_free(course)
    if free and course.book.order.hasty_draw.value is HastyDraw.REFUSED and _is_unwritten(course.game, command.seat):
        return course.refuse(Reason.DRAW_TOO_EARLY)
    if refused := _disorder(course, command.seat) if free else draw_fault(course, command.seat, due):
        return refused
    wanted = len(command.tiles) if command.tiles is not None else due if command.count is None else command.count
    if wanted == 0 and due == 0:
        return course.refuse(Reason.DRAW_NOT_DUE)
    limit = len(course.game.bag) if free else due
    if not 1 <= wanted <= limit:
        return course.refuse(Reason.DRAW_TOO_MANY, count=wanted, due=limit)
    if command.tiles is not None and (absent := _not_in_bag(course, command.tiles)):
        return course.refuse(Reason.NOT_IN_BAG, tiles=str(absent))
    course.happen(_drawn(course, command.seat, command.tiles or _unstated(course, wanted)))
    _after_drawing(course, command.seat)
    return None


def _is_free(course: Course) -> bool:
    """Whether only the players' own order keeps a hand out of the bag."""
    return course.game.venue is Venue.TABLE and course.book.order.procedures.value


def _unstated(course: Course, count: int) -> Tiles:
    """Randomly drawn tiles; if people own the bag, unstated tiles are face down."""
    if course.game.venue is Venue.TABLE:
        return Tiles.face_down(count)
    return course.draw(course.game.bag, count)


def _not_in_bag(course: Course, tiles: Tiles) -> Tiles:
    """Which of the stated tiles cannot come out of the bag."""
    if course.game.venue is Venue.TABLE:
        return tiles.seen.missing_from(course.game.unseen())
    return tiles.missing_from(course.game.bag)


def _drawn(course: Course, seat: Seat, tiles: Tiles) -> e.TilesDrawn:
    """The draw, with what it leaves too many or too few; tiles set aside for an exchange do not count (PFS-4.3.6, S70)."""
    game, full = course.game, course.book.move.rack_size.value
    early = _early_move(course, seat)
    holds = len(game.racks[seat]) - (len(early.placement) if early else 0) + len(tiles)
    left = len(game.bag) - len(tiles)
    return e.TilesDrawn(
        seat=seat,
        tiles=tiles,
        surplus=max(0, holds - full),
        owing=min(max(0, full - holds), left),
        early=len(tiles) if early else _hasty(course, seat, tiles),
    )


def _hasty(course: Course, seat: Seat, tiles: Tiles) -> int:
    """The number of tiles that replace those of a move that the opponent may still check (PFS-3.2.1i, S81).

    The rest of an earlier draw is none of them (PFS-4.10.4), nor is anything once the opponent's time runs (PFS-4.6.2).
    """
    game = course.game
    laid = game.phase.laid if isinstance(game.phase, s.Challenged) else game.phase
    as_early = course.book.order.hasty_draw.value is HastyDraw.AS_EARLY
    if not (as_early and _is_free(course) and isinstance(laid, s.Laid) and _is_unwritten(game, seat)) or laid.hurried:
        return 0
    full = course.book.move.rack_size.value
    return max(0, min(len(tiles), len(game.racks[seat]) + len(laid.placement) + len(tiles) - full))


def _is_unwritten(game: s.Game, seat: Seat) -> bool:
    """Whether the player has ended a move that the opponent has not written down yet."""
    if game.on_turn is not seat:
        return False
    match game.phase:
        case s.Laid(records=written) | s.Challenged(laid=s.Laid(records=written)) | s.Closing(recorded=written):
            return game.players.next(seat) not in written
        case _:
            return False


def _early_move(course: Course, seat: Seat) -> s.Arranged | None:
    """The move that the player has recorded without stopping the clock, if so: a draw comes too early then (PFS-4.4.4)."""
    phase = course.game.phase
    if not _is_free(course) or not isinstance(phase, s.Thinking) or phase.seat is not seat or seat not in phase.records:
        return None
    runs = course.game.clock is not None and course.game.clock.running is seat
    return phase.plan if runs and isinstance(phase.plan, s.Arranged) else None


def _due(course: Course, seat: Seat) -> int:
    """The number of tiles missing from the rack, without those of a recorded move."""
    early = _early_move(course, seat)
    if early is None:
        return course.owed(seat)
    missing = course.book.move.rack_size.value - len(course.game.racks[seat]) + len(early.placement)
    return max(0, min(missing, len(course.game.bag)))


def draw_fault(course: Course, seat: Seat, due: int) -> Refused | None:
    """The refusal of a draw; the rest of an earlier draw is allowed while the clock is stopped (PFS-4.10.4)."""
    if refused := _disorder(course, seat):
        return refused
    game = course.game
    if isinstance(game.phase, s.Laid | s.Challenged | s.Closing | s.HandingOver) and game.on_turn is seat:
        return course.refuse(Reason.DRAW_TOO_EARLY)
    return None if due else course.refuse(Reason.DRAW_NOT_DUE)


def _disorder(course: Course, seat: Seat) -> Refused | None:
    """The refusal while the bag is closed to a player, even one with a short rack: all wait for the absent (PFS-6.4c)."""
    game = course.game
    if isinstance(game.phase, s.Over | s.Settling):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, s.ChoosingStarter):
        return course.refuse(Reason.START_NOT_DRAWN)
    if isinstance(game.phase, s.Inspecting):
        return course.refuse(Reason.TILES_BEING_INSPECTED)
    if refused := beginning_fault(course):
        return refused
    if game.dealing and not _is_next_to_be_dealt(course, seat):
        return course.refuse(Reason.DRAW_OUT_OF_ORDER)
    if game.bag_dead:
        return course.refuse(Reason.BAG_DEAD)
    if game.away:
        return course.refuse(Reason.DRAW_IN_ABSENCE)
    return None


def _is_next_to_be_dealt(course: Course, seat: Seat) -> bool:
    """Racks are filled one after the other from the starter on (GEN-4e); the opponent waits for the clock (PFS-2.4b).

    Once the starter's first move has ended, play no longer waits for a rack that is short for this reason.
    """
    game = course.game
    starter = game.starter or Seat.FIRST
    full = course.book.move.rack_size.value
    before = game.players.clockwise_from(starter)
    waits = course.book.clock.first.value is FirstClock.BY_OPPONENT and game.clock is not None
    if waits and seat is not starter and not game.started:
        return False
    moved = bool(game.turns) or isinstance(game.phase, s.Laid | s.Challenged | s.Closing | s.HandingOver)
    return moved or all(len(game.racks[other]) >= full for other in before[: before.index(seat)])


def _after_drawing(course: Course, seat: Seat) -> None:
    put_back(course, seat)
    if course.game.dealing:
        _after_dealing(course)
    if not course.owed(seat):
        _start_waiting_clock(course, seat)


def put_back(course: Course, seat: Seat) -> None:
    """Put exchanged tiles into the bag once as many have been drawn (GEN-6X-b), and surplus ones are off the rack (S70)."""
    game = course.game
    aside, is_open = game.set_aside[seat], isinstance(game.phase, s.Closing) and game.phase.seat is seat
    too_many = len(game.racks[seat]) > course.book.move.rack_size.value
    if len(aside) and not is_open and not too_many and not course.owed(seat):
        course.happen(e.TilesReturned(seat, aside))


def _after_dealing(course: Course) -> None:
    game = course.game
    starter = game.starter or Seat.FIRST
    complete = _is_dealt(game, course.book.move.rack_size.value)
    if complete:
        course.happen(e.DealCompleted())
    if isinstance(game.phase, s.Dealing) and (complete or _clock_starts_now(course, starter)):
        turns.open_first_turn(course, starter)


def _is_dealt(game: s.Game, full: int) -> bool:
    return all(len(rack) >= full for rack in game.racks)


def _clock_starts_now(course: Course, starter: Seat) -> bool:
    """Whether the tile just drawn starts the first clock (S4)."""
    match course.book.clock.first.value:
        case FirstClock.FIRST_TILE:
            return course.game.clock is not None
        case FirstClock.SECOND_TILE:
            return len(course.game.racks[starter]) >= 2
        case _:
            return False


def _start_waiting_clock(course: Course, drawer: Seat) -> None:
    """A turn whose clock waited for the previous player's refill begins to run."""
    phase, waits = course.game.phase, course.book.clock.next.value is NextClock.AFTER_REFILL
    if waits and isinstance(phase, s.Thinking) and phase.seat is not drawer:
        course.run_clock(phase.seat)
