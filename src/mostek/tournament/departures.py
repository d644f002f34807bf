"""In what two pairings of one round differ: the circles of tables that exchange players, and the known reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.pairing.field import are_teammates
from mostek.tournament.pairing.values import Contender, PairingTask, Teammates

Group = frozenset[int]
"""The starting numbers of a table; one alone has a bye."""


class DepartureCause(StrEnum):
    """A known reason for which a published pairing departs from ours."""

    BYE = "bye"
    """Another player has the bye."""
    LATECOMER = "latecomer"
    """A player who came after round 1 is among them."""
    REPEAT_PUBLISHED = "repeat_published"
    """They meet again, which ours avoids: `players`."""
    REPEAT_AVOIDED = "repeat_avoided"
    """Ours repeats a meeting, which the published pairing avoids: `players`."""
    FORBIDDEN = "forbidden"
    """A pair that the director has forbidden: `players`."""
    TEAMMATES = "teammates"
    """Teammates meet, which ours avoids: `players`."""
    TWO_TABLES = "two_tables"
    """Only two tables have exchanged players, as when a director changes them by hand."""


class DepartureReason(Struct, frozen=True):
    """A cause with the players whom it is about."""

    cause: DepartureCause
    players: tuple[int, ...] = ()


class Departure(Struct, frozen=True):
    """Players whom both pairings seat among themselves, each otherwise."""

    published: tuple[tuple[int, ...], ...]
    ours: tuple[tuple[int, ...], ...]
    reasons: tuple[DepartureReason, ...] = ()

    @property
    def players(self) -> Group:
        """Everybody who is concerned."""
        return frozenset(number for table in self.published for number in table)


def departures(
    task: PairingTask,
    published: Collection[Group],
    ours: Collection[Group],
    late: Collection[int],
    *,
    repeats: bool = True,
) -> tuple[Departure, ...]:
    """The smallest sets of players within which the two pairings differ, the highest of the standings first.

    `repeats` is whether the system avoids them, so that one is a reason.
    """
    place = {each.number: index for index, each in enumerate(task.contenders)}
    apart = [set(group) for group in {*published} ^ {*ours}]
    circles: list[set[int]] = []
    for group in apart:
        joined = [circle for circle in circles if circle & group]
        circles = [circle for circle in circles if not circle & group] + [set().union(group, *joined)]
    circles.sort(key=lambda circle: min(place[number] for number in circle))
    return tuple(_departure(task, place, circle, published, ours, late, repeats) for circle in circles)


def _departure(
    task: PairingTask,
    place: Mapping[int, int],
    circle: Collection[int],
    published: Collection[Group],
    ours: Collection[Group],
    late: Collection[int],
    repeats: bool,
) -> Departure:
    theirs = _ordered((group for group in published if group <= set(circle)), place)
    own = _ordered((group for group in ours if group <= set(circle)), place)
    return Departure(theirs, own, tuple(_reasons(task, theirs, own, late, repeats)))


def _ordered(groups: Iterable[Group], place: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted((tuple(sorted(group, key=place.__getitem__)) for group in groups), key=lambda t: place[t[0]]))


def _reasons(
    task: PairingTask,
    theirs: Sequence[tuple[int, ...]],
    own: Sequence[tuple[int, ...]],
    late: Collection[int],
    repeats: bool,
) -> Iterator[DepartureReason]:
    known = {each.number: each for each in task.contenders}
    rested = [[table[0] for table in tables if len(table) == 1] for tables in (theirs, own)]
    if rested[0] != rested[1]:
        yield DepartureReason(DepartureCause.BYE, tuple(number for numbers in rested for number in numbers))
    if came := tuple(number for table in theirs for number in table if number in late):
        yield DepartureReason(DepartureCause.LATECOMER, came)
    for pair in _pairs(theirs):
        yield from _against(task, known[pair[0]], known[pair[1]], repeats)
    for pair in _pairs(own):
        if repeats and known[pair[0]].met.get(pair[1]):
            yield DepartureReason(DepartureCause.REPEAT_AVOIDED, pair)
    if len(theirs) == len(own) == 2 and not any(rested):
        yield DepartureReason(DepartureCause.TWO_TABLES)


def _pairs(tables: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    yield from ((table[0], table[1]) for table in tables if len(table) == 2)


def _against(task: PairingTask, one: Contender, other: Contender, repeats: bool) -> Iterator[DepartureReason]:
    """The reasons against a meeting that was published."""
    pair = (one.number, other.number)
    if repeats and one.met.get(other.number):
        yield DepartureReason(DepartureCause.REPEAT_PUBLISHED, pair)
    if frozenset(pair) in task.forbidden:
        yield DepartureReason(DepartureCause.FORBIDDEN, pair)
    if task.teammates is not Teammates.ALLOW and are_teammates(one, other):
        yield DepartureReason(DepartureCause.TEAMMATES, pair)
