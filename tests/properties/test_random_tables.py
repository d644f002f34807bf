"""A few of the random tables in every run; `random_tables.py` plays as many as are wanted."""

from __future__ import annotations

import pytest

from books import SEATS
from loops import with_seeds
from properties.random_games import kernel_plays, no_plays
from properties.random_tables import table

GAMES = 14
"""Games of each rulebook in a run of the tests; a failure names the game, which is the same every time."""


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", SEATS)
@with_seeds(GAMES, "number")
def test_a_table_of_people_and_nonsense(rulebook: str, number: int) -> None:
    table(rulebook, 0, number, no_plays).play()


@pytest.mark.slow
@with_seeds(GAMES, "number")
def test_a_federation_table_that_plays_words(number: int) -> None:
    table("pfs", 1, number, kernel_plays(), options=1.0).play()
