"""The one thing that a game tells a tournament: how it ended."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from mostek.seats import BySeat, Seat


class Ending(StrEnum):
    """Why a game is over."""

    OUT = "out"
    """A player has used the last tile and the bag is empty."""
    PASSES = "passes"
    """Everyone has passed as often as the rulebook says."""
    PASSES_AND_LOSSES = "passes_and_losses"
    """Only passes and lost turns in a row."""
    TIME = "time"
    """Everyone's time is up."""


class GameResult(Struct, frozen=True):
    """Final scores after the leftovers, who won, and by what."""

    ending: Ending
    final: BySeat[int]
    leftovers: BySeat[int]
    """What the tiles left on the racks have added or taken away."""
    winners: tuple[Seat, ...]
    """One seat, or all that share the first place."""
    places: BySeat[int]
    """1 for the best; players who are equal share a place."""
    tie_broken: bool
    """Whether equal scores were told apart by the value of the last word (OPEN-game-4, CHAL-10b)."""
