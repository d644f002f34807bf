"""What it costs to pair two places: layers of which the upper always outweighs all of the lower ones together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from mostek.tournament.pairing.chance import BITS, lot
from mostek.tournament.pairing.ideal import ideal_bye, ideal_opponents, points
from mostek.tournament.pairing.matching import ROOM, Edge
from mostek.tournament.pairing.waiting import Waiting


class Layer(StrEnum):
    """What is counted, the weightiest first."""

    BYE_AGAIN = "bye_again"
    """Byes more than those have had who had the fewest."""
    TEAMMATES = "teammates"
    """Teammates who meet, where it is to be avoided (S46)."""
    REPEATS = "repeats"
    """Earlier meetings."""
    BYE_PLACE = "bye_place"
    """How many who had no more byes stand below whoever has the bye."""
    DISTANCE = "distance"
    """Difference in half match points, squared."""
    FLOATS = "floats"
    """Pairs of different match points."""
    IDEAL = "ideal"
    """How many places each is away from the opponent whom the system means for them."""
    HIGHER = "higher"
    """The same, the more the higher the pair stands: of two ways alike the one that leaves the upper tables as meant."""


Costs = tuple[int, ...]
"""One number for each layer."""

Rate = Callable[[int, int], Costs]
"""What it costs that the lower of two places meets the higher; the place below the last is the bye."""

LAYERS = tuple(Layer)
PENALTIES = 3
"""The first layers are those that nobody may be asked to bear while it can be avoided."""
ONLY_ONCE = (LAYERS.index(Layer.BYE_AGAIN), LAYERS.index(Layer.BYE_PLACE))
"""Layers in which a single pair counts at the most, because only one is a bye."""


def bye_costs(field: Waiting) -> list[Costs]:
    """What a bye costs each place."""
    fewest = field.fewest_byes()
    order = {place: index for index, place in enumerate(field.bye_order())}
    return [(player.byes - fewest, 0, 0, order[place], 0, 0, 0, 0) for place, player in enumerate(field.players)]


def by_groups(field: Waiting) -> Rate:
    """The rates of half-split and Swiss: near in match points, then as near to the fold as can be."""
    byes, ideal = bye_costs(field), ideal_opponents(field)
    group = [points(field, place) for place in range(len(field.players))]

    def rate(one: int, other: int) -> Costs:
        if other == field.bye:
            return byes[one]
        apart = group[one] - group[other]
        departure = abs(other - ideal[one]) + abs(one - ideal[other])
        mates = int(field.are_avoided(one, other))
        higher = departure * (field.bye - one)
        return (0, mates, field.meetings(one, other), 0, apart * apart, int(apart != 0), departure, higher)

    return rate


def by_neighbours(field: Waiting, repeats_count: bool) -> Rate:
    """The rates of Danish: as near in the standings as can be; the distance in places is squared."""
    byes, bye = bye_costs(field), ideal_bye(field)

    def rate(one: int, other: int) -> Costs:
        if other == field.bye:
            return byes[one]
        # The place of the bye is no gap between those on either side.
        gap = other - one - int(bye is not None and one < bye < other)
        repeats = field.meetings(one, other) if repeats_count else 0
        return (0, int(field.are_avoided(one, other)), repeats, 0, 0, 0, gap * gap, gap * (field.bye - one))

    return rate


def packed(field: Waiting, rated: Sequence[tuple[int, int, Costs]]) -> list[Edge]:
    """Each edge with one number for all its layers and, lowest, the chance that makes the cheapest pairing the only one."""
    pairs = (len(field.players) + 1) // 2
    most = [max(costs[layer] for _, _, costs in rated) for layer in range(len(LAYERS))]
    room = [peak if layer in ONLY_ONCE else peak * pairs for layer, peak in enumerate(most)]
    # A thousand players leave 30 bits of chance; only a field far greater would have to do with fewer.
    bits = max(0, min(BITS, ROOM - sum((total + 1).bit_length() for total in room) - (pairs + 1).bit_length()))
    units, unit = [0] * len(LAYERS), (pairs + 1) << bits
    for layer in reversed(range(len(LAYERS))):
        units[layer] = unit
        unit *= room[layer] + 1
    numbers = [*(player.number for player in field.players), 0]

    def chance(one: int, other: int) -> int:
        low, high = sorted((numbers[one], numbers[other]))
        return lot(field.task.seed, field.task.round, low, high) >> (BITS - bits)

    return [(one, other, sum(map(int.__mul__, costs, units)) + chance(one, other)) for one, other, costs in rated]
