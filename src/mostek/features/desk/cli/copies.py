"""A log that is imported, and the tournaments of the folder that began with the same step: the same, longer, or apart."""

from __future__ import annotations

from pathlib import Path

import click

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.cli.output import Failure
from mostek.features.desk.cli.session import ask
from mostek.features.desk.store.tournament_merging import CopyFile, copies_here, copy_file, take_longer
from mostek.messages import count, explained, text
from mostek.tournament.merging.copies import Relation, common_steps, relation


def known_here(path: Path, data: bytes, yes: bool, as_json: bool) -> Path | None:
    """Compare a log with the tournaments of the folder, and take what it has more.

    Returns:
        The tournament that has taken the steps; `None` if the log is to be imported as a new one.

    Raises:
        Failure: there is nothing to import, or the two must be merged.
    """
    try:
        given = copy_file(path, data)
    except LogError as error:
        raise Failure(f"{path}: {explained(error.sentence, error.params)}") from None
    found = [(relation(here.copy, given.copy), here) for here in copies_here(given.copy)]
    for here in (here for kind, here in found if kind is Relation.SAME):
        same = text("The tournament is here already, with the same steps: {name}.", name=here.path.stem)
        raise Failure(f"{same} {_beside()}")
    for here in (here for kind, here in found if kind is Relation.A_IS_LONGER):
        raise Failure(_older(given, here))
    longer = [here for kind, here in found if kind is Relation.B_IS_LONGER]
    for here in longer:
        if given.contents.steps[: len(here.contents.steps)] == here.contents.steps:
            return _taken(here, given, yes, as_json)
    for here in longer:
        raise Failure(_merged_elsewhere(given, here))
    for here in (here for kind, here in found if kind is Relation.FORKED):
        raise Failure(_apart(given, here))
    return None


def _older(given: CopyFile, here: CopyFile) -> str:
    sentence = count(
        "{name} is here with all steps of {path} and {n} step more: there is nothing to import.",
        "{name} is here with all steps of {path} and {n} steps more: there is nothing to import.",
        len(here.contents.steps) - len(given.contents.steps),
        name=here.path.stem,
        path=given.path,
    )
    return f"{sentence} {_beside()}"


def _beside() -> str:
    return text("To have the file as a tournament of its own, call it otherwise: --name NAME.")


def _merged_elsewhere(given: CopyFile, here: CopyFile) -> str:
    sentence = text("{path} is a merge that has all of {name}, which is here.", path=given.path, name=here.path.stem)
    command = f"mostek tournament import {given.path} --name {here.path.stem}-merged"
    return f"{sentence} " + text("Import it beside it: {command}", command=command)


def _apart(given: CopyFile, here: CopyFile) -> str:
    common = common_steps(here.copy, given.copy)
    sentence = text(
        "{path} is a copy of {name}, which is here, and both went on.", path=given.path, name=here.path.stem
    )
    more = text(
        "Steps in common: {common}; more here: {here}; more in the file: {given}.",
        common=common,
        here=len(here.contents.steps) - common,
        given=len(given.contents.steps) - common,
    )
    merge = text("Merge them: {command}", command=f"mostek tournament merge {here.path.stem} {given.path}")
    return f"{sentence} {more} {merge}"


def _taken(here: CopyFile, given: CopyFile, yes: bool, as_json: bool) -> Path:
    """Take the steps that the file has more, after a yes."""
    more = count(
        "{path} goes on from {name}, which is here: {n} step more.",
        "{path} goes on from {name}, which is here: {n} steps more.",
        len(given.contents.steps) - len(here.contents.steps),
        path=given.path,
        name=here.path.stem,
    )
    if as_json and not yes:
        raise Failure(f"{more} " + text("--json cannot ask questions; add --yes."))
    if not as_json:
        click.echo(more)
    if not yes:
        ask(text("Take them?"))
    try:
        fault = take_longer(here, given)
    except (SaveError, LogError) as error:
        raise Failure(explained(error.sentence, error.params)) from None
    except ConflictError:
        raise Failure(
            text("Another person has changed the tournament meanwhile; look, and repeat the command.")
        ) from None
    if fault is not None:
        click.echo(explained(fault.sentence, fault.params), err=True)
    return here.path
