"""Tables that a spreadsheet opens: texts that people chose are never formulas there, and come back as they were."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"'*\s*(?![+-]?\d+(?:[.,]\d+)?$)[=+\-@＝＋－＠]")
"""The beginning of a text that some spreadsheet evaluates, with its own apostrophes before it. A number is no formula."""
_ESCAPED = re.compile(rf"'{_FORMULA.pattern}")


def escaped_cell(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula: with an apostrophe before what would be one.

    Example:
        >>> escaped_cell("=1+1"), escaped_cell("'=1+1"), escaped_cell("-5"), escaped_cell("'s-Gravenhage")
        ("'=1+1", "''=1+1", '-5', "'s-Gravenhage")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def plain_cell(cell: str) -> str:
    """The text of a cell that `escaped_cell` made, or that a spreadsheet wrote.

    Example:
        >>> plain_cell("'=1+1"), plain_cell("-5"), plain_cell("'s-Gravenhage")
        ('=1+1', '-5', "'s-Gravenhage")
    """
    return cell[1:] if _ESCAPED.match(cell) else cell


def table_text(rows: Iterable[Iterable[str | int | float | None]], delimiter: str = ";", line_end: str = "\r\n") -> str:
    """The rows as CSV. Texts are escaped; numbers stay numbers, also negative ones; `None` is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=line_end)
    writer.writerows([escaped_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()
