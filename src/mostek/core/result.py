"""The result of a game, which a tournament receives."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.players import BySeat, Seat


class Ending(StrEnum):
    """The ending of a game."""

    OUT = "out"
    """A player has used the last tile and the bag is empty."""
    PASSES = "passes"
    """Everyone has passed as often as the rulebook says."""
    PASSES_AND_LOSSES = "passes_and_losses"
    """Only passes and lost turns in a row."""
    TIME = "time"
    """Everyone's time is up."""
    RESIGNED = "resigned"
    """A player has given the game up."""
    AGREED = "agreed"
    """All players agreed to end it as it stood."""
    ABORTED = "aborted"
    """It was broken off before it had really begun; nobody wins."""
    ABSENT = "absent"
    """A player stayed away, and another one claimed the game."""
    IDLE = "idle"
    """Nothing happened for too long in a game without a clock; nobody wins."""
    FORFEIT = "forfeit"
    """A player was excluded, or came too late; the tournament gives N:1 for it (PFS-7.2)."""


class GameResult(Struct, frozen=True):
    """The final scores after the leftovers, the winners, and the ending."""

    ending: Ending
    final: BySeat[int]
    leftovers: BySeat[int]
    """The points that the tiles left on the racks have added or subtracted."""
    winners: tuple[Seat, ...]
    """One seat, or all that share the first place."""
    places: BySeat[int]
    """1 for the best; players who are equal share a place."""
    tie_broken: bool
    """Whether the value of the last word decided between equal scores (OPEN-game-4, CHAL-10b)."""
    forfeited: tuple[Seat, ...] = ()
    """The players who lost by forfeit; both may (S31). `final` is then the score at that moment, without leftovers (PFS-7.2b)."""
    excluded: tuple[Seat, ...] = ()
    """The players excluded from the event (PFS-7.1d)."""

    def with_points(self, seat: Seat, points: int) -> GameResult:
        """The result after a change of points (PFS-4.6.3, 7.1b): the winners are computed again, unless by forfeit."""
        final = self.final.put(seat, self.final[seat] + points)
        if self.forfeited:
            return replace(self, final=final)
        places = final.map(lambda own: 1 + sum(other > own for other in final))
        winners = tuple(seat for seat, place in places.items() if place == 1)
        return replace(self, final=final, places=places, winners=winners, tie_broken=False)
