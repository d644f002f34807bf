"""Swiss and half-split: equal or nearest match points, halves within each group, nobody twice while it can be avoided."""

from __future__ import annotations

from mostek.tournament.pairing.field import all_seated, ideal_opponents, waiting
from mostek.tournament.pairing.matching import by_groups, cheapest_pairs
from mostek.tournament.pairing.values import Pairing, PairingTask


def by_halves(task: PairingTask) -> Pairing:
    """The pairing that departs least from the fold of each group of equal match points (TOURNAMENTS 0).

    The half-split differs from the Swiss in round 1 only, whose whole field it folds, whatever points are brought along.
    """
    field = waiting(task)
    return all_seated(field, cheapest_pairs(field, by_groups(field), ideal_opponents(field)))
