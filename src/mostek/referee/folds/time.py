"""Folding what clocks do, and who is away from the board."""

from __future__ import annotations

from msgspec.structs import replace

from mostek.core.clock import Clock, Millis
from mostek.core.players import BySeat
from mostek.referee import events as e
from mostek.referee.commands import Check, CreditReason, StopReason
from mostek.referee.folds.tiles import but
from mostek.referee.phases import Inspecting, Laid
from mostek.referee.state import Game, Interruption


def fold_time(game: Game, event: e.TimeChanged) -> Game:
    """The game after an event of this room."""
    match event:
        case e.ClockStarted() | e.ClockStopped() | e.ClockSet() | e.FlagFell() | e.TurnTimeExceeded():
            return _clock(game, event)
        case e.TimeCredited():
            return _credited(game, event)
        case e.SoloBegan():
            return replace(game, solo=True, passes=0, idle=0)
        case e.PlayInterrupted(seat=seat, reason=reason, running=running):
            awaiting = reason is StopReason.ARBITER
            return replace(game, interruption=Interruption(seat, reason, running, awaiting), counting=None)
        case e.LeftBoard(seat=seat, at=at):
            away = {**game.away, seat: Millis(at)}
            return replace(game, away=away, confirmed=game.confirmed_but(Check.LEAVE), now=Millis(at))
        case e.CameBack(seat=seat, at=at):
            return replace(game, away=but(game.away, seat), now=Millis(at))
        case e.CountBegan(seat=seat):
            return replace(game, counting=seat)
        case e.CountStated() | e.CountBrokenOff():
            return replace(game, counting=None)
        case e.AbsenceReported() | e.RecordOverdue() | e.IrregularityReported():
            return game


def _clock(game: Game, event: e.ClockStarted | e.ClockStopped | e.ClockSet | e.FlagFell | e.TurnTimeExceeded) -> Game:
    clock = game.clock or Clock(BySeat.all(len(game.seats), Millis(0)))
    match event:
        case e.ClockStarted(seat=seat, at=at, left=left):
            hurried = isinstance(game.phase, Laid) and game.phase.seat is not seat
            phase = replace(game.phase, hurried=True) if hurried else game.phase
            clock = clock.started(seat, Millis(at), Millis(left))
            # The chooser's time to think does not end the interruption (PFS-4.10.1d).
            waiting = game.interruption if isinstance(game.phase, Inspecting) else None
            return replace(game, clock=clock, phase=phase, interruption=waiting, now=Millis(at))
        case e.ClockStopped(seat=seat, at=at, left=left):
            return replace(game, clock=clock.stopped(seat, Millis(left)), now=Millis(at))
        case e.ClockSet(seat=seat, left=left):
            return replace(game, clock=clock.set(seat, Millis(left)))
        case e.FlagFell(seat=seat, at=at):
            flagged = game.flagged.put(seat, True)
            return replace(game, clock=clock.stopped(seat, Millis(0)), flagged=flagged, now=Millis(at))
        case e.TurnTimeExceeded(seat=seat, at=at):
            return replace(game, clock=clock.stopped(seat, Millis(0)), now=Millis(at))


def _credited(game: Game, event: e.TimeCredited) -> Game:
    clock = game.clock.credited(Millis(event.millis)) if game.clock else None
    credited = game.credited
    if event.why is CreditReason.DELIVERY:
        credited = {**credited, event.seat: Millis(credited.get(event.seat, 0) + event.millis)}
    return replace(game, clock=clock, credited=credited, now=Millis(event.at))
