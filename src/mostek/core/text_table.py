"""Small tables of text: as lines for a terminal, as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Row = Sequence[str]


class PrintedTable:
    """A value that prints as a table, and that a notebook shows as one."""

    __slots__ = ()

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """The headings and the lines."""
        raise NotImplementedError

    def __str__(self) -> str:
        return text_table(*self.printed_lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return html_table(*self.printed_lines())


def text_table(headings: Row, rows: Sequence[Row]) -> str:
    """Format lines with columns of equal width; the first column is left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [
        [
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in (headings, *rows)
    ]
    return "\n".join("  ".join(line).rstrip() for line in lines)


def html_table(headings: Row, rows: Sequence[Row]) -> str:
    """A table of HTML."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
