"""Team against team: the teams are paired like players, their members board by board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_tables, pairs_of
from mostek.tournament.pairing.explain import Explanation, TableWhy, WhyTable, explained
from mostek.tournament.pairing.field import contenders, forced_pairs, lean, lot
from mostek.tournament.pairing.system import PairingSystem, pair, systems
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
    if task.rivals:
        return {rival.number: _playing(task, rival.team) for rival in task.rivals}
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


def _playing(task: PairingTask, name: str) -> tuple[Contender, ...]:
    """The players of a team's match from board 1."""
    own = (each for each in task.contenders if each.team == name and each.board)
    return tuple(sorted(own, key=lambda each: each.board))


def team_against_team(task: PairingTask) -> Pairing:
    """A match of all boards for each two teams; with a shift, the match of the tables given goes on."""
    teams = lineups(task)
    forced_pairs(task, contenders(task))
    matches, free = _going_on(task, teams) if task.shift else _drawn(task)
    laid = [_boards(task, teams[one], teams[other]) for one, other in matches]
    tables = tuple(table for boards, _ in laid for table in boards)
    if torn := sorted(number for pair in task.forced if pair not in map(frozenset, tables) for number in pair):
        raise PairingError(PairingFault.FORCED_CLASH, *torn)
    alone = [number for _, left in laid for number in left]
    return Pairing(tables, (*alone, *(each.number for team in free for each in teams[team])))


def team_task(task: PairingTask) -> PairingTask:
    """The task of pairing the teams by the inner system, by which the match-ups can be explained too."""
    teams = lineups(task)
    return replace(
        task,
        system=task.inner,
        contenders=task.rivals or _standings(teams),
        teammates=Teammates.ALLOW,
        starters=Starters.BALANCED,
        forced=_matches(task.forced, teams),
        forbidden=_forbidden(task, teams),
        tables=(),
        rivals=(),
        shift=0,
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
    return frozenset(frozenset(home.get(number, 0) for number in pair) for pair in pairs)


def _forbidden(task: PairingTask, teams: Teams) -> frozenset[Pair]:
    """The matches at one of whose boards two would meet who must not."""
    known = [pair for pair in task.forbidden if pair <= {each.number for each in task.contenders}]
    board = {each.number: index for team in teams.values() for index, each in enumerate(team)}
    return _matches(frozenset(pair for pair in known if len({board[number] for number in pair}) == 1), teams)


def _going_on(task: PairingTask, teams: Teams) -> tuple[list[tuple[int, int]], list[int]]:
    """The matches of the tables given, and the teams that sit at none of them."""
    home = {each.number: number for number, team in teams.items() for each in team}
    if task.rivals:
        # Who played before and does not play now belongs to the match all the same.
        number = {rival.team: rival.number for rival in task.rivals}
        home |= {each.number: number[each.team] for each in task.contenders if each.team in number}
    elif strangers := sorted(number for table in task.tables for number in table if number not in home):
        raise PairingError(PairingFault.NOT_PRESENT, *strangers)
    matches: dict[frozenset[int], tuple[int, int]] = {}
    for table in task.tables:
        if set(table) <= home.keys():
            one, other = home[table[0]], home[table[1]]
            matches.setdefault(frozenset((one, other)), (one, other))
    return list(matches.values()), [team for team in teams if all(team not in match for match in matches)]


def _boards(
    task: PairingTask, one: Sequence[Contender], other: Sequence[Contender]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Board by board, and who has no opponent because the other team is short; who starts alternates from board to board,
    beginning so that the match balances the most."""
    size = max(len(one), len(other))
    places = [(board, (board + task.shift) % size) for board in range(size)]
    games = [(board, one[board], other[place]) for board, place in places if board < len(one) and place < len(other)]
    alone = [one[board].number for board, place in places if place >= len(other)]
    alone += [other[place].number for board, place in places if board >= len(one)]
    known = {each.number: each for each in (*one, *other)}
    ways = [
        [(home, guest) if (board + task.shift + way) % 2 == 0 else (guest, home) for board, home, guest in games]
        for way in (0, 1)
    ]

    def strain(way: Sequence[tuple[Contender, Contender]]) -> int:
        return sum((lean(known[host.number]) + 1) ** 2 + (lean(known[guest.number]) - 1) ** 2 for host, guest in way)

    coin = lot(task.seed, task.round, "start", *sorted((one[0].number, other[0].number))) & 1
    best = min((0, 1), key=lambda way: (strain(ways[way]), way ^ coin))
    return [(host.number, guest.number) for host, guest in ways[best]], alone


def explain_matches(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain the boards by the line-ups, and the matches by the system that has paired the teams."""
    found = explained(task, pairing, why=_board(task), start="boards", bye="team")
    if not task.rivals:
        return found
    bench = {each.number for each in task.contenders if not each.board}
    found = replace(found, left=tuple(number for number in found.left if number not in bench))
    drawn = _teams_of(task, pairing)
    if task.shift or drawn is None:
        return found
    inner = team_task(task)
    matches = systems()[task.inner].explain(inner, drawn)
    return replace(
        found,
        matches=replace(matches, proof=systems()[task.inner].check(replace(inner, starters=Starters.DRAWN), drawn)),
        teams={rival.number: rival.team for rival in task.rivals},
    )


def _teams_of(task: PairingTask, pairing: Pairing) -> Pairing | None:
    """Which team meets which, as the tables say; `None` where they say no such thing."""
    number = {rival.team: rival.number for rival in task.rivals}
    home = {each.number: number.get(each.team, 0) for each in task.contenders}
    pairs = list(dict.fromkeys(tuple(sorted(home.get(each, 0) for each in table)) for table in pairing.tables))
    met = {team for pair in pairs for team in pair}
    byes = dict.fromkeys(home.get(each, 0) for each in pairing.byes if home.get(each, 0) not in met)
    if any(0 in pair or len(set(pair)) != 2 for pair in pairs) or len(met) < 2 * len(pairs):
        return None
    return Pairing(tuple((pair[0], pair[1]) for pair in pairs), tuple(byes))


def _board(task: PairingTask) -> WhyTable:
    board = {each.number: each.board for each in task.contenders}

    def why(task: PairingTask, table: Sequence[int]) -> str | TableWhy:
        if not task.rivals:
            return "board"
        return TableWhy("moved" if task.shift else "board_number", {"board": board.get(table[0], 0), "n": task.shift})

    return why


def check_matches(task: PairingTask, pairing: Pairing) -> Proof:
    """Check that each team meets one other team, beside what holds for every system; with line-ups also who plays, at which
    board, and the pairs of teams by the check of the inner system."""
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
    if not task.rivals:
        return Proof((*check_tables(task, pairing), *torn))
    playing = tuple(each for each in task.contenders if each.board)
    found = [*check_tables(replace(task, contenders=playing, byes_allowed=True), pairing), *torn]
    found += _wrong_boards(task, pairing)
    drawn = _teams_of(task, pairing)
    if found or drawn is None or task.shift:
        return Proof(tuple(found))
    return systems()[task.inner].check(replace(team_task(task), starters=Starters.DRAWN), drawn)


def _wrong_boards(task: PairingTask, pairing: Pairing) -> Iterator[Fault]:
    """Tables of two who do not have the same board, moved by the rounds of the match."""
    board = {each.number: each.board for each in task.contenders}
    size = {name: sum(each.team == name and each.board > 0 for each in task.contenders) for name in _names(task)}
    team = {each.number: each.team for each in task.contenders}
    for one, other in pairs_of(pairing):
        most = max(size.get(team.get(one, ""), 1), size.get(team.get(other, ""), 1), 1)
        apart = (board.get(one, 0) - board.get(other, 0)) % most
        if apart not in (task.shift % most, -task.shift % most):
            yield Fault(Breach.BOARDS_DIFFER, (one, other), board.get(one, 0), board.get(other, 0))


def _names(task: PairingTask) -> frozenset[str]:
    return frozenset(rival.team for rival in task.rivals)


SYSTEM = PairingSystem(
    name="team_match",
    pl="drużyna z drużyną",
    en="team against team",
    pair=team_against_team,
    explain=explain_matches,
    check=check_matches,
    spoken=("druzynowy",),
    reasons={
        "board": ("ta sama plansza meczu", "the same board of two teams that meet"),
        "board_number": ("plansza {board} meczu", "board {board} of the match"),
        "moved": (
            "ten sam mecz, runda {n} po pierwszej: każdy gra z następnym z drugiej drużyny",
            "the same match, {n} after its first round: everybody meets the next of the other team",
        ),
        "start.boards": (
            "Rozpoczyna {who}: drużyny rozpoczynają na przemian.",
            "{who} starts: the teams start on every other board.",
        ),
        "bye.team": (
            "Pauzuje {who}: drużyna nie ma przeciwnika albo druga drużyna nie obsadziła tej planszy.",
            "{who} has the bye: the team has no opponent, or the other team has nobody at this board.",
        ),
    },
    by_teams=True,
    fair_last_round=True,
    weighs_last_round=False,
)
