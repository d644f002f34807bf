"""Tables on the screen: ruled for a person, in plain columns for a pipe; nothing is ever cut off."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence

import click

from mostek.cli.output import console


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = (), bold: Collection[int] = ()
) -> None:
    """A table whose columns numbered in `right` are figures; `bold` names the rows to be seen first.

    A column in which nobody has anything is left out.
    """
    every = [list(row) for row in rows]
    kept = [column for column, _ in enumerate(headings) if not every or any(row[column] for row in every)]
    cells = [[row[column] for column in kept] for row in every]
    named = [headings[column] for column in kept]
    figures = {place for place, column in enumerate(kept) if column in right}
    if sys.stdout.isatty():
        _ruled(named, cells, figures, bold)
    else:
        _plain(named, cells, figures)


def _ruled(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], bold: Collection[int]
) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, heading in enumerate(headings):
        figures = column in right
        table.add_column(heading, justify="right" if figures else "left", no_wrap=figures, overflow="fold", ratio=None)
    for place, row in enumerate(rows):
        table.add_row(*map(Text, row), style="bold" if place in bold else None)
    console().print(table)


def _plain(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int]) -> None:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())
