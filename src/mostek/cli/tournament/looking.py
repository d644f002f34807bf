"""`mostek tournament standings`, `crosstable`, `card` and `rating`: how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from mostek.cli.failures import Failure, nearest
from mostek.cli.tournament.answers import called
from mostek.cli.tournament.columns import card_lines, cross_cells, key_text, standing_row
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.kept import plain
from mostek.cli.tournament.names import divisions_of, number_of
from mostek.cli.tournament.session import Session, reading
from mostek.cli.tournament.tables import print_table
from mostek.messages import text
from mostek.messages.tournament_words import KEYS, head
from mostek.tournament.classification import Standing, places_within
from mostek.tournament.cross_table import cross_table, player_card
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament

_round_option = click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", help="As it was after this round."
)


@click.command()
@_round_option
@division_option
@click.option("--category", metavar="NAME", help="Only this category, with places of its own.")
@click.option("--key-columns", is_flag=True, help="Say what has put everybody below whoever stands above.")
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
        session.print_json(round=number, keys=state.settings.keys.value, tables=rows)
        return
    session.head()
    for name, found in tables:
        click.secho(_heading(state, name, number, category), bold=True)
        _print_standings(state, found, key_columns)


def _within(state: Tournament, found: Sequence[Standing], category: str) -> tuple[Standing, ...]:
    """The standings of a category. Raises `Failure` for one that nobody has."""
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
    rounds = len(state.divisions[name].rounds) if number is None else number
    said = text("Classification after round {round}", round=rounds) if rounds else text("Classification")
    return " · ".join(filter(None, (name, said, category)))


def _standing_data(state: Tournament, each: Standing) -> dict[str, Any]:
    person = state.entrants[each.number].person
    return {"name": person.name, "city": person.city, **msgspec.to_builtins(each)}


def _print_standings(state: Tournament, found: Sequence[Standing], key_columns: bool) -> None:
    keys = state.settings.keys.chosen
    extra = [index for index, key in enumerate(keys) if key.value not in _SHOWN]
    headings = [
        text("place"),
        text("no."),
        text("name"),
        text("city"),
        text("W–D–L"),
        text("match points"),
        text("game points"),
        text("margin"),
        *(head(keys[index]) for index in extra),
        *([text("below by")] * key_columns),
    ]
    rows = [
        [
            *standing_row(state, each),
            *(key_text(keys[index], each.values[index]) for index in extra),
            *([_below(each)] * key_columns),
        ]
        for each in found
    ]
    print_table(headings, rows, right={0, 1, 5, 6, 7, *range(8, 8 + len(extra))})
    decided = [each.number for each in found if each.decided]
    if decided:
        click.echo(text("Decided by the organiser: {numbers}.", numbers=", ".join(map(str, decided))))


def _below(each: Standing) -> str:
    """What has put somebody below whoever stands above."""
    return text("organiser") if each.decided else text(KEYS[each.below_by]) if each.below_by else "–"


_SHOWN = ("match_points", "game_points", "spread")


@click.command(short_help="Show everybody's rounds side by side.")
@division_option
@reading
def crosstable(session: Session, division: str | None) -> None:
    """Show everybody's rounds side by side: the opponent's place, and + = − for the outcome."""
    state = session.state
    found = []
    for name in divisions_of(state, division):
        credits = credits_of(state, name)
        found.append((name, cross_table(standings_of(state, name), credits, len(state.divisions[name].rounds))))
    if session.as_json:
        session.print_json(tables=[{"division": name, "rows": msgspec.to_builtins(rows)} for name, rows in found])
        return
    session.head()
    for name, rows in found:
        if name:
            click.secho(name, bold=True)
        rounds = len(state.divisions[name].rounds)
        headings = [
            text("place"),
            text("name"),
            *map(str, range(1, rounds + 1)),
            text("match points"),
            text("game points"),
        ]
        print_table(headings, [cross_cells(state, row) for row in rows], right={0, rounds + 2, rounds + 3})


@click.command()
@click.argument("who")
@reading
def card(session: Session, who: str) -> None:
    """Show the card of a player: every round, with the sums."""
    state = session.state
    number = number_of(state, who)
    entrant = state.entrants.get(number)
    if entrant is None:
        raise Failure(text("Nobody has the starting number {number}.", number=number))
    lines = player_card(number, standings_of(state, entrant.division), credits_of(state, entrant.division))
    if session.as_json:
        session.print_json(entrant=msgspec.to_builtins(entrant), lines=msgspec.to_builtins(lines))
        return
    session.head()
    click.secho(called(state)(number) + (f", {entrant.person.city}" if entrant.person.city else ""), bold=True)
    headings = [text("round"), text("starts"), text("against"), text("score"), text("match points")]
    headings += [text("game points"), text("margin")]
    print_table(headings, card_lines(state, lines), right={0, 4, 5, 6})


@click.command(short_help="Show what everybody reached for the ranking.")
@division_option
@reading
def rating(session: Session, division: str | None) -> None:
    """Show what everybody reached for the ranking: scalps by games."""
    state = session.state
    found = {name: ratings_of(state, name) for name in divisions_of(state, division)}
    rows = [
        {
            "number": number,
            "name": state.entrants[number].person.name,
            "before": format_rating(state.entrants[number].person.rating),
            "scalps": each.scalps,
            "games": each.games,
            "rating": None if each.rating_hundredths is None else format_rating(each.rating_hundredths),
            "order": each.rating_hundredths or 0,
        }
        for ratings in found.values()
        for number, each in ratings.items()
        if each.games
    ]
    rows.sort(key=lambda row: (-int(str(row["order"])), row["number"]))
    if session.as_json:
        session.print_json(ratings=[{name: row[name] for name in row if name != "order"} for row in rows])
        return
    session.head()
    columns = ("number", "name", "before", "scalps", "games", "rating")
    headings = [text("no."), text("name"), text("rating before"), text("scalps"), text("games"), text("rating")]
    print_table(headings, [[str(row[name]) for name in columns] for row in rows], right={0, 2, 3, 4, 5})
