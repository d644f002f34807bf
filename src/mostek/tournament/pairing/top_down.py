"""From the top: each takes the first partner who leaves a way to pair the others."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.tournament.pairing.alternating import Alternating
from mostek.tournament.pairing.cheapest import Places, cheapest_pairs
from mostek.tournament.pairing.costs import PENALTIES, by_neighbours
from mostek.tournament.pairing.waiting import Waiting


def top_down(field: Waiting, order: Sequence[int], bye_order: Sequence[int]) -> Places:
    """The pairs of places, the bye first, then each of the order with the first whom they may meet.

    Where repeats or meetings of teammates cannot be avoided, those that cost least are set beforehand, and only those.
    """
    bearing = _bearing(field, order, bye_order)
    if bearing is not None:
        return tuple(sorted(bearing))
    burdened = _unavoidable(field)
    rest = [place for place in order if all(place not in pair for pair in burdened)]
    has_bye = field.is_odd and all(field.bye not in pair for pair in burdened)
    found = _bearing(field, rest, [place for place in bye_order if place in set(rest)] if has_bye else [])
    assert found is not None, "the cheapest pairing pairs these without a burden"
    return tuple(sorted([*burdened, *found]))


def _unavoidable(field: Waiting) -> list[tuple[int, int]]:
    rate = by_neighbours(field, repeats_count=True)
    ideal = [place ^ 1 if place ^ 1 < len(field.players) else place for place in range(len(field.players))]
    return [pair for pair in cheapest_pairs(field, rate, ideal) if any(rate(*pair)[:PENALTIES])]


def _bearing(field: Waiting, order: Sequence[int], bye_order: Sequence[int]) -> list[tuple[int, int]] | None:
    """The pairs without a single penalty, or `None` if there is no way."""
    blocked = field.blocked()
    fewest = field.fewest_byes()
    due = [place for place in bye_order if field.players[place].byes == fewest]
    nodes = [*([field.bye] if bye_order else []), *order]
    blocked.append({field.bye, *set(range(len(field.players))).difference(due)})
    for place in set(range(len(field.players))).difference(due):
        blocked[place].add(field.bye)
    matching = Alternating(blocked, nodes)
    if not matching.is_perfect:
        return None
    pairs = []
    while matching.free:
        one = matching.free[0]
        wishes = due if one == field.bye else order
        other = matching.settle(one, wishes)
        pairs.append((min(one, other), max(one, other)))
    return pairs
