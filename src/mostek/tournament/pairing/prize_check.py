"""Check a prize-aware pairing, by algorithms that share nothing with the one that pairs.

The prospects of a player are counted in another way: against each player separately all others are raised by as much as they
could gain. Maximum matchings prove that no pairing gives more players the opponent whom they should meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from mostek.tournament.pairing.check import (
    Breach,
    Fault,
    Proof,
    are_mates,
    check_pairs,
    maximum_matching,
)
from mostek.tournament.pairing.values import Pairing, PairingTask, Race, Stakes, Teammates

SETTLED, RACING, OUT = "settled", "racing", "out"


def check_prizes(task: PairingTask, pairing: Pairing) -> Proof:
    """Check the tables, byes and starters, and that as many as possible meet whom they should."""
    plain = check_pairs(task, pairing, repeats=False, bye_by_standings=False)
    plain = Proof(plain.faults, tuple(each for each in plain.proved if each in _ALWAYS))
    if task.stakes is None or any(fault.breach in _UNSEATED for fault in plain.faults):
        return plain
    fault, proved = _Check(task, task.stakes, pairing).judged()
    return Proof((*plain.faults, *fault), (*plain.proved, *proved))


_ALWAYS = (Breach.BYE_AGAIN_AVOIDABLE, Breach.TEAMMATES_AVOIDABLE)
"""What is avoided before all else; repeats and the place of the bye come after the race for the prizes."""
_UNSEATED = (Breach.SEATED_TWICE, Breach.NOT_PRESENT, Breach.TABLE_SIZE)
Values = tuple[float, ...]


def kinds(stakes: Stakes) -> Mapping[int, str]:
    """The prospects of each player, by comparing everybody with everybody."""
    spans = [_spans(stakes, race, frozenset()) for race in stakes.races]
    while stakes.one_money:
        leaving = [_leaving(stakes.races, spans, index) for index in range(len(spans))]
        again = [_spans(stakes, race, gone) for race, gone in zip(stakes.races, leaving, strict=True)]
        if again == spans:
            break
        spans = again
    found: dict[int, list[set[int]]] = {}
    for race, places in zip(stakes.races, spans, strict=True):
        for number, (best, worst) in places.items():
            found.setdefault(number, []).append({_at(race.bands, place) for place in range(best, worst + 1)})
    return {
        number: RACING if any(len(bands) > 1 for bands in prizes) else SETTLED if any(map(any, prizes)) else OUT
        for number, prizes in found.items()
    }


def _at(values: Sequence[int], place: int) -> int:
    return values[place - 1] if place <= len(values) else 0


def _raised(stakes: Stakes) -> Mapping[int, Values]:
    """The keys of each player if everything goes well for them and badly for the player they are compared with."""
    most = [inf if swing is None else swing * stakes.rounds_left for swing in stakes.swings]
    return {number: tuple(map(float.__add__, map(float, keys), most)) for number, keys in stakes.values.items()}


def _spans(stakes: Stakes, race: Race, leaving: frozenset[int]) -> dict[int, tuple[int, int]]:
    raised, now = _raised(stakes), {number: tuple(map(float, keys)) for number, keys in stakes.values.items()}
    spans = {}
    for place, number in enumerate(race.members):
        above = sum(now[other] > raised[number] and other not in leaving for other in race.members[:place])
        below = sum(raised[other] >= now[number] for other in race.members[place + 1 :])
        spans[number] = (above + 1, place + below + 1)
    return spans


def _leaving(races: Sequence[Race], spans: Sequence[Mapping[int, tuple[int, int]]], index: int) -> frozenset[int]:
    """The players who may take at least as much money in another race as is sure in this one."""
    gone = set()
    for number, span in spans[index].items():
        sure = min(_at(races[index].money, place) for place in range(span[0], span[1] + 1))
        for other, places in enumerate(spans):
            if other != index and number in places:
                best, worst = places[number]
                most = max(_at(races[other].money, place) for place in range(best, worst + 1))
                if most >= max(1, sure):
                    gone.add(number)
    return frozenset(gone)


class _Check:
    """The players who meet whom they should, in this pairing and in the best one."""

    def __init__(self, task: PairingTask, stakes: Stakes, pairing: Pairing) -> None:
        self.task, self.stakes, self.pairing = task, stakes, pairing
        found = kinds(stakes)
        self.kind = {each.number: found.get(each.number, OUT) for each in task.contenders}
        self.raised, self.met = _raised(stakes), {each.number: each.met for each in task.contenders}
        self.team = {each.number: each for each in task.contenders}
        forced = {number for pair in task.forced for number in pair}
        self.tables = [table for table in pairing.tables if len(table) == 2 and not forced & set(table)]
        self.players = [number for number in self.kind if any(number in table for table in self.tables)]

    def judged(self) -> tuple[tuple[Fault, ...], tuple[Breach, ...]]:
        if any(self._are_mates(*table) for table in self.tables):
            return (), ()
        count = sum(self.burden(*table) for table in self.tables)
        least = self._least(count)
        if least is not None and least < count:
            about = tuple(number for table in self.tables if self.burden(*table) for number in table)
            return (Fault(Breach.RIVALS_AVOIDABLE, about, count, least),), ()
        proved = (Breach.RIVALS_AVOIDABLE,) if least == count else ()
        if not any(self.met[one].get(other, 0) for one, other in self.tables):
            proved = (*proved, Breach.REPEAT_AVOIDABLE)
        if count:
            return (), proved
        faults = [each for each in (self._repeat(), self._too_low()) if each is not None]
        return tuple(faults[:1]), proved

    def burden(self, one: int, other: int) -> int:
        """The number of two players who do not meet whom they should."""
        both = [self.kind[one], self.kind[other]]
        if both == [RACING, RACING]:
            return 0 if self._compete(one, other) else 2
        return both.count(RACING) + int(SETTLED in both and OUT not in both)

    def _compete(self, one: int, other: int) -> bool:
        order = next((race.members for race in self.stakes.races if one in race.members and other in race.members), ())
        if not order:
            return False
        above, below = sorted((one, other), key=order.index)
        return self.raised[below] >= tuple(map(float, self.stakes.values[above]))

    def _are_mates(self, one: int, other: int) -> bool:
        return self.task.teammates is Teammates.AVOID and are_mates(self.team[one], self.team[other])

    def _may(self, one: int, other: int) -> bool:
        if self.task.teammates is not Teammates.ALLOW and are_mates(self.team[one], self.team[other]):
            return False
        return frozenset((one, other)) not in self.task.forbidden

    def _blocked(self, *, repeats: bool, burdens: bool) -> list[set[int]]:
        """For each node those whom it must not meet: without burden, without a repeat at a table about a prize."""
        blocked: list[set[int]] = []
        for one in self.players:
            blocked.append(
                {
                    index
                    for index, other in enumerate(self.players)
                    if one == other
                    or not self._may(one, other)
                    or (burdens and self.burden(one, other))
                    or (repeats and self.met[one].get(other, 0))
                }
            )
        return blocked

    def _matched(self, blocked: Sequence[set[int]], start: Sequence[int] | None = None) -> list[int]:
        return maximum_matching(len(self.players), blocked, start or [-1] * len(self.players))

    def _least(self, count: int) -> int | None:
        """The burden that no pairing goes below, or that of a better pairing; `None` where neither is known."""
        if not count:
            return 0
        clean = self._matched(self._blocked(repeats=False, burdens=True))
        if -(-clean.count(-1) // 2) == count:
            return count
        mate = self._matched(self._blocked(repeats=False, burdens=False), clean)
        if -1 in mate:
            return None
        better = sum(self.burden(self.players[one], self.players[two]) for one, two in enumerate(mate) if one < two)
        return better if better < count else None

    def _repeat(self) -> Fault | None:
        """A repeated meeting about a prize, where everybody could be paired without any."""
        again = [
            table for table in self.tables if self.met[table[0]].get(table[1], 0) and self._is_about_prizes(*table)
        ]
        if not again or -1 in self._matched(self._blocked(repeats=True, burdens=True)):
            return None
        return Fault(Breach.REPEAT_AVOIDABLE, tuple(number for table in again for number in table), len(again), 0)

    def _is_about_prizes(self, one: int, other: int) -> bool:
        return not self.kind[one] == self.kind[other] == OUT

    def _too_low(self) -> Fault | None:
        """A settled player meets one who is out, though a higher one could change seats with that opponent."""
        opponent = {one: other for table in self.tables for one, other in (table, table[::-1])}
        settled = [number for number in self.players if self.kind[number] == SETTLED]
        taken = {opponent[number] for number in settled}
        for number in settled:
            low = opponent[number]
            for high in self.players[: self.players.index(low)]:
                if self.kind[high] != OUT or high in taken:
                    continue
                beside = opponent[high]
                moved = ((number, high), (beside, low))
                if all(
                    self._may(*pair) and not self.burden(*pair) and not self.met[pair[0]].get(pair[1], 0)
                    for pair in moved
                ):
                    return Fault(Breach.SETTLED_TOO_LOW, (number, low, high))
        return None
