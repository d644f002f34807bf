"""`mostek tournament print`: documents on A4, as PDF."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from mostek.cli.output import Failure, print_json, sentences, write_file
from mostek.cli.param_types import OneOf
from mostek.documents.document import (
    Document,
    Emblem,
    NothingToPrintError,
    PrintRequest,
    Subject,
    categories_of,
    documents,
)
from mostek.documents.emblem import MOST_BYTES, emblem
from mostek.documents.printing import print_document
from mostek.features.desk.cli.arguments import divisions_of, last_round, number_of
from mostek.features.desk.cli.session import Session, division_option, reading
from mostek.messages import text
from mostek.store.file_names import file_stem


@click.command("print")
@click.argument("names", nargs=-1, type=OneOf("There is no document {name!r}.", documents))
@click.option(
    "-o", "--output", metavar="PATH", help="A folder, or the file of a single document; - is standard output."
)
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="N", help="The number of the round; the last one by default."
)
@click.option("--player", metavar="NAME", help="Whose card or report.")
@click.option(
    "--logo",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A picture for diplomas, PNG or SVG of 512 kB at most.",
)
@click.option("--colour", metavar="COLOUR", default="", help="The colour of diplomas, as #8a2b0e.")
@division_option
@reading
def print_(
    session: Session,
    names: tuple[str, ...],
    output: str | None,
    number: int | None,
    player: str | None,
    logo: Path | None,
    colour: str,
    division: str | None,
) -> None:
    """Print documents as PDF on A4; without a name, list the documents.

    Documents of a round show the last round, and each division has its own.
    """
    if not names:
        _list_documents(session)
        return
    look = _emblem(logo, colour)
    made: list[tuple[str, bytes]] = []
    refusals: dict[str, str] = {}
    for name in dict.fromkeys(names):
        try:
            made += _copies(session, documents()[name], number, player, division, look)
        except (Failure, NothingToPrintError) as error:
            # One that cannot be printed does not keep the others from being printed.
            refusals[documents()[name].title] = _sentence(error)
            if len(names) == 1:
                raise
    if output == "-":
        if len(made) > 1:
            raise Failure(text("These are several documents; say where to with --output FOLDER."))
        click.echo(made[0][1], nl=False)
        return
    paths = [write_file(_path(output, name, len(made)), data) for name, data in made]
    if session.as_json:
        session.print_json(files=[str(path) for path in paths], **({"refused": refusals} if refusals else {}))
    else:
        session.head()
        for path in paths:
            click.echo(text("Printed: {path}", path=path))
        for title, why in refusals.items():
            click.echo(f"{title}: {why}", err=True)
    if refusals:
        sys.exit(1)


def _emblem(logo: Path | None, colour: str) -> Emblem:
    with sentences():
        if logo is None:
            return emblem(colour=colour)
        with logo.open("rb") as file:
            return emblem(file.read(MOST_BYTES + 1), colour)


def _sentence(error: Failure | NothingToPrintError) -> str:
    return text(error.sentence, **error.params) if isinstance(error, NothingToPrintError) else str(error)


def code_on_paper(session: Session) -> str:
    """The code on paper that proves the file: `mostek tournament verify --head` takes it."""
    digits = session.file.head[:16]
    code = " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))
    return text("Journal: {code}, step {n}", code=code, n=len(session.desk.steps))


def _list_documents(session: Session) -> None:
    """The names, with what they stand for; what has nothing to print yet is dim."""
    if session.as_json:
        print_json({name: document.help for name, document in documents().items()})
        return
    founded = session.desk.is_founded
    for name, document in documents().items():
        available = not founded or document.available(session.state)
        click.secho(f"{name:<14}{document.title}: {document.help}", dim=not available)
    click.echo(text("Next: {command}", command="mostek tournament print regulation start-list"))


def _path(output: str | None, name: str, documents: int) -> Path:
    """The path of a document: in the folder that is named, or under the name of the one document."""
    if output is None:
        return Path(f"{name}.pdf")
    given = Path(output)
    if documents == 1 and not given.is_dir() and not output.endswith(("/", "\\")):
        return given
    return given / f"{name}.pdf"


def _copies(
    session: Session, document: Document, number: int | None, player: str | None, division: str | None, look: Emblem
) -> Iterator[tuple[str, bytes]]:
    """The document, once for each division, round or category that it is about, with the name of its file."""
    state = session.state
    whose = number_of(state, player) if player else 0
    if document.subject is Subject.PLAYER and not whose:
        raise Failure(text("Say whose it is to be: --player NAME."))
    if whose and whose not in state.entrants:
        raise Failure(text("No entrant has the starting number {number}.", number=whose))
    divided = document.subject not in (Subject.EVENT, Subject.PLAYER)
    for each in divisions_of(state, division) if divided else [""]:
        played = last_round(state, each, number) if document.subject is Subject.ROUND else 0
        categories: Iterable[str] = categories_of(state, each) if document.subject is Subject.CATEGORY else [""]
        for category in categories:
            marks = (session.file.name, document.name, file_stem(each), str(played or ""), file_stem(category))
            request = PrintRequest(each, played, whose, number, category, emblem=look)
            yield "-".join(filter(None, marks)), print_document(document.name, state, request, code_on_paper(session))
