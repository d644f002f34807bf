"""Tables in columns of fixed width under a line of dashes, as the federation's reports print them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """One column: what stands above it, how wide it is at least, and whether its cells are numbers."""

    heading: str
    width: int
    is_number: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Heading, dashes and rows. A column grows with a cell that is too long for it, and the dashes say so."""
    widths = [max(column.width, *(len(row[place]) for row in rows), 0) for place, column in enumerate(columns)]
    heading = [column.heading.ljust(width) for column, width in zip(columns, widths, strict=True)]
    lines = [heading, ["-" * width for width in widths]]
    for row in rows:
        cells = zip(columns, widths, row, strict=True)
        lines.append([cell.rjust(width) if column.is_number else cell.ljust(width) for column, width, cell in cells])
    return [" ".join(line).rstrip() for line in lines]


def is_dashes(line: str) -> bool:
    """Whether a line is that between heading and rows."""
    return _DASHES.fullmatch(line.strip()) is not None


def split_row(line: str, dashes: str, numbers: int) -> list[str] | None:
    """The cells of a row, the last ones of which are numbers; `None` if it has not as many.

    Where a cell reaches across its column the row is taken apart from its right end, and its texts at wide gaps.
    """
    spans = [match.span() for match in _RUN.finditer(dashes)]
    if all(line[end : end + 1] in ("", " ") for _, end in spans[:-1]):
        cells = [line[begin:end].strip() for begin, end in spans[:-1]] + [line[spans[-1][0] :].strip()]
        if all(cell and " " not in cell for cell in cells[-numbers:]):
            return cells
    words = line.rsplit(maxsplit=numbers)
    if len(words) <= numbers:
        return None
    number, *rest = words[0].split(maxsplit=1)
    texts = _GAP.split(rest[0]) if rest else []
    wanted = len(spans) - numbers - 1
    if len(texts) > wanted:
        return None
    return [number, *texts, *[""] * (wanted - len(texts)), *words[1:]]


_DASHES = re.compile(r"-+(?: +-+)+")
_RUN = re.compile(r"-+")
_GAP = re.compile(r" {2,}")
