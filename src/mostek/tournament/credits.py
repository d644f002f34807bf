"""Credits: the points of an entrant in a round, and their sums, for classification, rating and pairing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")


def half_up(numerator: int, denominator: int) -> int:
    """The whole number nearest to the quotient, exact halves upwards (PFS rating rules §1.1; S32)."""
    return (2 * numerator + denominator) // (2 * denominator)


def numbered(groups: Iterable[Sequence[T]]) -> Iterator[tuple[int, T]]:
    """Each member with its place, best group first: 1, 2, 2, 4."""
    place = 1
    for group in groups:
        for member in group:
            yield place, member
        place += len(group)


WIN = 2
"""Match points are counted in halves, so that a draw is a whole number (*duże punkty*)."""
DRAW = 1


HalfPoints = Annotated[int, Meta(ge=0, le=WIN)]
"""Match points of a round between two people, in halves."""


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
    places: tuple[int, ...] = ()
    """At a table of three or four: the own place there, then those of the opponents in their order."""
    cap: int = 0
    """The most that counts of the margin; 0 for all of it."""

    @property
    def spread(self) -> int:
        """The margin as it counts: own points less those of the other side, but no more than the cap either way."""
        margin = self.own - self.other
        return max(-self.cap, min(self.cap, margin)) if self.cap else margin


Credits = Mapping[int, tuple[Credit, ...]]
"""By starting number, the rounds that are settled, in their order; a round without a result is not among them."""


class Outcome(StrEnum):
    """How a game ended for one entrant."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


_OF_HALF_POINTS = {WIN: Outcome.WIN, DRAW: Outcome.DRAW}
_WITHOUT_GAME = (CreditKind.BYE, CreditKind.ABSENT)


def outcome_of(credit: Credit) -> Outcome | None:
    """How the game ended; nothing for a round without one (a bye, an absence).

    Between two the match points say it, for they also know a game that the last word decided (A-14). At a table of three or
    four they are a sum, so the places there say whether the entrant was above the best of the others (A-27).
    """
    if credit.kind in _WITHOUT_GAME:
        return None
    if credit.places:
        own, *others = credit.places
        return of_places(own, min(others))
    return _OF_HALF_POINTS.get(credit.half_points, Outcome.LOSS)


def of_places(own: int, other: int) -> Outcome:
    """How a game ended for the player of the first of two places at the table."""
    return Outcome.WIN if own < other else Outcome.DRAW if own == other else Outcome.LOSS


class Tally(Struct, frozen=True):
    """Sums over rounds; the order of the rounds does not matter."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    """How many of the wins, draws and losses were awarded, not played (PFS-7.2)."""
    half_points: int = 0
    game_points: int = 0
    other_points: int = 0
    cut: int = 0
    """How much of the margins a cap has taken away."""

    @property
    def games(self) -> int:
        """Games with a result, those awarded N:1 among them; byes are none (TOURNAMENTS section 0)."""
        return self.wins + self.draws + self.losses

    @property
    def played(self) -> int:
        """Games that were played at a table."""
        return self.games - self.forfeits

    @property
    def spread(self) -> int:
        """Own game points less those of the opponents (*różnica małych punktów*); a bye counts as 300:0 if so credited."""
        return self.game_points - self.other_points - self.cut


_FORFEIT, _BYE = CreditKind.FORFEIT, CreditKind.BYE
_WIN, _DRAW, _LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def tally(credits: Iterable[Credit]) -> Tally:
    """The sums of these rounds."""
    wins = draws = losses = byes = forfeits = half_points = own = other = cut = 0
    for credit in credits:
        half_points += credit.half_points
        own += credit.own
        other += credit.other
        if credit.cap:
            cut += credit.own - credit.other - credit.spread
        outcome = outcome_of(credit)
        wins += outcome is _WIN
        draws += outcome is _DRAW
        losses += outcome is _LOSS
        byes += credit.kind is _BYE
        forfeits += credit.kind is _FORFEIT
    return Tally(wins, draws, losses, byes, forfeits, half_points, own, other, cut)
