"""`mostek tournament sample`: a table of players to fill in, with its columns explained."""

from __future__ import annotations

from pathlib import Path

import click

from mostek.cli.output import write_file
from mostek.messages import text


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the table to a file.")
def sample(output: Path | None) -> None:
    """Write a sample table of players, to fill in with a spreadsheet and enter with register --file."""
    from mostek.features.desk.entry_lists import COLUMNS, sample_headings, sample_list
    from mostek.tournament.formats import csv

    heading, data = sample_headings(), sample_list()
    if output is None:
        click.echo(data.decode(csv.MARKED).replace("\r\n", "\n"), nl=False)
    else:
        click.echo(text("Written: {path}", path=write_file(output, data)), err=True)
    for name, column in zip(heading, COLUMNS, strict=True):
        click.echo(f"{name}: {text(COLUMNS[column])}", err=True)
