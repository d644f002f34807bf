"""Who starts at a table, and which table is the first."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.tournament.pairing.chance import lot
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask
from mostek.tournament.pairing.waiting import Waiting


def lean(contender: Contender) -> int:
    """How many more games somebody has started than not: whoever leans less starts (PFS-2.1a)."""
    return 2 * contender.starts - contender.games


def starter_first(task: PairingTask, one: Contender, other: Contender) -> tuple[int, int]:
    """The starting numbers, first whoever has started less of their games; a seeded coin where both have alike (PFS-2.1a).

    Where the players draw letters at the table, the first is only the host, which is balanced in the same way.
    """
    if lean(one) != lean(other):
        return (one.number, other.number) if lean(one) < lean(other) else (other.number, one.number)
    low, high = sorted((one.number, other.number))
    return (low, high) if lot(task.seed, task.round, "start", low, high) & 1 else (high, low)


def in_order(task: PairingTask, tables: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The tables with the highest of the standings first."""
    place = {contender.number: place for place, contender in enumerate(task.contenders)}
    return tuple(sorted(tables, key=lambda table: sorted(place[number] for number in table)))


def seated(task: PairingTask, pairs: Iterable[tuple[int, int]], byes: Iterable[int] = ()) -> Pairing:
    """Pairs of starting numbers with their starters, table by table."""
    known = {contender.number: contender for contender in task.contenders}
    tables = (starter_first(task, known[one], known[other]) for one, other in pairs)
    return Pairing(in_order(task, tables), tuple(byes))


def all_seated(field: Waiting, places: Iterable[tuple[int, int]]) -> Pairing:
    """The forced pairs and these, of which the place below the last is the bye."""
    number = [player.number for player in field.players]
    pairs = [(number[one], number[other]) for one, other in places if other != field.bye]
    byes = [number[one] for one, other in places if other == field.bye]
    return seated(field.task, [*field.settled, *pairs], byes)
