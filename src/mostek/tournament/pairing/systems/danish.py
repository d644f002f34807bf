"""Danish: 1–2, 3–4 … of the standings, repeats allowed (*duński*; elsewhere king of the hill)."""

from __future__ import annotations

from functools import partial

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import Waiting, all_seated, ideal_bye, waiting
from mostek.tournament.pairing.matching import Places, by_neighbours, cheapest_pairs
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import Pairing, PairingTask


def with_repeats(task: PairingTask) -> Pairing:
    """Straight down the standings, repeats allowed (*duński*); forbidden games move as few players as possible."""
    field = waiting(task)
    straight = neighbours(field)
    if any(not _is_free(field, one, other) for one, other in straight):
        straight = cheapest_pairs(field, by_neighbours(field, repeats_count=False), opponents(field))
    return all_seated(field, straight)


def neighbours(field: Waiting) -> Places:
    """The places two by two, when the lowest who is due for it has the bye (TOURNAMENTS 0)."""
    bye = ideal_bye(field)
    places = [place for place in range(len(field.players)) if place != bye]
    pairs = tuple(zip(places[::2], places[1::2], strict=True))
    return pairs if bye is None else (*pairs, (bye, field.bye))


def opponents(field: Waiting) -> tuple[int, ...]:
    """For each place its neighbour, or the bye."""
    found = [field.bye] * len(field.players)
    for one, other in neighbours(field):
        found[one] = other
        if other != field.bye:
            found[other] = one
    return tuple(found)


def _is_free(field: Waiting, one: int, other: int) -> bool:
    return other == field.bye or (field.has_way(one, other) and not field.are_avoided(one, other))


SYSTEM = PairingSystem(
    name="danish",
    pl="duński",
    en="Danish",
    pair=with_repeats,
    explain=partial(explained, meant=opponents, rate=partial(by_neighbours, repeats_count=False), repeats=False),
    check=partial(check_pairs, repeats=False),
    allows_repeats=True,
    fair_last_round=True,
    rate=partial(by_neighbours, repeats_count=False),
    meant=opponents,
    pairs_teams=True,
)
