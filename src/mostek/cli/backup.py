"""`mostek backup` and `mostek restore`: a copy of what a server keeps, and back again, while it runs or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.app.ports import LogError
from mostek.cli.failures import Failure
from mostek.cli.output import json_option, print_json
from mostek.messages import count, explained, text

if TYPE_CHECKING:
    from mostek.store.backup import Copied

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of everything that the server keeps; otherwise MOSTEK_DATA, otherwise that of the user.",
)
"""The `--data` of every command about a server."""


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@json_option
def backup(file: Path, data: Path | None, as_json: bool) -> None:
    """Copy what a server keeps to FILE, while it runs or not; into a folder under a name with the date.

    The copy is of one moment, and is put in place when it was checked. It holds secrets: the seeds of unfinished games.
    """
    with server_needed():
        from mostek.store.backup import back_up
    try:
        copied = back_up(_folder(data), file, _progress(text("Copying")))
    except LogError as error:
        raise failure(error) from None
    if as_json:
        print_json(_facts(copied))
    else:
        click.echo(text("The backup is whole: {path}, {what}.", path=copied.path, what=_what(copied)))


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@json_option
def restore(file: Path, data: Path | None, as_json: bool) -> None:
    """Put the backup FILE in the place of what a server keeps, while it runs or not.

    What was there is kept aside first. If anything goes wrong, nothing has changed.
    """
    with server_needed():
        from mostek.store.backup import restore as put_back
    try:
        now, aside = put_back(_folder(data), file, _progress(text("Restoring")))
    except LogError as error:
        raise failure(error) from None
    if as_json:
        print_json({**_facts(now), "aside": aside and str(aside)})
        return
    click.echo(text("The backup is in place: {path}, {what}.", path=now.path, what=_what(now)))
    if aside is not None:
        click.echo(text("What was there before lies in {path}.", path=aside))
    click.echo(text("A server that runs there goes on with it within a second."))


@contextmanager
def server_needed() -> Iterator[None]:
    """Say what to install when the parts of the server are not there, which only those get who ask for them."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = text(
            "The server is not installed ({name} is missing): pip install 'mostek[server]'", name=error.name
        )
        raise Failure(sentence) from None


def _folder(data: Path | None) -> Path:
    from mostek.server.config import data_folder

    return data or data_folder(os.environ)


def failure(error: LogError) -> Failure:
    """The sentence of what a database could not do, in the person's language."""
    return Failure(explained(error.sentence, error.params))


def _what(copied: Copied) -> str:
    return ", ".join(
        (
            count("{n} table", "{n} tables", copied.tables),
            count("{n} event", "{n} events", copied.events),
            text("{megabytes} MB", megabytes=f"{copied.size / 1e6:.1f}"),
        )
    )


def _facts(copied: Copied) -> dict[str, object]:
    return {"path": str(copied.path), "bytes": copied.size, "tables": copied.tables, "events": copied.events}


def _progress(doing: str) -> Callable[[float], None]:
    """A line that grows, where somebody looks on; small databases are done before it is seen."""
    shown = -1

    def show(done: float) -> None:
        nonlocal shown
        percent = int(done * 100)
        if percent != shown and sys.stderr.isatty():
            shown = percent
            click.echo(f"\r{doing}: {percent} %", nl=done >= 1, err=True)

    return show
