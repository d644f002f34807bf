"""`mostek tournament teams`: the classification of the schools, and their line-ups."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from mostek.cli.failures import Failure
from mostek.cli.tournament.answers import called
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.names import divisions_of
from mostek.cli.tournament.session import Session, reading
from mostek.cli.tournament.tables import print_table
from mostek.messages import text
from mostek.messages.tournament_words import halves
from mostek.tournament.standings import team_table_of
from mostek.tournament.state import Tournament


@click.command(short_help="Show the classification of the teams.")
@division_option
@reading
def teams(session: Session, division: str | None) -> None:
    """Show the classification of the teams, or before the first round their line-ups."""
    state = session.state
    names = [name for name in divisions_of(state, division) if any(state.teams_of(name))]
    if not names:
        raise Failure(text("No team has entered."))
    if session.as_json:
        tables = [{"division": name, "table": _team_data(state, name)} for name in names]
        session.print_json(tables=tables, line_ups=[msgspec.to_builtins(each) for each in state.teams.values()])
        return
    session.head()
    for name in names:
        if name:
            click.secho(name, bold=True)
        if state.divisions[name].rounds:
            _print_teams(state, name)
        else:
            _print_line_ups(state, name)


def _team_data(state: Tournament, name: str) -> Any:
    found = team_table_of(state, name)
    return {**msgspec.to_builtins(found), "winners": found.winners}


def _print_teams(state: Tournament, name: str) -> None:
    found = team_table_of(state, name)
    headings = [
        text("place"),
        text("team"),
        text("match points"),
        text("game points"),
        text("margin"),
        text("best place"),
    ]
    rows = [
        [
            str(row.place),
            row.name,
            halves(row.half_points),
            str(row.game_points),
            f"{row.spread:+}",
            str(row.best_place or "–"),
        ]
        for row in found.rows
    ]
    print_table(headings, rows, right={0, 2, 3, 4, 5})
    if found.by_mean:
        click.echo(text("A team is short, so all are compared by what they won per game."))


def _print_line_ups(state: Tournament, name: str) -> None:
    rows = []
    for team in state.teams_of(name):
        members = ", ".join(called(state)(number) for number in team.members)
        rows.append(
            [team.name, str(len(team.members)), text("yes") if team.confirmed else text("no"), team.contact, members]
        )
    print_table([text("team"), text("members"), text("confirmed"), text("contact"), text("line-up")], rows, right={1})
