"""The Grand Prix: points for places in the events of a year, in the golden and the silver classification."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from mostek.tournament.credits import numbered


class Series(StrEnum):
    """The two classifications."""

    GOLDEN = "golden"
    """Everybody (*złota*)."""
    SILVER = "silver"
    """Those who came to the event with a rating below the limit (*srebrna*)."""


class GrandPrixRules(Struct, frozen=True):
    """The rules of one year."""

    source: str
    golden: tuple[int, ...]
    """By place, from the first."""
    silver: tuple[int, ...]
    silver_below_hundredths: int
    best: int
    """So many of a player's events count."""


GRAND_PRIX_2026 = GrandPrixRules(
    source="pfs.org.pl/gp2026.php",
    golden=(35, 30, 25, *range(22, 0, -1)),
    silver=tuple(range(15, 0, -1)),
    silver_below_hundredths=150_00,
    best=6,
)
"""25 for the first down to 1 for the 25th, with 10, 6 and 2 more for the first three; six best of nine (TOURNAMENTS 3.6)."""


class Placing(Struct, frozen=True):
    """A player's place in one event, and the rating with which they came to it."""

    player: str
    place: int
    rating_hundredths: int


class GrandPrixRow(Struct, frozen=True):
    """One row of a classification."""

    place: int
    player: str
    points: int
    """Of the best events."""
    total: int
    """Of all events: it parts those who have as many points."""
    by_event: tuple[int, ...]
    """In the order of the events; 0 where nothing was won."""


def event_points(placings: Iterable[Placing], series: Series, rules: GrandPrixRules) -> dict[str, int]:
    """The points of one event by player; who shares a place gets the points of that place: the rules do not name the case."""
    ordered = sorted((each for each in placings if _belongs(each, series, rules)), key=lambda each: each.place)
    scale = rules.golden if series is Series.GOLDEN else rules.silver
    groups = [list(group) for _, group in groupby(ordered, lambda each: each.place)]
    # Golden points go by the place in the event; silver ones by the place among those of the silver classification.
    places = [(each.place, each) for each in ordered] if series is Series.GOLDEN else list(numbered(groups))
    return {each.player: scale[place - 1] for place, each in places if place <= len(scale)}


def _belongs(placing: Placing, series: Series, rules: GrandPrixRules) -> bool:
    return series is Series.GOLDEN or placing.rating_hundredths < rules.silver_below_hundredths


def grand_prix(events: Sequence[Iterable[Placing]], series: Series, rules: GrandPrixRules) -> tuple[GrandPrixRow, ...]:
    """The classification after these events: best six, then the sum of all; equals share a place, listed by name."""
    won = [event_points(placings, series, rules) for placings in events]
    players = sorted({player for points in won for player in points})
    rows = [_row(player, tuple(points.get(player, 0) for points in won), rules) for player in players]
    rows.sort(key=_order, reverse=True)
    groups = [list(group) for _, group in groupby(rows, _order)]
    return tuple(
        GrandPrixRow(place, row.player, row.points, row.total, row.by_event) for place, row in numbered(groups)
    )


def _row(player: str, by_event: tuple[int, ...], rules: GrandPrixRules) -> GrandPrixRow:
    best = sum(sorted(by_event, reverse=True)[: rules.best])
    return GrandPrixRow(0, player, best, sum(by_event), by_event)


def _order(row: GrandPrixRow) -> tuple[int, int]:
    return row.points, row.total
