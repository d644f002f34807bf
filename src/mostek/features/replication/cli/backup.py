"""`mostek backup` and `restore`: copies of what a server stores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.app.ports import LogError
from mostek.cli.output import json_option, print_json, progress
from mostek.cli.serve import data_option, failure, folder_of, server_needed
from mostek.messages import count, text

if TYPE_CHECKING:
    from mostek.features.replication.store.backup import Rebuilt
    from mostek.store.checking import Copied


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@json_option
def backup(file: Path, data: Path | None, as_json: bool) -> None:
    """Copy the data of a server to FILE, also while the server runs; in a folder the name contains the date.

    The copy shows one moment and replaces FILE only after a check. It contains secrets: the seeds of unfinished games, and the
    keys of the server.
    """
    with server_needed():
        from mostek.features.replication.store.backup import back_up
        from mostek.server.config import database_address
    try:
        with progress(text("Copying")) as done:
            copied = back_up(folder_of(data), file, done, database_address(os.environ))
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
    """Replace the data of a server with the backup FILE, also while the server runs.

    FILE may be the folder of a continuous copy (serve --copy). The command first copies the present data aside. If anything
    goes wrong, nothing changes.
    """
    with server_needed():
        from mostek.features.replication.store.backup import restore as put_back
        from mostek.server.config import database_address
    try:
        with progress(text("Restoring")) as done:
            now, aside, rebuilt = put_back(folder_of(data), file, done, database_address(os.environ))
    except LogError as error:
        raise failure(error) from None
    if as_json:
        print_json({**_facts(now), "aside": aside and str(aside), **_rebuilt(rebuilt)})
        return
    click.echo(text("The backup is in place: {path}, {what}.", path=now.path, what=_what(now)))
    if rebuilt is not None:
        _tell_rebuilt(rebuilt)
    if aside is not None:
        click.echo(text("The earlier data is in {path}.", path=aside))
    click.echo(text("A running server uses it within a second."))


def _rebuilt(rebuilt: Rebuilt | None) -> dict[str, object]:
    if rebuilt is None:
        return {}
    return {"transactions": rebuilt.transactions, "lost": rebuilt.lost, "unreadable": list(rebuilt.unreadable)}


def _tell_rebuilt(rebuilt: Rebuilt) -> None:
    """Say what a database was rebuilt from, and what is missing."""
    number = rebuilt.transactions
    click.echo(count("{n} change of the journal is in it.", "{n} changes of the journal are in it.", number))
    if rebuilt.lost:
        one = "{n} line of the journal cannot be used; what it changed is missing."
        click.echo(count(one, "{n} lines of the journal cannot be used; what they changed is missing.", rebuilt.lost))
    if rebuilt.unreadable:
        tables = ", ".join(rebuilt.unreadable)
        click.echo(text("These games cannot be read and will be put aside: {tables}.", tables=tables))


def _what(copied: Copied) -> str:
    return ", ".join(
        (
            count("{n} table", "{n} tables", copied.tables),
            count("{n} event", "{n} events", copied.events),
            count("{n} file", "{n} files", copied.files),
            text("{megabytes} MB", megabytes=f"{copied.size / 1e6:.1f}"),
        )
    )


def _facts(copied: Copied) -> dict[str, object]:
    facts = {"path": str(copied.path), "bytes": copied.size, "tables": copied.tables, "events": copied.events}
    return {**facts, "files": copied.files}
