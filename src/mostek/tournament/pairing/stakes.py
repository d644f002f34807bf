"""The prospects of each player: the best and the worst place that are still possible, and the prizes that these settle.

The reading (S80). In a round a player makes up no more on another than a full win in match points, and in game points or spread
more than the setting `gibson.spread`. So one player can still catch another if, key by key, the lead is not greater than the
rounds that are left times this; where the lead is exactly that, the next key decides. Coming level counts as catching, since
equals share the prize. A key without a bound (Buchholz, scalps, …) always lets the other catch up.

The bound is for games that are played: a forfeit N:1, or points that the arbiter takes away, may move more.

The places are bounds, each player alone against all others, so they hold for all pairings of the rounds that are left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.pairing.values import PairingTask, Race, Stakes


class Prospects(StrEnum):
    """How a player stands to the prizes."""

    SETTLED = "settled"
    """Sure of a prize, and of none but this one, however the rounds that are left end (gibsonised)."""
    RACING = "racing"
    """The prize, or whether there is one, is still open."""
    OUT = "out"
    """Cannot win a prize any more."""


class Reach(Struct, frozen=True):
    """The places of one race that a player can still reach."""

    category: str
    best: int
    worst: int
    is_fixed: bool
    """Whether all these places have the same prize, or none."""
    has_prize: bool
    """Whether one of them has a prize."""


class Outlook(Struct, frozen=True):
    """The prospects of a player, race by race."""

    number: int
    prospects: Prospects
    reaches: tuple[Reach, ...]

    @property
    def is_settled(self) -> bool:
        """Whether the prizes of this player are sure and cannot change any more."""
        return self.prospects is Prospects.SETTLED


def can_catch(stakes: Stakes, chaser: int, leader: int) -> bool:
    """Whether the first can still come level with the second, or pass, by the bounds of the keys."""
    keys = zip(stakes.values[leader], stakes.values[chaser], stakes.swings, strict=True)
    for ahead, behind, swing in keys:
        if swing is None:
            return True
        spare = swing * stakes.rounds_left - (ahead - behind)
        if spare:
            return spare > 0
    return True


def outlooks(stakes: Stakes) -> Mapping[int, Outlook]:
    """The outlook of every member of a race, by starting number."""
    pursuers = [_pursuers(stakes, race.members) for race in stakes.races]
    spans = _spans(stakes, pursuers)
    reaches: dict[int, list[Reach]] = {}
    for race, places in zip(stakes.races, spans, strict=True):
        for number, (best, worst) in places.items():
            bands = {_band(race, place) for place in _within(race, best, worst)}
            reaches.setdefault(number, []).append(
                Reach(race.category, best, worst, is_fixed=len(bands) == 1, has_prize=any(bands))
            )
    return {number: Outlook(number, _prospects(found), tuple(found)) for number, found in reaches.items()}


def are_rivals(stakes: Stakes, above: int, below: int) -> bool:
    """Whether two players still compete for the prizes of a race: the one who stands lower can catch the other."""
    together = any(above in race.members and below in race.members for race in stakes.races)
    return together and can_catch(stakes, below, above)


def outlooks_of(task: PairingTask) -> Mapping[int, Outlook]:
    """The outlooks of the players who are to be paired; who is in no race is out."""
    if task.stakes is None:
        return {}
    found = outlooks(task.stakes)
    nothing = {each.number: Outlook(each.number, Prospects.OUT, ()) for each in task.contenders}
    return {number: found.get(number, nobody) for number, nobody in nothing.items()}


def _prospects(reaches: Sequence[Reach]) -> Prospects:
    if not all(reach.is_fixed for reach in reaches):
        return Prospects.RACING
    return Prospects.SETTLED if any(reach.has_prize for reach in reaches) else Prospects.OUT


def _pursuers(stakes: Stakes, members: Sequence[int]) -> list[int]:
    """For each place, how many of those below can catch the player there.

    They are the next ones: who stands higher is no further away, key by key.
    """
    return [
        bisect_right(range(place + 1, len(members)), 0, key=lambda below: not can_catch(stakes, members[below], number))
        for place, number in enumerate(members)
    ]


def _spans(stakes: Stakes, pursuers: Sequence[Sequence[int]]) -> list[dict[int, tuple[int, int]]]:
    """The best and the worst place of everybody in each race.

    Where a player takes money once, those above who may rather take money in another race may leave theirs to the next; whom that
    lets rise may take money in turn, until no other rises.
    """
    races = list(zip(stakes.races, pursuers, strict=True))
    leaving: list[set[int]] = [set() for _ in races]
    while True:
        spans = [_places(race, chased, gone) for (race, chased), gone in zip(races, leaving, strict=True)]
        found = _leaving(stakes.races, spans) if stakes.one_money else leaving
        if found == leaving:
            return spans
        leaving = found


def _places(race: Race, pursuers: Sequence[int], leaving: set[int]) -> dict[int, tuple[int, int]]:
    """The best place counts those above who cannot be caught and stay; the worst, those below who can catch up."""
    last = [place + chased for place, chased in enumerate(pursuers)]
    staying = [0]
    for number in race.members:
        staying.append(staying[-1] + (number not in leaving))
    return {
        number: (1 + staying[bisect_left(last, place)], 1 + last[place]) for place, number in enumerate(race.members)
    }


def _leaving(races: Sequence[Race], spans: Sequence[Mapping[int, tuple[int, int]]]) -> list[set[int]]:
    """For each race, who may have at least as much money in another one."""
    most: list[dict[int, int]] = []
    least: list[dict[int, int]] = []
    for race, places in zip(races, spans, strict=True):
        sums = {number: [_money(race, place) for place in _within(race, *span)] for number, span in places.items()}
        most.append({number: max(found) for number, found in sums.items()})
        least.append({number: min(found) for number, found in sums.items()})
    return [
        {
            number
            for number, sure in least[index].items()
            if any(most[other].get(number, 0) >= max(1, sure) for other in range(len(races)) if other != index)
        }
        for index in range(len(races))
    ]


def _within(race: Race, best: int, worst: int) -> range:
    """The places from the best to the worst, of those without a prize only one."""
    return range(best, max(best, min(worst, len(race.bands) + 1)) + 1)


def _band(race: Race, place: int) -> int:
    return race.bands[place - 1] if place <= len(race.bands) else 0


def _money(race: Race, place: int) -> int:
    return race.money[place - 1] if place <= len(race.money) else 0
