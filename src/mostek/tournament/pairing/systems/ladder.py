"""Ladder: near neighbours on the rungs meet, not the same two twice in a row; the winner takes the higher one (*drabinka*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_pairs
from mostek.tournament.pairing.explain import Explanation, TableWhy, explained
from mostek.tournament.pairing.field import all_seated, waiting
from mostek.tournament.pairing.matching import by_neighbours, cheapest_pairs
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.systems.danish import opponents
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Teammates

_rate = partial(by_neighbours, repeats_count=True)


def by_rungs(task: PairingTask) -> Pairing:
    """The pairing with the smallest distances on the ladder in which no two meet again at once, while that can be avoided."""
    field = waiting(task)
    return all_seated(field, cheapest_pairs(field, _rate(field), opponents(field)))


def explain_rungs(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain each table by the rungs of those who are there."""
    return explained(task, pairing, meant=opponents, rate=_rate, why=_rungs_of)


def _rungs_of(task: PairingTask, table: Sequence[int]) -> TableWhy:
    place = {contender.number: place for place, contender in enumerate(task.contenders, 1)}
    one, *_, other = sorted(place[number] for number in table)
    return TableWhy("neighbours" if other == one + 1 else "near", {"one": one, "other": other})


def check_rungs(task: PairingTask, pairing: Pairing) -> Proof:
    """Check the pairs as for other systems, and that no two tables could change partners to be nearer on the ladder."""
    proof = check_pairs(task, pairing)
    return Proof((*proof.faults, *_too_far(task, pairing)), proof.proved)


def _too_far(task: PairingTask, pairing: Pairing) -> Iterator[Fault]:
    known = {contender.number: contender for contender in task.contenders}
    seated = [contender.number for contender in task.contenders if contender.number not in pairing.byes]
    place = {number: index for index, number in enumerate(seated)}
    tables = [table for table in pairing.tables if len(table) == 2 and frozenset(table) not in task.forced]
    tables = [table for table in tables if place.keys() >= set(table)]

    def strain(one: int, other: int) -> tuple[int, int, int, int]:
        pair = known[one], known[other]
        mates = int(_are_mates(task, *pair))
        never = frozenset((one, other)) in task.forbidden or (mates and task.teammates is Teammates.FORBID)
        return int(never), mates, pair[0].met.get(other, 0), (place[one] - place[other]) ** 2

    def total(*pairs: tuple[int, int]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(strain(*pair) for pair in pairs), strict=True)))

    for (a, b), (c, d) in combinations(tables, 2):
        now, better = total((a, b), (c, d)), min(total((a, c), (b, d)), total((a, d), (b, c)))
        if better < now:
            yield Fault(Breach.TOO_FAR, (a, b, c, d), now[-1], better[-1])


def _are_mates(task: PairingTask, one: Contender, other: Contender) -> bool:
    return task.teammates is not Teammates.ALLOW and one.team != "" and one.team == other.team


SYSTEM = PairingSystem(
    name="ladder",
    pl="drabinka",
    en="ladder",
    pair=by_rungs,
    explain=explain_rungs,
    check=check_rungs,
    spoken=("drabinkowy",),
    reasons={
        "neighbours": (
            "miejsca {one} i {other} na drabince wśród obecnych, sąsiedzi",
            "neighbours on the ladder among those who are there, {one} and {other}",
        ),
        "near": (
            "miejsca {one} i {other} na drabince wśród obecnych; bliżsi grali ze sobą ostatnio albo są potrzebni innym",
            "{one} and {other} on the ladder among those who are there; nearer ones have just met, or others need them",
        ),
    },
    by_rungs=True,
    fair_last_round=True,
    weighs_last_round=False,
)
