"""Danish without repeats: from the top, each meets the highest not met yet (*duński bez powtórzeń*; Australian draw)."""

from __future__ import annotations

from functools import partial

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import Waiting, all_seated, waiting
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.top_down import top_down
from mostek.tournament.pairing.values import Pairing, PairingTask


def without_repeats(task: PairingTask) -> Pairing:
    """From the top, each meets the highest not met yet such that the others can still be paired, as directors do by hand."""
    field = waiting(task)
    return all_seated(field, top_down(field, range(len(field.players)), field.bye_order() if field.is_odd else []))


def by_standings(field: Waiting) -> tuple[int, ...]:
    """The starting numbers in the order of the standings, in which they choose."""
    return tuple(each.number for each in field.players)


SYSTEM = PairingSystem(
    name="danish_no_repeats",
    pl="duński bez powtórzeń",
    en="Danish without repeats",
    pair=without_repeats,
    explain=partial(explained, order=by_standings),
    check=check_pairs,
    pairs_teams=True,
)
