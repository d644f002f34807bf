"""The people behind the names in the federation's report, where two people may be called alike.

The classification and the players' cards have a city and a rating beside each name, the rounds have the name alone. A card says
at which table its player sat in each round. Without cards the published sums of the two tell them apart, if only one way of
giving them the games of their name comes to those sums.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats._pfs_text_blocks import Line
from mostek.tournament.formats._pfs_text_cards import TextCard
from mostek.tournament.recorded import RecordedPlayer

Known = Mapping[str, tuple[int, ...]]
"""The starting numbers by name."""
NameFault = Callable[[str], TournamentFileError]
"""The error for two people of one name whom nothing tells apart."""
_MOST_ROUNDS = 14
"""Rounds in which two namesakes are told apart by their sums: each doubles the work."""


class NamedRow(NamedTuple):
    """A row of the rounds: who may be meant by its two names, none for a bye, and the score."""

    line: Line
    round: int
    table: int
    hosts: tuple[int, ...]
    guests: tuple[int, ...]
    scores: tuple[int | None, int | None]


def known_names(players: Iterable[RecordedPlayer]) -> Known:
    """The starting numbers of everybody by their names."""
    known: defaultdict[str, list[int]] = defaultdict(list)
    for player in players:
        known[player.name].append(player.number)
    return {name: tuple(numbers) for name, numbers in known.items()}


def cards_of(listed: Sequence[RecordedPlayer], cards: Sequence[TextCard], fault: NameFault) -> list[int | None]:
    """For each card the place of its player in a classification, `None` for one who is not in it.

    Raises `TournamentFileError` if nothing on a card says which of two it is.
    """
    left: defaultdict[str, list[int]] = defaultdict(list)
    for place, player in enumerate(listed):
        left[player.name].append(place)
    alone = {name for name, places in left.items() if len(places) == 1}
    alone &= {name for name, times in Counter(card.player.name for card in cards).items() if times == 1}
    found: list[int | None] = []
    for card in cards:
        name = card.player.name
        fitting = [place for place in left[name] if name in alone or _is_same(listed[place], card.player)]
        if len(fitting) > 1:
            raise fault(name)
        found.append(fitting[0] if fitting else None)
        left[name] = [place for place in left[name] if place not in fitting]
    named = {card.player.name for card in cards}
    for player in listed:
        if player.name not in alone and player.name in named and left[player.name]:
            raise fault(player.name)
    return found


def _is_same(player: RecordedPlayer, other: RecordedPlayer) -> bool:
    return (player.rating, player.city) == (other.rating, other.city)


def told_apart(
    rows: Sequence[NamedRow], cards: Mapping[int, TextCard], players: Mapping[int, RecordedPlayer], fault: NameFault
) -> Iterator[tuple[int, int]]:
    """The two players of each row, 0 for none. Raises `TournamentFileError` with the name that stays open.

    Args:
        rows: the rows of all rounds.
        cards: the cards by starting number.
        players: everybody by starting number.
        fault: the error for a name.
    """
    seats = {(number, row.round, row.table): row.scores for number, card in cards.items() for row in card.rows}
    rows = [_seated(row, seats) for row in rows] if cards else list(rows)
    names = {numbers for row in rows for numbers in (row.hosts, row.guests) if len(numbers) > 1}
    for numbers in names:
        rows = _by_sums(rows, numbers, players, fault)
    for row in rows:
        host, guest = row.hosts[0] if row.hosts else 0, row.guests[0] if row.guests else 0
        yield host, guest


def _seated(row: NamedRow, seats: Mapping[tuple[int, int, int], tuple[int, int] | None]) -> NamedRow:
    """A row with those only whose cards have them at this table."""
    if len(row.hosts) < 2 and len(row.guests) < 2:
        return row
    hosts, guests = (
        tuple(number for number in numbers if (number, row.round, row.table) in seats) if len(numbers) > 1 else numbers
        for numbers in (row.hosts, row.guests)
    )
    if hosts and hosts == guests:
        # Two of one name against each other: the score says who is who; after a draw either is as good.
        first = [number for number in hosts if seats[number, row.round, row.table] == row.scores]
        host = (first or list(hosts))[0]
        hosts, guests = (host,), tuple(number for number in guests if number != host)[:1]
    if not hosts or (row.guests and not guests):
        raise row.line.fault(FileFault.ONE_SIDED)
    return row._replace(hosts=hosts, guests=guests)


def _by_sums(
    rows: list[NamedRow], numbers: tuple[int, ...], players: Mapping[int, RecordedPlayer], fault: NameFault
) -> list[NamedRow]:
    """The rows with the one way of giving two players the games of their name that comes to their published sums."""
    places = [place for place, row in enumerate(rows) if numbers in (row.hosts, row.guests)]
    by_round: defaultdict[int, list[int]] = defaultdict(list)
    for place in places:
        by_round[rows[place].round].append(place)
    ways = []
    has_bye = any(not rows[place].guests for place in places)
    if len(numbers) == 2 and len(by_round) <= _MOST_ROUNDS and not has_bye:
        for way in product(*(list(_givings(rows, group, numbers)) for group in by_round.values())):
            given = [each for group in way for each in group]
            if all(_sums(given, number) == _published(players[number]) for number in numbers):
                ways.append(given)
    if len(ways) != 1:
        raise fault(players[numbers[0]].name)
    found = list(rows)
    for place, row in zip((place for group in by_round.values() for place in group), ways[0], strict=True):
        found[place] = row
    return found


def _givings(rows: Sequence[NamedRow], places: Sequence[int], numbers: tuple[int, ...]) -> Iterator[list[NamedRow]]:
    """The ways of giving two players their rows of one round."""
    for first, second in (numbers, numbers[::-1]):
        left = [first, second]
        given = []
        for place in places:
            row = rows[place]
            hosts = (left.pop(0),) if row.hosts == numbers and left else row.hosts
            guests = (left.pop(0),) if row.guests == numbers and left else row.guests
            given.append(row._replace(hosts=hosts, guests=guests))
        yield given


def _sums(rows: Iterable[NamedRow], number: int) -> tuple[int, int, int]:
    """Match points in halves, game points and spread of a player in these rows."""
    halves = points = spread = 0
    for row in rows:
        if (number,) not in (row.hosts, row.guests) or None in row.scores:
            continue
        own, other = (score or 0 for score in (row.scores if row.hosts == (number,) else row.scores[::-1]))
        halves += WIN if own > other else DRAW if own == other else 0
        points, spread = points + own, spread + own - other
    return halves, points, spread


def _published(player: RecordedPlayer) -> tuple[int | None, int | None, int | None]:
    return player.half_points, player.game_points, player.spread
