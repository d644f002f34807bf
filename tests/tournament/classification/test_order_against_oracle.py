"""The classification against a slow and obvious twin, and against itself with everything in another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mostek.tournament.classification import DEFAULT_KEYS, Competitor, Key, classify, lot
from mostek.tournament.credits import CreditKind, Credits
from tournament.classification.rounds import events

Event = tuple[list[Competitor], Credits]
HALF = Fraction(1, 2)


def points(number: int, credits: Credits) -> Fraction:
    return sum((credit.half_points * HALF for credit in credits.get(number, ())), Fraction(0))


def opponents(number: int, credits: Credits) -> list[Fraction]:
    return sorted(points(credit.opponents[0], credits) for credit in credits.get(number, ()) if credit.opponents)


def scalps(number: int, credits: Credits, ratings: Mapping[int, int]) -> int:
    total = 0
    for credit in credits.get(number, ()):
        if credit.opponents:
            own, other = Fraction(ratings[number], 100), Fraction(ratings[credit.opponents[0]], 100)
            swing = 50 * (credit.half_points - 1)
            expected = (own - other) * swing > 50 * 50
            total += int((own if expected else other + swing) + HALF)
    return total


def obvious(event: Event, seed: str) -> Mapping[Key, Callable[[int], Fraction | int]]:
    candidates, credits = event
    ratings = {each.number: each.rating_hundredths for each in candidates}

    def of(number: int, *kinds: CreditKind) -> list[int]:
        return [credit.half_points for credit in credits.get(number, ()) if credit.kind in kinds]

    return {
        Key.MATCH_POINTS: lambda number: points(number, credits),
        Key.GAME_POINTS: lambda number: sum(credit.own for credit in credits.get(number, ())),
        Key.SPREAD: lambda number: sum(credit.own - credit.other for credit in credits.get(number, ())),
        Key.SCALPS: lambda number: scalps(number, credits, ratings),
        Key.BUCHHOLZ: lambda number: sum(opponents(number, credits)),
        Key.MEDIAN: lambda number: sum(opponents(number, credits)[1:-1]),
        Key.WINS: lambda number: of(number, CreditKind.GAME, CreditKind.FORFEIT).count(2),
        Key.PLAYED: lambda number: len(of(number, CreditKind.GAME)),
        Key.RATING: lambda number: ratings[number],
        Key.LOTS: lambda number: lot(seed, number),
        # Without a knock-out and a ladder all stand alike.
        Key.CUP: lambda number: 0,
        Key.LADDER: lambda number: 0,
    }


def met(number: int, other: int, credits: Credits) -> list[Fraction]:
    return [each.half_points * HALF for each in credits.get(number, ()) if other in each.opponents]


def meetings(number: int, group: Sequence[int], credits: Credits) -> Fraction:
    counts = {len(met(one, other, credits)) for one in group for other in group if one != other}
    if len(counts) != 1:
        return Fraction(0)
    return sum((sum(met(number, other, credits), Fraction(0)) for other in group), Fraction(0))


def oracle(event: Event, keys: Sequence[Key], seed: str) -> dict[int, int]:
    """By number the place: one more than how many have a greater tuple of values."""
    candidates, credits = event
    placed = [each.number for each in candidates if not each.excluded]
    values = obvious(event, seed)
    rows: dict[int, list[Fraction | int]] = {number: [] for number in placed}
    for key in keys:
        if key is Key.HEAD_TO_HEAD:
            equals = {number: [other for other in placed if rows[other] == rows[number]] for number in placed}
            news: dict[int, Fraction | int] = {number: meetings(number, equals[number], credits) for number in placed}
        else:
            news = {number: values[key](number) for number in placed}
        for number in placed:
            rows[number].append(news[number])
    return {number: 1 + sum(other > rows[number] for other in rows.values()) for number in placed}


KEYS = st.lists(st.sampled_from(Key), max_size=5) | st.just(list(DEFAULT_KEYS))


@given(events(), KEYS, st.text(max_size=3))
def test_places_are_those_of_sorting_by_tuples(event: Event, keys: list[Key], seed: str) -> None:
    standings = classify(*event, keys, seed=seed)
    assert {each.number: each.place for each in standings if each.place} == oracle(event, keys, seed)
    assert [each.number for each in standings if not each.place] == [each.number for each in event[0] if each.excluded]


@given(events(), KEYS, st.data())
def test_the_order_in_which_things_come_in_changes_nothing(event: Event, keys: list[Key], data: st.DataObject) -> None:
    candidates, credits = event
    again = data.draw(st.permutations(candidates))
    numbers = data.draw(st.permutations(sorted(credits)))
    shuffled = {number: tuple(data.draw(st.permutations(credits[number]))) for number in numbers}
    assert classify(again, shuffled, keys, seed="s") == classify(candidates, credits, keys, seed="s")


@given(events(), KEYS)
def test_who_stands_below_is_below_by_the_key_that_is_named(event: Event, keys: list[Key]) -> None:
    """The first key in which the two rows differ, unless they share a place."""
    placed = [each for each in classify(*event, keys) if each.place]
    for above, below in pairwise(placed):
        differing = [index for index in range(len(keys)) if above.values[index] != below.values[index]]
        assert below.below_by == (keys[differing[0]] if differing else None)
        assert (above.place == below.place) == (not differing)


@given(events())
def test_what_one_wins_another_loses(event: Event) -> None:
    candidates, credits = event
    everybody = classify([Competitor(number=each.number) for each in candidates], credits)
    assert sum(each.wins for each in everybody) == sum(each.losses for each in everybody)
    assert sum(each.draws for each in everybody) % 2 == 0
    assert sum(each.spread for each in everybody) == 300 * sum(each.byes for each in everybody)
