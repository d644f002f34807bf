"""The kernel's results for many positions, as NumPy arrays with named fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.engine import kernel

Rows: TypeAlias = npt.NDArray[Any]
"""A structured array: `rows["score"]` are the scores of all rows."""
PLAYS = np.dtype(
    [
        ("score", "<i4"),
        ("equity", "<i4"),
        ("row", "u1"),
        ("column", "u1"),
        ("down", "u1"),
        ("length", "u1"),
        ("tiles", "u1", 15),
        ("", "V1"),
    ]
)
"""A play: points, equity in thousandths of a point, the first square from 0, 1 for down, the squares of the word (0 where there
is no play), and for each of them the kernel's code of the tile laid, 0 where one lies already."""
TOTALS = np.dtype([("plays", "<i8"), ("score", "<i8"), ("best", "<i8")])
"""All plays of a position: how many, the sum of their points, the most points (0 if there is none)."""


def plays(data: bytes, positions: int, count: int) -> Rows:
    """A row for each position, a column for each of its `count` best plays."""
    return np.frombuffer(data, PLAYS).reshape(positions, count)


def each(row: Rows) -> Iterator[tuple[kernel.KernelPlay, int]]:
    """The plays of a row, in the kernel's form of a single play with its equity, which `Searcher.found` reads."""
    for play in row[row["length"] > 0]:
        place = int(play["row"]), int(play["column"]), int(play["down"])
        yield (*place, play["tiles"][: play["length"]].tobytes(), int(play["score"])), int(play["equity"])


def totals(data: bytes) -> Rows:
    """An item for each position."""
    return np.frombuffer(data, TOTALS)


def best_many(
    searcher: kernel.Searcher, positions: Sequence[kernel.BoardAndRack], count: int, leaves: kernel.Valuation = None
) -> Rows:
    """`Searcher.best` of many positions at once, on all cores: a row of `PLAYS` for each position.

    Raises as `Searcher.best`, and `OverflowError` for more than 65535 plays of each.
    """
    rows = searcher.search.best_many(*searcher.batch(positions), count, leaves)
    return plays(rows, len(positions), count)


def totals_many(searcher: kernel.Searcher, positions: Sequence[kernel.BoardAndRack]) -> Rows:
    """`Searcher.totals` of many positions at once, on all cores: an item of `TOTALS` for each position."""
    return totals(searcher.search.totals_many(*searcher.batch(positions)))
