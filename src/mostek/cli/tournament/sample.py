"""`mostek tournament sample`: a table of players to fill in, with its columns explained."""

from __future__ import annotations

from pathlib import Path

import click

from mostek.cli.output import write_file
from mostek.messages import language, text

COLUMNS = {
    "name": "first and last name; the only column that must be there",
    "city": "where they are from; it tells two people of one name apart",
    "rating": "as 161.25 or 161,25; empty for a debutant",
    "team": "team, school or club",
    "category": "a category with a classification of its own, or the division",
}
"""What the columns of the sample hold."""

_ROWS = (
    ("Jan Przykład", "Łódź", "161,25", "", ""),
    ("Anna Wzór", "Kraków", "", "Klub Ósemka", "junior"),
)


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the table to a file.")
def sample(output: Path | None) -> None:
    """Write a sample table of players, to fill in with a spreadsheet and enter with register --file."""
    from mostek.tournament.formats import csv

    place = 0 if language() == "pl" else 1
    heading = [csv.HEADINGS[column][place] for column in COLUMNS]
    data = "".join(";".join(row) + "\r\n" for row in (heading, *_ROWS)).encode(csv.MARKED)
    if output is None:
        click.echo(data.decode(csv.MARKED).replace("\r\n", "\n"), nl=False)
    else:
        click.echo(text("Written: {path}", path=write_file(output, data)), err=True)
    for name, column in zip(heading, COLUMNS, strict=True):
        click.echo(f"{name}: {text(COLUMNS[column])}", err=True)
