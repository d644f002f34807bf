"""Answers about many positions or games: columns for NumPy, and for any program that reads Arrow's C data interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.engine import kernel
from mostek.engine.text_table import html_table, text_table

Array: TypeAlias = npt.NDArray[Any]
PLAY: Final = 0
"""The `kind` of a play."""
PASS: Final = 1
"""The `kind` of a pass."""
EXCHANGE: Final = 2
"""The `kind` of an exchange."""
_SHOWN = 20
"""The number of shown lines of a long table."""
_CODED = frozenset({"kind", "row", "column", "down", "length", "tiles"})
"""The columns that repeat in codes what `written` says."""


@dataclass(frozen=True, slots=True)
class RowError:
    """A row of a batch without an answer, and why."""

    row: int
    """The number of the position or game, from 0."""
    error: ValueError
    """The error that the question about this position alone raises: a `PositionError`, or a `NotationError` with the column."""

    def __str__(self) -> str:
        return f"row {self.row}: {self.error}"


class Columns:
    """A table in columns; `found["score"]` is the column `score` as a NumPy array.

    The first column, `position` (or `game`), is the number of the row in the batch, from 0; a row has none, one or many lines.
    `errors` are the rows that could not be answered. Arrow, pandas, Polars and DuckDB take the whole table by its C data
    interface, `pyarrow.table(found)`.

    A move has the columns `kind` (`PLAY`, `PASS` or `EXCHANGE`), `score` in points, `equity` in thousandths of a point, the
    first square (`row` and `column`, from 0), `down`, the number of squares (`length`), and for each of them the kernel's code
    of the tile laid, 0 where one lies already (`tiles`); of an exchange the tiles. `written` is its text.
    """

    def __init__(self, table: kernel.Table, errors: Sequence[RowError]) -> None:
        self._table = table
        self.errors = tuple(errors)
        self._read: dict[str, Array] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._table.names)

    @property
    def table(self) -> kernel.Table:
        """The kernel's table."""
        return self._table

    def __len__(self) -> int:
        """The number of lines."""
        return len(self._table)

    def __getitem__(self, name: str) -> Array:
        """A column. Texts are an array of `str`. Raises `KeyError`."""
        if name not in self._read:
            if name not in self.names:
                raise KeyError(name)
            self._read[name] = _array(*self._table.column(name))
        return self._read[name]

    def of(self, row: int) -> Mapping[str, Array]:
        """The lines about one row of the batch, by column; none if it has no answer."""
        rows = self[self.names[0]]
        part = slice(int(np.searchsorted(rows, row)), int(np.searchsorted(rows, row, "right")))
        return {name: self[name][part] for name in self.names}

    def __str__(self) -> str:
        return text_table(self._headings(), self._lines())

    def _repr_html_(self) -> str:
        return html_table(self._headings(), self._lines())

    def _headings(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in _CODED)

    def _lines(self) -> list[tuple[str, ...]]:
        headings = self._headings()
        shown = [self[name][:_SHOWN].tolist() for name in headings]
        lines = [
            tuple(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in line)
            for line in zip(*shown, strict=True)
        ]
        more = len(self) - _SHOWN
        return [*lines, (f"… {more}", *[""] * (len(headings) - 1))] if more > 0 else lines

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._table.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def _array(kind: str, data: bytes, ends: bytes | None) -> Array:
    if ends is not None:
        return _texts(data, np.frombuffer(ends, "<i8").tolist())
    if kind == "bytes":
        return np.frombuffer(data, np.uint8).reshape(-1, _TILES)
    return np.frombuffer(data, kind)


def _texts(data: bytes, ends: list[int]) -> Array:
    texts = np.empty(len(ends), object)
    start = 0
    for place, end in enumerate(ends):
        texts[place] = data[start:end].decode()
        start = end
    return texts


_TILES: Final = 15
"""The bytes of `tiles`: the squares of the longest word."""
