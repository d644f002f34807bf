"""Folding events into a game. Total: it never checks and never refuses; `decide` is the only judge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from mostek.board import Board, layout
from mostek.clock import Clock, Millis
from mostek.referee import events as e
from mostek.referee.state import (
    Challenged,
    ChoosingStarter,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Laid,
    Over,
    Thinking,
    Turn,
    TurnKind,
)
from mostek.seats import BySeat
from mostek.tiles import NO_TILES, Tiles


def replay(events: Iterable[e.Event]) -> Game | None:
    """The game that a log tells; `None` for an empty log."""
    game: Game | None = None
    for event in events:
        game = begin(event) if isinstance(event, e.GameCreated) else evolve(_begun(game), event)
    return game


def begin(event: e.GameCreated) -> Game:
    """The game as it stands when it has been set up."""
    seats = len(event.players)
    time = None if event.millis is None else Millis(event.millis)
    return Game(
        rulebook=event.rulebook,
        edition=event.edition,
        changes=event.changes,
        players=BySeat(event.players),
        tile_set=event.tile_set,
        lexicon=event.lexicon,
        steps=event.steps,
        board=Board(layout(event.layout), event.board.tiles),
        bag=event.bag,
        racks=event.racks,
        set_aside=BySeat.all(seats, NO_TILES),
        scores=event.scores,
        exchanges=event.exchanges,
        clock=None if time is None else Clock(BySeat.all(seats, time)),
        turn_millis=time,
        flagged=BySeat.all(seats, False),
        phase=ChoosingStarter(BySeat(event.players).seats, {}),
    )


def evolve(game: Game, event: e.Event) -> Game:
    """The game after one more event."""
    match event:
        case e.GameCreated():
            return begin(event)
        case e.StartTileDrawn() | e.StartDrawTied() | e.StarterChosen() | e.DealCompleted() | e.GameStarted():
            return _before_the_first_turn(game, event)
        case e.TilesDrawn() | e.TilesReturned() | e.TilesSetAside():
            return _tiles_moved(game, event)
        case e.ClockStarted() | e.ClockStopped() | e.FlagFell() | e.TurnTimeExceeded() | e.SoloBegan():
            return _time_changed(game, event)
        case e.TurnOpened():
            return replace(game, phase=Thinking(event.seat))
        case e.TilesLaid():
            return _laid(game, event)
        case e.ValueAnnounced() | e.Recorded() | e.WordsChallenged() | e.WordsJudged() | e.VerdictOverridden():
            return _talked(game, event)
        case e.PlacementUpheld():
            return replace(game, phase=_with(game, challenged=True))
        case e.MoveWithdrawn():
            return _withdrawn(game, event)
        case e.PenaltyCharged():
            return replace(game, scores=game.scores.put(event.seat, game.scores[event.seat] - event.points))
        case e.PassDeclared():
            return replace(game, phase=Closing(event.seat, TurnKind.PASS))
        case e.MoveAccepted() | e.TurnLost() | e.ExchangeAccepted() | e.TurnPassed():
            return _turn_over(game, event)
        case e.GameEnded():
            return replace(game, phase=Over(event.result), scores=event.result.final)
        case _:
            assert_never(event)


def _before_the_first_turn(
    game: Game, event: e.StartTileDrawn | e.StartDrawTied | e.StarterChosen | e.DealCompleted | e.GameStarted
) -> Game:
    match event, game.phase:
        case e.StartTileDrawn(seat=seat, tile=tile), ChoosingStarter(contenders=contenders, drawn=drawn):
            phase = ChoosingStarter(contenders, {**drawn, seat: tile})
            return replace(game, phase=phase, bag=game.bag - Tiles([tile]))
        case e.StartDrawTied(seats=seats), ChoosingStarter(drawn=drawn):
            return replace(game, phase=ChoosingStarter(seats, {}), bag=game.bag + Tiles(drawn.values()))
        case e.StarterChosen(seat=seat), ChoosingStarter(drawn=drawn):
            return replace(game, phase=Dealing(seat), starter=seat, bag=game.bag + Tiles(drawn.values()))
        case e.DealCompleted(), _:
            return replace(game, dealing=False)
        case _:
            return replace(game, started=True)


def _tiles_moved(game: Game, event: e.TilesDrawn | e.TilesReturned | e.TilesSetAside) -> Game:
    seat, tiles = event.seat, event.tiles
    match event:
        case e.TilesDrawn():
            return replace(game, bag=game.bag - tiles, racks=game.racks.put(seat, game.racks[seat] + tiles))
        case e.TilesReturned():
            return replace(game, bag=game.bag + tiles, set_aside=game.set_aside.put(seat, NO_TILES))
        case _:
            return replace(
                game,
                racks=game.racks.put(seat, game.racks[seat] - tiles),
                set_aside=game.set_aside.put(seat, tiles),
                phase=Closing(seat, TurnKind.EXCHANGE),
            )


def _time_changed(
    game: Game, event: e.ClockStarted | e.ClockStopped | e.FlagFell | e.TurnTimeExceeded | e.SoloBegan
) -> Game:
    clock = game.clock or Clock(BySeat.all(len(game.seats), Millis(0)))
    match event:
        case e.ClockStarted(seat=seat, at=at, left=left):
            return replace(game, clock=clock.started(seat, Millis(at), Millis(left)), now=Millis(at))
        case e.ClockStopped(seat=seat, at=at, left=left):
            return replace(game, clock=clock.stopped(seat, Millis(left)), now=Millis(at))
        case e.FlagFell(seat=seat, at=at):
            flagged = game.flagged.put(seat, True)
            return replace(game, clock=clock.stopped(seat, Millis(0)), flagged=flagged, now=Millis(at))
        case e.TurnTimeExceeded(seat=seat, at=at):
            return replace(game, clock=clock.stopped(seat, Millis(0)), now=Millis(at))
        case _:
            return replace(game, solo=True, passes=0, idle=0)


def _laid(game: Game, event: e.TilesLaid) -> Game:
    seat = event.seat
    return replace(
        game,
        board=game.board.lay(event.placement.tiles),
        racks=game.racks.put(seat, game.racks[seat] - event.placement.faces),
        phase=Laid(seat, event.placement, event.words, event.points, event.faults),
    )


def _talked(
    game: Game, event: e.ValueAnnounced | e.Recorded | e.WordsChallenged | e.WordsJudged | e.VerdictOverridden
) -> Game:
    match event, game.phase:
        case e.ValueAnnounced(points=points), Laid():
            return replace(game, phase=_with(game, announced=points))
        case e.Recorded(seat=seat, points=points), Laid(records=records):
            return replace(game, phase=_with(game, records={**records, seat: points}))
        case e.Recorded(seat=seat), Closing(recorded=recorded):
            return replace(game, phase=replace(game.phase, recorded=recorded | {seat}))
        case e.WordsChallenged(seat=seat, words=words), Laid():
            return replace(game, phase=Challenged(_with(game, challenged=True), seat, words))
        case e.WordsJudged(), Challenged(laid=laid):
            return replace(game, phase=laid)
        case e.VerdictOverridden(valid=True), Closing(withdrawn=Laid() as laid):
            return _laid_again(game, laid)
        case _:
            return game


def _laid_again(game: Game, laid: Laid) -> Game:
    rack = game.racks[laid.seat] - laid.placement.faces
    board = game.board.lay(laid.placement.tiles)
    return replace(game, board=board, racks=game.racks.put(laid.seat, rack), phase=laid)


def _withdrawn(game: Game, event: e.MoveWithdrawn) -> Game:
    assert isinstance(game.phase, Laid)
    laid = game.phase
    return replace(
        game,
        board=game.board.take(laid.placement.tiles),
        racks=game.racks.put(laid.seat, game.racks[laid.seat] + laid.placement.faces),
        phase=Closing(laid.seat, TurnKind.LOSS, cause=event.cause, clause=event.clause, withdrawn=laid),
    )


def _turn_over(game: Game, event: e.MoveAccepted | e.TurnLost | e.ExchangeAccepted | e.TurnPassed) -> Game:
    seat = event.seat
    after = replace(game, phase=HandingOver(seat))
    match event:
        case e.MoveAccepted(points=points):
            words = game.phase.words if isinstance(game.phase, Laid) else ()
            total = game.scores[seat] + points
            row = Turn(seat, TurnKind.PLACEMENT, points, total, words)
            return replace(after, scores=game.scores.put(seat, total), passes=0, idle=0, turns=(*game.turns, row))
        case e.ExchangeAccepted():
            used = game.exchanges.put(seat, game.exchanges[seat] + 1)
            return replace(after, exchanges=used, passes=0, idle=0, turns=_row(game, event, TurnKind.EXCHANGE))
        case e.TurnLost():
            return replace(after, passes=0, idle=game.idle + 1, turns=_row(game, event, TurnKind.LOSS))
        case e.TurnPassed():
            return replace(after, passes=game.passes + 1, idle=game.idle + 1, turns=_row(game, event, TurnKind.PASS))


def _row(game: Game, event: e.TurnLost | e.ExchangeAccepted | e.TurnPassed, kind: TurnKind) -> tuple[Turn, ...]:
    forced = isinstance(event, e.TurnPassed) and event.forced is not None
    lost = game.phase.withdrawn if isinstance(game.phase, Closing) else None
    words = lost.words if lost else ()
    return (*game.turns, Turn(event.seat, kind, 0, game.scores[event.seat], words, forced))


def _with(game: Game, **changes: object) -> Laid:
    assert isinstance(game.phase, Laid)
    return replace(game.phase, **changes)


def _begun(game: Game | None) -> Game:
    if game is None:
        raise ValueError("a log begins with the event that the game was created")
    return game
