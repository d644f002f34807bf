"""Rounds for tests, written as who met whom with what scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hypothesis import strategies as st

from mostek.tournament.classification import Competitor
from mostek.tournament.credits import Credit, CreditKind, Credits


class Game(NamedTuple):
    """The first named starts."""

    round: int
    first: int
    second: int
    first_score: int
    second_score: int
    kind: CreditKind = CreditKind.GAME
    rated: bool = True


class Bye(NamedTuple):
    round: int
    number: int
    half_points: int = 1


def credits_of(*facts: Game | Bye) -> Credits:
    """What these rounds are worth."""
    credits: dict[int, list[Credit]] = {}
    for fact in facts:
        for number, credit in _bye(fact) if isinstance(fact, Bye) else _game(fact):
            credits.setdefault(number, []).append(credit)
    return {number: tuple(each) for number, each in credits.items()}


def _bye(bye: Bye) -> Iterable[tuple[int, Credit]]:
    yield bye.number, Credit(bye.round, CreditKind.BYE, bye.half_points, 300, 0)


def _game(game: Game) -> Iterable[tuple[int, Credit]]:
    sides = [(game.first, game.second), (game.second, game.first)]
    scores = [(game.first_score, game.second_score), (game.second_score, game.first_score)]
    for (number, opponent), (own, other) in zip(sides, scores, strict=True):
        half_points = 2 if own > other else 1 if own == other else 0
        starts = number == game.first
        yield number, Credit(game.round, game.kind, half_points, own, other, (opponent,), starts, game.rated)


def entrants(*numbers: int, excluded: Iterable[int] = ()) -> list[Competitor]:
    out = frozenset(excluded)
    return [Competitor(number=number, rating_hundredths=100_00, excluded=number in out) for number in numbers]


SCORES = st.sampled_from([300, 310, 400])
"""Few different ones, so that many are equal."""


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Competitor], Credits]:
    """A small event with byes, forfeits, absences and exclusions."""
    count = draw(st.integers(1, 9))
    facts: list[Game | Bye] = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        facts += _round(draw, number, count)
    candidates = [
        Competitor(
            number=number,
            rating_hundredths=draw(st.sampled_from([100_00, 120_50, 171_49])),
            excluded=draw(st.integers(0, 9)) == 0,
        )
        for number in range(1, count + 1)
    ]
    return candidates, credits_of(*facts)


def _round(draw: st.DrawFn, number: int, count: int) -> Iterable[Game | Bye]:
    order = draw(st.permutations(range(1, count + 1)))
    away = draw(st.integers(0, 1))
    present = order[away:]
    for first, second in zip(present[::2], present[1::2], strict=False):
        if draw(st.integers(0, 7)):
            yield Game(number, first, second, draw(SCORES), draw(SCORES))
        else:
            yield Game(number, first, second, 400, 1, CreditKind.FORFEIT)
    if len(present) % 2:
        yield Bye(number, present[-1])
