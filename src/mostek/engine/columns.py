"""Answers about many positions or games: columns for NumPy, and for any program that reads Arrow's C data interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.core.text_table import PrintedTable, Row
from mostek.engine import kernel

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


class DataTable(PrintedTable, ABC):
    """A table in columns for programs. It iterates over its lines, each a dictionary, and `dict` makes it columns by name."""

    errors: tuple[RowError, ...] = ()
    """The rows without an answer."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __getitem__(self, name: str) -> Any: ...

    @abstractmethod
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

    def keys(self) -> tuple[str, ...]:
        """The names of the columns, for `dict`."""
        return self.names

    def __iter__(self) -> Iterator[dict[str, Any]]:
        columns = [_python_values(self[name]) for name in self.names]
        return (dict(zip(self.names, line, strict=True)) for line in zip(*columns, strict=True))

    def to_polars(self) -> Any:
        """A frame of Polars, by Arrow. Raises `ImportError` where Polars is not installed."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """A frame of pandas. Raises `ImportError` where pandas is not installed."""
        import pandas

        def as_series(column: Any) -> Any:
            if isinstance(column, np.ndarray) and column.ndim == 1:
                return pandas.Series(column)
            return pandas.Series(_python_values(column)).convert_dtypes()

        return pandas.DataFrame({name: as_series(self[name]) for name in self.names})

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`; the first lines, without the columns that repeat another in codes."""
        headings = tuple(name for name in self.names if name not in _CODED)
        shown = [_python_values(self[name][:_SHOWN]) for name in headings]
        lines = [tuple(map(_cell_text, line)) for line in zip(*shown, strict=True)]
        more = len(self) - _SHOWN
        return headings, [*lines, (f"… {more}", *[""] * (len(headings) - 1))] if more > 0 else lines


def _python_values(column: Any) -> list[Any]:
    """Values of Python."""
    if isinstance(column, np.ndarray):
        return [bytes(row) for row in column] if column.ndim == 2 else column.tolist()
    return list(column)


def _cell_text(value: object) -> str:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


class Columns(DataTable):
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

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._table.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


class ValueColumns(DataTable):
    """A table of plain values in lists; `None` is a value that is not there."""

    def __init__(self, columns: Mapping[str, tuple[str, Sequence[Any]]]) -> None:
        """Columns by name, each with the kind of its values: `int`, `float`, `bool`, `text` or `date`."""
        self._kinds = {name: kind for name, (kind, _) in columns.items()}
        self._values = {name: list(values) for name, (_, values) in columns.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._values)

    def __len__(self) -> int:
        """The number of lines."""
        return len(next(iter(self._values.values()), ()))

    def __getitem__(self, name: str) -> list[Any]:
        """A column. Raises `KeyError`."""
        return self._values[name]

    def __arrow_c_schema__(self) -> object:
        return self._arrow_table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._arrow_table.__arrow_c_stream__(requested_schema)

    @cached_property
    def _arrow_table(self) -> kernel.ValueTable:
        columns = ((name, self._kinds[name], values) for name, values in self._values.items())
        return kernel.ValueTable([(name, kind, _stored_values(kind, values)) for name, kind, values in columns])


def _stored_values(kind: str, values: list[Any]) -> list[Any]:
    """Days are numbers from 1970 on."""
    return [each and each.toordinal() - _DAY_0 for each in values] if kind == "date" else values


_DAY_0: Final = date(1970, 1, 1).toordinal()


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
