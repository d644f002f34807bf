"""The levels of bots: their vocabulary, temperature and simulation limits.

A level is one file in `levels/`, found by its folder: its name, its rating, what it is called in each language and how it
plays. `bot.py` plays by these numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.package_data import package_data
from mostek.core.registry import InBothLanguages, load_files

DEFAULT_LEVEL = "static"
"""The default level."""
NEWCOMER_LEVEL = "beginner"
"""The level that is offered to people who have chosen none: it does not know every word."""
FOLDERS = [package_data("mostek.engine.bots") / "levels"]
"""The folders with level files."""


class LookaheadLimits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The limits of simulation and solver of a level, for two players and Polish tiles; other games are played by equity."""

    candidates: int
    """The number of candidates, the best by equity."""
    late_candidates: int
    """The number of candidates with at most a rack of tiles in the bag, where average leave values say little."""
    late_exchanges: int
    """The number of additional exchanges then, if the rulebook allows any (GEN-6X-a); by equity few are among the best."""
    plies: int
    """The plies of a simulation; with an empty bag it plays to the end of the game."""
    deals: int
    """The maximum number of deals of the unseen tiles; fewer if the best candidate is decided earlier."""
    milliseconds: int
    """The maximum time for a turn in milliseconds; less with little time on the clock."""
    nodes: int = 0
    """About how many positions a solver visits: with an empty bag, or with one tile in it if that proves who wins after every
    draw. 0: such ends are played by equity."""


class Level(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a bot plays."""

    name: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    """The name in games and for `--bot`; also the name of its file."""
    rating: int
    """Elo points against the other levels, see docs/guide/levels.md. Levels are shown from the weakest."""
    title: InBothLanguages
    """The name of the bot for people."""
    about: InBothLanguages
    """A line of description for the lobby."""
    vocabulary: tuple[int, ...] = ()
    """The percentages of known common words of 2, 3, … letters; longer words are unknown. Empty: every word of the list."""
    counts_leave: bool = True
    """Whether the equity includes the leave value; otherwise it is the score alone."""
    temperature: int = 0
    """The temperature in thousandths of a point: a candidate that is worse by this much is chosen e times less often."""
    lookahead: LookaheadLimits | None = None


@cache
def levels() -> Mapping[str, Level]:
    """All levels by their names, the weakest first.

    Raises `RegistryError` for a file with an unknown key, without a required one, or with the name of another level.
    """
    return dict(sorted(load_files(FOLDERS, Level).items(), key=lambda item: item[1].rating))
