"""Folding what moves tiles between bag, racks and table, and what is told about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee import events as e
from mostek.referee.commands import Venue
from mostek.referee.phases import (
    Arranged,
    Challenged,
    Closing,
    Dealing,
    HandingOver,
    Inspecting,
    Laid,
    Thinking,
    TurnKind,
)
from mostek.referee.state import Game

T = TypeVar("T")


def into_bag(game: Game, tiles: Tiles) -> Tiles:
    """The bag with tiles put into it; where people own it, they lie there face down like all others."""
    return game.bag + (tiles.backs() if game.venue is Venue.TABLE else tiles)


def fold_tiles(game: Game, event: e.TilesMoved) -> Game:
    """The game after an event of this room."""
    match event:
        case e.TilesDrawn():
            return _drawn(game, event)
        case e.TilesReturned(seat=seat, tiles=tiles):
            return replace(game, bag=into_bag(game, tiles), set_aside=game.set_aside.put(seat, NO_TILES))
        case e.TilesSetAside():
            return _set_aside(game, event)
        case e.RackStated():
            return _stated(game, event)
        case e.DrawDemanded(seat=seat, clause=clause):
            return replace(game, must_draw={**game.must_draw, seat: clause})
        case e.BagDied():
            return replace(game, bag_dead=True, must_draw={})
        case e.SurplusFound():
            return _surplus(game, event)
        case e.TilesInspected():
            return _inspected(game, event)
        case e.SurplusReturned():
            return _surplus_returned(game, event)


def _drawn(game: Game, event: e.TilesDrawn) -> Game:
    seat, tiles = event.seat, event.tiles
    game = replace(game, bag=game.bag.without(tiles))
    game = replace(game, racks=game.racks.put(seat, game.racks[seat] + tiles))
    game = replace(game, surplus_since=_surplus_since(game, event))
    if not len(game.bag):
        game = replace(game, must_draw={})
    elif not event.owing:
        game = replace(game, must_draw=but(game.must_draw, seat))
    phase = game.phase
    if isinstance(phase, Thinking):
        return replace(game, phase=replace(phase, early=phase.early + event.early))
    return game


def _surplus_since(game: Game, event: e.TilesDrawn) -> Mapping[Seat, int]:
    """Since when somebody has had too many tiles. What is drawn when the own move has just ended was not in that move."""
    since, seat = game.surplus_since, event.seat
    if isinstance(game.phase, Laid | Challenged | Closing) and game.on_turn is seat:
        return since
    if not event.surplus:
        return but(since, seat)
    had_before = event.surplus > len(event.tiles) and seat in since
    return since if had_before else {**since, seat: len(game.turns)}


def _set_aside(game: Game, event: e.TilesSetAside) -> Game:
    seat = event.seat
    return replace(
        game,
        racks=game.racks.put(seat, game.racks[seat].without(event.tiles)),
        set_aside=game.set_aside.put(seat, event.tiles),
        phase=Closing(seat, TurnKind.EXCHANGE),
        interruption=None,
    )


def _stated(game: Game, event: e.RackStated) -> Game:
    if event.turn is None:
        phase = game.phase
        if isinstance(phase, Inspecting) and phase.seat is event.seat:
            phase = replace(phase, pool=event.tiles.without(_lying(phase)))
        return replace(game, racks=game.racks.put(event.seat, event.tiles), phase=phase)
    return replace(game, turns=game.turns.changed(replace(game.turns[event.turn - 1], rack=event.tiles)))


def _surplus(game: Game, event: e.SurplusFound) -> Game:
    """Where the game goes on after the procedure.

    Tiles of a recorded move are not among those that are looked at; a move that is only being tried out is taken back.
    """
    match game.phase:
        case Thinking(seat=seat, plan=Arranged(placement=placement), early=early) if early and seat is event.seat:
            pool = game.racks[seat].without(placement.faces)
            then: Dealing | Thinking | Laid | Closing | HandingOver = replace(game.phase, early=0)
        case Thinking(seat=seat, lock=lock) if seat is event.seat:
            # With the tiles on the rack again there is no layout to which the player could be held.
            pool, then = game.racks[seat], Thinking(seat, lock=None if lock is e.Lock.LAYOUT else lock)
        case (Dealing() | Thinking() | Laid() | Closing() | HandingOver()) as phase:
            pool, then = game.racks[event.seat], phase
        case _:
            return game
    return replace(game, phase=Inspecting(event.seat, event.count, event.chooser, pool, then))


def _inspected(game: Game, event: e.TilesInspected) -> Game:
    """What the chooser sees and tells is known of the rack from now on."""
    if not isinstance(game.phase, Inspecting):
        return game
    lying = _lying(game.phase)
    pool = game.racks[event.of].without(lying).without(event.tiles.seen) + event.tiles.seen
    phase = replace(game.phase, pool=pool, drawn=event.tiles)
    return replace(game, racks=game.racks.put(event.of, pool + lying), phase=phase)


def _lying(phase: Inspecting) -> Tiles:
    """The tiles of a move that was recorded while its clock ran: they lie on the board and are none of the others."""
    then = phase.then
    plan = then.plan if isinstance(then, Thinking) and then.seat is phase.seat else None
    return plan.placement.faces if isinstance(plan, Arranged) else NO_TILES


def _surplus_returned(game: Game, event: e.SurplusReturned) -> Game:
    seat, tiles, phase = event.seat, event.tiles, game.phase
    if not isinstance(phase, Inspecting):
        return game
    lying = _lying(phase)
    game = replace(
        game,
        racks=game.racks.put(seat, game.racks[seat].without(lying).without(tiles) + lying),
        bag=into_bag(game, tiles),
        surplus_since=but(game.surplus_since, seat),
    )
    return _after_inspection(game, phase.then)


def _after_inspection(game: Game, then: Dealing | Thinking | Laid | Closing | HandingOver) -> Game:
    """The game goes on where it was: the clock to be started again is never the one on which the chooser thought."""
    running = then.seat if isinstance(then, Thinking) else None
    if isinstance(then, Laid) and then.hurried:
        running = game.players.next(then.seat)
    waiting = game.interruption
    if waiting is not None:
        waiting = replace(waiting, running=running) if running else None
    return replace(game, phase=then, interruption=waiting)


def but(values: Mapping[Seat, T], seat: Seat) -> dict[Seat, T]:
    """The same without one seat."""
    return {other: value for other, value in values.items() if other is not seat}


def taken_back(game: Game, laid: Laid) -> Game:
    """The game with the tiles of a move on the rack again; the phase is the caller's affair."""
    rack = game.racks[laid.seat] + laid.placement.faces
    return replace(game, board=game.board.take(laid.placement.tiles), racks=game.racks.put(laid.seat, rack))
