"""The origin of an imported event: fields of another program's file for which the desk has no other place.

The log has every game of the file as a step of its own. What is left are fields that the desk does not know, the ranking list,
the order of the rows, and figures that the file states otherwise than the desk computes them. An export in the format of the
file puts them back, so that the file comes back as it was. Nothing of this is shown or printed.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

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
    written: str = ""
    """The hash of an export of the untouched event, where the file itself is kept: as long as an export is that, the file goes
    out as it came."""


SOURCE: Final = "source"
"""The extra of an event that keeps the file itself."""
_LARGEST_SOURCE: Final = 4 * 2**20
_LARGEST_PACKED: Final = 400_000
"""The most characters of a packed file; those of the largest events of the world take a tenth."""
_LINE, _LINES = 2000, 25


def packed_source(data: bytes) -> Fields:
    """A file as the log keeps it, packed; nothing for one that is too large.

    Example:
        >>> unpacked_source(packed_source(b"newt={};")[SOURCE])
        b'newt={};'
    """
    packed = b64encode(zlib.compress(data, 9)).decode()
    if len(data) > _LARGEST_SOURCE or len(packed) > _LARGEST_PACKED:
        return {}
    lines = [packed[start : start + _LINE] for start in range(0, len(packed), _LINE)]
    parts = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    return {SOURCE: {str(number): part for number, part in enumerate(parts)}}


def unpacked_source(kept: Any) -> bytes | None:
    """The file that the log keeps; `None` if it is none, or larger than one may be."""
    try:
        packed = "".join(line for number in range(len(kept)) for line in kept[str(number)])
        reader = zlib.decompressobj()
        data = reader.decompress(b64decode(packed, validate=True), _LARGEST_SOURCE)
    except (TypeError, ValueError, LookupError, zlib.error):
        return None
    return data if reader.eof else None
