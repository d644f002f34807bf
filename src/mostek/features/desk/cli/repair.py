"""`mostek tournament repair`: repair the file of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import replayed
from mostek.cli.output import Failure, json_option, print_json, read_file
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.session import ask, find_event, yes_option
from mostek.features.desk.store.tournament_repair import Repair, replace_file
from mostek.features.desk.store.tournament_repair import repair as worked_out
from mostek.messages import count, explained, text
from mostek.store.tournament_lines import read_tournament


@click.command()
@click.argument("name", required=False, metavar="[FILE|NAME]")
@event_option
@yes_option
@json_option
def repair(name: str | None, event: str | None, yes: bool, as_json: bool) -> None:
    """Repair the file of a tournament: you first see what is wrong, what can be kept, and what is lost.

    The original stays beside the new file. Without --yes a program with --json only gets the report.
    """
    path = Path(name) if name and Path(name).is_file() else find_event(name or event)[0]
    data = read_file(path)
    try:
        found = worked_out(data)
    except LogError as error:
        why = explained(error.sentence, error.params)
        raise Failure(text("{path} cannot be repaired: {why}", path=path, why=why) + _copies(path)) from None
    if _is_sound(data):
        _tell(path, found, None, as_json)
        return
    if as_json and not yes:
        _tell(path, found, None, True)
        return
    if not as_json:
        for line in _report(found):
            click.echo(line)
        if not yes:
            ask(text("Do it?"))
    try:
        set_aside = replace_file(path, data, found)
    except (SaveError, LogError) as error:
        raise Failure(explained(error.sentence, error.params)) from None
    except ConflictError:
        raise Failure(
            text("Another person has changed the tournament meanwhile; look, and repeat the command.")
        ) from None
    _tell(path, found, set_aside, as_json)


def _is_sound(data: bytes) -> bool:
    """Whether the desk opens the file as it is; a line that was cut off is set aside by the next command."""
    try:
        contents = read_tournament(data)
        replayed(contents.steps)
    except LogError:
        return False
    return not contents.torn


def _report(found: Repair) -> Iterator[str]:
    """The fault, the mended lines, and the numbers of usable and lost lines, a sentence for each."""
    if found.fault is not None:
        yield explained(found.fault.sentence, found.fault.params)
    for line in found.mended:
        yield text("Line {line}: a value outside its limits is changed to the nearest one that is possible.", line=line)
    yield count("{n} step can be kept.", "{n} steps can be kept.", len(found.steps))
    if found.lost:
        yield count("{n} line after them is lost.", "{n} lines after them are lost.", found.lost)


def _tell(path: Path, found: Repair, set_aside: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "event": path.stem,
                "path": str(path),
                "fault": None if found.fault is None else explained(found.fault.sentence, found.fault.params),
                "mended": found.mended,
                "kept": len(found.steps),
                "lost": found.lost,
                "original": set_aside and str(set_aside),
            }
        )
    elif set_aside is None:
        click.echo(text("There is nothing to repair in {path}.", path=path))
    else:
        click.echo(text("Repaired: {path}. The original is {kept}.", path=path, kept=set_aside))


def _copies(path: Path) -> str:
    """The command that imports the latest copy."""
    found = sorted((path.parent / "copies").glob(f"{path.stem}-*{path.suffix}"))
    return (
        " " + text("Import the latest copy: {command}", command=f"mostek tournament import {found[-1]}")
        if found
        else ""
    )
