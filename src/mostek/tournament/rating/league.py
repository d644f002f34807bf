"""A league: a season of evenings in groups, points for places, and who goes up and down for the next evening."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from mostek.tournament.credits import numbered

Player = str
"""What a player is called among the players of all evenings."""


class LeaguePlace(Struct, frozen=True):
    """A place in a group of an evening; equals share it."""

    player: Player
    place: int


Evening = tuple[tuple[LeaguePlace, ...], ...]
"""The groups of an evening, the highest first, each in the order of its classification."""


class LeagueRules(Struct, frozen=True):
    """How the season is counted and how players move."""

    move: int = 1
    """So many go up from each group, and as many down."""
    best: int | None = None
    """So many of a player's evenings count; nothing: all."""
    size: int | None = None
    """Groups of the next evening have about so many; nothing: as many as come out by moving."""


class Move(StrEnum):
    """How a player comes into the group of the next evening."""

    UP = "up"
    DOWN = "down"
    STAYS = "stays"
    WAS_AWAY = "was_away"
    """Not there on the last evening: the group in which the player would have been then."""
    SHIFTED = "shifted"
    """Moved by one group because the groups are cut to their size."""


class SeasonRow(Struct, frozen=True):
    """One row of the season."""

    place: int
    player: Player
    points: int
    """Of the evenings that count."""
    total: int
    """Of all evenings: it parts those who have as many points."""
    by_event: tuple[int, ...]
    """In the order of the evenings; 0 for one that was missed."""
    evenings: int


class Promoted(Struct, frozen=True):
    """A player in a group of the next evening, and why."""

    player: Player
    move: Move
    group_before: int
    """The index of the group on the last evening they came, from 0."""
    place: int
    """There."""


class League(Struct, frozen=True):
    """The season so far, and the groups of the next evening."""

    rows: tuple[SeasonRow, ...]
    groups: tuple[tuple[Promoted, ...], ...]
    ties: tuple[tuple[Player, ...], ...] = ()
    """Equals of the last evening between whom somebody goes up or down: the first of the list has moved, or not."""


def evening_points(evening: Evening) -> dict[Player, int]:
    """A point for coming, and one for everybody behind: in the own group by place, and all of the lower groups."""
    points: dict[Player, int] = {}
    behind = sum(map(len, evening))
    for group in evening:
        for place in group:
            points[place.player] = behind - sum(other.place < place.place for other in group)
        behind -= len(group)
    return points


def season(evenings: Sequence[Evening], best: int | None) -> tuple[SeasonRow, ...]:
    """The season after these evenings; equals share a place and are listed by name."""
    won = [evening_points(evening) for evening in evenings]
    players = sorted({player for points in won for player in points})
    rows = [_row(player, [points.get(player, 0) for points in won], best) for player in players]
    rows.sort(key=lambda row: (-row.points, -row.total))
    groups = [list(group) for _, group in groupby(rows, lambda row: (row.points, row.total))]
    return tuple(
        SeasonRow(place, row.player, row.points, row.total, row.by_event, row.evenings)
        for place, row in numbered(groups)
    )


def _row(player: Player, by_event: Sequence[int], best: int | None) -> SeasonRow:
    counted = sorted(by_event, reverse=True)[:best]
    evenings = sum(points > 0 for points in by_event)
    return SeasonRow(0, player, sum(counted), sum(by_event), tuple(by_event), evenings)


def league(evenings: Sequence[Evening], rules: LeagueRules, away: Collection[Player] = ()) -> League:
    """The season after these evenings, and the groups of the next one without those who are `away`."""
    order: dict[Player, Promoted] = {}
    group_of: dict[Player, int] = {}
    ties: list[tuple[Player, ...]] = []
    for evening in evenings:
        if not evening:
            continue
        ties = list(_ties(evening, rules.move))
        order = {player: _moved(each, Move.WAS_AWAY) for player, each in order.items()}
        for number, each, move in _moves(evening, rules.move):
            order.pop(each.player, None)
            order[each.player] = Promoted(each.player, move, number, each.place)
            group_of[each.player] = number + (move is Move.DOWN) - (move is Move.UP)
    there = [player for player in order if player not in away]
    there.sort(key=lambda player: _rank(group_of[player], order[player]))
    groups = [[order[player] for player in there if group_of[player] == number] for number in range(_count(evenings))]
    groups = [group for group in groups if group]
    if rules.size is not None:
        groups = _cut(groups, rules.size)
    return League(season(evenings, rules.best), tuple(map(tuple, groups)), tuple(ties))


def _count(evenings: Sequence[Evening]) -> int:
    return max(map(len, evenings), default=0)


def _moves(evening: Evening, move: int) -> Iterable[tuple[int, LeaguePlace, Move]]:
    """Everybody of an evening with the group and the move; of a group that is too small at most half goes either way."""
    for number, group in enumerate(evening):
        up = _movers(evening, number, number - 1, move)
        down = _movers(evening, number, number + 1, move)
        for index, each in enumerate(group):
            said = Move.UP if index < up else Move.DOWN if index >= len(group) - down else Move.STAYS
            yield number, each, said


def _movers(evening: Evening, number: int, other: int, move: int) -> int:
    """The number who change between two neighbouring groups: as many in both, and in none more than half of its players."""
    if not 0 <= other < len(evening):
        return 0
    return min(move, len(evening[number]) // 2, len(evening[other]) // 2)


def _rank(group: int, each: Promoted) -> tuple[int, int, int]:
    """The order of a group: who has come down, who stays, who has come up; each by the place on their last evening."""
    order = {Move.DOWN: 0, Move.STAYS: 1, Move.WAS_AWAY: 1, Move.UP: 2, Move.SHIFTED: 1}
    return group, order[each.move], each.place


def _ties(evening: Evening, move: int) -> Iterable[tuple[Player, ...]]:
    for number, group in enumerate(evening):
        for other, edge in ((number - 1, "top"), (number + 1, "bottom")):
            count = _movers(evening, number, other, move)
            border = count if edge == "top" else len(group) - count
            if count and 0 < border < len(group) and group[border - 1].place == group[border].place:
                yield tuple(each.player for each in group if each.place == group[border].place)


def _cut(groups: Sequence[Sequence[Promoted]], size: int) -> list[list[Promoted]]:
    """The players in their order, in groups as even as can be, of about that size."""
    listed = [(number, each) for number, group in enumerate(groups) for each in group]
    count = max(1, (2 * len(listed) + size) // (2 * size))
    lengths = [len(listed) // count + (index < len(listed) % count) for index in range(count)]
    found, start = [], 0
    for number, length in enumerate(lengths):
        part = listed[start : start + length]
        found.append([each if own == number else _moved(each, Move.SHIFTED) for own, each in part])
        start += length
    return found


def _moved(each: Promoted, move: Move) -> Promoted:
    return Promoted(each.player, move, each.group_before, each.place)
