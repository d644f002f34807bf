"""`mostek tournament ranking` and `grandprix`: several tournaments together."""

from __future__ import annotations

from datetime import date

import click
import msgspec

from mostek.app.seasons import grand_prix_of, ranking_of
from mostek.cli.failures import Failure
from mostek.cli.output import json_option, print_json
from mostek.cli.tournament.kept import found, state_of
from mostek.cli.tournament.tables import print_table
from mostek.cli.tournament.times import Day, now
from mostek.messages import text
from mostek.store.tournament_files import entries
from mostek.tournament.rating.grand_prix import Series
from mostek.tournament.rating.ranking_list import Ranked
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.state import Tournament


@click.command(short_help="Work out the ranking list from several tournaments.")
@click.argument("events", nargs=-1, metavar="[EVENT]...")
@click.option("--on", "day", type=Day(), metavar="DATE", help="The day of the list; otherwise today.")
@json_option
def ranking(events: tuple[str, ...], day: date | None, as_json: bool) -> None:
    """Work out the ranking list: from the tournaments that are named, or from all that are kept here.

    By the federation's rules of that day: games of two years, at most 200, 30 for the list, fewer for the waiting list.
    People of one name are one person.
    """
    made = ranking_of(_states(events), day or now().date())
    if as_json:
        print_json(msgspec.to_builtins(made))
        return
    for title, rows in ((text("Ranking list"), made.main), (text("Waiting list"), made.waiting)):
        if rows:
            click.secho(title, bold=True)
            print_table(
                [text("place"), text("name"), text("rating"), text("scalps"), text("games")],
                map(_row, rows),
                {0, 2, 3, 4},
            )


@click.command(short_help="Work out the Grand Prix from several tournaments.")
@click.argument("events", nargs=-1, required=True, metavar="EVENT...")
@click.option("--silver", is_flag=True, help="The silver classification: ratings below 150 only.")
@json_option
def grandprix(events: tuple[str, ...], silver: bool, as_json: bool) -> None:
    """Work out the Grand Prix from tournaments in the order in which they are named: the best six count."""
    states = _states(events)
    rows = grand_prix_of(states, Series.SILVER if silver else Series.GOLDEN)
    if as_json:
        print_json({"events": [state.name for state in states], "rows": msgspec.to_builtins(rows)})
        return
    numbers = [str(number) for number in range(1, len(states) + 1)]
    print_table(
        [text("place"), text("name"), *numbers, text("points"), text("of all")],
        [[str(row.place), row.player, *map(str, row.by_event), str(row.points), str(row.total)] for row in rows],
        {0, *range(2, len(states) + 4)},
    )


def _states(names: tuple[str, ...]) -> list[Tournament]:
    paths = [found(name)[0] for name in names] or [entry.path for entry in entries() if entry.state is not None]
    states = [state for path in paths if (state := state_of(path)) is not None]
    if not states:
        raise Failure(text("There is no tournament yet. Begin one: mostek tournament new NAME"))
    return states


def _row(row: Ranked) -> list[str]:
    return [str(row.place), row.player, format_rating(row.rating_hundredths), str(row.scalps), str(row.games)]
