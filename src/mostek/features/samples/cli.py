"""`mostek samples`: files to try the commands of the guides with."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from mostek.cli.output import Failure, json_option, print_json, progress, write_file
from mostek.messages import count, text


@click.command("samples")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIRECTORY")
@click.option("--force", is_flag=True, help="Replace files of these names that are there already.")
@json_option
def write_samples(folder: Path, force: bool, as_json: bool) -> None:
    """Write sample files into DIRECTORY: people, an event, games, a position and words, as the commands of the guides name them.

    The people in them are invented: their surnames are rivers and trees.
    """
    from mostek.features.samples.sample_files import sample_files
    from mostek.features.samples.words import SENTENCES

    files = sample_files()
    taken = [file.name for file in files if (folder / file.name).exists()]
    if taken and not force:
        raise Failure(
            text(
                "{path} is there already, so nothing was written. Name another folder, or replace it with --force.",
                path=folder / taken[0],
            )
        )
    with progress(text("Writing the samples")) as show:
        made = []
        for number, file in enumerate(files):
            made.append((folder / file.name, file.make()))
            show((number + 1) / len(files))
    for path, data in made:
        write_file(path, data)
    if as_json:
        print_json({"files": [str(path) for path, _ in made]})
        return
    for file in files:
        if file.name in SENTENCES:
            click.echo(f"{folder / file.name}: {text(SENTENCES[file.name])}")
    games = [file for file in files if file.name.startswith("partie/")]
    click.echo(f"{folder / 'partie'}: {count('{n} recorded game', '{n} recorded games', len(games))}")
    click.echo(text("The people in them are invented: their surnames are rivers and trees."))
    place = quote(str(folder))
    click.echo(text("→ Go there and begin:  cd {folder} && mostek review final.gcg", folder=place))
