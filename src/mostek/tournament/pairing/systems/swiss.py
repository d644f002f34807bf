"""Swiss: equal or nearest match points, halves within each group, no repeats while avoidable (*szwajcarski*)."""

from __future__ import annotations

from functools import partial

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import all_seated, ideal_opponents, waiting
from mostek.tournament.pairing.matching import by_groups, cheapest_pairs
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import Pairing, PairingTask


def by_halves(task: PairingTask, whole: bool = False) -> Pairing:
    """The pairing that departs least from the fold of each group of equal match points, or of the whole field (TOURNAMENTS 0)."""
    field = waiting(task)
    return all_seated(field, cheapest_pairs(field, by_groups(field, whole), ideal_opponents(field, whole)))


SYSTEM = PairingSystem(
    name="swiss",
    pl="szwajcarski",
    en="Swiss",
    pair=by_halves,
    explain=partial(explained, meant=ideal_opponents, rate=by_groups),
    check=check_pairs,
    rate=by_groups,
    meant=ideal_opponents,
    pairs_teams=True,
)
