"""The cheapest pairing of those who wait: among the nearest candidates where the field is big, among all where that fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mostek.tournament.pairing.costs import PENALTIES, Costs, Rate, packed
from mostek.tournament.pairing.matching import cheapest_matching
from mostek.tournament.pairing.values import PairingError, PairingFault
from mostek.tournament.pairing.waiting import Waiting

DENSE = 128
"""Up to so many players every pair is weighed."""
WINDOW = 12
"""In a bigger field: so many candidates in each direction from the ideal opponent, and from the own place."""

Places = tuple[tuple[int, int], ...]
"""Pairs of places, the higher place first; the place below the last is the bye."""


def cheapest_pairs(field: Waiting, rate: Rate, ideal: Sequence[int]) -> Places:
    """The pairs of least cost; raises `PairingError` when those that are forbidden leave no way."""
    nodes = len(field.players) + int(field.is_odd)
    if len(field.players) > DENSE:
        # Whoever meets the penalties of none of the upper layers pays the least there, so only the lower ones are bounded.
        found = _matched(field, nodes, _rated(field, rate, _window(field, ideal), only_clean=True))
        if found is not None:
            return found
    found = _matched(field, nodes, _rated(field, rate, _all_pairs(nodes), only_clean=False))
    if found is None:
        raise PairingError(PairingFault.NO_PAIRING, *(player.number for player in field.players))
    return found


def _matched(field: Waiting, nodes: int, rated: Sequence[tuple[int, int, Costs]]) -> Places | None:
    if not rated:
        return None if nodes else ()
    return cheapest_matching(nodes, packed(field, rated))


def _rated(
    field: Waiting, rate: Rate, pairs: Iterable[tuple[int, int]], *, only_clean: bool
) -> list[tuple[int, int, Costs]]:
    rated = [(one, other, rate(one, other)) for one, other in pairs if other == field.bye or field.has_way(one, other)]
    return [edge for edge in rated if not any(edge[2][:PENALTIES])] if only_clean else rated


def _all_pairs(nodes: int) -> Iterable[tuple[int, int]]:
    return ((one, other) for one in range(nodes) for other in range(one + 1, nodes))


def _window(field: Waiting, ideal: Sequence[int]) -> list[tuple[int, int]]:
    """The nearest whom each may meet without a repeat, around the ideal opponent and around the own place."""
    blocked = field.blocked()
    pairs = {
        (min(place, other), max(place, other))
        for place in range(len(field.players))
        for centre in {ideal[place], place}
        for other in _nearest(centre, blocked[place], len(field.players))
    }
    if field.is_odd:
        pairs.update((place, field.bye) for place in field.bye_order()[: 2 * WINDOW])
    return sorted(pairs)


def _nearest(centre: int, blocked: set[int], count: int) -> list[int]:
    below = (place for place in range(min(centre, count - 1), -1, -1) if place not in blocked)
    above = (place for place in range(centre + 1, count) if place not in blocked)
    return [place for side in (below, above) for _, place in zip(range(WINDOW), side, strict=False)]
