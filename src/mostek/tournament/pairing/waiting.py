"""Who waits to be paired once the forced pairs sit, and what stands between two of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mostek.tournament.pairing.values import Contender, Pair, PairingError, PairingFault, PairingTask, Teammates


def are_teammates(one: Contender, other: Contender) -> bool:
    """Whether they play for the same team; nobody shares the empty one."""
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
        """Whether somebody has a bye."""
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
        """How often these two places have met."""
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
        """How many byes those have had who had the fewest."""
        return min((player.byes for player in self.players), default=0)

    def bye_order(self) -> list[int]:
        """Places as they come into question for a bye: who had fewer first, of those the lowest (TOURNAMENTS 0)."""
        return sorted(range(len(self.players)), key=lambda place: (self.players[place].byes, -place))


def contenders(task: PairingTask) -> dict[int, Contender]:
    """Everybody who is there, by starting number; raises `PairingError` when there is nobody to pair."""
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
