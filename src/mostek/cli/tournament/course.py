"""`mostek tournament log`, `undo` and `close`: everything that was done, taking back, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec

from mostek.cli.failures import Failure
from mostek.cli.tournament import answers, lines
from mostek.cli.tournament.asking import ask
from mostek.cli.tournament.changes import changed, consequences_data
from mostek.cli.tournament.corrections import confirm_and_do
from mostek.cli.tournament.session import Session, changing, reading, yes_option
from mostek.cli.tournament.tables import print_table
from mostek.cli.tournament.telling import told
from mostek.messages import text
from mostek.tournament.commands import CloseTournament, Undo
from mostek.tournament.evolve import evolve
from mostek.tournament.history import Step, in_force
from mostek.tournament.state import Tournament


@click.command(short_help="Show every step: when, who, what.")
@click.option("--last", type=click.IntRange(1), metavar="NUMBER", help="Only so many of the latest.")
@click.option("--decisions", is_flag=True, help="Only what the arbiter has decided.")
@reading
def log(session: Session, last: int | None, decisions: bool) -> None:
    """Show every step: when, who, what; what was taken back is marked."""
    rows = list(_rows(session.desk.steps))
    if decisions:
        rows = [row for row in rows if "decision_made" in row["types"]]
    rows = rows[-last:] if last else rows
    if session.as_json:
        session.print_json(steps=rows)
        return
    session.head()
    print_table(
        [text("step"), text("time"), text("given by"), text("what")],
        [
            [str(row["step"]), f"{row['at']:%d.%m %H:%M:%S}", row["by"] or "–", _marked(row["said"], row["undone"])]
            for row in rows
        ],
        right={0},
    )


def _marked(said: Sequence[str], undone: bool) -> str:
    told_together = "; ".join(line.replace("\n", "; ") for line in said)
    return "[" + text("taken back") + "] " + told_together if undone else told_together


def _rows(steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Each step as plain data, told by the tournament as it was then."""
    standing = {id(step) for step in in_force(steps)}
    states: list[Tournament | None] = [None]
    for number, step in enumerate(steps, 1):
        before = states[-1]
        if isinstance(step.command, Undo):
            states.pop()
            after = states[-1]
        else:
            after = before
            for event in step.events:
                after = evolve(after, event)
            states.append(after)
        assert after is not None, "the founding is never undone"
        yield {
            "step": number,
            "at": step.command.at,
            "by": step.command.by,
            "command": msgspec.to_builtins(step.command)["type"],
            "types": [msgspec.to_builtins(event)["type"] for event in step.events],
            "said": list(told(step.events, before, after)),
            "undone": not isinstance(step.command, Undo) and id(step) not in standing,
        }


@click.command(short_help="Take the last command back.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@yes_option
@changing
def undo(session: Session, reason: str, yes: bool) -> None:
    """Take the last command back; what it was, and what changes by it, is shown first."""
    before = session.state
    order = session.order(Undo, reason=reason)
    carried = session.preview(order)
    taken = in_force(session.desk.steps)[-1]
    taken_back = list(told(taken.events, carried.state, before))
    if session.as_json:
        if not yes:
            raise Failure(text("With --json nobody can be asked; add --yes."))
        events = session.do(order, seen=True)
        facts = {"taken_back": taken.events, "consequences": consequences_data(carried.consequences)}
        session.finish(events, before, **facts)
        return
    session.head()
    click.echo(text("This is taken back:"))
    for line in (*taken_back, *changed(carried.consequences, carried.state)):
        lines.tell(line, "  ")
    if not yes:
        ask(text("Do it?"))
    session.do(order, seen=True)
    click.echo(text("Done."))
    answers.tell_next(session.state)


@click.command(short_help="End the tournament officially.")
@click.option("--reason", default="", metavar="TEXT", help="Why it ends before all rounds were played.")
@yes_option
@changing
def close(session: Session, reason: str, yes: bool) -> None:
    """End the tournament officially; diplomas are final from now on."""
    confirm_and_do(session, session.order(CloseTournament, reason=reason), yes or session.as_json)
