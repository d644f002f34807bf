"""The players still to be paired, by place: byes, lots, starters, and whom each would meet if nothing stood between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby, zip_longest

from msgspec import Struct

from mostek.tournament.pairing.values import (
    Contender,
    Pair,
    Pairing,
    PairingError,
    PairingFault,
    PairingTask,
    Teammates,
)

BITS = 30
"""Enough that two pairings of a thousand players are never equally good by chance."""


def lot(seed: str, *about: int | str) -> int:
    """A number of 30 bits that depends on nothing but the seed and what it is drawn for."""
    text = "\x1f".join((seed, *map(str, about)))
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 2


def shuffled(seed: str, numbers: tuple[int, ...], *about: int | str) -> tuple[int, ...]:
    """The numbers in the order of their lots."""
    return tuple(sorted(numbers, key=lambda number: (lot(seed, *about, number), number)))


def are_teammates(one: Contender, other: Contender) -> bool:
    """Whether they play for the same team; players without a team share none."""
    return bool(one.team) and one.team == other.team


class Waiting(Struct, frozen=True):
    """Everybody whom no forced pair has seated, by place: 0 is the highest of the standings."""

    task: PairingTask
    players: tuple[Contender, ...]
    settled: tuple[tuple[int, int], ...]
    """The forced pairs, by starting number."""

    @property
    def bye(self) -> int:
        """The place that stands for a bye: one below the last player."""
        return len(self.players)

    @property
    def is_odd(self) -> bool:
        """Whether a player has a bye."""
        return len(self.players) % 2 == 1

    def has_way(self, one: int, other: int) -> bool:
        """Whether nothing forbids that these two places meet (S46)."""
        first, second = self.players[one], self.players[other]
        if self.task.teammates is Teammates.FORBID and are_teammates(first, second):
            return False
        return frozenset((first.number, second.number)) not in self.task.forbidden

    def are_avoided(self, one: int, other: int) -> bool:
        """Whether these two places are teammates, who should not meet while it can be avoided (S46)."""
        return self.task.teammates is Teammates.AVOID and are_teammates(self.players[one], self.players[other])

    def meetings(self, one: int, other: int) -> int:
        """The number of earlier games of these two places."""
        return self.players[one].met.get(self.players[other].number, 0)

    def blocked(self) -> list[set[int]]:
        """For each place those whom it may not meet, or only if nothing else is left: teammates, repeats, itself."""
        places = {player.number: place for place, player in enumerate(self.players)}
        sets = [{place} for place in range(len(self.players))]
        for place, player in enumerate(self.players):
            sets[place].update(places[number] for number, times in player.met.items() if times and number in places)
        for pair in self.task.forbidden:
            if pair <= places.keys() and len(pair) == 2:
                one, other = (places[number] for number in pair)
                sets[one].add(other)
                sets[other].add(one)
        for team in self._teams():
            for place in team:
                sets[place].update(team)
        return sets

    def _teams(self) -> Iterable[list[int]]:
        if self.task.teammates is Teammates.ALLOW:
            return ()
        teams: dict[str, list[int]] = {}
        for place, player in enumerate(self.players):
            if player.team:
                teams.setdefault(player.team, []).append(place)
        return teams.values()

    def fewest_byes(self) -> int:
        """The smallest number of byes that a player here has had."""
        return min((player.byes for player in self.players), default=0)

    def bye_order(self) -> list[int]:
        """Places as they come into question for a bye: who had fewer first, of those the lowest (TOURNAMENTS 0)."""
        return sorted(range(len(self.players)), key=lambda place: (self.players[place].byes, -place))


def contenders(task: PairingTask) -> dict[int, Contender]:
    """All present players, by starting number; raises `PairingError` when there is no player to pair."""
    found = {contender.number: contender for contender in task.contenders}
    if len(found) < len(task.contenders):
        numbers = [contender.number for contender in task.contenders]
        raise PairingError(
            PairingFault.SEATED_TWICE, *sorted({number for number in numbers if numbers.count(number) > 1})
        )
    if len(found) < 2:
        raise PairingError(PairingFault.TOO_FEW, *found)
    return found


def forced_pairs(task: PairingTask, present: dict[int, Contender]) -> tuple[tuple[int, int], ...]:
    """The forced pairs in the order of their starting numbers; raises `PairingError` when one cannot be."""
    seated: set[int] = set()
    for pair in sorted(task.forced, key=sorted):
        if len(pair) != 2 or pair & seated or not pair <= present.keys() or _is_forbidden(task, pair, present):
            raise PairingError(PairingFault.FORCED_CLASH, *sorted(pair))
        seated |= pair
    return tuple((min(pair), max(pair)) for pair in sorted(task.forced, key=sorted))


def _is_forbidden(task: PairingTask, pair: Pair, present: dict[int, Contender]) -> bool:
    one, other = (present[number] for number in pair)
    return pair in task.forbidden or (task.teammates is Teammates.FORBID and are_teammates(one, other))


def waiting(task: PairingTask) -> Waiting:
    """Those who are to be paired two by two; raises `PairingError` when the task contradicts itself."""
    present = contenders(task)
    settled = forced_pairs(task, present)
    seated = {number for pair in settled for number in pair}
    players = tuple(contender for contender in task.contenders if contender.number not in seated)
    if len(players) % 2 and not task.byes_allowed:
        raise PairingError(PairingFault.ODD_WITHOUT_BYE, *(player.number for player in players))
    return Waiting(task, players, settled)


RUN = 2
"""A player should not have the same role in more games in a row than these."""
IMBALANCE = 2
"""A long run is broken as long as nobody has started so many times more, or fewer, than the other games."""


def lean(contender: Contender) -> int:
    """A player's starts minus the other games; the player with the lower figure starts (PFS-2.1a)."""
    return 2 * contender.starts - contender.games


def long_runs(starter: Contender, other: Contender) -> int:
    """The number of the two who get the same role more than `RUN` times in a row if they meet so."""
    return int(starter.run >= RUN) + int(other.run <= -RUN)


def role_costs(starter: Contender, other: Contender) -> tuple[int, int, int, int]:
    """The costs of this order: too unequal roles, long runs, unequal roles, a starter who was not due."""
    one, two = lean(starter) + 1, lean(other) - 1
    unequal = max(0, max(abs(one), abs(two)) - IMBALANCE)
    return unequal, long_runs(starter, other), one * one + two * two, starter.run


def roles(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    """The two with the better starter first, whichever of equals."""
    return (one, other) if role_costs(one, other) <= role_costs(other, one) else (other, one)


def starter_first(task: PairingTask, one: Contender, other: Contender) -> tuple[int, int]:
    """The starting numbers, first the one who should start: to break a long run, or after fewer starts (PFS-2.1a).

    Between equals a seeded coin decides. Where the players draw letters at the table, the first is only the host, which is
    balanced in the same way.
    """
    if role_costs(one, other) != role_costs(other, one):
        starter, second = roles(one, other)
        return starter.number, second.number
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


def points(field: Waiting, place: int, whole: bool) -> int:
    """Match points as far as they part groups: where the whole field is folded it is one group."""
    return 0 if whole else field.players[place].half_points


def ideal_bye(field: Waiting) -> int | None:
    """The lowest of those with the fewest byes, if a player must have one (TOURNAMENTS 0)."""
    return field.bye_order()[0] if field.is_odd else None


def ideal_opponents(field: Waiting, whole: bool = False) -> tuple[int, ...]:
    """For each place the place of the opponent, the bye included, with whom the documents' system would seat it.

    Groups of equal match points from the top, each folded: top half against bottom half in the order of the standings.
    Of an odd group the middle player meets the first of the next; a player left alone heads the next group. All four
    published events of the federation are paired so (TOURNAMENTS 0).
    """
    bye = ideal_bye(field)
    places = [place for place in range(len(field.players)) if place != bye]
    opponents = [field.bye] * len(field.players)
    for one, other in _folded([list(group) for _, group in groupby(places, lambda place: points(field, place, whole))]):
        opponents[one], opponents[other] = other, one
    return tuple(opponents)


def _folded(groups: Sequence[list[int]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    carried: list[int] = []
    nobody: list[int] = []
    # The last group is followed by nobody; where forced pairs leave nobody at all, there is no group.
    for group, following in zip_longest(groups, groups[1:], fillvalue=nobody):
        bracket = carried + group
        if len(bracket) == 1:
            carried = bracket
            continue
        carried = []
        if len(bracket) % 2:
            pairs.append((bracket.pop(len(bracket) // 2), following.pop(0)))
        pairs += fold(bracket)
    return pairs


def fold(places: Sequence[int]) -> list[tuple[int, int]]:
    """First of the top half against first of the bottom half, and so on (*połówkowo*)."""
    half = len(places) // 2
    return list(zip(places[:half], places[half:], strict=True))
