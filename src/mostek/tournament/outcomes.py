"""The outcome of a table: who has which place, and what decided it. Every page, paper and message renders this one value."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.state import Played, Table


class DecidedBy(StrEnum):
    """The ways in which the places of a table are decided."""

    POINTS = "points"
    LAST_WORDS = "last_words"
    """The worth of the last words, between equal points (OPEN-game-4, SCHOOL-game-4, CHAL-10b)."""
    FORFEIT = "forfeit"
    BOTH_FORFEITED = "both_forfeited"
    """Lost by both (S31)."""
    ADJOURNED = "adjourned"
    """Nothing yet: the game is played on at another time (PFS-7.4)."""
    OPEN = "open"
    """Nothing yet."""


class TableOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a table; what it says of the players is in the order of the table."""

    by: DecidedBy
    places: tuple[int, ...] = ()
    """1 is the best, and equals share a place; empty where nobody has one."""
    scores: tuple[int, ...] = ()
    """Game points as they count: less what the arbiter took away (PFS-7.1b, S34), of a forfeit N:1 (PFS-7.2)."""
    last_words: tuple[int, ...] = ()
    """What decided between equal points. Empty also where a refereed game states only the order of the last words."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the best place: one, or those who have drawn."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def winner(self) -> int | None:
        """The seat of the winner; `None` for a draw, and where nobody has won."""
        return self.winners[0] if len(self.winners) == 1 else None


def counted(table: Table, result: Played) -> tuple[int, ...]:
    """The scores of a table as they count: less what the arbiter has taken away (PFS-7.1b, S34)."""
    return tuple(
        scored - table.deducted.get(player, 0) for player, scored in zip(table.players, result.scores, strict=True)
    )


def played_outcome(table: Table, result: Played, has_draws: bool) -> TableOutcome:
    """The outcome of a game that was played.

    Args:
        table: the table, with the points that were taken away at it.
        result: its result.
        has_draws: whether equal points are a draw in this event, whatever the last words were.

    Returns:
        The places by points, and between equal points by the last words.
    """
    scores = counted(table, result)
    words = () if has_draws else result.last_words
    ranks = list(zip(scores, words or (0,) * len(scores), strict=True))
    by_words = len(set(ranks)) > len(set(scores))
    return TableOutcome(
        by=DecidedBy.LAST_WORDS if by_words else DecidedBy.POINTS,
        places=_places(ranks),
        scores=scores,
        last_words=words if by_words and result.knows_words else (),
    )


def _places(ranks: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in ranks) for own in ranks)
