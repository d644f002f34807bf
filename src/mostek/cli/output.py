"""Writing to the terminal: sentences, tables, progress and JSON; and why a command failed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from mostek.core.errors import SentenceError
from mostek.messages import count, text, verbatim

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


def chosen_form(refusal: str, **forms: bool) -> str:
    """The form of an answer whose option was given, `text` without one. Raises `UsageError` with the refusal for several."""
    chosen = [form for form, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        raise click.UsageError(refusal)
    return chosen[0] if chosen else "text"


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


_FIRST_TICK, _TICK = 1.0, 0.5
"""The seconds until a work without a known share shows that it goes on, and between two signs."""


@contextmanager
def progress(doing: str) -> Iterator[Callable[[float], None]]:
    """A line on a terminal that grows with the share done, from 0 to 1; short works are done before it is seen.

    While the share is not known, it counts the seconds. Ctrl-C ends the command soon (`mostek.cli.interrupts`).
    """
    from mostek.cli.interrupts import ending_soon

    line = _ProgressLine(doing)
    with ending_soon():
        try:
            yield line.show_share
        finally:
            line.remove_line()


class _ProgressLine:
    """The line of a work. It is written by the thread of the work, and by one of its own while no share is known."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        # Two threads write the line, and a line after its end would stand in the answer.
        self._lock = threading.Lock()
        self._over = threading.Event()  # the work has ended: the thread that counts ends too
        self._percent: int | None = None
        self._width = 0
        if sys.stderr.isatty():
            # In the context of the command, which knows its language.
            run = copy_context().run
            threading.Thread(target=run, args=(self._count_seconds,), name="mostek-progress", daemon=True).start()

    def show_share(self, share: float) -> None:
        """Show a share from 0 to 1."""
        percent = int(share * 100)
        if percent != self._percent and sys.stderr.isatty():
            self._percent = percent
            self._write_line(f"{self._doing}: {percent} %")

    def remove_line(self) -> None:
        """Remove the line, for good."""
        with self._lock:
            self._over.set()
            if self._width:
                click.echo("\r" + " " * self._width + "\r", nl=False, err=True)

    def _count_seconds(self) -> None:
        begun = monotonic()
        wait = _FIRST_TICK
        while not self._over.wait(wait) and self._percent is None:
            seconds = int(monotonic() - begun)
            self._write_line(count("{doing}: {n} second", "{doing}: {n} seconds", seconds, doing=self._doing))
            wait = _TICK

    def _write_line(self, line: str) -> None:
        from shutil import get_terminal_size

        with self._lock:
            if self._over.is_set():
                return
            line = line[-max(1, get_terminal_size().columns - 1) :]
            click.echo("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)
