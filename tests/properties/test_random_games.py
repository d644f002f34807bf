"""A few of the random games in every run; `random_games.py` plays as many as are wanted."""

from __future__ import annotations

import random

import pytest

from books import SEATS
from loops import with_seeds
from properties.random_games import RandomGame, kernel_plays, no_plays

TABLES = [(book, seats) for book, choices in SEATS.items() for seats in choices]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "seats"), TABLES)
@with_seeds(20, "number")
def test_a_game_of_bots_and_nonsense(book: str, seats: int, number: int) -> None:
    RandomGame(book, seats, random.Random(f"{book}-{seats}-{number}"), kernel_plays()).play()


@pytest.mark.parametrize(("book", "seats"), TABLES)
def test_a_game_of_nothing_but_nonsense_and_bad_words(book: str, seats: int) -> None:
    RandomGame(book, seats, random.Random(f"{book}-{seats}"), no_plays, nonsense=0.5).play()
