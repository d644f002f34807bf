"""Half-split: the top half of the field against the bottom half, from round 2 on within each group (*połówkowy*)."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import Explanation, explained
from mostek.tournament.pairing.field import Waiting, ideal_opponents
from mostek.tournament.pairing.matching import Rate, by_groups
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.systems.swiss import by_halves
from mostek.tournament.pairing.values import Pairing, PairingTask


def by_split(task: PairingTask) -> Pairing:
    """As the Swiss, except that round 1 folds the whole field and ignores points brought along (TOURNAMENTS 0)."""
    return by_halves(task, whole=task.round == 1)


def explain_split(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain a round by the fold of the field or of its groups."""
    whole = task.round == 1

    def meant(field: Waiting) -> Sequence[int]:
        return ideal_opponents(field, whole)

    def rate(field: Waiting) -> Rate:
        return by_groups(field, whole)

    return explained(task, pairing, meant=meant, rate=rate)


SYSTEM = PairingSystem(
    name="half_split",
    pl="połówkowy",
    en="half-split",
    pair=by_split,
    explain=explain_split,
    check=check_pairs,
    pairs_teams=True,
)
