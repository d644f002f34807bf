"""A game always ends: from states of random games, with any people gone, those who are there or a time reach the end.

These are a few in every run; `make exits` tries 20 000 games.
"""

from __future__ import annotations

import pytest

from books import SEATS
from loops import with_seeds
from properties.exits import walk

GAMES = 30
"""Games of each rulebook in a run of the tests; a failure names the game, which is the same every time."""


@pytest.mark.parametrize("rulebook", SEATS)
@with_seeds(GAMES, "number")
def test_no_state_without_an_exit(rulebook: str, number: int) -> None:
    walk(rulebook, 0, number)
