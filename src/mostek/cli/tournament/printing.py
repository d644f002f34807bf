"""`mostek tournament print`: documents on A4, as PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import click
from msgspec import Struct

from mostek.cli.options import OneOf
from mostek.cli.output import Failure, print_json
from mostek.cli.tournament.arguments import divisions_of, last_round, number_of
from mostek.cli.tournament.files import written
from mostek.cli.tournament.session import Session, division_option, file_name, reading
from mostek.messages import text
from mostek.tournament.state import Tournament


class PrintRequest(Struct, frozen=True):
    """What a document is about, besides the tournament."""

    division: str
    round: int
    """The requested round, or the one paired last."""
    player: int | None
    after: int | None
    """The round whose standings are requested."""


Page = Callable[[Tournament, PrintRequest], bytes]

WHOLE = ("regulation", "cards", "missing", "log", "press", "exclusion", "card")
"""Documents of the whole event, or of one person; of the others each division has its own."""
DOCUMENTS: Mapping[str, str] = {
    "regulation": "the settings of the event, each with its clause",
    "start-list": "everybody who has entered",
    "check-in": "the same with boxes to tick",
    "pairings": "who sits where, by table, in large type",
    "names": "who sits where, by name",
    "slips": "result slips to be signed, four on a page",
    "cards": "table cards to fold",
    "results": "the results of a round",
    "missing": "tables without a result",
    "standings": "the classification",
    "categories": "the classification of each category",
    "teams": "the classification of the teams",
    "crosstable": "everybody’s rounds",
    "card": "one player’s rounds (--player)",
    "log": "the arbiter’s decisions",
    "exclusion": "the report on an excluded player to the federation (--player)",
    "press": "what a newspaper needs",
    "diplomas": "for places I to III",
    "participants": "diplomas for everybody who took part",
    "schools": "diplomas for the schools",
}
"""What can be printed, in the order in which an event needs it."""


@click.command("print")
@click.argument("documents", nargs=-1, type=OneOf("There is no document {name!r}.", DOCUMENTS))
@click.option(
    "-o", "--output", metavar="PATH", help="A folder, or the file of a single document; - is standard output."
)
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="N", help="The number of the round; the last one by default."
)
@click.option("--player", metavar="NAME", help="Whose card or report.")
@division_option
@reading
def print_(
    session: Session,
    documents: tuple[str, ...],
    output: str | None,
    number: int | None,
    player: str | None,
    division: str | None,
) -> None:
    """Print documents as PDF on A4; without a name, list the documents.

    Documents of a round show the last round, and each division has its own.
    """
    if not documents:
        _tell_documents(session.as_json)
        return
    made = [page for name in documents for page in _pages(session, name, number, player, division)]
    if output == "-":
        if len(made) > 1:
            raise Failure(text("These are several documents; say where to with --output FOLDER."))
        click.echo(made[0][1], nl=False)
        return
    paths = [written(_path(output, name, len(made)), data) for name, data in made]
    if session.as_json:
        session.print_json(files=[str(path) for path in paths])
        return
    session.head()
    for path in paths:
        click.echo(text("Printed: {path}", path=path))


def _tell_documents(as_json: bool) -> None:
    if as_json:
        print_json({name: text(what) for name, what in DOCUMENTS.items()})
        return
    for name, what in DOCUMENTS.items():
        click.echo(f"{name:<14}{text(what)}")
    click.echo(text("Next: {command}", command="mostek tournament print regulation start-list"))


def _path(output: str | None, name: str, documents: int) -> Path:
    """Where a document goes: into the folder that is named, or under the name of the one document."""
    if output is None:
        return Path(f"{name}.pdf")
    given = Path(output)
    if documents == 1 and not given.is_dir() and not output.endswith(("/", "\\")):
        return given
    return given / f"{name}.pdf"


def _pages(
    session: Session, name: str, number: int | None, player: str | None, division: str | None
) -> Iterator[tuple[str, bytes]]:
    """The document, once for each division where it is about one; with the name of its file."""
    state = session.state
    stem = f"{session.file.name}-{name}"
    divisions = [""] if name in WHOLE else divisions_of(state, division)
    for each in divisions:
        played = 0 if name in WHOLE else last_round(state, each, number) if name in OF_A_ROUND else number or 0
        whose = number_of(state, player) if player else None
        wanted = PrintRequest(each, played, whose, number)
        marks = [f"-{file_name(each)}" if each else "", f"-{played}" if name in OF_A_ROUND else ""]
        for mark, page in _documents(state, name, wanted):
            yield "".join((stem, *marks, mark)), _made(page)


def _made(page: Callable[[], bytes]) -> bytes:
    from mostek.documents.typesetting import NoTypesetterError

    try:
        return page()
    except NoTypesetterError:
        raise Failure(text("PDF needs an addition to mostek: pip install 'mostek[pdf]'.")) from None
    except LookupError as error:
        raise Failure(text("There is nothing to print: {why}.", why=error.args[0])) from None


OF_A_ROUND = ("pairings", "names", "slips", "results")
"""Documents of one round."""


def _documents(state: Tournament, name: str, wanted: PrintRequest) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The document, or one for each category; with what is added to the name of its file."""
    if name != "categories":
        yield "", partial(_page(name), state, wanted)
        return
    from mostek.documents.tournament.standings import categories_of, standings_pages

    for category in categories_of(state, wanted.division):
        yield (
            f"-{file_name(category)}",
            partial(standings_pages, state, wanted.division, after=wanted.after, category=category),
        )


def _page(name: str) -> Page:
    from mostek.documents.tournament import cross_table, diplomas, letters, lists, regulation, rounds, standings

    pages: Mapping[str, Page] = {
        "regulation": lambda state, wanted: regulation.regulation_pages(state),
        "start-list": lambda state, wanted: lists.start_list_pages(state, wanted.division),
        "check-in": lambda state, wanted: lists.check_in_pages(state, wanted.division),
        "pairings": lambda state, wanted: rounds.pairing_pages(state, wanted.division, wanted.round),
        "names": lambda state, wanted: rounds.name_pages(state, wanted.division, wanted.round),
        "results": lambda state, wanted: rounds.result_pages(state, wanted.division, wanted.round),
        "slips": lambda state, wanted: rounds.slip_pages(state, wanted.division, wanted.round),
        "cards": lambda state, wanted: rounds.table_card_pages(state),
        "missing": lambda state, wanted: lists.missing_pages(state),
        "standings": lambda state, wanted: standings.standings_pages(state, wanted.division, after=wanted.after),
        "teams": lambda state, wanted: standings.team_pages(state, wanted.division),
        "crosstable": lambda state, wanted: cross_table.cross_table_pages(state, wanted.division),
        "card": lambda state, wanted: cross_table.card_pages(state, _whose(wanted)),
        "log": lambda state, wanted: lists.log_pages(state),
        "exclusion": lambda state, wanted: letters.exclusion_pages(state, _whose(wanted)),
        "press": lambda state, wanted: letters.press_pages(state),
        "diplomas": lambda state, wanted: diplomas.prize_diploma_pages(state, wanted.division),
        "participants": lambda state, wanted: diplomas.participant_diploma_pages(state, wanted.division),
        "schools": lambda state, wanted: diplomas.school_diploma_pages(state, wanted.division),
    }
    return pages[name]


def _whose(wanted: PrintRequest) -> int:
    if wanted.player is None:
        raise Failure(text("Say whose it is to be: --player NAME."))
    return wanted.player
