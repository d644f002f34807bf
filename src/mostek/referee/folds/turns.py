"""Folding a turn, from thinking to the row of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES
from mostek.referee import events as e
from mostek.referee.commands import Check
from mostek.referee.folds.tiles import taken_back
from mostek.referee.phases import (
    Arranged,
    Challenged,
    Closing,
    Exchanging,
    HandingOver,
    Laid,
    Passing,
    Thinking,
    Turn,
    TurnKind,
)
from mostek.referee.state import Game


def fold_plan(game: Game, event: e.Planned) -> Game:
    """What a player begins to do with a turn."""
    match event:
        case e.TurnOpened(seat=seat):
            left = {**game.turn_left, seat: game.clock.left[seat]} if game.clock else {}
            agreed = game.confirmed_but(Check.LEAVE, Check.CHECK_TOGETHER)
            return replace(game, phase=Thinking(seat), turn_left=left, confirmed=agreed)
        case e.TilesArranged(seat=seat, placement=placement):
            return _planned(game, Arranged(placement))
        case e.ExchangeAnnounced(tiles=tiles, count=count, lock=lock):
            game = _planned(game, Exchanging(tiles, count))
            if lock is None:
                return game
            return replace(game, phase=replace(game.phase, lock=lock), interruption=None)
        case e.PassAnnounced():
            return _planned(game, Passing())
        case e.ExchangeFailed(seat=seat, lock=lock):
            return replace(game, phase=Thinking(seat, lock=lock))
        case e.PassDeclared(seat=seat):
            return replace(game, phase=Closing(seat, TurnKind.PASS), interruption=None)


def _planned(game: Game, what: Arranged | Exchanging | Passing) -> Game:
    """What is laid out was on the rack: that much is known of it from now on, so nobody else can draw or tell these tiles."""
    assert isinstance(game.phase, Thinking)
    seat = game.phase.seat
    shown = what.placement.faces if isinstance(what, Arranged) else NO_TILES
    shown = what.tiles.seen if isinstance(what, Exchanging) else shown
    racks = game.racks.put(seat, game.racks[seat].without(shown) + shown)
    return replace(game, racks=racks, phase=Thinking(seat, what, game.phase.lock))


def fold_move(game: Game, event: e.MoveChanged) -> Game:
    """What becomes of the tiles of a move while it lasts."""
    match event:
        case e.TilesLaid():
            return _laid(game, event)
        case e.MoveReopened(seat=seat, lock=lock):
            laid = _laid_phase(game)
            own = {writer: points for writer, points in laid.records.items() if writer is seat}
            # What the opponent has written is of a move that has not ended now; it is written again when it has.
            again = Thinking(seat, Arranged(laid.placement), lock, laid.announced, own)
            return replace(taken_back(game, laid), phase=again)
        case e.MoveTakenBack():
            return _taken_back(game, event)
        case e.MoveWithdrawn():
            return _withdrawn(game, event)
        case e.PlacementUpheld():
            return replace(game, phase=replace(_laid_phase(game), challenged=True))
        case e.BlanksWritten(seat=seat, blanks=blanks):
            card = game.cards.get(seat, Placement({}))
            return replace(game, cards={**game.cards, seat: Placement({**card.tiles, **blanks.tiles})})
        case e.BlanksDeclared(blanks=blanks):
            return _declared(game, blanks)
        case e.BlankSettled(blank=blank, words=words):
            return _settled(game, blank, words)
        case e.BlankDied(blank=blank):
            return replace(game, dead=game.dead | blank.tiles.keys())


def _laid_phase(game: Game) -> Laid:
    """The move that lies on the board, challenged or not."""
    match game.phase:
        case Laid() as laid:
            return laid
        case Challenged(laid=laid):
            return laid
        case _:
            raise AssertionError("no move lies on the board")


def _withdrawn(game: Game, event: e.MoveWithdrawn) -> Game:
    """The tiles are on the rack again, those set aside for an exchange too, and the turn is to be written down as lost."""
    seat = event.seat
    phase = Closing(seat, TurnKind.LOSS, cause=event.cause, clause=event.clause)
    if isinstance(game.phase, Closing):
        rack = game.racks[seat] + game.set_aside[seat]
        return replace(
            game, racks=game.racks.put(seat, rack), set_aside=game.set_aside.put(seat, NO_TILES), phase=phase
        )
    laid = _laid_phase(game)
    return replace(taken_back(game, laid), phase=replace(phase, withdrawn=laid))


def _laid(game: Game, event: e.TilesLaid) -> Game:
    seat = event.seat
    laid = Laid(seat, event.placement, event.words, event.points, event.faults)
    if isinstance(game.phase, Thinking):
        laid = replace(laid, announced=game.phase.announced, records=game.phase.records)
    return replace(
        game,
        board=game.board.lay(event.placement.tiles),
        racks=game.racks.put(seat, game.racks[seat].without(event.placement.faces)),
        phase=laid,
        interruption=None,
    )


def _taken_back(game: Game, event: e.MoveTakenBack) -> Game:
    """The tiles of whatever was laid, arranged or set aside are on the rack again, and nothing is planned."""
    seat = event.seat
    match game.phase:
        case Laid() | Challenged():
            game = taken_back(game, _laid_phase(game))
        case _:
            rack = game.racks[seat] + game.set_aside[seat]
            game = replace(game, racks=game.racks.put(seat, rack), set_aside=game.set_aside.put(seat, NO_TILES))
    return replace(game, phase=Thinking(seat))


def _declared(game: Game, blanks: Placement) -> Game:
    phase = game.phase
    if isinstance(phase, Thinking) and isinstance(phase.plan, Arranged):
        tiles = {**phase.plan.placement.tiles, **blanks.tiles}
        return replace(game, phase=replace(phase, plan=Arranged(Placement(tiles))))
    return game


def _settled(game: Game, blank: Placement, words: tuple[e.ScoredWord, ...]) -> Game:
    """The blank is read as it was written; a move that has just been laid with it is read so too."""
    board = game.board.lay(blank.tiles)
    phase = game.phase
    if isinstance(phase, Laid):
        own = {square: blank.tiles.get(square, tile) for square, tile in phase.placement.tiles.items()}
        phase = replace(phase, placement=Placement(own), words=words)
    return replace(game, board=board, phase=phase)


def fold_talk(game: Game, event: e.Talked) -> Game:
    """What is said, written and checked about a move."""
    match event, game.phase:
        case e.ValueAnnounced(points=points), (Laid() | Thinking()) as phase:
            return replace(game, phase=replace(phase, announced=points))
        case e.Recorded(seat=seat, points=points), (Laid() | Thinking()) as phase:
            return replace(game, phase=replace(phase, records={**phase.records, seat: points}))
        case e.Recorded(seat=seat), Closing(recorded=recorded):
            return replace(game, phase=replace(game.phase, recorded=recorded | {seat}))
        case e.WordsChallenged(seat=seat, words=words), Laid() as laid:
            laid = replace(laid, challenged=True, hurried=False)
            return replace(game, phase=Challenged(laid, seat, words), interruption=None)
        case ((e.WordsTyped() | e.SlipConfirmed() | e.CheckRun() | e.CheckVoided()), Challenged() as challenge):
            return replace(game, phase=_checked(challenge, event))
        case e.WordsJudged(), Challenged(laid=laid):
            return replace(game, phase=laid)
        case e.VerdictOverridden(valid=True), Closing(withdrawn=Laid() as laid):
            return _laid_again(game, laid)
        case _:
            return game


def _checked(challenge: Challenged, event: e.Talked) -> Challenged:
    match event:
        case e.WordsTyped(words=words):
            return replace(challenge, typed=words, confirmed=False)
        case e.SlipConfirmed():
            return replace(challenge, confirmed=True)
        case e.CheckVoided():
            return replace(challenge, typed=())
        case _:
            return replace(challenge, run=True)


def _laid_again(game: Game, laid: Laid) -> Game:
    rack = game.racks[laid.seat].without(laid.placement.faces)
    board = game.board.lay(laid.placement.tiles)
    return replace(game, board=board, racks=game.racks.put(laid.seat, rack), phase=laid)


def fold_turn_over(game: Game, event: e.TurnOver) -> Game:
    """A turn has become a row of the score sheet."""
    seat = event.seat
    after = replace(game, phase=HandingOver(seat), interruption=None)
    match event:
        case e.MoveAccepted(points=points):
            row = _row(game, event, TurnKind.PLACEMENT, points)
            scores = game.scores.put(seat, row.total)
            return replace(after, scores=scores, passes=0, idle=0, turns=game.turns.added(row))
        case e.ExchangeAccepted():
            used = game.exchanges.put(seat, game.exchanges[seat] + 1)
            turns = game.turns.added(_row(game, event, TurnKind.EXCHANGE))
            return replace(after, exchanges=used, passes=0, idle=0, turns=turns)
        case e.TurnLost():
            turns = game.turns.added(_row(game, event, TurnKind.LOSS))
            return replace(after, passes=0, idle=game.idle + 1, turns=turns)
        case e.TurnPassed():
            turns = game.turns.added(_row(game, event, TurnKind.PASS))
            return replace(after, passes=game.passes + 1, idle=game.idle + 1, turns=turns)


def _row(game: Game, event: e.TurnOver, kind: TurnKind, points: int = 0) -> Turn:
    seat, phase = event.seat, game.phase
    laid = phase.withdrawn if isinstance(phase, Closing) else phase
    if not isinstance(laid, Laid):
        laid = None
    rack = game.racks[seat] + game.set_aside[seat]
    records: Mapping[Seat, int] = {}
    if laid is not None and kind is TurnKind.PLACEMENT:
        rack, records = rack + laid.placement.faces, laid.records
    elif isinstance(phase, Closing):
        records = dict.fromkeys(phase.recorded, 0)
    return Turn(
        seat=seat,
        kind=kind,
        points=points,
        total=game.scores[seat] + points,
        words=laid.words if laid else (),
        forced=isinstance(event, e.TurnPassed) and event.forced is not None,
        placement=laid.placement if laid else None,
        rack=rack,
        aside=len(game.set_aside[seat]),
        records=records,
        number=len(game.turns) + 1,
        true=laid.points if laid and kind is TurnKind.PLACEMENT else 0,
    )
