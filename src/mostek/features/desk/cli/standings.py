"""`mostek tournament standings`, `crosstable`, `card`, `teams`, `rating`, `ranking` and `grandprix`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import click
import msgspec

from mostek.cli.output import Failure, json_option, nearest, print_json, print_table
from mostek.features.desk.cli.arguments import Day, divisions_of, now, number_of, plain
from mostek.features.desk.cli.session import Session, division_option, find_event, reading, state_of
from mostek.features.desk.seasons import grand_prix_of, ranking_of
from mostek.features.desk.words.tournament_tables import (
    WordTable,
    card_words,
    cross_words,
    ratings_words,
    standings_table,
    teams_words,
)
from mostek.messages import text
from mostek.messages.prize_words import brought, totals
from mostek.messages.tournament_events import called
from mostek.store.tournament_files import entries
from mostek.tournament.awards import awards_of
from mostek.tournament.classification import Key, Standing, places_within
from mostek.tournament.cross_table import cross_table, player_card
from mostek.tournament.rating.grand_prix import Series
from mostek.tournament.rating.ranking_list import Ranked
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import keys_of, ratings_of, standings_of, team_table_of
from mostek.tournament.state import Tournament

_round_option = click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", help="As it was after this round."
)


@click.command()
@_round_option
@division_option
@click.option("--category", metavar="NAME", help="Only this category, with places of its own.")
@click.option("--key-columns", is_flag=True, help="Show which key separates each entrant from the next.")
@reading
def standings(
    session: Session, number: int | None, division: str | None, category: str | None, key_columns: bool
) -> None:
    """Show the classification, as it is now or after a round."""
    state = session.state
    tables = []
    for name in divisions_of(state, division):
        found = standings_of(state, name, None if number is None else number + 1)
        tables.append((name, _within(state, found, category) if category else found))
    if session.as_json:
        rows = [
            {"division": name, "standings": [_standing_data(state, each) for each in found]} for name, found in tables
        ]
        session.print_json(round=number, keys=_keys(state, [name for name, _ in tables]), tables=rows)
        return
    session.head()
    for name, found in tables:
        click.secho(_heading(state, name, number, category), bold=True)
        print_words(standings_table(state, name, found, key_columns, _prizes_by(state, name, number)))


def _keys(state: Tournament, names: Sequence[str]) -> tuple[Key, ...]:
    """The keys of the shown divisions: the longest list, where a knock-out has begun in one of them."""
    return max((keys_of(state, name) for name in names), key=len)


def _within(state: Tournament, found: Sequence[Standing], category: str) -> tuple[Standing, ...]:
    """The standings of a category. Raises `Failure` for one without players."""
    known = {entrant.person.category for entrant in state.entrants.values() if entrant.person.category}
    like = [name for name in known if plain(name) == plain(category)] or [
        name for name in known if plain(name).startswith(plain(category))
    ]
    if len(like) != 1:
        raise Failure(text("There is no category {name!r}.", name=category) + nearest(category, known))
    return places_within(
        found, {each.number for each in found if state.entrants[each.number].person.category == like[0]}
    )


def _heading(state: Tournament, name: str, number: int | None, category: str | None) -> str:
    current = state.divisions[name].current
    rounds = number if number is not None else current.number if current else 0
    sentence = text("Classification after round {round}", round=rounds) if rounds else text("Classification")
    return " · ".join(filter(None, (name, sentence, category)))


def _standing_data(state: Tournament, each: Standing) -> dict[str, Any]:
    person = state.entrants[each.number].person
    return {"name": person.name, "city": person.city, **msgspec.to_builtins(each)}


def _prizes_by(state: Tournament, division: str, number: int | None) -> Mapping[int, str]:
    """The prizes of each player by the classification that is shown; nothing where no prizes are named."""
    if not any(each.division == division for each in state.prizes) or not state.divisions[division].rounds:
        return {}
    found = totals(awards_of(state, division, None if number is None else number + 1))
    return {who: brought(state, *won) for who, won in found.items()}


def print_words(words: WordTable) -> None:
    """Print a table with its notes; of a table without rows the notes alone."""
    if words.rows or not words.notes:
        print_table(list(words.heads), map(list, words.rows), right=set(words.right))
    for note in words.notes:
        click.echo(note)


@click.command()
@division_option
@reading
def crosstable(session: Session, division: str | None) -> None:
    """Show the cross-table: the opponent's place in each round, and + = − for the outcome."""
    state = session.state
    names = divisions_of(state, division)
    if session.as_json:
        found = [
            (name, cross_table(standings_of(state, name), credits_of(state, name), len(state.divisions[name].rounds)))
            for name in names
        ]
        session.print_json(tables=[{"division": name, "rows": msgspec.to_builtins(rows)} for name, rows in found])
        return
    session.head()
    for name in names:
        if name:
            click.secho(name, bold=True)
        print_words(cross_words(state, name))


@click.command()
@click.argument("who")
@reading
def card(session: Session, who: str) -> None:
    """Show the card of a player: every round, with totals."""
    state = session.state
    number = number_of(state, who)
    entrant = state.entrants.get(number)
    if entrant is None:
        raise Failure(text("No entrant has the starting number {number}.", number=number))
    if session.as_json:
        lines = player_card(number, standings_of(state, entrant.division), credits_of(state, entrant.division))
        session.print_json(entrant=msgspec.to_builtins(entrant), lines=msgspec.to_builtins(lines))
        return
    session.head()
    click.secho(called(state)(number) + (f", {entrant.person.city}" if entrant.person.city else ""), bold=True)
    print_words(card_words(state, number))


@click.command()
@division_option
@reading
def rating(session: Session, division: str | None) -> None:
    """Show the results for the ranking: scalps by games."""
    state = session.state
    names = divisions_of(state, division)
    if not session.as_json:
        session.head()
        print_words(ratings_words(state, names))
        return
    found = [(number, each) for name in names for number, each in ratings_of(state, name).items() if each.games]
    found.sort(key=lambda row: (-(row[1].rating_hundredths or 0), row[0]))
    rows = [
        {
            "number": number,
            "name": state.entrants[number].person.name,
            "before": state.settings.rating_scale.chosen.format_rating(state.entrants[number].person.rating),
            "scalps": each.scalps,
            "games": each.games,
            "rating": None if each.rating_hundredths is None else format_rating(each.rating_hundredths),
        }
        for number, each in found
    ]
    session.print_json(ratings=rows)


@click.command()
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
            print_words(teams_words(state, name))
        else:
            _print_line_ups(state, name)


def _team_data(state: Tournament, name: str) -> Any:
    found = team_table_of(state, name)
    return {**msgspec.to_builtins(found), "winners": found.winners}


def _print_line_ups(state: Tournament, name: str) -> None:
    rows = []
    for team in state.teams_of(name):
        members = ", ".join(called(state)(number) for number in team.members)
        rows.append(
            [team.name, str(len(team.members)), text("yes") if team.confirmed else text("no"), team.contact, members]
        )
    print_table([text("team"), text("members"), text("confirmed"), text("contact"), text("line-up")], rows, right={1})


@click.command()
@click.argument("events", nargs=-1, metavar="[EVENT]...")
@click.option("--on", "day", type=Day(), metavar="DATE", help="The day of the list; otherwise today.")
@json_option
def ranking(events: tuple[str, ...], day: date | None, as_json: bool) -> None:
    """Compute the ranking list from the named tournaments, or from all saved ones.

    By the federation's rules of that day: games of two years, at most 200, 30 for the list, fewer for the waiting list.
    People of one name are one person, unless two of them play in one event: then the city tells them apart.
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


@click.command()
@click.argument("events", nargs=-1, required=True, metavar="EVENT...")
@click.option("--silver", is_flag=True, help="The silver classification: ratings below 150 only.")
@json_option
def grandprix(events: tuple[str, ...], silver: bool, as_json: bool) -> None:
    """Compute the Grand Prix from tournaments in the given order: the best six count."""
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
    paths = [find_event(name)[0] for name in names] or [entry.path for entry in entries() if entry.state is not None]
    states = [state for path in paths if (state := state_of(path)) is not None]
    if not states:
        raise Failure(text("There is no tournament yet. Begin one: mostek tournament new NAME"))
    return states


def _row(row: Ranked) -> list[str]:
    return [str(row.place), row.player, format_rating(row.rating_hundredths), str(row.scalps), str(row.games)]
