"""Writing to the terminal: sentences, tables, progress and JSON; and why a command failed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from mostek.messages import text, verbatim

if TYPE_CHECKING:
    from rich.console import Console


class Failure(click.ClickException):
    """Unreadable input or wrong use: exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Write the sentence to standard error."""
        click.echo(text("Error: {message}", message=self.format_message()), err=True)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, and the list of all; empty if none is known."""
    from difflib import get_close_matches

    names = sorted(known)
    close = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = " " + text("Did you mean {name!r}?", name=close[0]) if close else ""
    return hint + (" " + text("Known: {names}.", names=", ".join(names)) if names else "")


def why(error: OSError) -> str:
    """What the system says went wrong, in the person's language where it is a common thing."""
    return verbatim(error.strerror) if error.strerror else str(error)


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
"""The `--json` that every command has."""


def print_json(value: Any) -> None:
    """One JSON document on one line; letters stay letters."""
    from msgspec.json import encode

    click.echo(encode(value).decode())


def console() -> Console:
    """A console for standard output that drops colour when it is not a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def tell(sentence: str, indent: str = "", err: bool = False, **style: Any) -> None:
    """Write a sentence; what goes on in the next line stands further in."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        width = get_terminal_size().columns
        sentence = fill(sentence, width, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
    else:
        sentence = indent + sentence
    click.secho(sentence, err=err, **style)


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = (), bold: Collection[int] = ()
) -> None:
    """A table whose columns numbered in `right` are figures; `bold` names the rows to be seen first.

    An empty column is left out.
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


@contextmanager
def progress(doing: str, steps: int) -> Iterator[Callable[[], None]]:
    """A line that grows with every step; short works are done before it is seen."""
    done, shown = 0, -1

    def step() -> None:
        nonlocal done, shown
        done += 1
        percent = done * 100 // max(steps, 1)
        if percent != shown and sys.stderr.isatty():
            shown = percent
            click.echo(f"\r{doing}: {percent} %", nl=False, err=True)

    try:
        yield step
    finally:
        if shown >= 0:
            click.echo("\r" + " " * (len(doing) + 8) + "\r", nl=False, err=True)
