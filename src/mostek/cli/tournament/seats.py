"""Who meets whom, on the screen and as data, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import msgspec

from mostek.cli.tournament import lines
from mostek.cli.tournament.answers import called
from mostek.cli.tournament.tables import print_table
from mostek.cli.tournament.telling import result_text
from mostek.documents.people import by_surname
from mostek.messages import text
from mostek.messages.tournament_words import system_name
from mostek.tournament.events import RoundPaired
from mostek.tournament.scoring import forfeit_at
from mostek.tournament.state import Forfeited, Round, Table, Tournament

if TYPE_CHECKING:
    from mostek.tournament.pairing.explanation import Explanation


def pairing_data(state: Tournament, division: str, number: int) -> dict[str, Any]:
    """A round as plain data."""
    played = state.divisions[division].rounds[number - 1]
    return {
        "division": division,
        "round": number,
        "system": played.system,
        "seed": played.seed,
        "started_at": played.started_at,
        "tables": [_table_data(state, division, played, table) for table in played.tables],
        "byes": [_person(state, each) for each in played.byes],
        "missed": list(played.missed),
    }


def _table_data(state: Tournament, division: str, played: Round, table: Table) -> dict[str, Any]:
    return {
        "table": table.number,
        "players": [_person(state, each) for each in table.players],
        "result": msgspec.to_builtins(table.result),
        "worth": worth(state, division, played.number, table),
        "deducted": {str(number): points for number, points in table.deducted.items()},
        "disputed": table.is_disputed,
    }


def _person(state: Tournament, number: int) -> dict[str, Any]:
    return {"number": number, "name": state.entrants[number].person.name}


def worth(state: Tournament, division: str, number: int, table: Table) -> int | None:
    """N of a game that was won by forfeit (PFS-7.2)."""
    if not isinstance(table.result, Forfeited):
        return None
    return table.result.points or forfeit_at(state, division, number, table.result).points


def print_pairing(state: Tournament, division: str, number: int, by_name: bool = False) -> None:
    """A round as a hall reads it: by table, or by name."""
    played = state.divisions[division].rounds[number - 1]
    heading = text("Round {round}, {system}", round=number, system=system_name(played.system))
    click.secho(f"{division}: {heading}" if division else heading, bold=True)
    if by_name:
        headings = [text("name"), text("table"), text("against")]
        print_table(headings, _by_name(state, played), right={1})
        return
    width = max((len(table.players) for table in played.tables), default=2)
    headings = [text("table"), *_seat_headings(width), text("result")]
    rows = [
        [
            str(table.number),
            *(called(state)(each) for each in table.players),
            *([""] * (width - len(table.players))),
            _shown(state, division, number, table),
        ]
        for table in played.tables
    ]
    print_table(headings, rows, right={0})
    for each in played.byes:
        click.echo(text("Bye: {who}", who=called(state)(each)))


def _seat_headings(width: int) -> list[str]:
    return [text("host"), text("guest")] if width == 2 else [text("player {n}", n=seat) for seat in range(1, width + 1)]


def _shown(state: Tournament, division: str, number: int, table: Table) -> str:
    if table.is_disputed:
        return text("disputed")
    taken = ", ".join(f"{number}: −{points}" for number, points in table.deducted.items())
    said = result_text(table.result, table.players, worth(state, division, number, table))
    return said + (f" ({taken})" if taken else "")


def _by_name(state: Tournament, played: Round) -> Iterator[list[str]]:
    tables = {number: table for table in played.tables for number in table.players}
    for entrant in by_surname(state.entrants[number] for number in (*tables, *played.byes)):
        name, table = entrant.person.name, tables.get(entrant.number)
        if table is None:
            yield [name, "–", text("bye")]
        else:
            others = (state.entrants[other].person.name for other in table.players if other != entrant.number)
            yield [name, str(table.number), ", ".join(others)]


def explanation(before: Tournament | None, paired: RoundPaired) -> Explanation | None:
    """Why the round was paired so, worked out from the tournament as it was before."""
    from mostek.tournament.pairing.explain import explain
    from mostek.tournament.pairing.values import Pairing, PairingError, System
    from mostek.tournament.rounds import task_of

    if before is None:
        return None
    laid_out = (*paired.tables, *((each,) for each in paired.byes)) if paired.system is System.MANUAL else ()
    try:
        task = task_of(before, paired.division, paired.system, paired.seed, laid_out)
        return explain(task, Pairing(paired.tables, paired.byes))
    except PairingError:
        return None


def reasons_data(before: Tournament | None, paired: RoundPaired, state: Tournament) -> Any:
    """The reasons as plain data, with the sentences."""
    from mostek.messages import pairing_reasons as words

    found = explanation(before, paired)
    if found is None:
        return None
    names = called(state)
    said = {
        "summary": list(words.summary(found)),
        "tables": [list(words.of_table(each, names)) for each in found.tables],
        "byes": [list(words.of_bye(each, names)) for each in found.byes],
    }
    return {**msgspec.to_builtins(found), "messages": said}


def print_reasons(before: Tournament | None, paired: RoundPaired, state: Tournament, table: int | None = None) -> None:
    """The reasons, a paragraph for each table and bye."""
    from mostek.messages import pairing_reasons as words

    found = explanation(before, paired)
    if found is None:
        click.echo(text("The reasons cannot be worked out."))
        return
    paragraphs = [list(words.summary(found))]
    shown = [each for each in found.tables if table in (None, each.table)]
    paragraphs += [list(words.of_table(each, called(state))) for each in shown]
    paragraphs += [list(words.of_bye(each, called(state))) for each in found.byes if table is None]
    for first, *rest in paragraphs:
        lines.tell(first, bold=True)
        for line in rest:
            lines.tell(line, "  ")
