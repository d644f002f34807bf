"""Whom each would meet if nothing stood between them: the pairing from which the cheapest one departs as little as it can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from mostek.tournament.pairing.values import System
from mostek.tournament.pairing.waiting import Waiting


def points(field: Waiting, place: int) -> int:
    """Match points as far as they part groups: before the half-split of round 1 the whole field is one group."""
    if field.task.system is System.HALF_SPLIT and field.task.round == 1:
        return 0
    return field.players[place].half_points


def ideal_bye(field: Waiting) -> int | None:
    """The lowest of those with the fewest byes, if somebody has to have one (TOURNAMENTS 0)."""
    return field.bye_order()[0] if field.is_odd else None


def ideal_opponents(field: Waiting) -> tuple[int, ...]:
    """For each place the place of the opponent, the bye included, with whom the documents' system would seat it.

    Groups of equal match points from the top, each folded: top half against bottom half in the order of the standings.
    Of an odd group the middle player meets the first of the next; whoever is left alone heads the next group. All four
    published events of the federation are paired so (TOURNAMENTS 0).
    """
    bye = ideal_bye(field)
    places = [place for place in range(len(field.players)) if place != bye]
    opponents = [field.bye] * len(field.players)
    for one, other in _folded([list(group) for _, group in groupby(places, lambda place: points(field, place))]):
        opponents[one], opponents[other] = other, one
    return tuple(opponents)


def _folded(groups: Sequence[list[int]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    carried: list[int] = []
    nobody: list[int] = []
    # The last group is followed by nobody; where forced pairs leave nobody at all, there is no group.
    for group, following in zip_longest(groups, groups[1:], fillvalue=nobody):
        bracket = carried + group
        if len(bracket) == 1:
            carried = bracket
            continue
        carried = []
        if len(bracket) % 2:
            pairs.append((bracket.pop(len(bracket) // 2), following.pop(0)))
        pairs += fold(bracket)
    return pairs


def fold(places: Sequence[int]) -> list[tuple[int, int]]:
    """First of the top half against first of the bottom half, and so on (*połówkowo*)."""
    half = len(places) // 2
    return list(zip(places[:half], places[half:], strict=True))
