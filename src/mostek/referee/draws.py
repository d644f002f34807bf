"""Drawing: who starts, the first racks, and refilling."""

from __future__ import annotations

from mostek.referee import timing
from mostek.referee.commands import DrawStartTile, DrawTiles
from mostek.referee.course import Course
from mostek.referee.events import (
    DealCompleted,
    StartDrawTied,
    StarterChosen,
    StartTileDrawn,
    TilesDrawn,
    TilesReturned,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Challenged, ChoosingStarter, Closing, Dealing, Game, HandingOver, Laid, Over, Thinking
from mostek.rules.rulebook import FirstClock, NextClock, Ruling
from mostek.seats import Seat


def draw_start_tile(course: Course, command: DrawStartTile) -> Refused | None:
    """One tile for the start; when all have drawn, the letter nearest the beginning of the alphabet decides (GEN-4c)."""
    phase = course.game.phase
    if not isinstance(phase, ChoosingStarter) or command.seat not in phase.contenders:
        return course.refuse(Reason.NOT_DRAWING_FOR_START)
    if command.seat in phase.drawn:
        return course.refuse(Reason.START_TILE_DRAWN)
    if command.tile is not None and command.tile not in course.game.bag:
        return course.refuse(Reason.NOT_IN_BAG, tiles=command.tile)
    (tile,) = course.draw(course.game.bag, 1) if command.tile is None else [command.tile]
    course.happen(StartTileDrawn(command.seat, tile))
    _decide_starter(course)
    return None


def _decide_starter(course: Course) -> None:
    phase = course.game.phase
    if not isinstance(phase, ChoosingStarter) or len(phase.drawn) < len(phase.contenders):
        return
    order = {seat: course.tile_set.alphabet.order(tile) for seat, tile in phase.drawn.items()}
    best = tuple(seat for seat in phase.contenders if order[seat] == min(order.values()))
    clause = course.ruling(Ruling.STARTER)
    course.happen(StarterChosen(best[0], clause) if len(best) == 1 else StartDrawTied(best, clause))


def draw_tiles(course: Course, command: DrawTiles) -> Refused | None:
    """Draw missing tiles: all of them, some of them, or the stated ones."""
    due = timing.owed(course, command.seat)
    if refused := draw_fault(course, command.seat, due):
        return refused
    wanted = len(command.tiles) if command.tiles is not None else due if command.count is None else command.count
    if not 1 <= wanted <= due:
        return course.refuse(Reason.DRAW_TOO_MANY, count=wanted, due=due)
    if command.tiles is not None and (absent := command.tiles.missing_from(course.game.bag)):
        return course.refuse(Reason.NOT_IN_BAG, tiles=str(absent))
    tiles = command.tiles if command.tiles is not None else course.draw(course.game.bag, wanted)
    course.happen(TilesDrawn(command.seat, tiles))
    _after_drawing(course, command.seat, due - wanted)
    return None


def draw_fault(course: Course, seat: Seat, due: int) -> Refused | None:
    """Why a player may not draw now, if so."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, ChoosingStarter):
        return course.refuse(Reason.START_NOT_DRAWN)
    if game.dealing and not _is_next_to_be_dealt(course, seat):
        return course.refuse(Reason.DRAW_OUT_OF_ORDER)
    if isinstance(game.phase, Laid | Challenged | Closing | HandingOver) and game.on_turn is seat:
        return course.refuse(Reason.DRAW_TOO_EARLY)
    return None if due else course.refuse(Reason.DRAW_NOT_DUE)


def _is_next_to_be_dealt(course: Course, seat: Seat) -> bool:
    """Racks are filled one after the other from the starter on (GEN-4e); the opponent waits for the clock (PFS-2.4b)."""
    game = course.game
    starter = game.starter or Seat.FIRST
    full = course.book.move.rack_size.value
    before = game.players.clockwise_from(starter)
    waits = course.book.clock.first.value is FirstClock.BY_OPPONENT and game.clock is not None
    if waits and seat is not starter and not game.started:
        return False
    return all(len(game.racks[other]) >= full for other in before[: before.index(seat)])


def _after_drawing(course: Course, seat: Seat, still_due: int) -> None:
    aside = course.game.set_aside[seat]
    if len(aside):
        if still_due == 0:
            course.happen(TilesReturned(seat, aside))
    elif course.game.dealing:
        _after_dealing(course, seat)
    if still_due == 0:
        _start_waiting_clock(course, seat)


def _after_dealing(course: Course, seat: Seat) -> None:
    game = course.game
    starter = game.starter or Seat.FIRST
    complete = _is_dealt(game, course.book.move.rack_size.value)
    if complete:
        course.happen(DealCompleted())
    if isinstance(game.phase, Dealing) and (complete or _clock_starts_now(course, starter)):
        timing.open_first_turn(course, starter)


def _is_dealt(game: Game, full: int) -> bool:
    return all(len(rack) >= full for rack in game.racks)


def _clock_starts_now(course: Course, starter: Seat) -> bool:
    """Whether the tile just drawn starts the first clock (S4)."""
    drawn = len(course.game.racks[starter])
    match course.book.clock.first.value:
        case FirstClock.FIRST_TILE:
            return course.game.clock is not None and drawn >= 1
        case FirstClock.SECOND_TILE:
            return drawn >= 2
        case _:
            return False


def _start_waiting_clock(course: Course, drawer: Seat) -> None:
    """A turn whose clock waited for the previous player's refill begins to run."""
    game = course.game
    if course.book.clock.next.value is not NextClock.AFTER_REFILL or game.clock is None or game.clock.running:
        return
    if isinstance(game.phase, Thinking) and game.phase.seat is not drawer:
        timing.run(course, game.phase.seat)
