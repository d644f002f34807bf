"""Team against team: the teams are paired like players, their members board by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

from msgspec.structs import replace

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_tables, pairs_of
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import contenders, forced_pairs, lean, lot
from mostek.tournament.pairing.system import PairingSystem, pair
from mostek.tournament.pairing.values import (
    Contender,
    Pair,
    Pairing,
    PairingError,
    PairingFault,
    PairingTask,
    Starters,
    Teammates,
)

Teams = Mapping[int, tuple[Contender, ...]]
"""The line-up of each team from board 1; a team is named by the lowest starting number of its members."""


def lineups(task: PairingTask) -> Teams:
    """The teams in the order of their first members in the standings; raises `PairingError` where they are not alike."""
    contenders(task)
    if loners := sorted(contender.number for contender in task.contenders if not contender.team):
        raise PairingError(PairingFault.NOT_IN_FIELD, *loners)
    members: dict[str, list[Contender]] = {}
    for contender in task.contenders:
        members.setdefault(contender.team, []).append(contender)
    sizes = {len(team) for team in members.values()}
    if len(sizes) > 1:
        raise PairingError(
            PairingFault.TEAMS_UNEQUAL, *sorted(name for name, team in members.items() if len(team) < max(sizes))
        )
    ordered = (tuple(sorted(team, key=lambda each: each.board)) for team in members.values())
    return {min(each.number for each in team): team for team in ordered}


def team_against_team(task: PairingTask) -> Pairing:
    """A match of all boards for each two teams; with a shift, the match of the tables given goes on."""
    teams = lineups(task)
    forced_pairs(task, contenders(task))
    matches, free = _going_on(task, teams) if task.shift else _drawn(task)
    tables = tuple(table for one, other in matches for table in _boards(task, teams[one], teams[other]))
    if torn := sorted(number for pair in task.forced if pair not in map(frozenset, tables) for number in pair):
        raise PairingError(PairingFault.FORCED_CLASH, *torn)
    return Pairing(tables, tuple(each.number for team in free for each in teams[team]))


def team_task(task: PairingTask) -> PairingTask:
    """The task of pairing the teams by the inner system, by which the match-ups can be explained too."""
    teams = lineups(task)
    return replace(
        task,
        system=task.inner,
        contenders=_standings(teams),
        teammates=Teammates.ALLOW,
        starters=Starters.BALANCED,
        forced=_matches(task.forced, teams),
        forbidden=_forbidden(task, teams),
        tables=(),
    )


def _drawn(task: PairingTask) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The pairs by the inner system, with the matches in the order of the standings of the teams."""
    pairing = pair(team_task(task))
    return [(table[0], table[1]) for table in pairing.tables], pairing.byes


def _standings(teams: Teams) -> tuple[Contender, ...]:
    """The teams as contenders: match points are the sums of the members', ties go to the better first member (S46)."""
    sums = [_as_contender(number, team, teams) for number, team in teams.items()]
    return tuple(sorted(sums, key=lambda team: -team.half_points))


def _as_contender(number: int, team: Sequence[Contender], teams: Teams) -> Contender:
    met = {
        other: max(one.met.get(each.number, 0) for one, each in product(team, opponents))
        for other, opponents in teams.items()
        if other != number
    }
    return Contender(
        number=number,
        half_points=sum(each.half_points for each in team),
        met={other: times for other, times in met.items() if times},
        starts=team[0].starts,
        games=team[0].games,
        byes=max(each.byes for each in team),
    )


def _matches(pairs: frozenset[Pair], teams: Teams) -> frozenset[Pair]:
    home = {each.number: number for number, team in teams.items() for each in team}
    return frozenset(frozenset(home[number] for number in pair) for pair in pairs)


def _forbidden(task: PairingTask, teams: Teams) -> frozenset[Pair]:
    """The matches at one of whose boards two would meet who must not."""
    known = [pair for pair in task.forbidden if pair <= {each.number for each in task.contenders}]
    board = {each.number: index for team in teams.values() for index, each in enumerate(team)}
    return _matches(frozenset(pair for pair in known if len({board[number] for number in pair}) == 1), teams)


def _going_on(task: PairingTask, teams: Teams) -> tuple[list[tuple[int, int]], list[int]]:
    """The matches of the tables given, and the teams that sit at none of them."""
    home = {each.number: number for number, team in teams.items() for each in team}
    if strangers := sorted(number for table in task.tables for number in table if number not in home):
        raise PairingError(PairingFault.NOT_PRESENT, *strangers)
    matches: dict[frozenset[int], tuple[int, int]] = {}
    for table in task.tables:
        one, other = home[table[0]], home[table[1]]
        matches.setdefault(frozenset((one, other)), (one, other))
    return list(matches.values()), [team for team in teams if all(team not in match for match in matches)]


def _boards(task: PairingTask, one: Sequence[Contender], other: Sequence[Contender]) -> list[tuple[int, int]]:
    """Board by board; who starts alternates, beginning so that the match balances the most."""
    size = len(one)
    games = [(one[board], other[(board + task.shift) % size]) for board in range(size)]
    known = {each.number: each for each in (*one, *other)}
    ways = [
        [
            (home, guest) if (board + task.shift + way) % 2 == 0 else (guest, home)
            for board, (home, guest) in enumerate(games)
        ]
        for way in (0, 1)
    ]

    def strain(way: Sequence[tuple[Contender, Contender]]) -> int:
        return sum((lean(known[host.number]) + 1) ** 2 + (lean(known[guest.number]) - 1) ** 2 for host, guest in way)

    coin = lot(task.seed, task.round, "start", *sorted((one[0].number, other[0].number))) & 1
    best = min((0, 1), key=lambda way: (strain(ways[way]), way ^ coin))
    return [(host.number, guest.number) for host, guest in ways[best]]


def _board(task: PairingTask, table: Sequence[int]) -> str:
    return "board"


def check_matches(task: PairingTask, pairing: Pairing) -> Proof:
    """Check that each team meets one other team, beside what holds for every system."""
    team = {contender.number: contender.team for contender in task.contenders}
    rivals: dict[str, set[str]] = {}
    for one, other in pairs_of(pairing):
        rivals.setdefault(team.get(one, ""), set()).add(team.get(other, ""))
        rivals.setdefault(team.get(other, ""), set()).add(team.get(one, ""))
    torn = [
        Fault(Breach.MATCH_TORN, tuple(number for number, name in team.items() if name == own))
        for own, others in rivals.items()
        if len(others) > 1 or own in others
    ]
    return Proof((*check_tables(task, pairing), *torn))


SYSTEM = PairingSystem(
    name="team_match",
    pl="drużyna z drużyną",
    en="team against team",
    pair=team_against_team,
    explain=partial(explained, why=_board, start="boards", bye="team"),
    check=check_matches,
    spoken=("druzynowy",),
    reasons={
        "board": ("ta sama szachownica dwóch drużyn", "the same board of two teams that meet"),
        "start.boards": (
            "Rozpoczyna {who}: drużyny rozpoczynają na przemian.",
            "{who} starts: the teams start on every other board.",
        ),
        "bye.team": ("Pauzuje {who}, razem z drużyną.", "{who} has the bye with the team."),
    },
    fair_last_round=True,
    weighs_last_round=False,
)
