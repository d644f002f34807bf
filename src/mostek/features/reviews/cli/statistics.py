"""`mostek statistics`: points, bingos, exchanges, words, accuracy and times of people over many games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.game_files import GameFile, game_files, game_of_log
from mostek.cli.output import (
    Failure,
    chosen_form,
    json_option,
    print_json,
    print_table,
    printable,
    progress,
    sentences,
    tell,
    write_file,
)
from mostek.cli.param_types import RULEBOOK, OneOf
from mostek.core.diagnostics import NotationError
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.engine.review import GameReview
    from mostek.engine.review.statistics import PersonStatistics, Statistics, TimedReview


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--player", metavar="NAME", help="Only this person.")
@click.option(
    "--depth",
    type=OneOf("There is no depth {name!r}.", ["static", "quick", "normal", "deep"]),
    default="static",
    show_default=True,
    help="How deep to review games that have no review yet.",
)
@click.option("--csv", is_flag=True, help="Write a table, a line for each person.")
@click.option("--html", is_flag=True, help="Write a page with plots, in one file.")
@json_option
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--lexicon", metavar="NAME", help="The list that judges; by default the one that the game names.")
@click.option("--rulebook", "book", type=RULEBOOK, default="pfs", show_default=True, help="The rules of the game.")
def statistics(
    files: tuple[str, ...],
    player: str | None,
    depth: str,
    csv: bool,
    html: bool,
    as_json: bool,
    output: Path | None,
    lexicon: str | None,
    book: str,
) -> None:
    """Show statistics of people over games: results, points, bingos, exchanges, words, accuracy and times.

    A FILE is a review that `mostek review` has written, the log of a game of mostek, a game in any format that `mostek convert`
    reads, a folder or a zip archive of such files. Only logs hold times. Games without a review are reviewed first. Exit status
    2 if a file cannot be read.
    """
    from mostek.engine.review.statistics import statistics as counted

    form = chosen_form(text("Choose one of --csv, --html and --json."), csv=csv, html=html, json=as_json)
    with sentences():
        reviews, failed = _reviews(list(game_files(files)), depth, lexicon, book)
        found = _only(counted(reviews), player)
        _write(found, form, output)
    sys.exit(2 if failed else 0)


def _reviews(
    files: Sequence[GameFile], depth: str, lexicon: str | None, book: str
) -> tuple[list[GameReview | TimedReview], int]:
    """The reviews of all files, and the number of files that cannot be read."""
    from mostek.app.ports import LogError
    from mostek.engine.review import ReviewError, review
    from mostek.lexicon import LexiconError

    found: list[GameReview | TimedReview] = []
    failed = 0
    with progress(text("Reviewing")) as report:
        for number, file in enumerate(files):
            try:
                found.append(
                    _kept(file) or _logged(file, depth, lexicon) or review(file.data, depth, lexicon, rulebook=book)
                )
            except NotationError as error:
                failed += _refuse(file, error)
            except (ReviewError, LexiconError, LogError) as error:
                failed += 1
                tell(printable(f"{file.shown}: {text(error.sentence, **error.params)}"), err=True)
            report((number + 1) / len(files))
    return found, failed


def _kept(file: GameFile) -> GameReview | None:
    """The review in a file, if the file is one."""
    from mostek.engine.review import from_json

    if not file.data.lstrip().startswith(b'{"format":'):
        return None
    try:
        return from_json(file.data)
    except ValueError:
        return None


def _logged(file: GameFile, depth: str, lexicon: str | None) -> TimedReview | None:
    """The review of a game's own log, by its own rulebook and with its times; `None` for another file."""
    from mostek.engine.review import review
    from mostek.engine.review.statistics import TimedReview
    from mostek.referee.turn_times import turn_times

    game = game_of_log(file.data)
    if game is None:
        return None
    return TimedReview(review(game.record, depth, lexicon, rulebook=game.rulebook), turn_times(game.events))


def _refuse(file: GameFile, error: NotationError) -> int:
    from mostek.messages.diagnoses import sentence

    tell(printable(f"{file.shown}: {sentence(error.diagnostic)}"), err=True)
    return 1


def _only(found: Statistics, player: str | None) -> Statistics:
    """The statistics of one person. Raises `Failure` for an unknown name."""
    from msgspec.structs import replace

    from mostek.cli.output import nearest

    if player is None:
        return found
    people = tuple(person for person in found.people if person.name.casefold() == player.casefold())
    if not people:
        names = [person.name for person in found.people]
        raise Failure(text("Nobody called {name!r} plays in these games.", name=player) + nearest(player, names))
    return replace(found, people=people)


def _write(found: Statistics, form: str, output: Path | None) -> None:
    from msgspec import json, to_builtins

    if form == "text":
        _show(found)
        return
    if form == "json" and output is None:
        print_json(to_builtins(found))
        return
    data = (
        _table(found.people).encode()
        if form == "csv"
        else _page(found).encode()
        if form == "html"
        else json.encode(found)
    )
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        write_file(output, data)


def _page(found: Statistics) -> str:
    from mostek.features.reviews.statistics_paper import statistics_page

    return statistics_page(found)


def _table(people: Sequence[PersonStatistics]) -> str:
    from mostek.features.reviews.statistics_paper import statistics_csv

    return statistics_csv(people)


def _show(found: Statistics) -> None:
    from mostek.features.reviews.statistics_paper import figures, headings

    rows = [[printable(cell) for cell in figures(person)] for person in found.people]
    print_table(headings(), rows, set(range(1, len(headings()))))
