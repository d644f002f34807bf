"""When a kind of command can be accepted at all: cheap conditions that every accepted command meets, so that others need no try.

They are no rules. `decide` alone judges; a condition only saves the time of asking it, and the random tables prove on every
position that nothing is missed that it would allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mostek.core.players import Seat
from mostek.core.tiles import BLANK
from mostek.referee import commands as c
from mostek.referee import phases as p
from mostek.referee.slips import awaits_consent
from mostek.referee.state import Game
from mostek.rules.rulebook import Authority, Debt, Rulebook

Occasion = Callable[[Game, Seat, Rulebook], bool]
"""Whether a player could be allowed to do it as the game stands."""


def is_open(game: Game, seat: Seat, book: Rulebook, kind: type[Any]) -> bool:
    """Whether it is worth asking the judge about such a command of the player in `seat`."""
    phases = _PHASES.get(kind)
    if phases is not None and not isinstance(game.phase, phases):
        return False
    occasion = _OCCASIONS.get(kind)
    return occasion is None or occasion(game, seat, book)


def is_choice_open(game: Game, seat: Seat, book: Rulebook, kind: type[Any], choice: str) -> bool:
    """Whether it is worth asking about this choice of a command that `is_open`."""
    occasion = _CHOICES.get((kind, choice))
    return occasion is None or occasion(game, seat, book)


def _thinks(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.on_turn is seat and not game.flagged[seat]


def _plans(game: Game, seat: Seat, book: Rulebook) -> bool:
    return isinstance(game.phase, p.Thinking) and game.phase.seat is seat and game.phase.plan is not None


def _runs(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.clock is not None and game.clock.running is not None


def _stands(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.clock is not None and game.clock.running is None


def _by_order(game: Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.procedures.value


def _can_call(game: Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.authority.value is not Authority.NOBODY


def _announces(game: Game, seat: Seat, book: Rulebook) -> bool:
    if isinstance(game.phase, p.Laid):
        return game.phase.seat is seat and game.phase.announced is None
    return _plans(game, seat, book)


def _records(game: Game, seat: Seat, book: Rulebook) -> bool:
    match game.phase:
        case p.Thinking(seat=mover, announced=announced):
            return mover is seat and announced is not None
        case p.Laid(records=written):
            return seat not in written
        case _:
            return True


def _follows(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.on_turn is not seat


def blank_lies(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Whether a blank can lie on the board: not all of them are known to be elsewhere."""
    elsewhere: int = game.bag.count(BLANK) + sum(part.count(BLANK) for part in (*game.racks, *game.set_aside))
    return elsewhere < game.tiles.count(BLANK)


def _blank_in_view(game: Game, seat: Seat, book: Rulebook) -> bool:
    plan = game.phase.plan if isinstance(game.phase, p.Thinking) else None
    laid_out = plan.placement.tiles.values() if isinstance(plan, p.Arranged) else ()
    return blank_lies(game, seat, book) or any(tile.blank for tile in laid_out)


def _bag_is_open(game: Game, seat: Seat, book: Rulebook) -> bool:
    free = game.venue is c.Venue.TABLE or len(game.racks[seat]) < book.move.rack_size.value
    return free and not game.bag_dead and not game.away


def _is_short(game: Game, seat: Seat, book: Rulebook) -> bool:
    full = book.move.rack_size.value
    return book.order.debt.value is Debt.ON_DEMAND and any(len(rack) < full for rack in game.racks)


def _has_surplus(game: Game, seat: Seat, book: Rulebook) -> bool:
    """Online a rack cannot hold too many tiles, unless the game was taken up so."""
    at_table = game.venue is c.Venue.TABLE or any(len(rack) > book.move.rack_size.value for rack in game.racks)
    return at_table and book.order.procedures.value


def _can_be_told(game: Game, seat: Seat, book: Rulebook) -> bool:
    return _is_untold(game, seat, book) or _was_untold(game, seat, book)


def _is_untold(game: Game, seat: Seat, book: Rulebook) -> bool:
    return bool(game.racks[seat].unseen)


def _was_untold(game: Game, seat: Seat, book: Rulebook) -> bool:
    return any(turn.seat is seat and turn.rack.unseen for turn in game.turns)


def _before(game: Game, seat: Seat, book: Rulebook) -> bool:
    return not game.started


def _at_table(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.venue is c.Venue.TABLE


def _is_away(game: Game, seat: Seat, book: Rulebook) -> bool:
    return seat in game.away


def _counts(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.counting is seat


def _may_count(game: Game, seat: Seat, book: Rulebook) -> bool:
    return game.counting is None


def _has_wrong_turn(game: Game, seat: Seat, book: Rulebook) -> bool:
    return not game.turns.is_true


def _leaves(game: Game, seat: Seat, book: Rulebook) -> bool:
    return isinstance(game.phase, p.Thinking) and book.order.procedures.value


def _is_checked(game: Game, seat: Seat, book: Rulebook) -> bool:
    return isinstance(game.phase, p.Challenged)


def _slip_awaits_consent(game: Game, seat: Seat, book: Rulebook) -> bool:
    return awaits_consent(game, book)


def _stops_to_count(game: Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.stop_for_counting.value


def _never(game: Game, seat: Seat, book: Rulebook) -> bool:
    return False


_PHASES: Mapping[type[Any], tuple[type[Any], ...]] = {
    c.LayTiles: (p.Thinking,),
    c.AnnounceExchange: (p.Thinking,),
    c.ExchangeTiles: (p.Thinking,),
    c.PassTurn: (p.Thinking,),
    c.DeclareBlanks: (p.Thinking,),
    c.AnnounceValue: (p.Thinking, p.Laid),
    c.RecordMove: (p.Thinking, p.Laid, p.Closing),
    c.ChallengeWords: (p.Laid,),
    c.ClaimPlacement: (p.Laid,),
    c.TypeWords: (p.Challenged,),
    c.ConfirmSlip: (p.Challenged,),
    c.RunCheck: (p.Challenged,),
    c.DisputeBlank: (p.Thinking, p.Laid),
    c.DrawStartTile: (p.ChoosingStarter,),
    c.DrawTiles: (p.Dealing, p.Thinking, p.Laid, p.Challenged, p.Closing, p.HandingOver),
    c.InspectTiles: (p.Inspecting,),
    c.ReturnTiles: (p.Inspecting,),
    c.DisputePlaces: (p.ChoosingStarter, p.Dealing),
    c.ChoosePlace: (p.ChoosingPlace,),
    c.Arrive: (p.Waiting,),
    c.LeaveBoard: (p.Thinking,),
    c.SignSlip: (p.Over,),
    c.HandInSlip: (p.Over,),
    c.CorrectSlip: (p.Over,),
}
"""In which phases a kind of command can be accepted; what is not here, in any."""
_OCCASIONS: Mapping[type[Any], Occasion] = {
    c.LayTiles: _thinks,
    c.AnnounceExchange: _thinks,
    c.ExchangeTiles: _thinks,
    c.PassTurn: _thinks,
    c.DeclareBlanks: _plans,
    c.StopClock: _runs,
    c.StartClock: _stands,
    c.AnnounceValue: _announces,
    c.RecordMove: _records,
    c.ChallengeWords: _follows,
    c.ClaimPlacement: _follows,
    c.WriteBlanks: _blank_in_view,
    c.DisputeBlank: blank_lies,
    c.DrawTiles: _bag_is_open,
    c.DemandDraw: _is_short,
    c.ClaimSurplus: _by_order,
    c.StateRack: _can_be_told,
    c.StateSet: _before,
    c.LaySquare: _at_table,
    c.LeaveBoard: _leaves,
    c.ReturnToBoard: _is_away,
    c.CountTiles: _may_count,
    c.StateCount: _counts,
    c.CallArbiter: _can_call,
    c.CorrectScore: _has_wrong_turn,
}
"""What else must be so for a kind of command."""
_CHOICES: Mapping[tuple[type[Any], str], Occasion] = {
    (c.StopClock, c.StopReason.MOVE): _plans,
    (c.StopClock, c.StopReason.SURPLUS): _has_surplus,
    (c.StopClock, c.StopReason.ARBITER): _can_call,
    (c.StopClock, c.StopReason.DUTY): _by_order,
    (c.StopClock, c.StopReason.COUNTING): _stops_to_count,
    (c.StopClock, c.StopReason.OTHER): _never,
    **{(c.ClaimSurplus, str(int(seat))): _has_surplus for seat in Seat},
    (c.StateRack, "now"): _is_untold,
    (c.StateRack, "before"): _was_untold,
    (c.Confirm, c.Check.SET): _before,
    (c.Confirm, c.Check.CLOCK): _before,
    (c.Confirm, c.Check.EQUIPMENT): _before,
    (c.Confirm, c.Check.LEAVE): _leaves,
    (c.Confirm, c.Check.CHECK_TOGETHER): _is_checked,
    (c.Confirm, c.Check.SLIP): _slip_awaits_consent,
}
"""What else must be so for one choice of a command."""
