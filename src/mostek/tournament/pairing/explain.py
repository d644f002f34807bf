"""The reasons for each pairing, as data: enough to explain it to a player who protests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.pairing.check import Proof
from mostek.tournament.pairing.field import Waiting, are_teammates, contenders, lean
from mostek.tournament.pairing.matching import LAYERS, Layer, Rate
from mostek.tournament.pairing.stakes import Outlook
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Starters


class Why(StrEnum):
    """The reason for a table; a system may have reasons of its own, by codes of its entry."""

    FORCED = "forced"
    MEANT = "meant"
    """The system means them for each other."""
    DEPARTS = "departs"
    """Not as meant: what each passed over says why."""
    FIRST_FREE = "first_free"
    """The first in the order whom the upper one may meet such that the others can still be paired."""
    UNAVOIDABLE = "unavoidable"
    """Repeats, or meetings of teammates, could not be avoided; these cost least and were set before the others chose."""


class Obstacle(StrEnum):
    """The reason why a player did not meet an earlier opponent, or did not have the bye."""

    MET = "met"
    FORBIDDEN = "forbidden"
    TEAMMATES = "teammates"
    SEATED = "seated"
    """Meets another, whose own reasons say why."""
    NEEDED = "needed"
    """Otherwise the others could not be paired, or only with more that is to be avoided."""
    HAD_BYE = "had_bye"
    FORCED = "forced"


class StartWhy(StrEnum):
    """The reason for the starter of a table (PFS-2.1a)."""

    STARTED_LESS = "started_less"
    DUE = "due"
    """As many starts as the others, and the turn to start after a run."""
    BREAKS_RUN = "breaks_run"
    """More starts than the other, but nobody should have one role three times in a row."""
    COIN = "coin"
    LETTERS = "letters"
    """The players draw; the first is only the host."""


class ByeWhy(StrEnum):
    """The reason for a bye."""

    LOWEST = "lowest"
    """The lowest of those with the fewest byes who can be spared."""


class Passed(Struct, frozen=True):
    """A candidate who came earlier in the order, and the obstacle."""

    number: int
    """Starting number; 0 is a bye."""
    obstacle: Obstacle
    times: int = 0
    """How often they have met, or how many byes they have had."""
    meets: int = 0
    """The opponent of a seated player; 0 is a bye."""


class SeatReason(Struct, frozen=True):
    """One player of a table, as far as it explains the table."""

    number: int
    place: int
    """In the standings, from 1."""
    half_points: int
    group_place: int
    """Within the group of equal match points, from 1."""
    group_size: int
    starts: int
    games: int
    virtual_half_points: int = 0
    """What a latecomer has for pairing only; the match points contain it."""
    virtual_game_points: int = 0
    meant: int | None = None
    """The opponent that the system prefers, 0 for a bye; `None` where it prefers none."""
    passed: tuple[Passed, ...] = ()
    outlook: Outlook | None = None
    """What the player can still win, where the system weighs it."""


class TableReason(Struct, frozen=True):
    """The reasons for a table, with the starter first."""

    table: int
    why: str
    seats: tuple[SeatReason, ...]
    met: int
    """How often they have met before, in sum over the pairs of the table."""
    floats: bool
    """Whether their match points differ."""
    teammates: bool
    start: str
    numbers: Mapping[str, int] = {}
    """What the sentence of the reason names."""


class ByeReason(Struct, frozen=True):
    """The reason for a bye, with the candidates who came earlier in the order."""

    why: str
    seat: SeatReason
    byes: int
    """Byes before this one."""


class Explanation(Struct, frozen=True):
    """The reasons for every table and bye, and what they add up to."""

    system: str
    round: int
    seed: str
    tables: tuple[TableReason, ...]
    byes: tuple[ByeReason, ...]
    left: tuple[int, ...]
    """Who is at no table and has no bye: the director has not said."""
    repeats: int
    """Tables at which some meet again."""
    floats: int
    teammates: int
    costs: tuple[tuple[Layer, int], ...]
    """For systems that look for the least cost: what the pairing costs, the weightiest first."""
    proof: Proof = Proof()
    """What the check of the system has found and proved."""
    matches: Explanation | None = None
    """In team matches: why team meets team; a team is called by the lowest starting number of its members."""
    teams: Mapping[int, str] = {}
    """The names of the teams by these numbers."""


Opponents = Callable[[Waiting], Sequence[int]]
"""For each place the place of the opponent whom a system means first, the bye included."""
Order = Callable[[Waiting], Sequence[int]]
"""Starting numbers in the order in which they choose an opponent."""


class TableWhy(Struct, frozen=True):
    """A reason of a system, with the numbers that its sentence names."""

    code: str
    numbers: Mapping[str, int] = {}


WhyTable = Callable[[PairingTask, Sequence[int]], str | TableWhy]
"""The reason for a table of starting numbers."""


class _Scene(Struct, frozen=True):
    """The data from which the reasons are computed."""

    task: PairingTask
    field: Waiting
    place: Mapping[int, int]
    """Among those who waited."""
    met_by: Mapping[int, int]
    """The opponent of each at a table of two, 0 for a bye."""
    meant: Mapping[int, int]
    order: tuple[int, ...]
    """Starting numbers in the order in which they chose, where the system goes so."""
    why: WhyTable | None
    start: str | None
    bye: str
    repeats: bool
    outlooks: Mapping[int, Outlook]


def explained(
    task: PairingTask,
    pairing: Pairing,
    *,
    meant: Opponents | None = None,
    rate: Callable[[Waiting], Rate] | None = None,
    order: Order | None = None,
    why: WhyTable | None = None,
    start: str | None = None,
    bye: str = ByeWhy.LOWEST,
    repeats: bool = True,
    outlooks: Mapping[int, Outlook] = MappingProxyType({}),
) -> Explanation:
    """Explain a pairing by what its system means; a system names what belongs to it.

    Args:
        task: the task that was paired.
        pairing: its tables and byes, also where the director has changed them.
        meant: whom the system means for each other; a table is as meant, or departs from it.
        rate: what a pair costs, for systems that look for the least cost.
        order: in what order the players choose, for systems that go from the top.
        why: the reason for a table where neither `meant` nor `order` gives one.
        start: why the first of a table starts, where the system fixes it.
        bye: why a player has the bye.
        repeats: whether an earlier meeting stands between two players.
        outlooks: what each player can still win, for systems that weigh it.
    """
    contenders(task)
    forced = tuple((min(pair), max(pair)) for pair in sorted(task.forced, key=sorted))
    settled = {number for pair in forced for number in pair} if meant or order else set()
    field = Waiting(task, tuple(each for each in task.contenders if each.number not in settled), forced)
    met_by = {one: other for table in pairing.tables if len(table) == 2 for one, other in (table, table[::-1])}
    scene = _Scene(
        task=task,
        field=field,
        place={each.number: place for place, each in enumerate(field.players)},
        met_by={**met_by, **dict.fromkeys(pairing.byes, 0)},
        meant=_meant(field, meant(field)) if meant else {},
        order=tuple(order(field)) if order else (),
        why=why,
        start=start,
        bye=bye,
        repeats=repeats,
        outlooks=outlooks,
    )
    tables = tuple(_table(scene, index, table) for index, table in enumerate(pairing.tables, 1))
    seated = {number for table in (*pairing.tables, pairing.byes) for number in table}
    return Explanation(
        system=task.system,
        round=task.round,
        seed=task.seed,
        tables=tables,
        byes=tuple(_bye(scene, number) for number in pairing.byes),
        left=tuple(each.number for each in task.contenders if each.number not in seated),
        repeats=sum(table.met > 0 for table in tables),
        floats=sum(table.floats for table in tables),
        teammates=sum(table.teammates for table in tables),
        costs=_costs(scene, rate(field)) if rate else (),
    )


def _meant(field: Waiting, places: Sequence[int]) -> Mapping[int, int]:
    numbers = [*(each.number for each in field.players), 0]
    return {each.number: numbers[place] for each, place in zip(field.players, places, strict=True)}


def _table(scene: _Scene, index: int, table: Sequence[int]) -> TableReason:
    known = {each.number: each for each in scene.task.contenders}
    pairs = [(known[one], known[other]) for one, other in combinations(table, 2)]
    why = _why(scene, table)
    return TableReason(
        table=index,
        why=why.code if isinstance(why, TableWhy) else why,
        seats=tuple(_seat(scene, number) for number in table),
        met=sum(one.met.get(other.number, 0) for one, other in pairs),
        floats=len({known[number].half_points for number in table}) > 1,
        teammates=any(are_teammates(*pair) for pair in pairs),
        start=_start(scene, [known[number] for number in table]),
        numbers=why.numbers if isinstance(why, TableWhy) else {},
    )


def _why(scene: _Scene, table: Sequence[int]) -> str | TableWhy:
    if any(pair <= set(table) for pair in scene.task.forced):
        return Why.FORCED
    if scene.why:
        return scene.why(scene.task, table)
    if scene.order:
        return Why.UNAVOIDABLE if _is_burdened(scene, table) else Why.FIRST_FREE
    return Why.MEANT if len(table) == 2 and scene.meant.get(table[0]) == table[1] else Why.DEPARTS


def _is_burdened(scene: _Scene, table: Sequence[int]) -> bool:
    pairs = combinations([scene.place[number] for number in table if number in scene.place], 2)
    return any(scene.field.meetings(*pair) > 0 or scene.field.are_avoided(*pair) for pair in pairs)


def _start(scene: _Scene, seated: Sequence[Contender]) -> str:
    if scene.task.starters is Starters.DRAWN:
        return StartWhy.LETTERS
    if scene.start is not None:
        return scene.start
    starter, *others = seated
    least = min(map(lean, others))
    if lean(starter) < least:
        return StartWhy.STARTED_LESS
    if lean(starter) > least and len(others) == 1:
        return StartWhy.BREAKS_RUN
    is_due = all(starter.run < other.run for other in others if lean(other) == least)
    return StartWhy.DUE if is_due else StartWhy.COIN


def _seat(scene: _Scene, number: int) -> SeatReason:
    players = scene.task.contenders
    place = next(index for index, each in enumerate(players) if each.number == number)
    group = [each.number for each in players if each.half_points == players[place].half_points]
    return SeatReason(
        number=number,
        place=place + 1,
        half_points=players[place].half_points,
        group_place=group.index(number) + 1,
        group_size=len(group),
        starts=players[place].starts,
        games=players[place].games,
        virtual_half_points=players[place].virtual_half_points,
        virtual_game_points=players[place].virtual_game_points,
        meant=scene.meant.get(number),
        passed=_passed(scene, number) if number in scene.place else (),
        outlook=scene.outlooks.get(number),
    )


def _passed(scene: _Scene, number: int) -> tuple[Passed, ...]:
    actual = scene.met_by.get(number, -1)
    if scene.order and not (actual > 0 and _is_burdened(scene, (number, actual))):
        return _passed_in_order(scene, number, actual)
    intended = scene.meant.get(number, actual)
    return () if intended == actual else (_obstacle(scene, number, intended),)


def _passed_in_order(scene: _Scene, number: int, actual: int) -> tuple[Passed, ...]:
    """The players whom the one who chose found free before the opponent; the other of the two had no choice."""
    rank = {each: index for index, each in enumerate(scene.order)}
    if actual not in rank or rank[actual] < rank[number]:
        return ()
    between = scene.order[rank[number] + 1 : rank[actual]]
    # Whoever meets somebody who chose earlier was not free any more.
    free = [each for each in between if scene.met_by.get(each, 0) and rank.get(scene.met_by[each], -1) > rank[number]]
    return tuple(_obstacle(scene, number, each) for each in free)


def _obstacle(scene: _Scene, number: int, other: int) -> Passed:
    """The obstacle between two players, or between a player and the bye (0)."""
    if other == 0:
        rested = next((each for each, met in scene.met_by.items() if met == 0), 0)
        return Passed(0, Obstacle.NEEDED, meets=rested)
    one, another = scene.place[number], scene.place[other]
    times = scene.field.meetings(one, another)
    if frozenset((number, other)) in scene.task.forbidden:
        return Passed(other, Obstacle.FORBIDDEN)
    if not scene.field.has_way(one, another) or scene.field.are_avoided(one, another):
        return Passed(other, Obstacle.TEAMMATES)
    if times and scene.repeats:
        return Passed(other, Obstacle.MET, times)
    obstacle = Obstacle.NEEDED if scene.order else Obstacle.SEATED
    return Passed(other, obstacle, meets=scene.met_by.get(other, 0))


def _bye(scene: _Scene, number: int) -> ByeReason:
    byes = next(each.byes for each in scene.task.contenders if each.number == number)
    passed = _spared(scene, number) if scene.bye == ByeWhy.LOWEST else ()
    return ByeReason(scene.bye, replace(_seat(scene, number), passed=passed), byes)


def _spared(scene: _Scene, number: int) -> tuple[Passed, ...]:
    """The lower ones who did not have the bye, the lowest first."""
    players = scene.task.contenders
    place = next(index for index, each in enumerate(players) if each.number == number)
    forced = {each for pair in scene.task.forced for each in pair}

    def obstacle(other: int) -> Obstacle:
        if players[other].number in forced:
            return Obstacle.FORCED
        return Obstacle.HAD_BYE if players[other].byes > players[place].byes else Obstacle.NEEDED

    lower = range(len(players) - 1, place, -1)
    return tuple(Passed(players[other].number, obstacle(other), players[other].byes) for other in lower)


def _costs(scene: _Scene, rate: Rate) -> tuple[tuple[Layer, int], ...]:
    """The costs of the pairs of those who waited, layer by layer."""
    places = {**scene.place, 0: scene.field.bye}
    pairs = {
        tuple(sorted((places[one], places[other])))
        for one, other in scene.met_by.items()
        if one in scene.place and other in places
    }
    rates = [rate(one, other) for one, other in sorted(pairs)]
    return tuple(zip(LAYERS, map(sum, zip(*rates, strict=True)), strict=True)) if rates else ()
