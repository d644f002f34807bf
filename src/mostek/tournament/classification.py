"""The order of the entrants: places by the keys of the event, shared by those whom no key tells apart."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.credits import DRAW, WIN, Credit, Credits, Outcome, Tally, numbered, of_places, tally
from mostek.tournament.rating.scalps import ScalpRules, scalps_of

T = TypeVar("T")


def decided_order(tied: Sequence[T], decided: Sequence[Sequence[T]]) -> list[T] | None:
    """The equals in the order that the organiser has decided, if a decision is about all of them; the last one stands (S46).

    A decision that leaves out one of the equals is about another tie than this one and settles nothing.
    """
    for order in reversed(decided):
        if set(tied) <= set(order):
            return sorted(tied, key=order.index)
    return None


class Key(StrEnum):
    """One column of the order; of each the greater value goes first. No document fixes the list (S80), so an event prints it."""

    MATCH_POINTS = "match_points"
    """*Duże punkty*, in halves."""
    GAME_POINTS = "game_points"
    """The sum of the own *małe punkty*."""
    SPREAD = "spread"
    SCALPS = "scalps"
    """The sum of the scalps."""
    HEAD_TO_HEAD = "head_to_head"
    """Match points in halves from the meetings of those who are equal so far, if each of them has met each other equally often;
    else it separates no players. Named twice, it is applied again to those whom it has left equal."""
    BUCHHOLZ = "buchholz"
    """The match points in halves of all opponents, met twice counted twice; byes add nothing."""
    MEDIAN = "median"
    """Buchholz without the highest and the lowest opponent."""
    WINS = "wins"
    """Games won, by forfeit too; byes are none."""
    PLAYED = "played"
    """Games played at a table."""
    RATING = "rating"
    """With which the entrant came."""
    LOTS = "lots"
    """Drawn from the seed and the starting number."""
    CUP = "cup"
    """How far an entrant has come in the knock-out: twice the ties that were won, one more for who won the third place."""
    LADDER = "ladder"
    """The rung of the ladder, below 0: the highest is −1."""


DEFAULT_KEYS = (Key.MATCH_POINTS, Key.GAME_POINTS, Key.SPREAD)
"""The order of the federation, without an exception in 497 published rows (TOURNAMENTS section 0, S80)."""

_LOTS = 10**12


Ranks = Mapping[Key, Mapping[int, int]]
"""Of keys that come from the course of the rounds: the value of each entrant; who is missing stands behind."""
UNRANKED = -1_000_000
"""The value of who is in no knock-out, or on no ladder."""


class KeyInput(Struct, frozen=True):
    """All that the keys are worked out from."""

    tallies: Mapping[int, Tally]
    """Of everybody who has credits, the excluded too: for their opponents their results stand (PFS-7.2e, S33)."""
    credits: Credits
    ratings: Mapping[int, int]
    """In hundredths."""
    seed: str
    scalp_rules: ScalpRules
    ranks: Ranks


def lot(seed: str, number: int) -> int:
    """The lot of an entrant: it depends on nothing but the seed and the starting number; the greatest goes first."""
    digest = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % _LOTS


def column(key: Key, numbers: Sequence[int], field: KeyInput) -> list[int]:
    """The value of the key for each of these; for head to head among these only."""
    match key:
        case Key.MATCH_POINTS | Key.GAME_POINTS | Key.SPREAD | Key.WINS | Key.PLAYED:
            return [_sums(key, field.tallies[number]) for number in numbers]
        case Key.SCALPS:
            return [_scalps(number, field) for number in numbers]
        case Key.BUCHHOLZ:
            return [sum(_opponents_points(number, field)) for number in numbers]
        case Key.MEDIAN:
            return [sum(sorted(_opponents_points(number, field))[1:-1]) for number in numbers]
        case Key.RATING:
            return [field.ratings[number] for number in numbers]
        case Key.LOTS:
            return [lot(field.seed, number) for number in numbers]
        case Key.HEAD_TO_HEAD:
            return head_to_head(numbers, field.credits)
        case Key.CUP | Key.LADDER:
            return [field.ranks.get(key, {}).get(number, UNRANKED) for number in numbers]
        case _:
            assert_never(key)


def _sums(key: Key, tally: Tally) -> int:
    match key:
        case Key.MATCH_POINTS:
            return tally.half_points
        case Key.GAME_POINTS:
            return tally.game_points
        case Key.SPREAD:
            return tally.spread
        case Key.WINS:
            return tally.wins
        case _:
            return tally.played


def _scalps(number: int, field: KeyInput) -> int:
    scalps = scalps_of(number, field.credits.get(number, ()), field.ratings, field.scalp_rules)
    return sum(each.scalp for each in scalps)


def _opponents_points(number: int, field: KeyInput) -> list[int]:
    return [
        field.tallies[opponent].half_points
        for credit in field.credits.get(number, ())
        for opponent in credit.opponents
        if opponent in field.tallies
    ]


_OF_OUTCOME = {Outcome.WIN: WIN, Outcome.DRAW: DRAW, Outcome.LOSS: 0}


def head_to_head(numbers: Sequence[int], credits: Credits) -> list[int]:
    """The points of each against the others of this group; 0 for all, unless all have met equally often."""
    group = frozenset(numbers)
    points = dict.fromkeys(numbers, 0)
    meetings: Counter[frozenset[int]] = Counter()
    for number in numbers:
        for credit in credits.get(number, ()):
            for opponent in group.intersection(credit.opponents):
                points[number] += _won_from(opponent, credit)
                meetings[frozenset((number, opponent))] += 1
    everybody_met = len(meetings) == len(numbers) * (len(numbers) - 1) // 2
    equally_often = len(set(meetings.values())) == 1
    return [points[number] for number in numbers] if everybody_met and equally_often else [0] * len(numbers)


def _won_from(opponent: int, credit: Credit) -> int:
    """At a table of three or four the two places are compared, since the match points there are of the whole table (A-27)."""
    if not credit.places:
        return credit.half_points
    own, *others = credit.places
    return _OF_OUTCOME[of_places(own, others[credit.opponents.index(opponent)])]


class Competitor(Struct, frozen=True, kw_only=True):
    """An entrant as far as classification must know."""

    number: int
    """The starting number."""
    rating_hundredths: int = 0
    excluded: bool = False
    """By the arbiter (PFS-7.1d); who withdraws is not."""


class Standing(Struct, frozen=True, kw_only=True):
    """One row of the classification."""

    place: int | None
    """Nothing for the excluded (S33)."""
    number: int
    games: int
    """Games with a result, awarded ones too; for the excluded there are more of them than wins, draws and losses."""
    wins: int
    draws: int
    losses: int
    byes: int
    half_points: int
    game_points: int
    spread: int
    values: tuple[int | None, ...]
    """One per key of the event; empty for head to head where no players were equal, and for the excluded."""
    below_by: Key | None = None
    """The key that put them below the player above; empty for the first, those who share a place, and the excluded."""
    decided: bool = False
    """Whether the organiser has broken a tie here (S46)."""


class _Tied(Struct, frozen=True):
    """Those whom the keys so far do not tell apart, and what has put them below the group above."""

    members: list[int]
    below_by: Key | None = None
    decided: bool = False


def classify(
    candidates: Iterable[Competitor],
    credits: Credits,
    keys: Sequence[Key] = DEFAULT_KEYS,
    *,
    seed: str = "",
    decided: Sequence[Sequence[int]] = (),
    scalp_rules: ScalpRules | None = None,
    ranks: Ranks | None = None,
) -> tuple[Standing, ...]:
    """Order entrants by the keys of the event. Equals share a place and are listed by starting number.

    Args:
        candidates: the entrants, in any order; the excluded come last and have no place.
        credits: by starting number, the rounds with a result.
        keys: what the order goes by, the weightiest first.
        seed: for `Key.LOTS`.
        decided: orders of starting numbers by the organiser; they part only those who are equal by all keys.
        scalp_rules: for `Key.SCALPS`; by default the rules in force now.
        ranks: for `Key.CUP` and `Key.LADDER`.

    Returns:
        The rows of the classification, the first place first; points of a match in halves.

    Source: S80, S46, PFS-7.1d, S33, TOURNAMENTS section 0.

    Example:
        >>> from mostek.tournament import Competitor, Credit, CreditKind, classify
        >>> won = Credit(round=1, kind=CreditKind.GAME, half_points=2, own=400, other=350, opponents=(2,))
        >>> lost = Credit(round=1, kind=CreditKind.GAME, half_points=0, own=350, other=400, opponents=(1,))
        >>> rows = classify([Competitor(number=2), Competitor(number=1)], {1: (won,), 2: (lost,)})
        >>> [(row.place, row.number, row.half_points, row.spread) for row in rows]
        [(1, 1, 2, 50), (2, 2, 0, -50)]
    """
    everybody = sorted(candidates, key=lambda each: each.number)
    tallies = {number: tally(each) for number, each in credits.items()}
    ratings = {each.number: each.rating_hundredths for each in everybody}
    tallies |= {number: Tally() for number in ratings.keys() - tallies.keys()}
    field = KeyInput(tallies, credits, ratings, seed, scalp_rules or ScalpRules(), ranks or {})
    placed = [each.number for each in everybody if not each.excluded]
    values = _Values(placed, keys, field)
    ties = [tie for group in _split(_Tied(placed), 0, values) for tie in _decide(group, decided)]
    excluded = [_excluded(each.number, tallies[each.number], len(keys)) for each in everybody if each.excluded]
    return (*_standings(ties, values), *excluded)


class _Values:
    """The columns of the keys: all at once, but head to head only among those who are equal when it applies."""

    def __init__(self, placed: Sequence[int], keys: Sequence[Key], field: KeyInput) -> None:
        self.keys = keys
        self.field = field
        self._columns: list[dict[int, int]] = [
            {} if key is Key.HEAD_TO_HEAD else dict(zip(placed, column(key, placed, field), strict=True))
            for key in keys
        ]

    def parts(self, members: list[int], index: int) -> list[list[int]]:
        """These members, parted by the key, the greatest value first."""
        values = self._columns[index]
        if self.keys[index] is Key.HEAD_TO_HEAD:
            values |= zip(members, column(Key.HEAD_TO_HEAD, members, self.field), strict=True)
        ordered = sorted(members, key=values.__getitem__, reverse=True)
        return [list(part) for _, part in groupby(ordered, values.__getitem__)]

    def row(self, number: int) -> tuple[int | None, ...]:
        return tuple([values.get(number) for values in self._columns])


def _split(tied: _Tied, index: int, values: _Values) -> Iterator[_Tied]:
    if len(tied.members) == 1 or index == len(values.keys):
        yield tied
        return
    for count, part in enumerate(values.parts(tied.members, index)):
        below_by = values.keys[index] if count else tied.below_by
        yield from _split(_Tied(part, below_by), index + 1, values)


def _decide(tied: _Tied, decided: Sequence[Sequence[int]]) -> list[_Tied]:
    order = decided_order(tied.members, decided) if len(tied.members) > 1 else None
    if order is None:
        return [tied]
    return [_Tied([number], None if count else tied.below_by, decided=True) for count, number in enumerate(order)]


def _standings(ties: Sequence[_Tied], values: _Values) -> Iterator[Standing]:
    places = numbered([tie.members for tie in ties])
    for tie in ties:
        for count, number in enumerate(tie.members):
            place, _ = next(places)
            yield _standing(place, number, values, None if count else tie.below_by, tie.decided)


def _standing(place: int, number: int, values: _Values, below_by: Key | None, decided: bool) -> Standing:
    gathered = values.field.tallies[number]
    return Standing(
        place=place,
        number=number,
        games=gathered.games,
        wins=gathered.wins,
        draws=gathered.draws,
        losses=gathered.losses,
        byes=gathered.byes,
        half_points=gathered.half_points,
        game_points=gathered.game_points,
        spread=gathered.spread,
        values=values.row(number),
        below_by=below_by,
        decided=decided,
    )


def _excluded(number: int, gathered: Tally, keys: int) -> Standing:
    """Wins and draws do not count (PFS-7.1d, S33); whether game points are shown is for the document to say (A-8)."""
    return Standing(
        place=None,
        number=number,
        games=gathered.games,
        wins=0,
        draws=0,
        losses=gathered.losses,
        byes=gathered.byes,
        half_points=0,
        game_points=gathered.game_points,
        spread=gathered.spread,
        values=(None,) * keys,
    )


def places_within(standings: Iterable[Standing], numbers: Collection[int]) -> tuple[Standing, ...]:
    """The classification of a category: the same order, places counted among its members, ties preserved."""
    chosen = [each for each in standings if each.number in numbers]
    placed = [each for each in chosen if each.place is not None]
    groups = [list(group) for _, group in groupby(placed, lambda each: each.place)]
    again = [replace(each, place=place) for place, each in numbered(groups)]
    return (*again, *(each for each in chosen if each.place is None))


def podium(standings: Iterable[Standing], last: int = 3) -> tuple[Standing, ...]:
    """The winners of places I to III (SCHOOL-award-1); equals share a place, so there may be more than three (S46)."""
    return tuple(each for each in standings if each.place is not None and each.place <= last)
