"""Check that a half-split in turn was taken in turn: brackets and wishes once more, by maximum matchings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_pairs, clean_partners, maximum_matching
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask


def check_turns(task: PairingTask, pairing: Pairing) -> Proof:
    """Check the pairs as those of any system, and that each of the upper half has taken the first whom they could.

    A pairing with repeats, or with meetings of teammates, has pairs that were set first, so its turns are not judged.
    """
    found = check_pairs(task, pairing)
    if found.faults and any(fault.breach not in (Breach.STARTER, Breach.ROLE_RUN) for fault in found.faults):
        return found
    turn = next(_Turns(task, pairing).faults(), None)
    return found if turn is None else replace(found, faults=(*found.faults, turn))


class _Turns:
    """The players whom no forced pair seats, without the bye, in the order of the standings."""

    def __init__(self, task: PairingTask, pairing: Pairing) -> None:
        out = {number for pair in task.forced for number in pair} | set(pairing.byes)
        self.round = task.round
        self.players: list[Contender] = [each for each in task.contenders if each.number not in out]
        self.partners = clean_partners(task, self.players)
        self.met_by = {one: two for table in pairing.tables for one, two in (table, table[::-1])}

    def faults(self) -> Iterator[Fault]:
        """Each player who passed over one whom they could have met, with that one."""
        numbers = [each.number for each in self.players]
        if any(self.met_by[number] not in self.partners[number] for number in numbers):
            return
        while numbers:
            bracket = self._bracket(numbers)
            yield from self._passed_over(bracket)
            numbers = [number for number in numbers if number not in set(bracket)]

    def _bracket(self, numbers: Sequence[int]) -> list[int]:
        whole = {each.number: 0 if self.round == 1 else each.half_points // 2 for each in self.players}
        groups = [whole[number] for number in numbers]
        size = groups.count(groups[0])
        if size == 1 and len(groups) > 1:
            size += groups.count(groups[1])
        size += size % 2
        while size < len(numbers) and not (self._seats(numbers[:size]) and self._seats(numbers[size:])):
            size += 2
        return list(numbers[:size])

    def _passed_over(self, bracket: Sequence[int]) -> Iterator[Fault]:
        half = len(bracket) // 2
        left = list(bracket)
        while left:
            one = left[0]
            wishes = [number for number in (*bracket[half:], *bracket[:half]) if number in left and number != one]
            for other in wishes:
                rest = [number for number in left if number not in (one, other)]
                if other == self.met_by[one]:
                    break
                if other in self.partners[one] and self._seats(rest):
                    yield Fault(Breach.OUT_OF_TURN, (one, other))
                    return
            else:
                yield Fault(Breach.OUT_OF_TURN, (one, self.met_by[one]))
                return
            left = rest

    def _seats(self, numbers: Sequence[int]) -> bool:
        """Whether these can be paired among themselves without a burden."""
        node = {number: index for index, number in enumerate(numbers)}
        blocked = [
            {index for index, other in enumerate(numbers) if other not in self.partners[number]} for number in numbers
        ]
        start = [node.get(self.met_by[number], -1) for number in numbers]
        return -1 not in maximum_matching(len(numbers), blocked, start)
