"""`mostek tournament league`: a season of evenings, and the groups of the next one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click
import msgspec

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.cli import output
from mostek.cli.output import Failure, json_option, print_json, print_table, write_file
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import Day, moment_on, now, plain
from mostek.features.desk.cli.session import find_event, state_of
from mostek.features.desk.seasons import MOST_GROUPS, group_names, league_of, next_evening, people_of, rules_of_league
from mostek.messages import explained, text
from mostek.messages.tournament_league import MOVES
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX, create_tournament, folder
from mostek.tournament.rating.league import League, Player
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


@click.command()
@click.argument("events", nargs=-1, required=True, metavar="EVENT...")
@click.option("--best", type=click.IntRange(1), metavar="N", help="So many evenings of a player count.")
@click.option("--move", type=click.IntRange(0), metavar="N", help="So many go up from each group, and as many down.")
@click.option("--size", type=click.IntRange(2), metavar="N", help="Groups of about so many players.")
@click.option("--away", multiple=True, metavar="NAME", help="Who does not come to the next evening; may be repeated.")
@click.option("--next", "name", metavar="NAME", help="Create the next evening with everybody entered in their group.")
@click.option("--date", "day", type=Day(), metavar="DATE", help="With --next: its day; otherwise today.")
@click.option("--pdf", "pdf", metavar="FILE", help="Print the season and the groups.")
@json_option
def league(
    events: tuple[str, ...],
    best: int | None,
    move: int | None,
    size: int | None,
    away: tuple[str, ...],
    name: str | None,
    day: date | None,
    pdf: str | None,
    as_json: bool,
) -> None:
    """Show the season of a league after its evenings EVENT…, in their order, and the groups of the next evening.

    What is not said comes from the settings of the latest evening (league.best, league.move, league.size).
    """
    paths = [find_event(each)[0] for each in events]
    if twice := [path.stem for path in paths if paths.count(path) > 1]:
        raise Failure(text("The evening {name} is named twice.", name=twice[0]))
    states = [_evening(path) for path in paths]
    own = {"best": best, "move": move, "size": size}
    rules = msgspec.structs.replace(
        rules_of_league(states[-1]), **{key: value for key, value in own.items() if value is not None}
    )
    found = league_of(states, rules, [_player(states, each) for each in away])
    if len(found.groups) > MOST_GROUPS + len(states[-1].divisions):
        raise Failure(text("So many groups have no names; choose a greater --size."))
    if not found.groups:
        raise Failure(text("Nobody has played yet."))
    names = group_names(states[-1], len(found.groups))
    path = _found(states, found, name.strip(), day) if name is not None else None
    printed = _printed(states[-1], found, names, pdf) if pdf is not None else None
    if as_json:
        facts = {"next": path, "file": printed}
        print_json(
            {"evenings": [state.name for state in states], "groups": _groups(found, names), **_data(found), **facts}
        )
        return
    _print_season(states, found)
    _print_groups(found, names)
    if printed is not None:
        click.echo(text("Printed: {path}", path=printed))
    if path is not None:
        click.echo(text("Saved in {path}.", path=path))
        answers.tell_next(_evening(Path(path)))


def _evening(path: Path) -> Tournament:
    """An evening of the season. Raises `Failure`."""
    state = state_of(path)
    if state is None:
        raise Failure(text("{path} holds no tournament that can be read.", path=path.name))
    return state


def _player(states: Sequence[Tournament], typed: str) -> Player:
    """The player of the season who is meant. Raises `Failure`."""
    known = sorted({name for called in people_of(states) for name in called.values()})
    wanted = plain(typed)
    like = [player for player in known if plain(player) == wanted] or [
        player for player in known if wanted and wanted in plain(player)
    ]
    if len(like) == 1:
        return like[0]
    if not like:
        raise Failure(text("No entrant is called {name!r}.", name=typed))
    listed = "; ".join(like[:8])
    raise Failure(text("Several are called {name!r}: {candidates}", name=typed, candidates=listed))


def _found(states: Sequence[Tournament], found: League, name: str, day: date | None) -> str:
    """Create the next evening, whole or not at all. Raises `Failure`; ends the command where the desk refuses it."""
    stem = file_stem(name)
    if not stem:
        raise Failure(text("A name needs a letter or a digit."))
    at = moment_on(day or now().date(), None)
    desk = Desk(UnsavedLog())
    for command in next_evening(states, found, name, day or now().date(), secrets.token_hex(6), at):
        done = desk.do(command)
        if isinstance(done, DeskRefusal):
            answers.say_refused(done, desk.state if desk.is_founded else None)
            raise click.exceptions.Exit(1)
    path = folder() / f"{stem}{SUFFIX}"
    try:
        fault = create_tournament(path, desk.steps)
    except FileExistsError:
        raise Failure(text("There is a tournament {name} already; choose another --next.", name=stem)) from None
    if fault is not None:
        click.echo(explained(fault.sentence, fault.params), err=True)
    return str(path)


def _printed(state: Tournament, found: League, names: Sequence[str], path: str) -> str:
    from mostek.features.desk.paper import season_sheet

    return str(write_file(Path(path), season_sheet(state, found, names)))


def _data(found: League) -> dict[str, Any]:
    return {"rows": msgspec.to_builtins(found.rows), "ties": found.ties}


def _groups(found: League, names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"group": name, "players": msgspec.to_builtins(group)} for name, group in zip(names, found.groups, strict=True)
    ]


def _print_season(states: Sequence[Tournament], found: League) -> None:
    numbers = [str(number) for number in range(1, len(states) + 1)]
    headings = [text("place"), text("name"), *numbers, text("points"), text("of all")]
    rows = [
        [
            str(row.place),
            row.player,
            *(str(each or "–") for each in row.by_event),
            str(row.points),
            str(row.total),
        ]
        for row in found.rows
    ]
    print_table(headings, rows, {0, *range(2, len(states) + 4)})


def _print_groups(found: League, names: Sequence[str]) -> None:
    click.secho(text("Groups of the next evening"), bold=True)
    rows = [
        [name or "–", each.player, text(MOVES[each.move])]
        for name, group in zip(names, found.groups, strict=True)
        for each in group
    ]
    print_table([text("group"), text("name"), text("why")], rows, set())
    for tied in found.ties:
        people = ", ".join(tied)
        output.tell(
            "! "
            + text("Equal where the groups part; the first of the list has the better place: {people}.", people=people),
            fg="yellow",
        )
