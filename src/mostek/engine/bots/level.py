"""The levels of bots: what each knows, how it errs and how far it looks ahead.

A level is one file in `levels/`, found by its folder: its name, its rating, what it is called in each language and how it
plays. `bot.py` plays by these numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from mostek.core.registry import RegistryError

DEFAULT_LEVEL = "static"
"""The level that plays where no other is chosen."""
FOLDERS = [files("mostek.engine.bots") / "levels"]
"""Where levels are found."""
_Text = Annotated[str, Meta(min_length=1)]


class InBothLanguages(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language of mostek."""

    pl: _Text
    en: _Text

    def text(self, language: str) -> str:
        """The text in that language, `pl` or `en`."""
        return self.en if language == "en" else self.pl


class LookaheadLimits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far a level looks ahead. For games of two with Polish tiles; elsewhere the best by equity is taken."""

    candidates: int
    """How many choices are compared, the best by equity."""
    late_candidates: int
    """How many when a rack's tiles or fewer are in the bag: what a leave is worth on average tells little then."""
    late_exchanges: int
    """How many exchanges besides then, where the rulebook still allows any (GEN-6X-a): by equity few are among the best."""
    plies: int
    """How many replies a simulation follows; with an empty bag it follows the game to its end."""
    deals: int
    """Through how many deals of the unseen tiles at most; fewer where the best is clear before."""
    milliseconds: int
    """For how long at most. A short clock makes it less."""
    nodes: int = 0
    """About how many positions a solver visits: with an empty bag, or with one tile in it if that proves who wins after every
    draw. 0: such ends are played by equity."""


class Level(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a bot plays."""

    name: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    """As games and `--bot` write it; also the name of its file."""
    rating: int
    """Elo points against the other levels, see docs/guide/levels.md. Levels are shown from the weakest."""
    title: InBothLanguages
    """What such a bot is called."""
    about: InBothLanguages
    """A line for the player who chooses."""
    vocabulary: tuple[int, ...] = ()
    """Of a hundred common words of 2, 3, … letters so many are known, and no longer ones; empty: every word of the list."""
    counts_leave: bool = True
    """Whether the leave counts, or the score alone."""
    temperature: int = 0
    """How much worse than the best a choice may be, in thousandths of a point: one that is worse by so much is taken e times
    as seldom."""
    lookahead: LookaheadLimits | None = None


@cache
def levels() -> Mapping[str, Level]:
    """All levels by their names, the weakest first.

    Raises `RegistryError` for a file with an unknown key, without a required one, or with the name of another level.
    """
    found: dict[str, Level] = {}
    for folder in FOLDERS:
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml"):
                level = _read(file.name, file.read_bytes())
                if level.name in found:
                    raise RegistryError(file.name, "name", f"another level is called {level.name!r} too")
                found[level.name] = level
    return dict(sorted(found.items(), key=lambda item: item[1].rating))


def _read(name: str, data: bytes) -> Level:
    try:
        return msgspec.convert(tomllib.loads(data.decode()), Level)
    except msgspec.ValidationError as error:
        fault, _, path = str(error).partition(" - at `$")
        raise RegistryError(name, path.rstrip("`").lstrip(".") or "level", fault) from None
    except ValueError as error:
        raise RegistryError(name, "file", str(error)) from None
