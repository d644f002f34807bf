"""Check a pairing against its task, by algorithms that share nothing with those that pair.

What can be counted is counted. That nothing could have been avoided is proved by maximum matchings (Edmonds' blossoms over
pairs without a burden): n players whom no such matching seats need at least n/2 pairs that bear one (Tutte and Berge).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

from msgspec import Struct

from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Starters, Teammates


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
    """A lower player with no more byes could have had it at no cost (TOURNAMENTS 0)."""
    STARTER = "starter"
    """The starter of a table has started more often, less the other games, than an opponent (PFS-2.1a), and breaks no run."""
    ROLE_RUN = "role_run"
    """A player has the same role a third time in a row, which the other order would have spared."""
    OUT_OF_TURN = "out_of_turn"
    """A player passed over an earlier one whom they could have met, in a system where they take opponents in turn."""
    MATCH_TORN = "match_torn"
    """The members of a team play against several teams."""
    RIVALS_AVOIDABLE = "rivals_avoidable"
    """A player who races for a prize meets no rival, or a settled player somebody who can still win one."""
    SETTLED_TOO_LOW = "settled_too_low"
    """A settled player meets somebody who is out of the race, and could have met one who stands higher."""
    BOARDS_DIFFER = "boards_differ"
    """Two meet who do not have the same board of a match."""
    TOO_FAR = "too_far"
    """On a ladder, two tables that would be nearer with other partners."""
    CUP_OUT = "cup_out"
    """A player is paired who is out of the knock-out, or has no tie to play in this round."""
    CUP_TIE = "cup_tie"
    """Two meet whom the bracket does not bring together."""
    CUP_SEEDS = "cup_seeds"
    """Two seeds meet who should not in the first round of a knock-out, or a bye is not for one of the best."""


class Fault(Struct, frozen=True):
    """One departure: the players concerned, its size, and the smallest possible size."""

    breach: Breach
    about: tuple[int, ...] = ()
    """Starting numbers."""
    count: int = 0
    least: int = 0


BURDENS = (Breach.BYE_AGAIN_AVOIDABLE, Breach.TEAMMATES_AVOIDABLE, Breach.REPEAT_AVOIDABLE, Breach.BYE_TOO_HIGH)
"""What a pairing bears as little of as it can, the weightiest first."""
HARD = frozenset(
    {
        Breach.SEATED_TWICE, Breach.NOT_PRESENT, Breach.LEFT_OUT, Breach.FORBIDDEN, Breach.FORCED_MISSING,
        Breach.TEAMMATES_FORBIDDEN, Breach.BYE_NOT_ALLOWED, Breach.CUP_OUT, Breach.CUP_TIE,
    }
)  # fmt: skip
"""What no pairing that a system has computed may have; the others can be the best that was possible."""


class Proof(Struct, frozen=True):
    """The faults that a check has found, and the properties that it has proved."""

    faults: tuple[Fault, ...] = ()
    proved: tuple[Breach, ...] = ()
    """Those of `BURDENS` of which no pairing has less, given the weightier ones."""


Present = Mapping[int, Contender]
Pairs = list[tuple[int, int]]


def check_tables(task: PairingTask, pairing: Pairing, largest: int = 2) -> tuple[Fault, ...]:
    """Check what holds for every system: seats, sizes of tables up to `largest` (0: any), forced and forbidden pairs, byes."""
    present = _present(task)
    found = [*_seats(present, pairing)]
    if any(fault.breach is not Breach.LEFT_OUT for fault in found):
        return tuple(found)
    found += [Fault(Breach.TABLE_SIZE, table, len(table), largest) for table in pairing.tables if len(table) < 2]
    if largest:
        found += [Fault(Breach.TABLE_SIZE, each, len(each), largest) for each in pairing.tables if len(each) > largest]
    found += _ties(task, present, pairing)
    if pairing.byes and not task.byes_allowed:
        found.append(Fault(Breach.BYE_NOT_ALLOWED, pairing.byes))
    return tuple(found)


def check_pairs(
    task: PairingTask, pairing: Pairing, *, largest: int = 2, repeats: bool = True, bye_by_standings: bool = True
) -> Proof:
    """Check a system of pairs: the tables, the byes, the starters, and that nothing could have been avoided.

    Args:
        task: the task that was paired.
        pairing: its tables and byes.
        largest: the most players at a table; 0 where the director decides.
        repeats: whether earlier meetings are to be avoided.
        bye_by_standings: whether the bye goes to the lowest who is due for it.
    """
    found = [*check_tables(task, pairing, largest)]
    if any(fault.breach in (Breach.SEATED_TWICE, Breach.NOT_PRESENT) for fault in found):
        return Proof(tuple(found))
    present = _present(task)
    due = len(present) % 2
    if len(pairing.byes) > due:
        found.append(Fault(Breach.BYE_NEEDLESS, pairing.byes, len(pairing.byes), due))
    found += _starters(task, present, pairing)
    fault, proved = _Burdens(task, pairing, repeats, bye_by_standings).judged()
    return Proof((*found, *([fault] if fault else [])), proved)


def _present(task: PairingTask) -> Present:
    return {contender.number: contender for contender in task.contenders}


def _seats(present: Present, pairing: Pairing) -> Iterator[Fault]:
    seats = Counter(number for group in (*pairing.tables, pairing.byes) for number in group)
    for breach, about in (
        (Breach.SEATED_TWICE, [number for number, times in seats.items() if times > 1]),
        (Breach.NOT_PRESENT, seats.keys() - present.keys()),
        (Breach.LEFT_OUT, present.keys() - seats.keys()),
    ):
        if about:
            yield Fault(breach, tuple(sorted(about)))


def pairs_of(pairing: Pairing) -> Iterator[tuple[int, int]]:
    """Each two who sit at one table."""
    for table in pairing.tables:
        yield from combinations(table, 2)


def are_mates(one: Contender, other: Contender) -> bool:
    """Whether two play for one team."""
    return one.team != "" and one.team == other.team


def _ties(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    pairs = {frozenset(pair) for pair in pairs_of(pairing)}
    for pair in sorted(map(sorted, pairs & task.forbidden)):
        yield Fault(Breach.FORBIDDEN, tuple(pair))
    for pair in sorted(map(sorted, task.forced - pairs)):
        yield Fault(Breach.FORCED_MISSING, tuple(pair))
    if task.teammates is Teammates.FORBID:
        for one, other in pairs_of(pairing):
            if are_mates(present[one], present[other]):
                yield Fault(Breach.TEAMMATES_FORBIDDEN, (one, other))


def _starters(task: PairingTask, present: Present, pairing: Pairing) -> Iterator[Fault]:
    if task.starters is not Starters.BALANCED:
        return
    for first, *others in pairing.tables:
        for other in others:
            yield from _roles(present[first], present[other])


def _roles(host: Contender, guest: Contender) -> Iterator[Fault]:
    """Whether the other way round were better: fewer third games in a row in one role, or else more equal roles.

    A run is not broken if a player would then have one role three times more often than the other.
    """
    surplus = {each.number: each.starts - (each.games - each.starts) for each in (host, guest)}
    now, turned = ((one.run > 1) + (two.run < -1) for one, two in ((host, guest), (guest, host)))
    is_spared = abs(surplus[guest.number] + 1) < 3 and abs(surplus[host.number] - 1) < 3
    stays_spared = abs(surplus[host.number] + 1) < 3 and abs(surplus[guest.number] - 1) < 3
    if turned < now and is_spared:
        yield Fault(Breach.ROLE_RUN, (host.number, guest.number), now, turned)
    elif surplus[host.number] > surplus[guest.number] and not (now < turned and stays_spared):
        yield Fault(Breach.STARTER, (host.number, guest.number), host.starts, guest.starts)


def clean_partners(task: PairingTask, players: Sequence[Contender]) -> Mapping[int, frozenset[int]]:
    """For each of these players those whom they may meet without a repeat and without a meeting of teammates."""
    return {
        one.number: frozenset(
            other.number
            for other in players
            if other.number != one.number
            and not one.met.get(other.number)
            and frozenset((one.number, other.number)) not in task.forbidden
            and (task.teammates is Teammates.ALLOW or not are_mates(one, other))
        )
        for one in players
    }


class _Burdens:
    """The burden of the players of a pairing, and the least possible one."""

    def __init__(self, task: PairingTask, pairing: Pairing, repeats: bool, bye_by_standings: bool) -> None:
        self.task, self.pairing = task, pairing
        self.repeats, self.bye_by_standings = repeats, bye_by_standings
        self.present = _present(task)
        self.forced = {number for pair in task.forced for number in pair}
        seated = {number for group in (*pairing.tables, pairing.byes) for number in group}
        self.players = [number for number in self.present if number in seated and number not in self.forced]
        self.pairs = [pair for pair in pairs_of(pairing) if frozenset(pair) not in task.forced]

    def judged(self) -> tuple[Fault | None, tuple[Breach, ...]]:
        """The weightiest burden that could have been avoided, and those of which there is proved to be no less."""
        proved: list[Breach] = []
        for breach, judge in zip(BURDENS, (self._bye_again, self._mates, self._meetings, self._bye_place), strict=True):
            count, least = judge()
            if least is not None and least < count:
                return Fault(breach, self._bearers(breach), count, least), tuple(proved)
            if least == count and self._weighs(breach):
                proved.append(breach)
        return None, tuple(proved)

    def _weighs(self, breach: Breach) -> bool:
        """Whether the pairing was to bear little of it: of what does not count nothing is proved, though there be none."""
        match breach:
            case Breach.TEAMMATES_AVOIDABLE:
                return self.task.teammates is not Teammates.ALLOW
            case Breach.REPEAT_AVOIDABLE:
                return self.repeats
            case Breach.BYE_TOO_HIGH:
                return self.bye_by_standings
            case _:
                return True

    def _bye_again(self) -> tuple[int, int | None]:
        """Byes more than those have had who had the fewest; the least is exact."""
        rested = [number for number in self.pairing.byes if number in self.present]
        waiting = [number for number in self.present if number not in self.forced]
        fewest = min((self.present[number].byes for number in waiting), default=0)
        count = sum(max(0, self.present[number].byes - fewest) for number in rested)
        if not count:
            return 0, 0
        if len(rested) > 1 or len(self.players) % 2 == 0:
            return count, None
        for number in sorted(self.players, key=lambda each: self.present[each].byes):
            byes = self.present[number].byes
            if byes - fewest >= count:
                break
            if not self._unseated([number], self._allowed()):
                return count, byes - fewest
        return count, count

    def _mates(self) -> tuple[int, int | None]:
        """Meetings of teammates, where they are to be avoided."""
        count, due = self._count_mates(self.pairs), self._due()
        if not count or self._mates_bound(due) >= count:
            return count, count
        return count, self._better(due, self._allowed(), self._count_mates, count)

    def _meetings(self) -> tuple[int, int | None]:
        """Earlier meetings, where they are to be avoided."""
        count, due, mates = self._count_meetings(self.pairs), self._due(), self._count_mates(self.pairs)
        if not count or self._meetings_bound(due, mates) >= count:
            return count, count
        if mates:
            return count, None
        rest = self._allowed()
        self._block_mates(rest)
        return count, self._better(due, rest, self._count_meetings, count)

    def _bye_place(self) -> tuple[int, int | None]:
        """The number of players below the bye who have had no more byes; each of them could have it, or is proved not to."""
        if not self.bye_by_standings or len(self.pairing.byes) != 1 or self.pairing.byes[0] not in self.players:
            return 0, 0
        if len(self.players) % 2 == 0:
            return 0, None
        (rested,) = self.pairing.byes
        below = [number for number in self.present if number not in self.forced]
        below = [
            each for each in below[below.index(rested) + 1 :] if self.present[each].byes == self.present[rested].byes
        ]
        is_proved = True
        for place, number in enumerate(reversed(below)):
            if number in self.players:
                spared = self._is_spared(number)
                if spared is False:
                    return len(below), place
                is_proved = is_proved and spared is True
        return len(below), len(below) if is_proved else None

    def _is_spared(self, number: int) -> bool | None:
        """Whether a bye for this player would cost the others more; `None` where that is neither proved nor refuted."""
        mates, meetings = self._count_mates(self.pairs), self._count_meetings(self.pairs)
        if not self._unseated([number], self._clean()):
            return False
        if self._unseated([number], self._allowed()):
            return True
        bound = self._mates_bound([number]) if self.task.teammates is Teammates.AVOID else 0
        return True if (bound, self._meetings_bound([number], bound)) > (mates, meetings) else None

    def _mates_bound(self, due: Sequence[int]) -> int:
        """Meetings of teammates that no pairing can avoid."""
        blocked = self._allowed()
        self._block_mates(blocked)
        return -(-len(self._unseated(due, blocked)) // 2)

    def _meetings_bound(self, due: Sequence[int], mates: int) -> int:
        """Earlier meetings that no pairing can avoid: the sum over k of the pairs that must have met k times or more."""
        most = max((times for number in self.players for times in self.present[number].met.values()), default=0)
        bound = 0
        for times in range(1, most + 1):
            blocked = self._allowed()
            self._block_met(blocked, times)
            if not mates:
                self._block_mates(blocked)
            unseated = len(self._unseated(due, blocked))
            if not unseated:
                break
            bound += -(-unseated // 2)
        return bound

    def _better(
        self, due: Sequence[int], rest: list[set[int]], borne: Callable[[Pairs], int], count: int
    ) -> int | None:
        """The burden of a pairing with as many clean pairs as possible, where it is less than `count`."""
        clean = maximum_matching(self._nodes(), self._closed(due, self._clean()), self._start())
        mate = maximum_matching(self._nodes(), self._closed(due, rest), clean)
        pairs = [
            (self.players[one], self.players[two]) for one, two in enumerate(mate) if one < two < len(self.players)
        ]
        better = count if -1 in mate else borne(pairs)
        return better if better < count else None

    def _count_mates(self, pairs: Pairs) -> int:
        if self.task.teammates is not Teammates.AVOID:
            return 0
        return sum(are_mates(self.present[one], self.present[other]) for one, other in pairs)

    def _count_meetings(self, pairs: Pairs) -> int:
        return sum(self.present[one].met.get(other, 0) for one, other in pairs) if self.repeats else 0

    def _due(self) -> list[int]:
        """The players who may have the bye: all who have had as few as the one who has it."""
        rested = [number for number in self.pairing.byes if number in self.present]
        byes = {self.present[number].byes for number in rested}
        return [number for number in self.players if self.present[number].byes in byes]

    def _nodes(self) -> int:
        """The players, and the bye where their number is odd."""
        return len(self.players) + len(self.players) % 2

    def _allowed(self) -> list[set[int]]:
        """For each node those whom it must not meet, itself among them."""
        node = {number: index for index, number in enumerate(self.players)}
        blocked: list[set[int]] = [{index} for index in range(self._nodes())]
        for pair in self.task.forbidden:
            one, other = sorted(pair)
            if one in node and other in node:
                blocked[node[one]].add(node[other])
                blocked[node[other]].add(node[one])
        if self.task.teammates is Teammates.FORBID:
            self._block_mates(blocked)
        return blocked

    def _clean(self) -> list[set[int]]:
        blocked = self._allowed()
        self._block_mates(blocked)
        self._block_met(blocked, 1)
        return blocked

    def _block_mates(self, blocked: list[set[int]]) -> None:
        if self.task.teammates is Teammates.ALLOW:
            return
        teams: dict[str, set[int]] = {}
        for index, number in enumerate(self.players):
            if self.present[number].team:
                teams.setdefault(self.present[number].team, set()).add(index)
        for team in teams.values():
            for index in team:
                blocked[index] |= team

    def _block_met(self, blocked: list[set[int]], times: int) -> None:
        if not self.repeats:
            return
        node = {number: index for index, number in enumerate(self.players)}
        for index, number in enumerate(self.players):
            met = self.present[number].met.items()
            blocked[index].update(node[other] for other, count in met if count >= times and other in node)

    def _closed(self, due: Sequence[int], blocked: list[set[int]]) -> list[set[int]]:
        """A copy with the bye open only for players who are due for it."""
        if len(self.players) % 2:
            bye, open_to = len(self.players), set(due)
            for index, number in enumerate(self.players):
                if number not in open_to:
                    blocked[index].add(bye)
                    blocked[bye].add(index)
        return blocked

    def _start(self) -> list[int]:
        """The matching of the pairing itself, from which a greater one is found soonest."""
        node = {number: index for index, number in enumerate(self.players)}
        mate = [-1] * self._nodes()
        tables = [table for table in self.pairing.tables if len(table) == 2]
        for one, other in tables:
            if one in node and other in node:
                mate[node[one]], mate[node[other]] = node[other], node[one]
        return mate

    def _unseated(self, due: Sequence[int], blocked: list[set[int]]) -> list[int]:
        """The players that a maximum matching over the pairs that are not blocked leaves over."""
        mate = maximum_matching(self._nodes(), self._closed(due, blocked), self._start())
        return [node for node, other in enumerate(mate) if other == -1]

    def _bearers(self, breach: Breach) -> tuple[int, ...]:
        if breach in (Breach.BYE_AGAIN_AVOIDABLE, Breach.BYE_TOO_HIGH):
            return self.pairing.byes
        pairs = [(self.present[one], self.present[other]) for one, other in pairs_of(self.pairing)]
        if breach is Breach.TEAMMATES_AVOIDABLE:
            return tuple(each.number for pair in pairs if are_mates(*pair) for each in pair)
        return tuple(each.number for one, other in pairs if one.met.get(other.number, 0) for each in (one, other))


def maximum_matching(nodes: int, blocked: Sequence[set[int]], start: Sequence[int]) -> list[int]:
    """Extend a given matching to one of the most nodes: the mate of each, −1 for none (Edmonds 1965)."""
    mate = [other if other not in blocked[node] else -1 for node, other in enumerate(start)]
    for node in range(nodes):
        if mate[node] == -1:
            free = (other for other in range(nodes) if mate[other] == -1 and other not in blocked[node])
            other = next(free, -1)
            if other != -1:
                mate[node], mate[other] = other, node
    for root in range(nodes):
        if mate[root] == -1:
            _augment(root, nodes, blocked, mate)
    return mate


def _augment(root: int, nodes: int, blocked: Sequence[set[int]], mate: list[int]) -> None:
    """Lengthen the matching by a path from the root, if there is one; odd circles shrink to their base."""
    base, parent = list(range(nodes)), [-1] * nodes
    outer, queue = {root}, [root]

    def ancestor(one: int, other: int) -> int:
        seen, node = set(), base[one]
        while True:
            seen.add(node)
            if mate[node] == -1:
                break
            node = base[parent[mate[node]]]
        node = base[other]
        while node not in seen:
            node = base[parent[mate[node]]]
        return node

    def mark(node: int, stem: int, child: int, circle: set[int]) -> None:
        while base[node] != stem:
            circle |= {base[node], base[mate[node]]}
            parent[node], child = child, mate[node]
            node = parent[mate[node]]

    for node in queue:
        for other in range(nodes):
            if other in blocked[node] or base[node] == base[other] or mate[node] == other:
                continue
            if other == root or (mate[other] != -1 and parent[mate[other]] != -1):
                stem, circle = ancestor(node, other), set[int]()
                mark(node, stem, other, circle)
                mark(other, stem, node, circle)
                for each in range(nodes):
                    if base[each] in circle:
                        base[each] = stem
                        if each not in outer:
                            outer.add(each)
                            queue.append(each)
            elif parent[other] == -1:
                parent[other] = node
                if mate[other] == -1:
                    while other != -1:
                        before = parent[other]
                        following = mate[before]
                        mate[other], mate[before] = before, other
                        other = following
                    return
                outer.add(mate[other])
                queue.append(mate[other])
