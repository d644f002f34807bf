"""The answers about reviews of games."""

from __future__ import annotations

from msgspec import Struct

from mostek.engine.review import Depth, GameReview
from mostek.engine.review.efforts import EFFORTS
from mostek.rules.loading import rulebook
from mostek.server.awaited_reviews import ReviewStage


class GivenGame(Struct, frozen=True):
    """A game that was given for a review."""

    id: str | None
    """The name under which it is reviewed; `null` for a position."""
    position: str
    """The line of CGP, if the text is a position and no game: for the analysis board."""
    players: tuple[str, ...]
    notes: tuple[str, ...]
    """What the record states otherwise than the rules, the worst first."""


class LossLimits(Struct, frozen=True):
    """The largest losses of each grade; a larger one is a blunder."""

    good: float
    inaccuracy: float
    mistake: float


class DealCount(Struct, frozen=True):
    """The deals of a simulation."""

    batches: int
    deals: int
    """The deals in a batch."""
    plies: int
    """The turns after a candidate."""


class DeepEffort(Struct, frozen=True):
    """The work of a deep review, for a page that deepens a turn by itself: with the same deals it gets the same numbers."""

    candidates: int
    """The candidates of the first simulation, the best by equity."""
    first: DealCount
    finalists: int
    second: DealCount
    bag: int
    """With so many tiles in the bag or fewer the server proves results over all draws, which a page does not."""
    exchange_from: int
    """The tiles that the bag must hold for an exchange."""

    @classmethod
    def now(cls, book: str) -> DeepEffort:
        """The work by this rulebook."""
        used = EFFORTS[Depth.DEEP]
        first, second = (DealCount(each.batches, each.deals, each.plies) for each in (used.first, used.second))
        return cls(used.candidates, first, used.finalists, second, used.bag, rulebook(book).exchange.bag_minimum.value)


class ReviewAnswer(Struct, frozen=True):
    """The review of a game as far as it is."""

    id: str
    depth: Depth
    stage: ReviewStage
    place: int
    """How many reviews come before this one."""
    version: int
    """A number that changes with the review; who asks with it gets the review only if it is another one."""
    failure: str | None
    """The reason why there is no review."""
    is_table: bool
    """Whether it is a game of a table of this server."""
    lost_chance: LossLimits
    """Grades by the lost chance to win, from 0 to 1."""
    lost_points: LossLimits
    deep: DeepEffort
    review: GameReview | None
    """The review, `null` if there is none yet or the version is known."""
