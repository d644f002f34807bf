"""What a round was worth to one entrant: the one thing from which classification, rating and pairing are worked out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

WIN = 2
"""Match points are counted in halves, so that a draw is a whole number (*duże punkty*)."""
DRAW = 1


class CreditKind(StrEnum):
    """How an entrant came by the points of a round."""

    GAME = "game"
    FORFEIT = "forfeit"
    """Won or lost N:1, or lost by both (PFS-7.2, S31)."""
    BYE = "bye"
    ABSENT = "absent"
    """Not paired at all, though the entrant belongs to the event: before a late entry, after a withdrawal."""


class Credit(Struct, frozen=True):
    """One round of one entrant."""

    round: int
    kind: CreditKind
    half_points: int
    """Match points in halves; at a table of three or four the sum over the opponents, where the event counts so (A-27)."""
    own: int
    """Game points (*małe punkty*)."""
    other: int
    """Game points of the opponent, for the spread; of the best opponent at a table of three or four."""
    opponents: tuple[int, ...] = ()
    """Starting numbers."""
    starts: bool = False
    rated: bool = False
    """Whether the game counts for scalps: games and forfeits N:1 do (PFS-7.2a), byes do not."""


Credits = Mapping[int, tuple[Credit, ...]]
"""By starting number, the rounds that are settled, in their order; a round without a result is not among them."""
