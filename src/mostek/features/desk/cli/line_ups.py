"""`mostek tournament lineup` and `matches`: who plays for a team, and how the matches of the teams have ended."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from mostek.cli.output import Failure, print_table
from mostek.features.desk.cli.arguments import divisions_of, numbers_of, team_named, teams_like
from mostek.features.desk.cli.session import Session, changing, division_option, reading
from mostek.features.desk.cli.standings import print_words
from mostek.features.desk.words.tournament_tables import matches_words
from mostek.messages import text
from mostek.messages.tournament_events import called
from mostek.messages.tournament_words import boards_text
from mostek.tournament.commands import SetLineUp
from mostek.tournament.entrants import Team
from mostek.tournament.matches import TeamMatch, fielded, matches_of, plays_matches
from mostek.tournament.scoring import credits_of
from mostek.tournament.state import Tournament


@click.command()
@click.argument("team", metavar="NAME")
@click.argument("who", nargs=-1, metavar="[NUMBER|NAME]...")
@click.option("--clear", is_flag=True, help="No line-up any more: the first members who are there play.")
@division_option
@changing
def lineup(session: Session, team: str, who: tuple[str, ...], clear: bool, division: str | None) -> None:
    """Say who plays for the team NAME from the next match on, board 1 first; without names show who would play."""
    before = session.state
    found = _team(before, team, division)
    if not who and not clear:
        _show(session, found)
        return
    players = () if clear else numbers_of(before, who)
    order = session.order(
        SetLineUp, name=team_named(before, found.division, team), division=found.division, players=players
    )
    session.finish(session.do(order), before)


def _team(state: Tournament, typed: str, division: str | None) -> Team:
    """The team that is meant. Raises `Failure`."""
    names = divisions_of(state, division) if division is not None else list(state.divisions)
    found = [each for each in teams_like(state, typed) if each.division in names]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Failure(text("There is no team {name!r}.", name=typed))
    listed = ", ".join(" ".join(filter(None, (each.name, each.division))) for each in found)
    raise Failure(text("Several teams are called {name!r}: {candidates}", name=typed, candidates=listed))


def _show(session: Session, team: Team) -> None:
    state = session.state
    if not plays_matches(state):
        raise Failure(text("The teams of this event play no matches with line-ups."))
    playing = fielded(state, team)
    bench = [number for number in team.members if number not in playing]
    if session.as_json:
        session.print_json(team=team.name, said=team.line_up, playing=playing, bench=bench)
        return
    session.head()
    names = called(state)
    rows = [[str(board), names(number)] for board, number in enumerate(playing, 1)]
    print_table([text("board"), team.name], rows, right={0})
    if bench:
        click.echo(text("Does not play: {people}.", people=", ".join(map(names, bench))))


@click.command()
@division_option
@click.option("--table", is_flag=True, help="As a cross-table of the teams.")
@reading
def matches(session: Session, division: str | None, table: bool) -> None:
    """Show the matches of the teams, board points and game points; with --table as a cross-table."""
    state = session.state
    names = [name for name in divisions_of(state, division) if any(state.teams_of(name))]
    if not names:
        raise Failure(text("No team has entered."))
    found = {name: matches_of(state, name, credits_of(state, name)) for name in names}
    if session.as_json:
        session.print_json(matches=[{"division": name, **_data(state, each)} for name in names for each in found[name]])
        return
    session.head()
    for name in names:
        if name:
            click.secho(name, bold=True)
        _print_cross(state, name, found[name]) if table else print_words(matches_words(state, name))


def _data(state: Tournament, match: TeamMatch) -> dict[str, Any]:
    winner = match.won_by(state.settings.match.equal.chosen)
    return {**msgspec.to_builtins(match), "winner": winner}


def _print_cross(state: Tournament, division: str, found: tuple[TeamMatch, ...]) -> None:
    teams = [team.name for team in state.teams_of(division)]
    met: dict[tuple[str, str], list[str]] = {}
    for each in found:
        if each.guest:
            met.setdefault((each.home, each.guest), []).append(boards_text(each))
            met.setdefault((each.guest, each.home), []).append(boards_text(each, 1))
    rows = [
        [str(line), name, *("×" if name == other else " ".join(met.get((name, other), ())) for other in teams)]
        for line, name in enumerate(teams, 1)
    ]
    print_table([text("no."), text("team"), *map(str, range(1, len(teams) + 1))], rows, right={0})
