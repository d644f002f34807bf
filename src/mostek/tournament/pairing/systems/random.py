"""Random pairing: the players in the order of their lots, each with the next whom they have not met."""

from __future__ import annotations

from functools import partial

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import Waiting, all_seated, shuffled, waiting
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.top_down import top_down
from mostek.tournament.pairing.values import Pairing, PairingTask


def by_lot(task: PairingTask) -> Pairing:
    """A pairing that follows from the seed alone, without repeats while they can be avoided."""
    field = waiting(task)
    place = {player.number: place for place, player in enumerate(field.players)}
    order = [place[number] for number in shuffled(task.seed, tuple(place), task.round, "order")]
    drawn = {each: index for index, each in enumerate(order)}
    bye_order = sorted(order, key=lambda each: (field.players[each].byes, -drawn[each])) if field.is_odd else []
    return all_seated(field, top_down(field, order, bye_order))


def lots(field: Waiting) -> tuple[int, ...]:
    """The starting numbers in the order of their lots, in which they choose."""
    return shuffled(field.task.seed, tuple(each.number for each in field.players), field.task.round, "order")


SYSTEM = PairingSystem(
    name="random",
    pl="losowy",
    en="random",
    pair=by_lot,
    explain=partial(explained, order=lots, bye="lot"),
    check=partial(check_pairs, bye_by_standings=False),
    reasons={"bye.lot": ("Pauzuje {who}, z losowania.", "{who} has the bye, by lot from the seed.")},
    pairs_teams=True,
)
