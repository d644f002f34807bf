"""Matches of teams: who plays for a team, how each match has ended on its boards, and what the teams have won by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from mostek.tournament.credits import DRAW, WIN, Credit, CreditKind, Credits
from mostek.tournament.entrants import Team
from mostek.tournament.pairing.system import systems
from mostek.tournament.settings import LineUpOrder
from mostek.tournament.state import Round, Tournament
from mostek.tournament.teams import EqualMatch, MatchTally


class TeamMatch(Struct, frozen=True, kw_only=True):
    """A match of two teams, or the bye of one."""

    rounds: tuple[int, ...]
    """In which it was played."""
    home: str
    """The team that started at its first board."""
    guest: str = ""
    """Without a name: the bye of the other."""
    half_points: tuple[int, int] = (0, 0)
    """Won at the boards, in halves."""
    points: tuple[int, int] = (0, 0)
    """Game points."""
    complete: bool = True
    """Whether all its rounds were played and all results are there."""

    def won_by(self, equal: EqualMatch) -> str | None:
        """The winner; `None` for a draw, and while results are missing."""
        margin = self.half_points[0] - self.half_points[1]
        if not margin and equal is EqualMatch.POINTS:
            margin = self.points[0] - self.points[1]
        if not margin or not self.complete:
            return None
        return self.home if margin > 0 else self.guest


def plays_matches(state: Tournament) -> bool:
    """Whether the teams of the event play matches with line-ups."""
    return state.settings.match.boards.value is not None


def fielded(state: Tournament, team: Team) -> tuple[int, ...]:
    """The players of the next match of a team, from board 1: the line-up, with members who are there for those who are not."""
    boards, order = state.settings.match.boards.chosen, state.settings.match.order.value
    there = [number for number in team.members if state.entrants[number].is_present]
    named = [number if number in there else None for number in team.line_up]
    reserves = [number for number in there if number not in named]
    filled = [number or (reserves.pop(0) if reserves else None) for number in named]
    chosen = [number for number in (*filled, *reserves) if number is not None][:boards]
    return tuple(sorted(chosen, key=team.members.index) if order is LineUpOrder.ROSTER else chosen)


def boards_of(state: Tournament, division: str) -> dict[int, int]:
    """The board of everybody who plays the next match."""
    teams = state.teams_of(division)
    return {number: board for team in teams for board, number in enumerate(fielded(state, team), 1)}


def match_rounds(state: Tournament, division: str) -> Iterator[tuple[Round, ...]]:
    """The rounds in which teams have met, those of one match together."""
    length, open_match = state.settings.match.rounds.chosen, list[Round]()
    for played in state.divisions[division].rounds:
        system = systems()[played.system]
        if open_match and (not system.by_teams or len(open_match) == length):
            yield tuple(open_match)
            open_match = []
        if system.by_teams:
            open_match.append(played)
        elif system.laid_out:
            yield (played,)
    if open_match:
        yield tuple(open_match)


def going_on(state: Tournament, division: str) -> tuple[Round, ...]:
    """The rounds so far of a match that is not over; none where the next round begins one."""
    last = list(match_rounds(state, division))
    rounds = state.divisions[division].rounds
    if not last or last[-1][-1] is not rounds[-1] or not systems()[rounds[-1].system].by_teams:
        return ()
    return last[-1] if len(last[-1]) < state.settings.match.rounds.chosen else ()


def matches_of(state: Tournament, division: str, credits: Credits, before: int | None = None) -> tuple[TeamMatch, ...]:
    """Every match of a division, of all rounds or of those before one, in the order of its tables."""
    found: list[TeamMatch] = []
    last = state.divisions[division].rounds[-1:]
    for rounds in match_rounds(state, division):
        if before is None or rounds[-1].number < before:
            is_over = len(rounds) == state.settings.match.rounds.chosen or rounds[-1] not in last
            found += _matches(state, rounds, credits, is_over or not systems()[rounds[0].system].by_teams)
    return tuple(found)


class _Sums:
    """The sums of two teams so far."""

    def __init__(self) -> None:
        self.half_points, self.points, self.missing = [0, 0], [0, 0], False

    def add(self, credit: Credit | None, side: int) -> None:
        if credit is None:
            self.missing = True
            return
        self.half_points[side] += credit.half_points
        self.points[side] += credit.own
        if credit.kind is CreditKind.BYE:
            self.points[1 - side] += credit.other


def _matches(state: Tournament, rounds: Sequence[Round], credits: Credits, is_over: bool) -> list[TeamMatch]:
    team = {number: entrant.team for number, entrant in state.entrants.items()}
    sums: dict[tuple[str, str], _Sums] = {}
    sides: dict[str, tuple[tuple[str, str], int]] = {}
    for number, players in ((played.number, table.players) for played in rounds for table in played.tables):
        names = tuple(team[player] for player in players)
        if len(set(names)) != 2 or len(names) != 2 or "" in names:
            continue
        key = next((each for each in sums if set(each) == set(names)), (names[0], names[1]))
        sums.setdefault(key, _Sums())
        for name, player in zip(names, players, strict=True):
            sides[name] = key, key.index(name)
            sums[key].add(_credit(credits, player, number), key.index(name))
    for number, player in ((played.number, player) for played in rounds for player in played.byes):
        if team[player]:
            key, side = sides.get(team[player], ((team[player], ""), 0))
            sums.setdefault(key, _Sums()).add(_credit(credits, player, number), side)
    return [
        TeamMatch(
            rounds=tuple(played.number for played in rounds),
            home=home,
            guest=guest,
            half_points=(each.half_points[0], each.half_points[1]),
            points=(each.points[0], each.points[1]),
            complete=is_over and not each.missing,
        )
        for (home, guest), each in sums.items()
    ]


def _credit(credits: Credits, number: int, round_number: int) -> Credit | None:
    return next((row for row in credits.get(number, ()) if row.round == round_number), None)


def tallies(state: Tournament, matches: Iterable[TeamMatch]) -> Mapping[str, MatchTally]:
    """The matches of each team, counted; only those that are over."""
    equal, bye = state.settings.match.equal.chosen, state.settings.bye.half_points.chosen
    found: dict[str, list[int]] = {}
    for each in matches:
        if not each.complete:
            continue
        if not each.guest:
            _count(found, each.home, 3, bye)
            continue
        winner = each.won_by(equal)
        for name in (each.home, each.guest):
            place, points = (1, DRAW) if winner is None else (0, WIN) if name == winner else (2, 0)
            _count(found, name, place, points)
    return {name: MatchTally(*counts) for name, counts in found.items()}


def _count(found: dict[str, list[int]], name: str, place: int, points: int) -> None:
    counts = found.setdefault(name, [0, 0, 0, 0, 0])
    counts[place] += 1
    counts[4] += points
