"""Folding rulings, corrections of the score, and what follows a game."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from mostek.core.clock import Clock, Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES
from mostek.referee import events as e
from mostek.referee import measures as m
from mostek.referee.commands import Check
from mostek.referee.history import History
from mostek.referee.phases import Challenged, Laid, Over, Settling, Slip, Thinking, Turn
from mostek.referee.state import Game, Made


def fold_ruling(game: Game, event: e.Ruled) -> Game:
    """The game after an event of this room."""
    match event:
        case e.PenaltyCharged(seat=seat, points=points):
            return _add(game, seat, -points)
        case e.RulingMade():
            return _ruled(game, event)
        case e.RulingReversed(number=number):
            return _reversed(game, number)
        case e.TurnReopened(seat=seat, passes=passes, idle=idle):
            return replace(game, phase=Thinking(seat), passes=passes, idle=idle, turns=History(game.turns[:-1]))
        case e.GameReopened():
            return replace(game, phase=game.phase.before) if isinstance(game.phase, Over) else game
        case e.MoveReread() | e.CorrectionAsked() | e.ScoreCorrected():
            return _put_right(game, event)
        case e.LeftoversDue(ending=ending, clause=clause, out=out):
            # Tiles of an exchange for which nothing was drawn lie with those of the rack, to be told together.
            racks = BySeat(rack + aside for rack, aside in zip(game.racks, game.set_aside, strict=True))
            nothing = BySeat.all(len(game.seats), NO_TILES)
            return replace(game, racks=racks, set_aside=nothing, must_draw={}, phase=Settling(ending, clause, out))
        case e.GameEnded(result=result):
            before = game.phase if result.forfeited else None
            game = game if before else replace(game, must_draw={})
            return replace(game, phase=Over(result, before), scores=result.final, interruption=None)
        case e.SlipSigned() | e.SlipHandedIn() | e.SlipCorrected():
            return _slip(game, event)
        case e.SeedRevealed(seed=seed):
            return replace(game, seed=seed)
        case _:
            assert_never(event)


def _add(game: Game, seat: Seat, points: int) -> Game:
    """Points outside the turns; after the game they change the result as well (S34)."""
    game = replace(game, scores=game.scores.put(seat, game.scores[seat] + points))
    if isinstance(game.phase, Over) and points:
        result = game.phase.result.with_points(seat, points)
        game = replace(game, phase=replace(game.phase, result=result, slip=_altered(game.phase.slip, seat, points)))
    return game


def _altered(slip: Slip, seat: Seat, points: int) -> Slip:
    """The arbiter alters a slip that has been handed in; one that has not is signed anew (PFS-5.2c)."""
    if slip.handed_in is not None:
        return replace(slip, handed_in=slip.handed_in.put(seat, slip.handed_in[seat] + points))
    return Slip(amended=slip.amended or bool(slip.signed))


def _ruled(game: Game, event: e.RulingMade) -> Game:
    """A ruling with its effect. What it changes in a score or a clock is kept, so that it can be taken back."""
    change = _change(game, event.measure)
    made = Made(event, change=change, was=_replaced(game, event.measure), turns=len(game.turns))
    game = _answered(replace(game, rulings=(*game.rulings, made)))
    match event.measure:
        case m.CorrectTiles(tiles=tiles):
            return _tiles_corrected(game, tiles)
        case m.LiftLock() if isinstance(game.phase, Thinking):
            return replace(game, phase=replace(game.phase, lock=None))
        case measure:
            return _changed(game, measure, change)


def _answered(game: Game) -> Game:
    """The call for the arbiter has been answered; if a clock was stopped for it, it is started again (PFS-4.9.2)."""
    waiting = game.interruption
    if waiting is None or not waiting.awaiting:
        return game
    return replace(game, interruption=replace(waiting, awaiting=False) if waiting.running else None)


def _change(game: Game, measure: m.Measure) -> int:
    match measure:
        case m.Deduct(points=points):
            return -points
        case m.SettleScore(seat=seat, points=points):
            return points - game.scores[seat]
        case m.AdjustClock(millis=millis) if game.clock:
            return millis
        case _:
            return 0


def _replaced(game: Game, measure: m.Measure) -> Placement | None:
    if not isinstance(measure, m.CorrectTiles):
        return None
    return Placement({square: tile for square in measure.tiles.tiles if (tile := game.board[square]) is not None})


def _changed(game: Game, measure: m.Measure, change: int) -> Game:
    match measure:
        case m.Deduct(seat=seat) | m.SettleScore(seat=seat):
            return _add(game, seat, change)
        case m.AdjustClock(seat=seat) if game.clock:
            return replace(game, clock=_longer(game.clock, seat, change))
        case _:
            return game


def _longer(clock: Clock, seat: Seat, change: int) -> Clock:
    return clock.set(seat, Millis(clock.left[seat] + change))


def _reversed(game: Game, number: int) -> Game:
    made = game.rulings[number - 1]
    rulings = (*game.rulings[: number - 1], replace(made, reversed=True), *game.rulings[number:])
    game = _answered(replace(game, rulings=rulings))
    return _changed(game, made.ruling.measure, -made.change) if made.was is None else _tiles_corrected(game, made.was)


def _tiles_corrected(game: Game, tiles: Placement) -> Game:
    """Tiles on the board are read otherwise from now on; those of a move that awaits its record are the same tiles."""
    game = replace(game, board=game.board.lay(tiles.tiles))
    match game.phase:
        case Laid() as laid:
            return replace(game, phase=_with_tiles(laid, tiles))
        case Challenged(laid=laid):
            return replace(game, phase=replace(game.phase, laid=_with_tiles(laid, tiles)))
        case _:
            return game


def _with_tiles(laid: Laid, tiles: Placement) -> Laid:
    mine = {square: tile for square, tile in tiles.tiles.items() if square in laid.placement.tiles}
    return replace(laid, placement=Placement({**laid.placement.tiles, **mine}))


def _put_right(game: Game, event: e.MoveReread | e.CorrectionAsked | e.ScoreCorrected) -> Game:
    match event:
        case e.MoveReread():
            return _reread(game, event)
        case e.CorrectionAsked(turn=turn, points=points):
            same = tuple(asked for asked in game.asked if (asked.turn, asked.points) == (turn, points))
            return replace(game, asked=(*same, event))
        case e.ScoreCorrected():
            return _corrected(game, event)


def _reread(game: Game, event: e.MoveReread) -> Game:
    """The words keep their places, so that a challenge is about the same ones; they are to be typed again."""
    match game.phase:
        case Laid() as laid:
            return replace(game, phase=replace(laid, words=event.words, points=event.points))
        case Challenged(laid=laid, words=asked):
            now = {old.text: new.text for old, new in zip(laid.words, event.words, strict=True)}
            laid = replace(laid, words=event.words, points=event.points)
            words = tuple(now[word] for word in asked)
            return replace(game, phase=Challenged(laid, game.phase.challenger, words))
        case _:
            return game


def _corrected(game: Game, event: e.ScoreCorrected) -> Game:
    """The row, the totals after it, and the score; after the game its result too."""
    row = game.turns[event.turn - 1]
    change = event.points - row.points
    turns = History(_moved(turn, row.seat, event, change) for turn in game.turns)
    return _add(replace(game, turns=turns), row.seat, change)


def _moved(turn: Turn, seat: Seat, event: e.ScoreCorrected, change: int) -> Turn:
    if turn.seat is not seat or turn.number < event.turn:
        return turn
    points = event.points if turn.number == event.turn else turn.points
    return replace(turn, points=points, total=turn.total + change)


def _slip(game: Game, event: e.SlipSigned | e.SlipHandedIn | e.SlipCorrected) -> Game:
    """What becomes of the slip. A consent is to the figures as they stand, so each change asks for a new one."""
    if not isinstance(game.phase, Over):
        return game
    slip: Slip = game.phase.slip
    match event:
        case e.SlipSigned(seat=seat, final=final):
            before: BySeat[int] | None = slip.signed.get(seat)
            amended = slip.amended or before not in (None, final)
            slip = replace(slip, signed={**slip.signed, seat: final}, amended=amended)
        case e.SlipHandedIn(final=final) | e.SlipCorrected(final=final):
            slip = replace(slip, handed_in=final)
    agreed = frozenset(done for done in game.confirmed if done[1] is not Check.SLIP)
    return replace(game, phase=replace(game.phase, slip=slip), confirmed=agreed)
