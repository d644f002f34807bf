"""The order of the entrants: places by the keys of the event, shared by those whom no key tells apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.credits import Credits
from mostek.tournament.keys import DEFAULT_KEYS, Field, Key, column
from mostek.tournament.places import decided_order, numbered
from mostek.tournament.rating.rules import ScalpRules
from mostek.tournament.tallies import Tally, tally


class Candidate(Struct, frozen=True, kw_only=True):
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
    """One per key of the event; nothing for head to head where nobody was equal, and for the excluded."""
    below_by: Key | None = None
    """The key that put them below whoever stands above; nothing for the first, those who share a place, and the excluded."""
    decided: bool = False
    """Whether the organiser has broken a tie here (S46)."""


class _Tied(Struct, frozen=True):
    """Those whom the keys so far do not tell apart, and what has put them below the group above."""

    members: list[int]
    below_by: Key | None = None
    decided: bool = False


def classify(
    candidates: Iterable[Candidate],
    credits: Credits,
    keys: Sequence[Key] = DEFAULT_KEYS,
    *,
    seed: str = "",
    decided: Sequence[Sequence[int]] = (),
    scalp_rules: ScalpRules | None = None,
) -> tuple[Standing, ...]:
    """The classification after these rounds (S80, TOURNAMENTS section 0), whatever the order of what comes in.

    `decided` holds the organiser's orders of starting numbers: they tell apart only who is equal by all keys (S46). Who shares
    a place is listed by starting number; the excluded come last (PFS-7.1d, S33).
    """
    everybody = sorted(candidates, key=lambda each: each.number)
    tallies = {number: tally(each) for number, each in credits.items()}
    ratings = {each.number: each.rating_hundredths for each in everybody}
    tallies |= {number: Tally() for number in ratings.keys() - tallies.keys()}
    field = Field(tallies, credits, ratings, seed, scalp_rules or ScalpRules())
    placed = [each.number for each in everybody if not each.excluded]
    values = _Values(placed, keys, field)
    ties = [tie for group in _split(_Tied(placed), 0, values) for tie in _decide(group, decided)]
    excluded = [_excluded(each.number, tallies[each.number], len(keys)) for each in everybody if each.excluded]
    return (*_standings(ties, values), *excluded)


class _Values:
    """The columns of the keys: all at once, but head to head only among those who are equal when it is asked."""

    def __init__(self, placed: Sequence[int], keys: Sequence[Key], field: Field) -> None:
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
    """The classification of a category: the same order, places counted anew among its members, ties kept."""
    chosen = [each for each in standings if each.number in numbers]
    placed = [each for each in chosen if each.place is not None]
    groups = [list(group) for _, group in groupby(placed, lambda each: each.place)]
    again = [replace(each, place=place) for place, each in numbered(groups)]
    return (*again, *(each for each in chosen if each.place is None))


def podium(standings: Iterable[Standing], last: int = 3) -> tuple[Standing, ...]:
    """Who gets the prizes for places I to III (SCHOOL-award-1); equals share a place, so there may be more than three (S46)."""
    return tuple(each for each in standings if each.place is not None and each.place <= last)
