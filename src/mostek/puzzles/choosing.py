"""Choosing puzzles: the one of a day, and the next one near a person's strength."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import date
from hashlib import sha256
from random import Random

from mostek.puzzles.collection import Collection
from mostek.puzzles.puzzle import Puzzle, Theme

DAILY = range(1150, 1751)
"""The difficulties of daily puzzles: everybody gets the same one."""
_WEEK = (Theme.PLAY, Theme.BINGO, Theme.ENDING, Theme.SHORT, Theme.BINGO, Theme.PHONEY, Theme.PLAY)
"""The themes from Monday to Sunday."""
_NEAR = 12
"""From so many unseen puzzles nearest to the strength one is taken."""


def daily(collection: Collection, day: date) -> Puzzle | None:
    """The puzzle of a day: the same for everybody with this collection, and no other one's twice within many weeks.

    The order of each theme is that of hashes, so that the difficulty does not tell it, and the days of one weekday take one
    after another.
    """
    wanted = _WEEK[day.weekday()]
    usual = [puzzle for puzzle in collection.by_theme[wanted] if puzzle.difficulty in DAILY]
    fitting = usual or list(collection.puzzles)
    if not fitting:
        return None
    ordered = sorted(fitting, key=lambda puzzle: sha256(f"day {puzzle.id}".encode()).digest())
    uses = [each for each in range(7) if _WEEK[each] is wanted]
    number = day.toordinal() // 7 * len(uses) + uses.index(day.weekday())
    return ordered[number % len(ordered)]


def next_one(
    collection: Collection, strength: float, theme: Theme | None, seen: Container[str], chance: Random
) -> Puzzle | None:
    """A puzzle near this strength that was not seen, or nothing if all were."""
    themes: Sequence[Theme] = [theme] if theme else [each for each in Theme if collection.by_theme[each]]
    # The theme is drawn first: otherwise the theme with the most puzzles would hide the others.
    for picked in sorted(themes, key=lambda _: chance.random()):
        unseen = [puzzle for puzzle in collection.by_theme[picked] if puzzle.id not in seen]
        near = sorted(unseen, key=lambda puzzle: abs(puzzle.difficulty - strength))[:_NEAR]
        if near:
            return near[int(chance.random() * len(near))]
    return None
