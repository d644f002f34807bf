"""Slow twins of the pairer: every pairing tried in turn, another library's matching, and events played by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import networkx
from msgspec.structs import replace

from mostek.tournament.pairing.check import pairs_of
from mostek.tournament.pairing.field import are_teammates
from mostek.tournament.pairing.matching import cheapest_matching
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Teammates

Pairs = tuple[tuple[int, int], ...]
Present = Mapping[int, Contender]
Burden = tuple[int, int, int, int]


def every_pairing(nodes: Sequence[int]) -> Iterator[Pairs]:
    """All ways to pair an even number of nodes: 105 ways for eight."""
    if not nodes:
        yield ()
        return
    first, *others = nodes
    for other in others:
        for following in every_pairing([node for node in others if node != other]):
            yield ((first, other), *following)


def another_matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> Pairs | None:
    """The cheapest perfect matching as networkx finds it."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    found = networkx.min_weight_matching(graph)
    return tuple(sorted((min(pair), max(pair)) for pair in found)) if 2 * len(found) == nodes else None


def borne(task: PairingTask, pairing: Pairing) -> Burden:
    """Second byes, meetings of teammates, earlier meetings, and places from the bye to the lowest who is due for it."""
    present = {contender.number: contender for contender in task.contenders}
    pairs = [pair for pair in pairs_of(pairing) if frozenset(pair) not in task.forced]
    meets = [_meeting(task, present[one], present[other]) for one, other in pairs]
    rests = [_resting(task, present, number) for number in pairing.byes]
    return _total([*meets, *rests])


def _total(burdens: list[Burden]) -> Burden:
    again, mates, met, high = zip(*burdens, strict=True) if burdens else ((), (), (), ())
    return sum(again), sum(mates), sum(met), sum(high)


def _meeting(task: PairingTask, one: Contender, other: Contender) -> Burden:
    mates = task.teammates is Teammates.AVOID and are_teammates(one, other)
    return 0, int(mates), 0 if task.system == "danish" else one.met.get(other.number, 0), 0


def _resting(task: PairingTask, present: Present, number: int) -> Burden:
    numbers = [each for each in present if not any(each in pair for pair in task.forced)]
    byes = present[number].byes
    fewest = min((present[each].byes for each in numbers), default=byes)
    below = (
        [each for each in numbers[numbers.index(number) + 1 :] if present[each].byes == byes]
        if number in numbers
        else []
    )
    return byes - fewest, 0, 0, 0 if task.system == "random" else len(below)


def least_borne(task: PairingTask, pairing: Pairing) -> Burden:
    """The least that the same players could bear, by a cheapest matching over everything that is not forbidden."""
    present = {contender.number: contender for contender in task.contenders}
    forced = {number for pair in task.forced for number in pair}
    seated = {number for group in (*pairing.tables, pairing.byes) for number in group}
    players = [number for number in present if number in seated and number not in forced]
    burdens: dict[tuple[int, int], Burden] = {}
    for (left, one), (right, other) in combinations(enumerate(players), 2):
        mates = task.teammates is Teammates.FORBID and are_teammates(present[one], present[other])
        if not mates and frozenset((one, other)) not in task.forbidden:
            burdens[left, right] = _meeting(task, present[one], present[other])
    nodes = len(players) + len(players) % 2
    if len(players) % 2:
        burdens.update({(left, nodes - 1): _resting(task, present, one) for left, one in enumerate(players)})
    base = 1 << 24
    edges = [(*pair, ((b[0] * base + b[1]) * base + b[2]) * base + b[3]) for pair, b in burdens.items()]
    found = another_matching if nodes <= 40 else cheapest_matching
    best = found(nodes, edges)
    return _total([burdens[pair] for pair in best]) if best else (0, 0, 0, 0)


def first_come(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> Pairs | None:
    """Top-down by backtracking: each takes the first whom they may meet, if the others can then be paired."""
    if not order:
        return ()
    first, *others = order
    for other in others:
        if may_meet(first, other):
            following = first_come([each for each in others if each != other], may_meet)
            if following is not None:
                return ((first, other), *following)
    return None


def after_round(contenders: Sequence[Contender], pairing: Pairing, chance: Random) -> tuple[Contender, ...]:
    """The standings after a round of games by chance, in which low numbers are stronger; a bye is a draw (TOURNAMENTS 0)."""
    known = {each.number: each for each in contenders}
    for bye in pairing.byes:
        known[bye] = replace(known[bye], half_points=known[bye].half_points + 1, byes=known[bye].byes + 1)
    for table in pairing.tables:
        winner = min(table, key=lambda number: number + chance.randrange(len(known)))
        for number in table:
            known[number] = _played(known[number], table, 2 * (number == winner))
    return tuple(sorted(known.values(), key=lambda each: (-each.half_points, each.number)))


def _played(contender: Contender, table: Sequence[int], half_points: int) -> Contender:
    met = {other: contender.met.get(other, 0) + 1 for other in table if other != contender.number}
    return replace(
        contender,
        half_points=contender.half_points + half_points,
        met={**contender.met, **met},
        starts=contender.starts + (table[0] == contender.number),
        games=contender.games + 1,
    )


def played_on(task: PairingTask, rounds: int, pair: Callable[[PairingTask], Pairing], chance: Random) -> PairingTask:
    """The task of the round after so many rounds of the system."""
    for _ in range(rounds):
        contenders = after_round(task.contenders, pair(task), chance)
        task = replace(task, round=task.round + 1, contenders=contenders)
    return task
