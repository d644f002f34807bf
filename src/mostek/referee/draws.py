"""Drawing: who starts, the first racks, and refilling."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.core.tiles import BACK, BLANK, Tiles
from mostek.referee import setup, timing, turns
from mostek.referee.commands import DrawStartTile, DrawTiles, Venue
from mostek.referee.course import Course
from mostek.referee.events import (
    DealCompleted,
    PlacesDrawn,
    StartDrawTied,
    StarterChosen,
    StartTileDrawn,
    TilesDrawn,
    TilesReturned,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import (
    Arranged,
    Challenged,
    ChoosingStarter,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Inspecting,
    Laid,
    Over,
    Settling,
    Thinking,
)
from mostek.rules.rulebook import FirstClock, NextClock, Ruling, StartBlank, StartTie


def draw_start_tile(course: Course, command: DrawStartTile) -> Refused | None:
    """One tile for the start; when all have drawn, the letter nearest the beginning of the alphabet decides (GEN-4c)."""
    if refused := setup.missing(course):
        return refused
    phase = course.game.phase
    if not isinstance(phase, ChoosingStarter) or command.seat not in phase.contenders:
        return course.refuse(Reason.NOT_DRAWING_FOR_START)
    if command.seat in phase.drawn:
        return course.refuse(Reason.START_TILE_DRAWN)
    if command.tile in (None, BACK) and course.game.venue is Venue.TABLE:
        return course.refuse(Reason.START_TILE_NOT_TOLD)
    if command.tile is not None and _not_in_bag(course, Tiles([command.tile])):
        return course.refuse(Reason.NOT_IN_BAG, tiles=command.tile)
    (tile,) = course.draw(course.game.bag, 1) if command.tile is None else [command.tile]
    course.happen(StartTileDrawn(command.seat, tile))
    _decide_starter(course)
    return None


def _decide_starter(course: Course) -> None:
    phase = course.game.phase
    if not isinstance(phase, ChoosingStarter) or len(phase.drawn) < len(phase.contenders):
        return
    order = {seat: _place(course, tile) for seat, tile in phase.drawn.items()}
    best = tuple(seat for seat in phase.contenders if order[seat] == min(order.values()))
    clause = course.ruling(Ruling.STARTER)
    if len(best) > 1:
        course.happen(_tied(course, best, clause))
    elif course.game.disputed:
        course.happen(PlacesDrawn(best[0], course.ruling(Ruling.PLACES)))
    else:
        course.happen(StarterChosen(best[0], clause))


def _place(course: Course, tile: str) -> int:
    """How near the beginning of the alphabet a tile stands; a separate setting places the blank (S1)."""
    first = course.book.start.blank.value is StartBlank.BEFORE_FIRST_LETTER
    return -1 if first and tile == BLANK else course.tile_set.alphabet.order(tile)


def _tied(course: Course, best: tuple[Seat, ...], clause: str) -> StartDrawTied:
    """Who draws again, and whether the tiles go back first (S2); without enough of them in the bag they do."""
    tie = course.book.start.tie.value
    kept = tie is StartTie.WITHOUT_RETURN and len(course.game.bag) >= len(best)
    return StartDrawTied(course.game.seats if tie is StartTie.REDRAW_ALL else best, clause, kept)


def draw_tiles(course: Course, command: DrawTiles) -> Refused | None:
    """Draw missing tiles: all of them, some of them, or the stated ones.

    At a table that plays by the federation's order what people have done is a fact: too many tiles (PFS-2.3c, 4.3.6) and tiles
    drawn too early (PFS-3.2.1i, 4.4.4) are for the opponent to claim; only tiles that cannot have been drawn are refused.
    """
    due = _due(course, command.seat)
    free = _is_free(course)
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
    """Tiles by chance; where people own the bag, their chance supplies the unstated tiles."""
    if course.game.venue is Venue.TABLE:
        return Tiles.face_down(count)
    return course.draw(course.game.bag, count)


def _not_in_bag(course: Course, tiles: Tiles) -> Tiles:
    """Which of the stated tiles cannot come out of the bag."""
    if course.game.venue is Venue.TABLE:
        return tiles.seen.missing_from(course.game.unseen())
    return tiles.missing_from(course.game.bag)


def _drawn(course: Course, seat: Seat, tiles: Tiles) -> TilesDrawn:
    """The draw, with what it leaves too many or too few; tiles set aside for an exchange do not count (PFS-4.3.6, S70)."""
    game, full = course.game, course.book.move.rack_size.value
    early = _early_move(course, seat)
    holds = len(game.racks[seat]) - (len(early.placement) if early else 0) + len(tiles)
    left = len(game.bag) - len(tiles)
    return TilesDrawn(
        seat=seat,
        tiles=tiles,
        surplus=max(0, holds - full),
        owing=min(max(0, full - holds), left),
        early=len(tiles) if early else 0,
    )


def _early_move(course: Course, seat: Seat) -> Arranged | None:
    """The move that the player has recorded without stopping the clock, if so: a draw comes too early then (PFS-4.4.4)."""
    phase = course.game.phase
    if not _is_free(course) or not isinstance(phase, Thinking) or phase.seat is not seat or seat not in phase.records:
        return None
    runs = course.game.clock is not None and course.game.clock.running is seat
    return phase.plan if runs and isinstance(phase.plan, Arranged) else None


def _due(course: Course, seat: Seat) -> int:
    """How many tiles make the rack full; those of a recorded move do not lie on it any more."""
    early = _early_move(course, seat)
    if early is None:
        return course.owed(seat)
    missing = course.book.move.rack_size.value - len(course.game.racks[seat]) + len(early.placement)
    return max(0, min(missing, len(course.game.bag)))


def draw_fault(course: Course, seat: Seat, due: int) -> Refused | None:
    """Why a player may not draw now, if so; the rest of an earlier draw is allowed while the clock stands (PFS-4.10.4)."""
    if refused := _disorder(course, seat):
        return refused
    game = course.game
    if isinstance(game.phase, Laid | Challenged | Closing | HandingOver) and game.on_turn is seat:
        return course.refuse(Reason.DRAW_TOO_EARLY)
    return None if due else course.refuse(Reason.DRAW_NOT_DUE)


def _disorder(course: Course, seat: Seat) -> Refused | None:
    """Why the bag is closed to the player, if so, even with a short rack: all wait for an absent player (PFS-6.4c)."""
    game = course.game
    if isinstance(game.phase, Over | Settling):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, ChoosingStarter):
        return course.refuse(Reason.START_NOT_DRAWN)
    if isinstance(game.phase, Inspecting):
        return course.refuse(Reason.TILES_BEING_INSPECTED)
    if refused := setup.missing(course):
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
    moved = bool(game.turns) or isinstance(game.phase, Laid | Challenged | Closing | HandingOver)
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
    aside, is_open = game.set_aside[seat], isinstance(game.phase, Closing) and game.phase.seat is seat
    too_many = len(game.racks[seat]) > course.book.move.rack_size.value
    if len(aside) and not is_open and not too_many and not course.owed(seat):
        course.happen(TilesReturned(seat, aside))


def _after_dealing(course: Course) -> None:
    game = course.game
    starter = game.starter or Seat.FIRST
    complete = _is_dealt(game, course.book.move.rack_size.value)
    if complete:
        course.happen(DealCompleted())
    if isinstance(game.phase, Dealing) and (complete or _clock_starts_now(course, starter)):
        turns.open_first_turn(course, starter)


def _is_dealt(game: Game, full: int) -> bool:
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
    if waits and isinstance(phase, Thinking) and phase.seat is not drawer:
        timing.run(course, phase.seat)
