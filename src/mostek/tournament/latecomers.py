"""Virtual points of latecomers: what they are credited with when a round is paired, and nowhere else (S80).

No document speaks of them. The published events of the federation seat a latecomer at the place of their seed (decision 0028).
Standings, forfeits and places never contain them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.scoring import credits_of
from mostek.tournament.settings import Latecomers
from mostek.tournament.standings import classified
from mostek.tournament.state import Tournament

VirtualCredits = Mapping[int, Credit]
"""By starting number, one credit for all rounds missed before the first one; only of those who have any."""


def virtual_credits(state: Tournament, division: str) -> VirtualCredits:
    """The virtual points of everybody who came after round 1, by the setting of the event."""
    treatment = state.settings.pairing.latecomers.chosen
    if treatment is Latecomers.NONE:
        return {}
    joined = [(number, first) for number, first in first_rounds(state, division).items() if first > 1]
    if treatment is Latecomers.AS_BYE:
        return {number: _as_byes(state, first - 1) for number, first in joined}
    found: dict[int, Credit] = {}
    for first in sorted({first for _, first in joined}):
        found |= _at_seed_places(state, division, first, {number for number, when in joined if when == first}, found)
    return found


def with_virtual(credits: Credits, virtual: VirtualCredits) -> Credits:
    """The credits by which a round is paired."""
    return {**credits, **{number: (*credits.get(number, ()), credit) for number, credit in virtual.items()}}


def first_rounds(state: Tournament, division: str) -> Mapping[int, int]:
    """The first round in which each had a table or a bye; those who are there for the first time play in the next one."""
    rounds = state.divisions[division].rounds
    first: dict[int, int] = {}
    for played in rounds:
        for number in _attending(state, division, played.number):
            first.setdefault(number, played.number)
    for number in _attending(state, division, len(rounds) + 1):
        first.setdefault(number, len(rounds) + 1)
    return first


def _attending(state: Tournament, division: str, number: int) -> Iterator[int]:
    """The players who have a table or a bye in a round; for the next one, those who are present."""
    rounds = state.divisions[division].rounds
    if number > len(rounds):
        yield from (each.number for each in state.entrants_of(division) if each.is_present)
        return
    for table in rounds[number - 1].tables:
        yield from table.players
    yield from rounds[number - 1].byes


def _as_byes(state: Tournament, missed: int) -> Credit:
    bye = state.settings.bye
    half_points, own, other = bye.half_points.chosen, bye.own.chosen, bye.other.chosen
    return Credit(missed, CreditKind.ABSENT, missed * half_points, missed * own, missed * other)


def _at_seed_places(
    state: Tournament, division: str, first: int, new: set[int], before: VirtualCredits
) -> Iterator[tuple[int, Credit]]:
    """The points of the player who stands where each newcomer would stand by rating, the best seed first."""
    there = set(_attending(state, division, first))
    order = [row for row in _standings_before(state, division, first, before) if row.number in there - new]
    if not order:
        return
    seeds = sorted(there, key=lambda number: (-state.entrants[number].person.rating, number))
    for place, number in enumerate(seeds):
        if number in new:
            copied = order[min(place, len(order) - 1)]
            order.insert(min(place, len(order)), copied)
            other = copied.game_points - copied.spread
            yield number, Credit(first - 1, CreditKind.ABSENT, copied.half_points, copied.game_points, other)


def _standings_before(state: Tournament, division: str, first: int, before: VirtualCredits) -> tuple[Standing, ...]:
    return classified(state, division, with_virtual(credits_of(state, division, first), before))
