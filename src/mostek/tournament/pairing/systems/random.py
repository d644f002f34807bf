"""Random pairing: the players in the order of their lots, each with the next whom they have not met."""

from __future__ import annotations

from mostek.tournament.pairing.field import all_seated, shuffled, waiting
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
