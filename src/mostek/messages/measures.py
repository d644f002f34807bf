"""What an arbiter orders, in words."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.core.players import BySeat, Seat
from mostek.messages import count, text
from mostek.referee import commands as m

MEASURES: Mapping[str, str] = {
    "settle": "the game goes on as it stands",
    "warn": "a warning",
    "deduct": "penalty points",
    "exclude_from_game": "exclusion from the game",
    "exclude_from_event": "exclusion from the tournament",
    "force_pass": "the turn is passed",
    "repeat_move": "the move is made again",
    "tidy_tiles": "the tiles are put straight",
    "correct_tiles": "tiles on the board are read otherwise",
    "adjust_clock": "the clock is set otherwise",
    "settle_score": "the score is fixed",
    "lift_lock": "the player may do anything again",
}
"""What each kind of measure is."""


def order_text(measure: m.Measure, players: BySeat[str]) -> str:
    """A measure with the player whom it concerns and its figures: `Anna, penalty points: 10 points`."""
    seat = getattr(measure, "seat", None)
    said = f"{text(MEASURES[str(measure.__struct_config__.tag)])}{_figures(measure)}"
    return f"{players[seat]}, {said}" if isinstance(seat, Seat) else said


def _figures(measure: m.Measure) -> str:
    match measure:
        case m.Deduct(points=points) | m.SettleScore(points=points):
            return ": " + count("{n} point", "{n} points", points)
        case m.AdjustClock(millis=millis):
            sign = "−" if millis < 0 else "+"
            return f": {sign}" + count("{n} second", "{n} seconds", abs(millis) // 1000)
        case m.CorrectTiles(tiles=tiles):
            return ": " + ", ".join(f"{square.name} = {tile}" for square, tile in tiles.tiles.items())
        case _:
            return ""
