"""Folding what happens before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from mostek.core.board import Board, layout
from mostek.core.clock import Clock, Millis
from mostek.core.players import BySeat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee import events as e
from mostek.referee.commands import Venue
from mostek.referee.folds.tiles import into_bag
from mostek.referee.phases import ChoosingPlace, ChoosingStarter, Dealing, Over, Waiting
from mostek.referee.state import Game


def begin(event: e.GameCreated) -> Game:
    """The game as it stands when it has been set up."""
    seats = len(event.players)
    time = None if event.millis is None else Millis(event.millis)
    tiles = event.bag + event.board.faces
    hidden = 0
    for rack in event.racks:
        tiles, hidden = tiles + rack.seen, hidden + rack.unseen
    at_table = event.venue is Venue.TABLE
    everyone = BySeat(event.players).seats
    return Game(
        rulebook=event.rulebook,
        edition=event.edition,
        changes=event.changes,
        players=BySeat(event.players),
        tile_set=event.tile_set,
        lexicon=event.lexicon,
        steps=event.steps,
        venue=event.venue,
        tiles=tiles,
        checks=event.checks,
        officials=event.officials,
        full_record=event.full_record,
        commitment=event.commitment,
        board=Board(layout(event.layout), event.board.tiles),
        bag=Tiles.face_down(len(event.bag) - hidden) if at_table else event.bag,
        racks=event.racks,
        set_aside=BySeat.all(seats, NO_TILES),
        scores=event.scores,
        exchanges=event.exchanges,
        clock=None if time is None else Clock(BySeat.all(seats, time)),
        turn_millis=time,
        flagged=BySeat.all(seats, False),
        phase=Waiting(event.absent, starter=event.starter) if event.absent else ChoosingStarter(everyone, {}),
    )


def fold_beginning(game: Game, event: e.Beginning) -> Game:
    """The game after an event of this room."""
    match event:
        case e.Confirmed(seat=seat, what=what):
            return replace(game, confirmed=game.confirmed | {(seat, what)})
        case e.SetCounted(tiles=tiles):
            return replace(game, tiles=tiles, bag=tiles.backs() if game.venue is Venue.TABLE else tiles)
        case e.SquareLaid(count=count):
            return replace(game, phase=replace(game.phase, square=count)) if isinstance(game.phase, Over) else game
        case e.LatenessBegan(at=at):
            phase = replace(game.phase, since=Millis(at)) if isinstance(game.phase, Waiting) else game.phase
            return replace(game, phase=phase, now=Millis(at))
        case e.Arrived(at=at):
            return replace(_arrived(game, event), now=Millis(at))
        case e.StartTileDrawn() | e.StartDrawTied() | e.StarterChosen() | e.PlacesDrawn():
            return _drawing(game, event)
        case e.PlacesDisputed():
            return _disputed(game)
        case e.PlaceChosen():
            return _place_chosen(game, event)
        case e.DealCompleted():
            return replace(game, dealing=False)
        case e.GameStarted():
            return replace(game, started=True)


def _arrived(game: Game, event: e.Arrived) -> Game:
    if not isinstance(game.phase, Waiting):
        return game
    absent = tuple(seat for seat in game.phase.absent if seat is not event.seat)
    still = replace(game.phase, absent=absent, since=None)
    return replace(game, phase=still if absent else ChoosingStarter(game.seats, {}))


def _drawing(game: Game, event: e.StartTileDrawn | e.StartDrawTied | e.StarterChosen | e.PlacesDrawn) -> Game:
    phase = game.phase
    if not isinstance(phase, ChoosingStarter):
        return game
    if isinstance(event, e.StartTileDrawn):
        drawn = {**phase.drawn, event.seat: event.tile}
        return replace(game, phase=replace(phase, drawn=drawn), bag=game.bag.without(Tiles([event.tile])))
    out = phase.kept + Tiles(phase.drawn.values())
    if isinstance(event, e.StartDrawTied) and event.kept:
        return replace(game, phase=replace(phase, contenders=event.seats, drawn={}, kept=out))
    game = replace(game, bag=into_bag(game, out))
    match event:
        case e.StartDrawTied(seats=seats):
            return replace(game, phase=replace(phase, contenders=seats, drawn={}, kept=NO_TILES))
        case e.PlacesDrawn(seat=seat):
            return replace(game, phase=ChoosingPlace(seat, phase.starter or seat))
        case e.StarterChosen(seat=seat):
            return replace(game, phase=Dealing(seat, bool(phase.drawn)), starter=seat)


def _disputed(game: Game) -> Game:
    """The draw decides the places as well; when the pairing has decided who starts, it decides only them (PFS-2.2)."""
    match game.phase:
        case Dealing(starter=starter, drawn=True):
            return replace(game, phase=ChoosingPlace(starter, starter))
        case Dealing(starter=starter):
            return replace(game, disputed=True, phase=ChoosingStarter(game.seats, {}, starter))
        case _:
            return replace(game, disputed=True)


def _place_chosen(game: Game, event: e.PlaceChosen) -> Game:
    """The other player sits on the other side."""
    assert isinstance(game.phase, ChoosingPlace)
    starter = game.phase.starter
    other = next(side for side in type(event.place) if side is not event.place)
    places = {event.seat: event.place, game.players.next(event.seat): other}
    return replace(game, places=places, starter=starter, phase=Dealing(starter))
