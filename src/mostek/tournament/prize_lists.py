"""The prizes of an event: money in the smallest coin, things, and the classification whose places they belong to."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mostek.tournament.limits import LONGEST_TEXT, Text

COINS = 100
"""Grosze of a złoty, cents of a euro."""
MOST_PRIZES = 1000
"""The most places with a prize in one classification."""

Amount = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""Money in the smallest coin; up to ten million złoty."""
Thing = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=r"^(\S(.*\S)?)?\Z")]
"""What a sponsor gives, on one line; empty for none."""


class PrizeDoubles(StrEnum):
    """Whether a player can have money for two classifications (S46)."""

    ONE = "one"
    """The greater sum; the other goes to the next of its classification. Things are no money."""
    ALL = "all"
    """All that the places bring."""


class Prize(Struct, frozen=True, omit_defaults=True):
    """The prize of a place: money, a thing, both, or nothing."""

    amount: Amount = 0
    thing: Thing = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be won."""
        return not self.amount and not self.thing


class PrizeList(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The prizes of one classification, the first place first."""

    division: str = ""
    category: Text = ""
    """Only for members of this category, by their places among themselves."""
    teams: bool = False
    """For the classification of the teams."""
    prizes: tuple[Prize, ...] = ()

    @property
    def subject(self) -> tuple[str, str, bool]:
        """The classification that the prizes belong to; each has one list."""
        return self.division, self.category, self.teams
