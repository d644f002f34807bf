"""Tables of four, three and two (CHAL-1), with the fewest repeated meetings and neighbours of the standings together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_tables
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import Waiting, contenders, forced_pairs, in_order, lot, shuffled
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import Pairing, PairingError, PairingFault, PairingTask

EXACT = 12
"""Up to so many players every way to seat them is weighed: at most 5775 ways."""
DRAWN = 48
"""Up to so many, better ways are searched from orders drawn by lot too, beside that of the standings."""
EFFORT = 240
"""Players times orders drawn."""
NEAR = 6
"""In a bigger field only tables at most so far apart change players: others would tear the standings apart."""

Seating = tuple[tuple[int, ...], ...]
"""The places of the standings at each table."""


def sizes(players: int, largest: int) -> tuple[int, ...]:
    """As few tables as can be, as even as can be, the bigger first: 5 are 3 and 2, 9 are 3, 3 and 3 (CHAL-1)."""
    count = -(-players // largest)
    return tuple(players // count + (index < players % count) for index in range(count))


def at_tables(task: PairingTask) -> Pairing:
    """The players of each table; only tables for two may leave a player with a bye."""
    present = contenders(task)
    field = Waiting(task, task.contenders, forced_pairs(task, present))
    bye = _bye(field)
    places = [place for place in range(len(field.players)) if place != bye]
    strain = _strain(field)
    seats = _best(task, places, sizes(len(places), task.table_size), strain)
    if any(strain(table)[0] for table in seats):
        raise PairingError(PairingFault.NO_PAIRING, *present)
    tables = (_starter_first(task, [field.players[place].number for place in table]) for table in seats)
    return Pairing(in_order(task, tables), () if bye is None else (field.players[bye].number,))


def _bye(field: Waiting) -> int | None:
    if field.task.table_size > 2 or not field.is_odd:
        return None
    if not field.task.byes_allowed:
        raise PairingError(PairingFault.ODD_WITHOUT_BYE, *(player.number for player in field.players))
    forced = {number for pair in field.settled for number in pair}
    return next(place for place in field.bye_order() if field.players[place].number not in forced)


Strain = tuple[int, int, int, int]
"""Of a table: who must not sit together or not apart, teammates, earlier meetings, breadth in the standings (squared)."""
Strains = Callable[[Sequence[int]], Strain]


def _strain(field: Waiting) -> Strains:
    number = [player.number for player in field.players]
    partner = {one: other for pair in field.settled for one, other in (pair, pair[::-1])}
    known: dict[tuple[int, ...], Strain] = {}

    def strain(table: Sequence[int]) -> Strain:
        key = tuple(sorted(table))
        if key not in known:
            known[key] = weighed(key)
        return known[key]

    def weighed(table: tuple[int, ...]) -> Strain:
        here = {number[place] for place in table}
        pairs = list(combinations(table, 2))
        wrong = sum(not field.has_way(*pair) for pair in pairs) + sum(
            partner.get(each, each) not in here for each in here
        )
        mates, met = (sum(count(*pair) for pair in pairs) for count in (field.are_avoided, field.meetings))
        return wrong, mates, met, (table[-1] - table[0]) ** 2

    return strain


def _best(task: PairingTask, places: Sequence[int], lengths: Sequence[int], strain: Strains) -> Seating:
    """The way of the least total strain; between ways alike the seed decides."""

    def total(seats: Seating) -> tuple[int, ...]:
        return tuple(map(sum, zip(*map(strain, seats), strict=True)))

    def rank(seats: Seating) -> tuple[tuple[int, ...], int]:
        return total(seats), lot(task.seed, task.round, str(seats))

    if len(places) <= EXACT:
        ways = list(_ways(tuple(places), tuple(lengths)))
        least = min(map(total, ways))
        return min((way for way in ways if total(way) == least), key=rank)
    return min((_improved(seats, strain) for seats in _beginnings(task, places, lengths)), key=rank)


def _ways(places: tuple[int, ...], lengths: tuple[int, ...]) -> Iterator[Seating]:
    """Every way to divide the places; the first of them sits at a table of each length that is left."""
    if not lengths:
        yield ()
        return
    first, others = places[0], places[1:]
    for length in sorted(set(lengths)):
        left = list(lengths)
        left.remove(length)
        for company in combinations(others, length - 1):
            rest = tuple(place for place in others if place not in company)
            for following in _ways(rest, tuple(left)):
                yield ((first, *company), *following)


def _beginnings(task: PairingTask, places: Sequence[int], lengths: Sequence[int]) -> Iterator[Seating]:
    """Neighbours together, each forced pair too; then orders that are drawn by lot."""
    yield _cut(_with_partners(task, places), lengths)
    for attempt in range(EFFORT // len(places) if len(places) <= DRAWN else 0):
        yield _cut(shuffled(task.seed, tuple(places), task.round, "tables", attempt), lengths)


def _with_partners(task: PairingTask, places: Sequence[int]) -> list[int]:
    number = {place: task.contenders[place].number for place in places}
    found: list[int] = []
    for place in places:
        partners = [other for other in places if {number[place], number[other]} in task.forced] if task.forced else []
        found += [each for each in (place, *partners) if each not in found]
    return found


def _cut(places: Sequence[int], lengths: Sequence[int]) -> Seating:
    edges = [sum(lengths[:index]) for index in range(len(lengths) + 1)]
    return tuple(tuple(places[begin:end]) for begin, end in pairwise(edges))


def _improved(seats: Seating, strain: Strains) -> Seating:
    """Two players change seats as long as that helps."""
    tables = [list(table) for table in seats]
    reach = len(tables) if sum(map(len, seats)) <= DRAWN else NEAR
    near = [(one, other) for index, one in enumerate(tables) for other in tables[index + 1 : index + 1 + reach]]
    is_better = True
    while is_better:
        is_better = False
        for one, other in near:
            while _change(one, other, strain):
                is_better = True
    return tuple(map(tuple, tables))


def _change(one: list[int], other: list[int], strain: Strains) -> bool:
    """Make the first change of seats between two tables that helps, if any does."""
    now = _sum(strain(one), strain(other))
    if not any(now[:3]) and (max(one) < min(other) or max(other) < min(one)):
        return False
    for seat in range(len(one)):
        for opposite in range(len(other)):
            one[seat], other[opposite] = other[opposite], one[seat]
            if _sum(strain(one), strain(other)) < now:
                return True
            one[seat], other[opposite] = other[opposite], one[seat]
    return False


def _sum(one: Strain, other: Strain) -> Strain:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _starter_first(task: PairingTask, table: Sequence[int]) -> tuple[int, ...]:
    """First the player with the smallest share of starts, then who is due after a run, then by lot (PFS-2.1a)."""
    known = {contender.number: contender for contender in task.contenders}

    def share(number: int) -> tuple[int, int, int, int]:
        contender = known[number]
        return (
            1000 * contender.starts // max(contender.games, 1),
            contender.starts,
            contender.run,
            lot(task.seed, task.round, "start", *sorted(table), number),
        )

    return tuple(sorted(table, key=share))


def _together(task: PairingTask, table: Sequence[int]) -> str:
    return "company"


def check_several(task: PairingTask, pairing: Pairing) -> Proof:
    """Check that there are as few tables as can be and no bye but at tables for two, beside what holds for every system."""
    found = [*check_tables(task, pairing, task.table_size)]
    seated, few = sum(map(len, pairing.tables)), -(-len(task.contenders) // task.table_size)
    if len(pairing.tables) > -(-seated // task.table_size):
        found.append(Fault(Breach.TABLE_SIZE, (), len(pairing.tables), few))
    due = len(task.contenders) % 2 if task.table_size == 2 else 0
    if len(pairing.byes) > due:
        found.append(Fault(Breach.BYE_NEEDLESS, pairing.byes, len(pairing.byes), due))
    return Proof(tuple(found))


SYSTEM = PairingSystem(
    name="tables",
    pl="stoły do czterech osób",
    en="tables of up to four",
    pair=at_tables,
    explain=partial(explained, why=_together),
    check=check_several,
    spoken=("stoly",),
    reasons={
        "company": (
            "w tym składzie jest najmniej powtórzonych spotkań, a miejsca są najbliższe",
            "together they make the fewest repeated meetings, then stand nearest in the classification",
        )
    },
    seats_several=True,
    fair_last_round=True,
    weighs_last_round=False,
)
