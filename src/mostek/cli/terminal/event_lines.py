"""The terminal's line for each event, and the lines of the result."""

from __future__ import annotations

from mostek.core.result import GameResult
from mostek.messages import text
from mostek.messages.describe import EventContext, describe, is_quiet, winners_text
from mostek.messages.refusals import grounds
from mostek.notation.coordinates import Orientation
from mostek.referee import events as e
from mostek.referee.commands import Venue
from mostek.referee.state import Game
from mostek.referee.views import is_for_arbiter

_UNCITED = (e.StarterChosen, e.StartDrawTied, e.PlacementUpheld, e.WordsJudged, e.VerdictOverridden, e.GameEnded)
"""Ordinary events, whose line leaves the clause out."""


def event_line(event: e.Event, game: Game, orientation: Orientation) -> str | None:
    """The event in a line; `None` for an event without one. `game` is the one to which the event belongs."""
    context = EventContext.of(game, orientation)
    if _is_unsaid(event, game, context):
        return None
    description = describe(event, context)
    if isinstance(event, e.MoveWithdrawn):
        return f"{description.text} ({grounds(event.clause)})"
    return description.text if _is_ordinary(event) else description.cited


def _is_unsaid(event: e.Event, game: Game, context: EventContext) -> bool:
    match event:
        case e.GameCreated():
            return event.commitment is None
        case e.SeedRevealed() | e.TimeCredited():
            return False
        case e.ExchangeAnnounced() | e.PassAnnounced() | e.ValueAnnounced() | e.Recorded():
            return game.venue is not Venue.TABLE  # elsewhere they happen by themselves
        case _:
            return is_for_arbiter(event) or is_quiet(event, context)


def _is_ordinary(event: e.Event) -> bool:
    match event:
        case e.TurnPassed():
            return event.forced is None
        case e.TurnLost():
            return event.cause is e.Cause.INVALID_WORD
        case _:
            return isinstance(event, _UNCITED)


def result_lines(game: Game, result: GameResult) -> list[str]:
    """The final scores, how the tiles left have changed them, and who has won."""
    lines = []
    for seat in sorted(game.seats, key=lambda seat: result.places[seat]):
        left = result.leftovers[seat]
        change = text("{before} {change:+d} for the tiles left", before=result.final[seat] - left, change=left)
        lines.append(f"{result.places[seat]}. {game.players[seat]}: {result.final[seat]} ({change})")
    lines.append(winners_text(result.winners, game.players))
    if result.tie_broken:
        lines.append(text("The value of the last word decided between equal scores."))
    return lines
