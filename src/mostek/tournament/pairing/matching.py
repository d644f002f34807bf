"""Pairing by minimum-weight perfect matching: what a pair costs, layer by layer, and the cheapest way to pair everybody."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from itertools import combinations

from mostek.tournament.pairing.field import BITS, Waiting, ideal_bye, ideal_opponents, long_runs, lot, points, roles
from mostek.tournament.pairing.values import PairingError, PairingFault

Edge = tuple[int, int, int]
"""Two nodes and what it costs to pair them; the cost is any whole number up to `ROOM` bits."""

ROOM = 120
"""Bits of a cost; the library counts in 128 and needs a few for its own sums."""


def cheapest_matching(nodes: int, edges: Sequence[Edge]) -> tuple[tuple[int, int], ...] | None:
    """The pairs that seat every node at the least total cost, the lower node first; `None` if no way seats them all."""
    if not edges:
        return None if nodes else ()
    # Loaded here because only whoever pairs needs it.
    import rustworkx

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    dearest = max(cost for _, _, cost in edges) + 1
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found)) if 2 * len(found) == nodes else None


class Layer(StrEnum):
    """The layers of costs, the heaviest first."""

    BYE_AGAIN = "bye_again"
    """Byes more than those have had who had the fewest."""
    TEAMMATES = "teammates"
    """Teammates who meet, where it is to be avoided (S46)."""
    REPEATS = "repeats"
    """Earlier meetings."""
    BYE_PLACE = "bye_place"
    """How many players with no more byes stand below the player with the bye."""
    DISTANCE = "distance"
    """Difference in half match points, squared."""
    FLOATS = "floats"
    """Pairs of different match points."""
    IDEAL = "ideal"
    """How many places each is away from the opponent whom the system means for them."""
    HIGHER = "higher"
    """The same, the more the higher the pair stands: of two ways alike the one that leaves the upper tables as meant."""
    RUNS = "runs"
    """Players who get the same role too often in a row."""


Costs = tuple[int, ...]
"""One number for each layer."""

Rate = Callable[[int, int], Costs]
"""What it costs that the lower of two places meets the higher; the place below the last is the bye."""

LAYERS = tuple(Layer)
PENALTIES = 3
"""The first layers are costs that no player may bear while they can be avoided."""
ONLY_ONCE = (LAYERS.index(Layer.BYE_AGAIN), LAYERS.index(Layer.BYE_PLACE))
"""Layers in which a single pair counts at the most, because only one is a bye."""


def bye_costs(field: Waiting) -> list[Costs]:
    """The cost of a bye for each place."""
    fewest = field.fewest_byes()
    order = {place: index for index, place in enumerate(field.bye_order())}
    return [(player.byes - fewest, 0, 0, order[place], 0, 0, 0, 0, 0) for place, player in enumerate(field.players)]


def by_groups(field: Waiting, whole: bool = False) -> Rate:
    """The rates of half-split and Swiss: near in match points, then as near to the fold as can be."""
    byes, ideal = bye_costs(field), ideal_opponents(field, whole)
    group = [points(field, place, whole) for place in range(len(field.players))]

    def rate(one: int, other: int) -> Costs:
        if other == field.bye:
            return byes[one]
        apart = group[one] - group[other]
        departure = abs(other - ideal[one]) + abs(one - ideal[other])
        mates = int(field.are_avoided(one, other))
        higher = departure * (field.bye - one)
        meetings, runs = field.meetings(one, other), long_runs(*roles(field.players[one], field.players[other]))
        return (0, mates, meetings, 0, apart * apart, int(apart != 0), departure, higher, runs)

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
        mates, runs = int(field.are_avoided(one, other)), long_runs(*roles(field.players[one], field.players[other]))
        return (0, mates, repeats, 0, 0, 0, gap * gap, gap * (field.bye - one), runs)

    return rate


def packed(field: Waiting, rated: Sequence[tuple[int, int, Costs]], once: Collection[int] = ONLY_ONCE) -> list[Edge]:
    """Each edge with one number for all its layers and, lowest, the chance that makes the cheapest pairing the only one.

    Of the layers `once` a single pair counts at the most.
    """
    pairs = (len(field.players) + 1) // 2
    layers = range(len(rated[0][2]))
    most = [max(costs[layer] for _, _, costs in rated) for layer in layers]
    room = [peak if layer in once else peak * pairs for layer, peak in enumerate(most)]
    # A thousand players leave 30 bits of chance; only a field far greater would have to do with fewer.
    bits = max(0, min(BITS, ROOM - sum((total + 1).bit_length() for total in room) - (pairs + 1).bit_length()))
    units, unit = [0] * len(layers), (pairs + 1) << bits
    for layer in reversed(layers):
        units[layer] = unit
        unit *= room[layer] + 1
    numbers = [*(player.number for player in field.players), 0]

    def chance(one: int, other: int) -> int:
        low, high = sorted((numbers[one], numbers[other]))
        return lot(field.task.seed, field.task.round, low, high) >> (BITS - bits)

    return [(one, other, sum(map(int.__mul__, costs, units)) + chance(one, other)) for one, other, costs in rated]


DENSE = 128
"""Up to so many players every pair is weighed."""
WINDOW = 12
"""In a bigger field: so many candidates in each direction from the ideal opponent, and from the own place."""

Places = tuple[tuple[int, int], ...]
"""Pairs of places, the higher place first; the place below the last is the bye."""


def cheapest_pairs(
    field: Waiting, rate: Rate, ideal: Sequence[int], *, once: Collection[int] = ONLY_ONCE, core: int = 0
) -> Places:
    """The pairs of least cost; raises `PairingError` when those that are forbidden leave no way.

    Args:
        field: the players.
        rate: what each pair costs.
        ideal: for each place whom the system means for it; the search in a bigger field begins there.
        once: the layers in which a single pair counts at the most.
        core: so many places from the top of a bigger field are weighed each against each, with any penalty.
    """
    nodes = len(field.players) + int(field.is_odd)
    if len(field.players) > DENSE:
        near = _window(field, ideal)
        if core:
            near = sorted({*near, *combinations(range(min(core, len(field.players))), 2)})
        # Whoever meets the penalties of none of the upper layers pays the least there, so only the lower ones are bounded.
        found = _matched(field, nodes, _rated(field, rate, near, only_clean=not core), once)
        if found is not None:
            return found
    found = _matched(field, nodes, _rated(field, rate, _all_pairs(nodes), only_clean=False), once)
    if found is None:
        raise PairingError(PairingFault.NO_PAIRING, *(player.number for player in field.players))
    return found


def _matched(
    field: Waiting, nodes: int, rated: Sequence[tuple[int, int, Costs]], once: Collection[int]
) -> Places | None:
    if not rated:
        return None if nodes else ()
    return cheapest_matching(nodes, packed(field, rated, once))


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
