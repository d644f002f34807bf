"""What a game is worth that was won by forfeit: N points to 1 (PFS-7.2)."""

from __future__ import annotations

from msgspec import Struct

UNPLAYED = 400
"""What a game that has not been played yet counts for in the estimate, and the least that a forfeit is worth (PFS-7.2c)."""
LOSER = 1
"""The points of the player who has lost by forfeit (PFS-7.2)."""


class Forfeit(Struct, frozen=True):
    """The three numbers of which the greatest is N, and those from which the first comes: W = (S + M · 400) / R."""

    sum_so_far: int
    """S: the points of the games so far; an earlier forfeit counts with its N, or with 1 (S32)."""
    left: int
    """M: the games that are left, this one included."""
    rounds: int
    """R: the rounds of the event."""
    score_now: int
    """The points in this game when the forfeit is awarded (PFS-7.2b)."""

    @property
    def estimate(self) -> int:
        """W to the nearest whole point, halves upwards (PFS-7.2a, S32)."""
        numerator = self.sum_so_far + self.left * UNPLAYED
        return (2 * numerator + self.rounds) // (2 * self.rounds)

    @property
    def points(self) -> int:
        """N, for the player who benefits."""
        return max(self.estimate, self.score_now, UNPLAYED)


def forfeit_points(sum_so_far: int, played: int, rounds: int, score_now: int) -> Forfeit:
    """What the player who benefits gets: all numbers are that player's own (PFS-7.2a to 7.2d, S32).

    `played` is the number of games before this one. Raises `ValueError` when no game of the event can be left.
    """
    if not 0 <= played < rounds:
        raise ValueError(f"{played} games played leave none of {rounds}")
    return Forfeit(sum_so_far, rounds - played, rounds, score_now)
