"""Writing to the terminal: sentences, tables, progress and JSON; and why a command failed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from mostek.core.errors import SentenceError
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
    """The reason that the system gives, in the person's language where it is a common thing."""
    return verbatim(error.strerror) if error.strerror else str(error)


@contextmanager
def sentences() -> Iterator[None]:
    """Turn an error with a sentence, or of the system, into a failure of the command in the person's language."""
    try:
        yield
    except SentenceError as error:
        raise Failure(text(error.sentence, **error.params)) from None
    except BrokenPipeError:
        raise  # the reader of the answer has gone: no failure, and nobody to be told
    except OSError as error:
        place = error.filename or error.filename2 or ""
        raise Failure(f"{place}: {why(error)}" if place else str(error)) from None


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises `Failure` with the reason."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=why(error))) from None


def write_file(path: Path, data: bytes) -> Path:
    """Write a file completely or not at all; its folder is made. Raises `Failure` with the reason."""
    from mostek.lexicon.files import atomically

    try:
        with atomically(path) as file:
            file.write(data)
    except OSError as error:
        raise Failure(text("{path} cannot be written: {why}.", path=path, why=why(error))) from None
    return path


def printable(words: str) -> str:
    """A text from a file, with a sign for each letter that would steer the terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in words)


def _own_or_of_the_group(context: click.Context, _: click.Parameter, value: bool) -> bool:
    """The option before the name of a command counts as well as after it."""
    return value or bool(context.parent and context.parent.params.get("as_json"))


json_option = click.option("--json", "as_json", is_flag=True, callback=_own_or_of_the_group, help="Answer in JSON.")
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
        from shutil import get_terminal_size
        from textwrap import fill

        width = get_terminal_size().columns
        sentence = fill(sentence, width, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
    else:
        sentence = indent + sentence
    click.secho(sentence, err=err, **style)


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[int] = (),
    styles: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """A table whose columns numbered in `right` are figures; `styles` are those of single rows on a terminal.

    An empty column is left out.
    """
    every = [list(row) for row in rows]
    shown = [column for column, _ in enumerate(headings) if not every or any(row[column] for row in every)]
    cells = [[row[column] for column in shown] for row in every]
    named = [headings[column] for column in shown]
    figures = {place for place, column in enumerate(shown) if column in right}
    if not sys.stdout.isatty():
        _plain(named, cells, figures)
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(named):
        is_figure = place in figures
        table.add_column(heading, justify="right" if is_figure else "left", no_wrap=is_figure, overflow="fold")
    for place, row in enumerate(cells):
        table.add_row(*map(Text, row), style=styles.get(place))
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
def progress(doing: str) -> Iterator[Callable[[float], None]]:
    """A line that grows with the share done, from 0 to 1; short works are done before it is seen."""
    shown = -1

    def show(share: float) -> None:
        nonlocal shown
        percent = int(share * 100)
        if percent != shown and sys.stderr.isatty():
            shown = percent
            click.echo(f"\r{doing}: {percent} %", nl=False, err=True)

    try:
        yield show
    finally:
        if shown >= 0:
            click.echo("\r" + " " * (len(doing) + 8) + "\r", nl=False, err=True)
