"""Compare the published pairings of an event with ours: round by round, by every system and reading that may explain them.

A round is judged from the standings before it, which are computed from the results. Nothing is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.classification import Key
from mostek.tournament.departures import Departure, Group, departures
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.latecomers import first_rounds
from mostek.tournament.pairing.field import role_costs
from mostek.tournament.pairing.system import pair, systems
from mostek.tournament.pairing.values import Contender, Pairing, PairingError, PairingTask
from mostek.tournament.rounds import task_of
from mostek.tournament.settings import Latecomers
from mostek.tournament.state import Round, Tournament

SEED = "compare"
"""Of all lots: which one the director had, no file says."""
BY_CHANCE = frozenset({"random"})
"""Systems whose tables follow from a lot that no file states."""
ORDERS: tuple[tuple[Key, ...], ...] = (
    (Key.MATCH_POINTS, Key.GAME_POINTS, Key.SPREAD),
    (Key.MATCH_POINTS, Key.SPREAD, Key.GAME_POINTS),
)
"""The orders of standings that are tried besides the event's own."""
LARGE = 200
"""In a larger field only the event's own order is tried: a pairing takes a second or more there."""

MOVED = 4
"""So many latecomers of a round are tried at every place."""

Progress = Callable[[float], None]


class StandingsReading(Struct, frozen=True):
    """How the standings before a round are read, apart from the system that pairs by them."""

    keys: tuple[Key, ...]
    latecomers: Latecomers = Latecomers.NONE
    rests: bool = False
    """Whether a single round that a player missed counts as a bye, where the file states no byes."""


class TableVerdict(Struct, frozen=True):
    """A published table, or a bye, beside ours."""

    table: int
    """0 for a bye."""
    players: tuple[int, ...]
    alike: bool
    starts_alike: bool | None = None
    """Whether the same player starts; `None` where the players differ, at a bye, and where only a lot decides."""
    systems: tuple[str, ...] = ()
    """The systems that give these players to each other by any of the readings; without any it looks paired by hand."""


class Moved(Struct, frozen=True):
    """A latecomer at the place where most of a round would be explained, as a director may have chosen it."""

    player: int
    place: int
    """In the standings by which the round is paired, from 1."""
    half_points: int
    """The match points that they would have there, the virtual ones among them."""
    alike: int


class RoundComparison(Struct, frozen=True):
    """A published round beside the pairing that explains it best by the reading of the whole event."""

    round: int
    seats: int
    """Tables and byes."""
    system: str
    alike: int
    scores: Mapping[str, int]
    """How many tables and byes each system gives by that reading."""
    tables: tuple[TableVerdict, ...]
    departures: tuple[Departure, ...]
    other: tuple[StandingsReading, str, int] | None = None
    """Another reading and a system that explain more of this round, with how many."""
    moved: Moved | None = None
    """What explains more than any reading: one latecomer at another place; tried where half of the round is explained."""

    @property
    def by_hand(self) -> tuple[TableVerdict, ...]:
        """The tables that no system gives by any reading."""
        return tuple(each for each in self.tables if not each.systems)


class PairingComparison(Struct, frozen=True):
    """The reading and the systems that explain the published pairings of a division."""

    division: str
    reading: StandingsReading
    plan: str
    """The systems of the rounds, as the setting of an event writes them."""
    rounds: tuple[RoundComparison, ...]
    readings: tuple[tuple[StandingsReading, int], ...]
    """Every reading, with how many tables and byes the best systems give by it; the best first."""
    settings: tuple[tuple[str, int], ...]
    """Every system for all rounds alike by the best reading, the best first."""
    pairings: int
    """How many pairings were computed."""

    @property
    def seats(self) -> int:
        """Tables and byes of all rounds."""
        return sum(each.seats for each in self.rounds)

    @property
    def alike(self) -> int:
        """The number of them that are ours."""
        return sum(each.alike for each in self.rounds)


def compare(
    state: Tournament, division: str, number: int | None = None, progress: Progress = lambda share: None
) -> PairingComparison | None:
    """Find the reading and the systems that explain most of the published pairings, of all rounds or of one.

    `None` where no round was paired.
    """
    rounds = [each for each in state.divisions[division].rounds if number in (None, each.number) and each.tables]
    if not rounds:
        return None
    search = _Search(state, division, rounds)
    readings = tuple(_readings(state, division))
    for index, (reading, played) in enumerate(product(readings, rounds), 1):
        search.judge(reading, played)
        progress(index / (len(readings) * len(rounds)))
    return search.result(readings)


def with_rests(state: Tournament, division: str) -> Tournament:
    """The event with byes where its file has none: a player who misses one round between others, or the first one.

    Of several the lowest by rating had the bye, since one player at most can have it.
    """
    there = state.divisions[division]
    if any(played.byes for played in there.rounds):
        return state
    seated = [{number for table in played.tables for number in table.players} for played in there.rounds]
    changed = list(there.rounds)
    for index, played in enumerate(there.rounds[:-1]):
        earlier = set().union(*seated[:index]) if index else set(played.missed)
        if resting := (seated[index + 1] & earlier) - seated[index]:
            low = min(resting, key=lambda number: (state.entrants[number].person.rating, -number))
            missed = tuple(number for number in played.missed if number != low)
            changed[index] = replace(played, byes=(low,), missed=missed)
    rested = replace(there, rounds=tuple(changed))
    return replace(state, divisions={**state.divisions, division: rested})


def _readings(state: Tournament, division: str) -> Iterator[StandingsReading]:
    """The readings that can make a difference, the event's own first."""
    own = state.settings.keys.chosen
    rounds = state.divisions[division].rounds
    largest = max(sum(len(table.players) for table in played.tables) for played in rounds)
    orders = dict.fromkeys((own, *ORDERS)) if largest <= LARGE else {own: None}
    rests = (False, True) if with_rests(state, division) != state else (False,)
    late = any(first > 1 for first in first_rounds(state, division).values())
    chosen = state.settings.pairing.latecomers.chosen
    treatments = dict.fromkeys((chosen, *Latecomers)) if late else {chosen: None}
    for keys, rest, treatment in product(orders, rests, treatments):
        yield StandingsReading(keys, treatment, rest)


class _Search:
    """All pairings that were computed, each once."""

    def __init__(self, state: Tournament, division: str, rounds: Sequence[Round]) -> None:
        self.state, self.division, self.rounds = state, division, rounds
        self.rested = with_rests(state, division)
        several = any(len(table.players) > 2 for each in rounds for table in each.tables)
        self.systems = [
            name
            for name, each in systems().items()
            if not each.laid_out and name not in BY_CHANCE and (several or not each.seats_several)
        ]
        self.pairings: dict[tuple[str, int, tuple[tuple[int, int, int], ...]], Pairing | None] = {}
        self.tasks: dict[tuple[StandingsReading, int], PairingTask] = {}
        self.found: dict[tuple[StandingsReading, int, str], Pairing | None] = {}

    def judge(self, reading: StandingsReading, played: Round) -> None:
        """Pair a round by every system as the reading has the standings before it."""
        before = self._before(reading, played)
        for system in self.systems:
            task = task_of(before, self.division, system, SEED)
            self.tasks[reading, played.number] = task
            # Games and roles of a player are the same in every reading; only these may differ.
            key = (system, played.number, tuple((each.number, each.half_points, each.byes) for each in task.contenders))
            if key not in self.pairings:
                self.pairings[key] = _paired(task)
            self.found[reading, played.number, system] = self.pairings[key]

    def _before(self, reading: StandingsReading, played: Round) -> Tournament:
        """The event before a round, with those present who were then seated."""
        state = self.rested if reading.rests else self.state
        there = state.divisions[self.division]
        now = there.rounds[played.number - 1]
        seated = {number for table in now.tables for number in table.players} | set(now.byes)
        entrants = {
            number: replace(each, status=EntrantStatus.PRESENT if number in seated else EntrantStatus.WITHDRAWN)
            for number, each in state.entrants.items()
        }
        changes = {"keys": list(reading.keys), "pairing.latecomers": reading.latecomers, "bye.allowed": True}
        return replace(
            state,
            entrants=entrants,
            changes={**state.changes, **changes},
            divisions={**state.divisions, self.division: replace(there, rounds=there.rounds[: played.number - 1])},
            pair_rules={pair: rule for pair, rule in state.pair_rules.items() if rule == "forbidden"},
        )

    def published(self, reading: StandingsReading, played: Round) -> frozenset[Group]:
        """The tables and byes of the round; a bye that the file leaves out counts where the reading has it."""
        state = self.rested if reading.rests else self.state
        now = state.divisions[self.division].rounds[played.number - 1]
        return _groups(Pairing(tuple(table.players for table in now.tables), now.byes))

    def alike(self, reading: StandingsReading, played: Round, system: str) -> int:
        """The number of published tables and byes that the system gives; byes that only a reading has prove nothing."""
        found = self.found[reading, played.number, system]
        return len(self._stated(reading, played) & _groups(found)) if found else 0

    def _stated(self, reading: StandingsReading, played: Round) -> frozenset[Group]:
        groups = self.published(reading, played)
        return frozenset(group for group in groups if len(group) > 1 or group <= set(played.byes))

    def result(self, readings: Sequence[StandingsReading]) -> PairingComparison:
        """The reading that explains most, the first of equals, and its rounds."""
        totals = {reading: sum(self._most(reading, each) for each in self.rounds) for reading in readings}
        best = max(readings, key=totals.__getitem__)
        whole = Counter({name: sum(self.alike(best, each, name) for each in self.rounds) for name in self.systems})
        preferred = sorted(self.systems, key=lambda name: (-whole[name], name))
        compared = tuple(self._round(best, readings, each, preferred) for each in self.rounds)
        return PairingComparison(
            division=self.division,
            reading=best,
            plan=plan_text(each.system for each in compared),
            rounds=compared,
            readings=tuple(sorted(totals.items(), key=lambda item: -item[1])),
            settings=tuple((name, whole[name]) for name in preferred),
            pairings=len(self.pairings),
        )

    def _most(self, reading: StandingsReading, played: Round) -> int:
        return max(self.alike(reading, played, name) for name in self.systems)

    def _round(
        self, best: StandingsReading, readings: Sequence[StandingsReading], played: Round, preferred: Sequence[str]
    ) -> RoundComparison:
        scores = {name: self.alike(best, played, name) for name in preferred}
        # Of equals the system by which our own desk has paired the round, or else the best of the whole event.
        system = max(preferred, key=lambda name: (scores[name], name == played.system))
        others = [(self.alike(each, played, name), each, name) for each in readings for name in preferred]
        most, reading, name = max(others, key=lambda item: item[0])
        task, found = self.tasks[best, played.number], self.found[best, played.number, system]
        late = {number for number, first in first_rounds(self.state, self.division).items() if first > 1}
        ours = _groups(found) if found else frozenset()
        known = {each.number for each in task.contenders}
        repeats = not systems()[system].allows_repeats
        apart = departures(
            task,
            self._stated(best, played) | (self.published(best, played) & ours),
            ours,
            late & known,
            repeats=repeats,
        )
        concerned = {number for each in apart for number in each.players} & late
        stated = self._stated(best, played)
        is_near = 2 * most >= len(stated)
        moved = self._moved(replace(task, system=system), concerned, stated) if is_near else None
        return RoundComparison(
            round=played.number,
            seats=len(played.tables) + len(played.byes),
            system=system,
            alike=scores[system],
            scores=scores,
            tables=tuple(self._verdicts(best, readings, played, system)),
            departures=apart,
            other=(reading, name, most) if most > scores[system] else None,
            moved=moved if moved and moved.alike > max(most, scores[system]) else None,
        )

    def _moved(self, task: PairingTask, numbers: Iterable[int], stated: frozenset[Group]) -> Moved | None:
        """Try each of these at every place of the standings, with the match points of either neighbour there."""
        tried: list[Moved] = []
        for number in sorted(numbers)[:MOVED] if len(task.contenders) <= LARGE else ():
            latecomer = next(each for each in task.contenders if each.number == number)
            others = [each for each in task.contenders if each.number != number]
            for place in range(len(others) + 1):
                for points in {each.half_points for each in others[max(0, place - 1) : place + 1]}:
                    moved = [*others[:place], replace(latecomer, half_points=points), *others[place:]]
                    found = _paired(replace(task, contenders=tuple(moved)))
                    alike = len(stated & _groups(found)) if found else 0
                    tried.append(Moved(number, place + 1, points, alike))
        return max(tried, key=lambda each: each.alike, default=None)

    def _verdicts(
        self, best: StandingsReading, readings: Sequence[StandingsReading], played: Round, system: str
    ) -> Iterator[TableVerdict]:
        found = self.found[best, played.number, system]
        ours = {frozenset(table): table for table in (*found.tables, *((bye,) for bye in found.byes))} if found else {}
        given = {
            name: frozenset().union(*(_groups(each) for each in self._pairings(readings, played, name)))
            for name in self.systems
        }
        known = {each.number: each for each in self.tasks[best, played.number].contenders}
        seats = [*((table.number, table.players) for table in played.tables), *((0, (bye,)) for bye in played.byes)]
        for number, players in seats:
            group = frozenset(players)
            own = ours.get(group)
            yield TableVerdict(
                table=number,
                players=players,
                alike=own is not None,
                starts_alike=_starts_alike(known, players, own),
                systems=tuple(name for name in self.systems if group in given[name]),
            )

    def _pairings(self, readings: Iterable[StandingsReading], played: Round, name: str) -> Iterator[Pairing]:
        for reading in readings:
            found = self.found[reading, played.number, name]
            if found is not None:
                yield found


def plan_text(names: Iterable[str]) -> str:
    """The systems of rounds as a plan: `half_split:1 swiss:10 danish:1`."""
    return " ".join(f"{name}:{len(list(group))}" for name, group in groupby(names))


def _paired(task: PairingTask) -> Pairing | None:
    try:
        return pair(task)
    except PairingError:
        return None


def _groups(pairing: Pairing) -> frozenset[Group]:
    return frozenset((*map(frozenset, pairing.tables), *(frozenset((bye,)) for bye in pairing.byes)))


def _starts_alike(known: Mapping[int, Contender], players: tuple[int, ...], own: tuple[int, ...] | None) -> bool | None:
    """Whether the same player starts, where more than a lot decides who."""
    if own is None or len(players) != 2:
        return None
    one, other = (known[number] for number in players)
    if role_costs(one, other) == role_costs(other, one):
        return None
    return players[0] == own[0]
