"""The levels of bots: how much each of them knows, errs and looks ahead. A level is numbers; how one plays is in `bot.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LookaheadLimits:
    """How far somebody looks ahead. For games of two with Polish tiles; elsewhere the best by equity is taken."""

    candidates: int
    """How many choices are compared, the best by equity."""
    late_candidates: int
    """How many when a rack's tiles or fewer are in the bag: what tiles kept are worth on average tells little then."""
    late_exchanges: int
    """How many exchanges besides then, where the rulebook still allows any (GEN-6X-a): by equity few are among the best."""
    plies: int
    """How many replies are followed; when the bag is empty, the game is followed to its end."""
    deals: int
    """Through how many deals of the unseen tiles at most; fewer where the best is clear before."""
    milliseconds: int
    """For how long at most. A short clock makes it less."""
    nodes: int = 0
    """About how many positions are looked at when the end can be reckoned out: with an empty bag, or with one tile in it, if
    that is enough to prove who wins after every draw; none: it is played by equity."""


@dataclass(frozen=True, slots=True)
class Level:
    """How somebody plays."""

    title: str
    """What such a bot is called: a key of the catalogue."""
    about: str
    """A line for who chooses: a key of the catalogue."""
    shares: tuple[int, ...] = ()
    """Of a hundred common words of 2, 3, … letters so many are known, and no longer ones; empty: every word of the list."""
    is_thrifty: bool = True
    """Whether the tiles kept count, or points alone."""
    wavering: int = 0
    """How much worse than the best a choice may be, in thousandths of a point: one that is worse by so much is taken e times
    as seldom."""
    foresight: LookaheadLimits | None = None


LEVELS: Mapping[str, Level] = {
    "beginner": Level(
        "Beginner",
        "Knows short, common words and plays the first one that it finds.",
        shares=(50, 50, 45, 30, 12),
        is_thrifty=False,
        wavering=5000,
    ),
    "pupil": Level(
        "Pupil",
        "Knows half of the common words up to six letters; counts points, not its leave.",
        shares=(80, 75, 65, 50, 30, 12, 4),
        is_thrifty=False,
        wavering=4000,
    ),
    "club": Level(
        "Club player",
        "Knows most common words, keeps good letters, and sometimes overlooks the best play.",
        shares=(95, 90, 85, 75, 60, 45, 30, 10),
        wavering=3000,
    ),
    "static": Level(
        "Tournament player",
        "Knows every word of the list and plays the best by score and leave, without simulation.",
    ),
    "expert": Level(
        "Expert",
        "Simulates for a moment what the best plays lead to.",
        foresight=LookaheadLimits(
            candidates=10, late_candidates=10, late_exchanges=0, plies=2, deals=64, milliseconds=1000
        ),
    ),
    "master": Level(
        "Master",
        "Simulates as long as its clock allows, plays for the win, and solves the endgame.",
        foresight=LookaheadLimits(
            candidates=20,
            late_candidates=60,
            late_exchanges=30,
            plies=2,
            deals=2000,
            milliseconds=1500,
            nodes=1_000_000,
        ),
    ),
}
"""By the name that games keep, the weakest first."""
DEFAULT_LEVEL = "static"
"""Who plays where nobody chooses."""
