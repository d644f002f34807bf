"""Folding what moves tiles between bag, racks and table, and what is told about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from mostek.referee import events as e
from mostek.referee.commands import Venue
from mostek.referee.state import (
    Arranged,
    Challenged,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Inspecting,
    Laid,
    Thinking,
    TurnKind,
)
from mostek.seats import Seat
from mostek.tiles import NO_TILES, Tiles

TilesMoved = (
    e.TilesDrawn
    | e.TilesReturned
    | e.TilesSetAside
    | e.RackStated
    | e.DrawDemanded
    | e.BagDied
    | e.SurplusFound
    | e.TilesInspected
    | e.SurplusReturned
)
T = TypeVar("T")


def into_bag(game: Game, tiles: Tiles) -> Tiles:
    """The bag with tiles put into it; where people own it, they lie there face down like all others."""
    return game.bag + (tiles.backs() if game.venue is Venue.TABLE else tiles)


def fold(game: Game, event: TilesMoved) -> Game:
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
    game = replace(game, bag=game.bag.without(tiles.backs() if game.bag.unseen else tiles))
    game = replace(game, racks=game.racks.put(seat, game.racks[seat] + tiles))
    game = replace(game, surplus_since=_surplus_since(game, event))
    if not event.owing and seat in game.must_draw:
        game = replace(game, must_draw=but(game.must_draw, seat))
    phase = game.phase
    if isinstance(phase, Thinking) and event.early:
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
        return replace(game, racks=game.racks.put(event.seat, event.tiles))
    row = replace(game.turns[event.turn - 1], rack=event.tiles)
    return replace(game, turns=(*game.turns[: event.turn - 1], row, *game.turns[event.turn :]))


def _surplus(game: Game, event: e.SurplusFound) -> Game:
    """Where the game goes on after the procedure.

    Tiles of a recorded move are not among those that are looked at; a move that is only being tried out is taken back.
    """
    match game.phase:
        case Thinking(seat=seat, plan=Arranged(placement=placement), early=early) if early and seat is event.seat:
            pool = game.racks[seat].without(placement.faces)
            then: Dealing | Thinking | Laid | Closing | HandingOver = replace(game.phase, early=0)
        case Thinking(seat=seat, lock=lock) if seat is event.seat:
            pool, then = game.racks[seat], Thinking(seat, lock=lock)
        case (Dealing() | Thinking() | Laid() | Closing() | HandingOver()) as phase:
            pool, then = game.racks[event.seat], phase
        case _:
            return game
    return replace(game, phase=Inspecting(event.seat, event.count, event.chooser, pool, then))


def _inspected(game: Game, event: e.TilesInspected) -> Game:
    """What the chooser sees and tells is known of the rack from now on."""
    if not isinstance(game.phase, Inspecting):
        return game
    rack = game.racks[event.of]
    if not event.tiles.unseen:
        rack = rack.without(event.tiles) + event.tiles
    return replace(game, racks=game.racks.put(event.of, rack), phase=replace(game.phase, drawn=event.tiles))


def _surplus_returned(game: Game, event: e.SurplusReturned) -> Game:
    seat, tiles = event.seat, event.tiles
    then = game.phase.then if isinstance(game.phase, Inspecting) else game.phase
    return replace(
        game,
        racks=game.racks.put(seat, game.racks[seat].without(tiles)),
        bag=into_bag(game, tiles),
        surplus_since=but(game.surplus_since, seat),
        phase=then,
    )


def but(values: Mapping[Seat, T], seat: Seat) -> dict[Seat, T]:
    """The same without one seat."""
    return {other: value for other, value in values.items() if other is not seat}


def taken_back(game: Game, laid: Laid) -> Game:
    """The game with the tiles of a move on the rack again; the phase is the caller's affair."""
    rack = game.racks[laid.seat] + laid.placement.faces
    return replace(game, board=game.board.take(laid.placement.tiles), racks=game.racks.put(laid.seat, rack))
