"""`mostek tournament missing` and `late`: what the desk waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from mostek.cli.tournament import answers
from mostek.cli.tournament.answers import called
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.names import divisions_of
from mostek.cli.tournament.session import Session, at_option, reading
from mostek.cli.tournament.tables import print_table
from mostek.messages import text
from mostek.tournament.pending import late_tables, missing_results


@click.command(short_help="Show what is still missing.")
@division_option
@reading
def missing(session: Session, division: str | None) -> None:
    """Show what is still missing: the tables without a result, and who has reported."""
    state = session.state
    found = [each for name in divisions_of(state, division) for each in missing_results(state, name)]
    if session.as_json:
        session.print_json(missing=msgspec.to_builtins(found), next=answers.next_steps(state))
        return
    session.head()
    names = called(state)
    headings = [text("round"), text("table"), text("players"), text("reported")]
    rows = [
        [
            f"{each.round}" + (f" ({each.division})" if each.division else ""),
            str(each.table),
            " – ".join(map(names, each.players)),
            text("disputed") if each.disputed else ", ".join(map(str, each.reported)) or "–",
        ]
        for each in found
    ]
    if rows:
        print_table(headings, rows, right={1})
    answers.tell_next(state)


@click.command(short_help="Show who is late and how much time is left.")
@division_option
@at_option
@reading
def late(session: Session, division: str | None) -> None:
    """Show who is late, how much time is left for whom, and who has lost by not coming (PFS-6.3)."""
    state = session.state
    rows = [row for name in divisions_of(state, division) for row in _late(session, name)]
    if session.as_json:
        session.print_json(at=session.at, late=rows)
        return
    session.head()
    if not rows:
        click.echo(text("Nobody is late."))
        return
    names = called(state)
    headings = [text("table"), text("player"), text("time left"), text("status")]
    shown = [[str(row["table"]), names(row["number"]), _minutes(row["seconds_left"]), row["status"]] for row in rows]
    print_table(headings, shown, right={0, 2})


def _late(session: Session, division: str) -> Iterator[dict[str, Any]]:
    for table, each in late_tables(session.state, division, session.at).items():
        for number, left in each.left.items():
            awaited, lost = number in each.awaited, number in each.lost
            status = text("lost by forfeit (PFS-6.3.4a)") if lost else text("awaited") if awaited else text("there")
            yield {
                "division": division,
                "table": table,
                "number": number,
                "seconds_left": int(left.total_seconds()),
                "awaited": awaited,
                "lost": lost,
                "status": status,
            }


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"
