"""The origin of an imported event: fields of another program's file for which the desk has no other place.

The log has every game of the file as a step of its own. What is left are fields that the desk does not know, the ranking list,
the order of the rows, and figures that the file states otherwise than the desk computes them. An export in the format of the
file puts them back, so that the file comes back as it was. Nothing of this is shown or printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec import Struct

Fields = Mapping[str, Any]
"""Values by the names of their attributes, as JSON has them."""


class RankingRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a ranking list."""

    place: int
    main: bool
    """Whether it is in the list itself, not in the waiting list (*poczekalnia*) of those with fewer than 30 games."""
    name: str
    city: str = ""
    rating: int
    """In hundredths."""
    scalps: int
    games: int
    extras: Fields = {}


class PlayerOrigin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Further fields of one player."""

    number: int
    """The starting number."""
    stated: Fields = {}
    """What the file states otherwise than our own record of the same event does; `None`: it states nothing."""
    extras: Fields = {}


class RowOrigin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Further fields of one row of a round, which is found by its players."""

    round: int
    host: int
    guest: int
    """0 for nobody."""
    stated: Fields = {}
    extras: Fields = {}


class Origin(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The origin of an event."""

    format: str
    """The name of the format."""
    results: str
    """The hash of the results for which the figures of the file hold; once others are entered, ours are exported."""
    stated: Fields = {}
    """Of the event itself, as `PlayerOrigin.stated`."""
    extras: Fields = {}
    players: tuple[PlayerOrigin, ...] = ()
    rows: tuple[RowOrigin, ...] = ()
    by_place: bool = False
    """Whether the file lists the players by their places, not by their numbers."""
    player_order: tuple[int, ...] = ()
    """Their order if it is neither of these."""
    row_order: tuple[tuple[int, int, int], ...] = ()
    """The order of the rows, each by its round and players, if they are not sorted by round and table."""
    ranking: tuple[RankingRow, ...] = ()
    ranking_day: date | None = None
