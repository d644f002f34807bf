"""Whether a pairing keeps to its task: an independent judge that shares no thought with whoever paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import combinations

from msgspec import Struct

from mostek.tournament.pairing.matching import cheapest_matching
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Starters, System, Teammates


class Breach(StrEnum):
    """In what a pairing departs from its task; for a manual pairing each is a warning."""

    SEATED_TWICE = "seated_twice"
    NOT_PRESENT = "not_present"
    LEFT_OUT = "left_out"
    """At no table, and without a bye."""
    TABLE_SIZE = "table_size"
    """Too few or too many at one table, or a table where the players do not come out so."""
    FORBIDDEN = "forbidden"
    FORCED_MISSING = "forced_missing"
    TEAMMATES_FORBIDDEN = "teammates_forbidden"
    TEAMMATES_AVOIDABLE = "teammates_avoidable"
    REPEAT_AVOIDABLE = "repeat_avoidable"
    CIRCLE_REPEAT = "circle_repeat"
    """Met more often than there were cycles of the round robin."""
    BYE_NOT_ALLOWED = "bye_not_allowed"
    BYE_NEEDLESS = "bye_needless"
    """More byes than the number of players asks for."""
    BYE_AGAIN_AVOIDABLE = "bye_again_avoidable"
    BYE_TOO_HIGH = "bye_too_high"
    """Somebody lower with no more byes could have had it at no cost (TOURNAMENTS 0)."""
    STARTER = "starter"
    """Whoever starts leans to starting more than whoever does not (PFS-2.1a)."""
    MATCH_TORN = "match_torn"
    """The members of a team play against several teams."""


class Fault(Struct, frozen=True):
    """One departure: who is concerned, how much of it there is, and how little there could be."""

    breach: Breach
    about: tuple[int, ...] = ()
    """Starting numbers."""
    count: int = 0
    least: int = 0


_PROVED = (System.SWISS, System.HALF_SPLIT, System.DANISH, System.DANISH_NO_REPEATS, System.RANDOM, System.MANUAL)
"""Systems of pairs, for which it can be proved what could have been avoided."""
_BURDENS = (Breach.BYE_AGAIN_AVOIDABLE, Breach.TEAMMATES_AVOIDABLE, Breach.REPEAT_AVOIDABLE, Breach.BYE_TOO_HIGH)

Present = Mapping[int, Contender]
Burden = tuple[int, int, int, int]


def faults(task: PairingTask, pairing: Pairing) -> tuple[Fault, ...]:
    """Everything in which the pairing departs from the task; nothing, if it is sound."""
    present = {contender.number: contender for contender in task.contenders}
    found = [*_seats(present, pairing)]
    if found and any(fault.breach is not Breach.LEFT_OUT for fault in found):
        return tuple(found)
    found += [*_sizes(task, pairing), *_ties(task, present, pairing), *_byes(task, present, pairing)]
    if task.system in _PROVED:
        found += [*_starters(task, present, pairing), *_avoidable(task, present, pairing)]
    if task.system is System.ROUND_ROBIN:
        found += _circle(task, present, pairing)
    if task.system is System.TEAM_MATCH:
        found += _matches(present, pairing)
    return tuple(found)


def _seats(present: Present, pairing: Pairing) -> Iterator[Fault]:
    seats = Counter(number for group in (*pairing.tables, pairing.byes) for number in group)
    for breach, about in (
        (Breach.SEATED_TWICE, [number for number, times in seats.items() if times > 1]),
        (Breach.NOT_PRESENT, seats.keys() - present.keys()),
        (Breach.LEFT_OUT, present.keys() - seats.keys()),
    ):
        if about:
            yield Fault(breach, tuple(sorted(about)))


def _sizes(task: PairingTask, pairing: Pairing) -> Iterator[Fault]:
    largest = task.table_size if task.system is System.TABLES else 2
    for table in pairing.tables:
        if not 2 <= len(table) <= largest and (task.system is not System.MANUAL or len(table) < 2):
            yield Fault(Breach.TABLE_SIZE, table, len(table), largest)
    if task.system is System.TABLES and len(pairing.tables) > -(-sum(map(len, pairing.tables)) // largest):
        yield Fault(Breach.TABLE_SIZE, (), len(pairing.tables), -(-len(task.contenders) // largest))


def _pairs(pairing: Pairing) -> Iterator[tuple[int, int]]:
    for table in pairing.tables:
        yield from combinations(table, 2)


def _are_mates(one: Contender, other: Contender) -> bool:
    return one.team != "" and one.team == other.team


def _ties(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    pairs = {frozenset(pair) for pair in _pairs(pairing)}
    for pair in sorted(map(sorted, pairs & task.forbidden)):
        yield Fault(Breach.FORBIDDEN, tuple(pair))
    for pair in sorted(map(sorted, task.forced - pairs)):
        yield Fault(Breach.FORCED_MISSING, tuple(pair))
    if task.teammates is Teammates.FORBID:
        for one, other in _pairs(pairing):
            if _are_mates(present[one], present[other]):
                yield Fault(Breach.TEAMMATES_FORBIDDEN, (one, other))


def _byes(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    if pairing.byes and not task.byes_allowed:
        yield Fault(Breach.BYE_NOT_ALLOWED, pairing.byes)
    fits = len(present) % 2
    if task.system is System.TABLES:
        fits = fits if task.table_size == 2 else 0
    elif task.system not in _PROVED:
        return
    if len(pairing.byes) > fits:
        yield Fault(Breach.BYE_NEEDLESS, pairing.byes, len(pairing.byes), fits)


def _starters(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    if task.starters is not Starters.BALANCED:
        return
    for first, *others in pairing.tables:
        started = present[first].starts - (present[first].games - present[first].starts)
        for other in others:
            if started > present[other].starts - (present[other].games - present[other].starts):
                yield Fault(Breach.STARTER, (first, other), present[first].starts, present[other].starts)


def _avoidable(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    """Compare what the players bear with the least of all pairings; only the weightiest difference is told."""
    actual = _borne(task, present, pairing)
    least = _least(task, present, pairing) if any(actual) else actual
    for breach, count, lowest in zip(_BURDENS, actual, least, strict=True):
        if count != lowest:
            if count > lowest:
                yield Fault(breach, _bearers(breach, present, pairing), count, lowest)
            return


def _borne(task: PairingTask, present: Present, pairing: Pairing) -> Burden:
    pairs = [pair for pair in _pairs(pairing) if frozenset(pair) not in task.forced]
    meets = [_meeting(task, present[one], present[other]) for one, other in pairs]
    rests = [_resting(task, present, number) for number in pairing.byes]
    return _total([*meets, *rests])


def _total(burdens: list[Burden]) -> Burden:
    again, mates, met, high = zip(*burdens, strict=True) if burdens else ((), (), (), ())
    return sum(again), sum(mates), sum(met), sum(high)


def _meeting(task: PairingTask, one: Contender, other: Contender) -> Burden:
    mates = task.teammates is Teammates.AVOID and _are_mates(one, other)
    return 0, int(mates), 0 if task.system is System.DANISH else one.met.get(other.number, 0), 0


def _resting(task: PairingTask, present: Present, number: int) -> Burden:
    numbers = [each for each in present if not any(each in pair for pair in task.forced)]
    byes = present[number].byes
    fewest = min((present[each].byes for each in numbers), default=byes)
    below = (
        [each for each in numbers[numbers.index(number) + 1 :] if present[each].byes == byes]
        if number in numbers
        else []
    )
    return byes - fewest, 0, 0, 0 if task.system is System.RANDOM else len(below)


def _least(task: PairingTask, present: Present, pairing: Pairing) -> Burden:
    """The least that the same players could bear, by a matching over everything that is not forbidden."""
    forced = {number for pair in task.forced for number in pair}
    seated = {number for group in (*pairing.tables, pairing.byes) for number in group}
    players = [number for number in present if number in seated and number not in forced]
    burdens: dict[tuple[int, int], Burden] = {}
    for (left, one), (right, other) in combinations(enumerate(players), 2):
        mates = task.teammates is Teammates.FORBID and _are_mates(present[one], present[other])
        if not mates and frozenset((one, other)) not in task.forbidden:
            burdens[left, right] = _meeting(task, present[one], present[other])
    nodes = len(players) + len(players) % 2
    if len(players) % 2:
        burdens.update({(left, nodes - 1): _resting(task, present, one) for left, one in enumerate(players)})
    base = 1 << 24
    edges = [(*pair, ((b[0] * base + b[1]) * base + b[2]) * base + b[3]) for pair, b in burdens.items()]
    best = cheapest_matching(nodes, edges)
    return _total([burdens[pair] for pair in best]) if best else (0, 0, 0, 0)


def _bearers(breach: Breach, present: Present, pairing: Pairing) -> tuple[int, ...]:
    if breach in (Breach.BYE_AGAIN_AVOIDABLE, Breach.BYE_TOO_HIGH):
        return pairing.byes
    pairs = [(present[one], present[other]) for one, other in _pairs(pairing)]
    if breach is Breach.TEAMMATES_AVOIDABLE:
        return tuple(each.number for pair in pairs if _are_mates(*pair) for each in pair)
    return tuple(each.number for one, other in pairs if one.met.get(other.number, 0) for each in (one, other))


def _circle(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    members = len(task.field) or len(present)
    cycle = (task.round - 1) // (members - 1 + members % 2)
    for one, other in _pairs(pairing):
        met = present[one].met.get(other, 0)
        if met > cycle and frozenset((one, other)) not in task.forced:
            yield Fault(Breach.CIRCLE_REPEAT, (one, other), met, cycle)


def _matches(present: Present, pairing: Pairing) -> Iterator[Fault]:
    rivals: dict[str, set[str]] = {}
    for one, other in _pairs(pairing):
        for each, opponent in ((one, other), (other, one)):
            rivals.setdefault(present[each].team, set()).add(present[opponent].team)
    for team, others in rivals.items():
        if len(others) > 1 or team in others:
            yield Fault(Breach.MATCH_TORN, tuple(number for number, each in present.items() if each.team == team))
