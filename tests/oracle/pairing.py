"""Slow twins of the pairer: every pairing tried in turn, another library's matching, and events played by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import networkx
from msgspec.structs import replace

from mostek.tournament.pairing.values import Contender, Pairing, PairingTask

Pairs = tuple[tuple[int, int], ...]


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
