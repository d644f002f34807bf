"""The order of the teams: the members' wins, added up as the event's settings say (S46, A-21)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Annotated, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.tournament.classification import Standing, decided_order
from mostek.tournament.credits import Credit, CreditKind, Credits, half_up, numbered, tally


class TeamScoring(StrEnum):
    """How the members make up the team."""

    SUM = "sum"
    MEAN = "mean"
    """The sum divided by the number of the members who count."""


class TeamKey(StrEnum):
    """One column of the order of the teams."""

    TEAM_POINTS = "team_points"
    """Of matches against other teams: 2 for a match won, 1 for a drawn one."""
    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"
    SPREAD = "spread"
    BEST_PLACE = "best_place"
    """The lowest place of a member who counts."""
    PLACES = "places"
    """The lowest sum of the places of those who count. A missing member stands below all players, for a short team must
    not gain; where means are compared, the mean of the present members."""


class EqualMatch(StrEnum):
    """A match in which both teams have won as much."""

    POINTS = "points"
    """The team with more game points in it has won."""
    DRAW = "draw"
    """Both have drawn."""


class Incomplete(StrEnum):
    """The treatment of a team that is short of members."""

    AS_IS = "as_is"
    PER_GAME_MEAN = "per_game_mean"
    """As soon as one team is short, all are compared by what they won per game."""


class TeamPolicy(Struct, frozen=True, kw_only=True):
    """The settings of the team classification: SCHOOL asks for a winner and does not say how (A-21), so the organiser does."""

    size: Annotated[int, Meta(ge=1)] = 8
    """Members of a team (SCHOOL)."""
    scoring: TeamScoring = TeamScoring.SUM
    best: Annotated[int, Meta(ge=1)] | None = None
    """Only so many members count, the best ones; nothing means all."""
    keys: tuple[TeamKey, ...] = (TeamKey.MATCH_POINTS, TeamKey.GAME_POINTS, TeamKey.BEST_PLACE, TeamKey.PLACES)
    incomplete: Incomplete = Incomplete.AS_IS
    exclude_internal_games: bool = False
    """Whether games between members of one team count for neither."""

    @property
    def wanted(self) -> int:
        """The number of counting members of a complete team."""
        return self.size if self.best is None else min(self.best, self.size)


class LineUp(Struct, frozen=True):
    """A team and its members, in the order of the line-up."""

    name: str
    members: tuple[int, ...]


class MemberScore(Struct, frozen=True, kw_only=True):
    """The contribution of a member to the team."""

    number: int
    place: int | None
    """In the individual classification; nothing for the excluded, who bring nothing (PFS-7.1d, S33)."""
    half_points: int
    game_points: int
    spread: int
    rounds: int
    """Games, forfeits and byes: every source of points."""
    counts: bool = True


class MatchTally(Struct, frozen=True):
    """The matches of a team against other teams."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points: int = 0
    """2 for a match won, 1 for a drawn one; for a bye as much as for the bye of a player, in halves."""


class TeamStanding(Struct, frozen=True, kw_only=True):
    """One row of the team table: sums over the members who count."""

    place: int
    name: str
    members: tuple[MemberScore, ...]
    half_points: int
    game_points: int
    spread: int
    rounds: int
    best_place: int | None
    places: int
    matches: MatchTally = MatchTally()
    decided: bool = False
    """Whether the organiser has broken a tie here (S46)."""

    @property
    def match_points_per_game_hundredths(self) -> int:
        """Match points (not halves) per round that counts, in hundredths."""
        return half_up(self.half_points * 50, self.rounds) if self.rounds else 0

    @property
    def game_points_per_game_hundredths(self) -> int:
        """Game points per round that counts, in hundredths."""
        return half_up(self.game_points * 100, self.rounds) if self.rounds else 0


class TeamTable(Struct, frozen=True):
    """The order of the teams."""

    rows: tuple[TeamStanding, ...]
    show_means: bool
    """Whether squads differ in size or in games, so that the means belong next to the sums (TOURNAMENTS 9.6)."""
    by_mean: bool
    """Whether means per game have decided."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The winning school; several when they are equal (S46)."""
        return tuple(row.name for row in self.rows if row.place == 1)


def team_table(
    teams: Sequence[LineUp],
    standings: Sequence[Standing],
    credits: Credits,
    policy: TeamPolicy,
    decided: Sequence[Sequence[str]] = (),
    matches: Mapping[str, MatchTally] | None = None,
) -> TeamTable:
    """The classification of the teams (S46, A-21); equals share a place, unless the organiser has decided otherwise."""
    by_number = {each.number: each for each in standings}
    rows = [_row(team, by_number, credits, policy) for team in sorted(teams, key=lambda each: each.name)]
    rows = [replace(row, matches=(matches or {}).get(row.name, MatchTally())) for row in rows]
    short = any(_counting(row) < policy.wanted for row in rows)
    by_mean = short and policy.incomplete is Incomplete.PER_GAME_MEAN
    order = {row.name: _order(row, policy, by_mean, len(standings) + 1) for row in rows}
    rows.sort(key=lambda row: order[row.name])
    groups = [list(group) for _, group in groupby(rows, lambda row: order[row.name])]
    placed = numbered([part for group in groups for part in _decide(group, decided)])
    differ = len({(_counting(row), row.rounds) for row in rows}) > 1
    return TeamTable(tuple(replace(row, place=place) for place, row in placed), differ, by_mean)


def _row(team: LineUp, standings: Mapping[int, Standing], credits: Credits, policy: TeamPolicy) -> TeamStanding:
    mates = frozenset(team.members) if policy.exclude_internal_games else frozenset[int]()
    members = [_member(standings[number], credits.get(number, ()), mates) for number in team.members]
    best = sorted((each for each in members if each.place is not None), key=_strength)[: policy.best]
    places = [each.place for each in best if each.place is not None]
    return TeamStanding(
        place=0,
        name=team.name,
        members=tuple(each if each in best else replace(each, counts=False) for each in members),
        half_points=sum(each.half_points for each in best),
        game_points=sum(each.game_points for each in best),
        spread=sum(each.spread for each in best),
        rounds=sum(each.rounds for each in best),
        best_place=min(places, default=None),
        places=sum(places),
    )


def _member(standing: Standing, credits: Iterable[Credit], mates: frozenset[int]) -> MemberScore:
    """At a table of three or four a round is internal only if all opponents are mates: its points cannot be shared out (A-27)."""
    counted = [each for each in credits if not (each.opponents and mates.issuperset(each.opponents))]
    gathered = tally(counted if standing.place is not None else ())
    return MemberScore(
        number=standing.number,
        place=standing.place,
        half_points=gathered.half_points,
        game_points=gathered.game_points,
        spread=gathered.spread,
        rounds=sum(each.kind is not CreditKind.ABSENT for each in counted) if standing.place is not None else 0,
    )


def _strength(member: MemberScore) -> tuple[int, int, int, int]:
    return -member.half_points, -member.game_points, member.place or 0, member.number


def _counting(row: TeamStanding) -> int:
    return sum(each.counts for each in row.members)


def _order(row: TeamStanding, policy: TeamPolicy, by_mean: bool, behind: int) -> tuple[Fraction, ...]:
    """The lesser goes first; `behind` is the place below everybody."""
    members = _counting(row)
    if by_mean or policy.scoring is TeamScoring.MEAN:
        divisor = row.rounds if by_mean else members
        places = Fraction(row.places, members) if members else Fraction(behind)
    else:
        divisor = 1
        places = Fraction(row.places + max(0, policy.wanted - members) * behind)
    return tuple([_value(key, row, max(1, divisor), places, behind) for key in policy.keys])


def _value(key: TeamKey, row: TeamStanding, divisor: int, places: Fraction, behind: int) -> Fraction:
    match key:
        case TeamKey.TEAM_POINTS:
            return Fraction(-row.matches.points)
        case TeamKey.MATCH_POINTS:
            return Fraction(-row.half_points, divisor)
        case TeamKey.GAME_POINTS:
            return Fraction(-row.game_points, divisor)
        case TeamKey.SPREAD:
            return Fraction(-row.spread, divisor)
        case TeamKey.BEST_PLACE:
            return Fraction(behind if row.best_place is None else row.best_place)
        case TeamKey.PLACES:
            return places
        case _:
            assert_never(key)


def _decide(group: list[TeamStanding], decided: Sequence[Sequence[str]]) -> list[list[TeamStanding]]:
    order = decided_order([row.name for row in group], decided) if len(group) > 1 else None
    if order is None:
        return [group]
    return [[replace(row, decided=True)] for row in sorted(group, key=lambda row: order.index(row.name))]
