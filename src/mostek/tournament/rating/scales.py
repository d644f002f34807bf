"""Rating scales: which ratings an event has, how they are written, and what a player without a rating stands at."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.rating.scalps import HUNDREDTHS, format_rating, parse_rating


class RatingScale(StrEnum):
    """The scale of the ratings of an event."""

    PFS = "pfs"
    """The federation's ranking list: the mean of scalps, in hundredths, around 100."""
    WESPA = "wespa"
    """The ratings of the World English-Language Scrabble Players' Association."""
    NASPA = "naspa"
    """The ratings of the North American Scrabble Players Association."""

    @property
    def bounds(self) -> ScaleBounds:
        """The ratings of the scale."""
        return SCALES[self]

    def holds(self, rating: int) -> bool:
        """Whether a rating, in hundredths, is on the scale."""
        return 0 <= rating <= self.bounds.most and rating % self.bounds.step == 0

    def format_rating(self, rating: int) -> str:
        """A rating, in hundredths, as the scale writes it: `161.25`, `1850`."""
        whole = self.bounds.step == HUNDREDTHS and rating % HUNDREDTHS == 0
        return str(rating // HUNDREDTHS) if whole else format_rating(rating)

    def parse_rating(self, text: str) -> int | None:
        """The hundredths of a rating on the scale; `None` if the text is none."""
        rating = parse_rating(text)
        return rating if rating is not None and self.holds(rating) else None


class ScaleBounds(Struct, frozen=True, kw_only=True):
    """The ratings of a scale, all in hundredths."""

    most: int
    """The greatest."""
    step: int
    """Ratings are multiples of this."""
    unrated: int
    """What a player without a rating stands at."""
    has_scalps: bool
    """Whether games are worth scalps, of which the rating of an event is the mean."""


DEBUTANT = 100 * HUNDREDTHS
"""The rating of an unrated player by the federation's ranking rules."""
SCALES: Mapping[RatingScale, ScaleBounds] = {
    # The mean of scalps: nobody of the lists of 2026 is above 170, and a win against a 250 would bring 300.
    RatingScale.PFS: ScaleBounds(most=300 * HUNDREDTHS, step=1, unrated=DEBUTANT, has_scalps=True),
    # Both lists have whole numbers with the best near 2 200; a player without a rating is written 0.
    RatingScale.WESPA: ScaleBounds(most=3000 * HUNDREDTHS, step=HUNDREDTHS, unrated=0, has_scalps=False),
    RatingScale.NASPA: ScaleBounds(most=3000 * HUNDREDTHS, step=HUNDREDTHS, unrated=0, has_scalps=False),
}
GREATEST = max(bounds.most for bounds in SCALES.values())
"""No scale has a greater rating, in hundredths."""
