"""How the desk answers: what has happened, what comes next, or why not."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size
from typing import Any

import click
import msgspec

from mostek.cli import output
from mostek.messages import text
from mostek.messages.tournament import grounds, say
from mostek.messages.tournament_advice import advice, remedy
from mostek.messages.tournament_advice import said as advised
from mostek.messages.tournament_events import called, told
from mostek.tournament.events import Event
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


def refusal(refused: DeskRefusal, state: Tournament | None) -> dict[str, Any]:
    """A refusal as plain data, with its sentence, its grounds in our wording, and the command that helps."""
    return {
        "reason": refused.reason,
        "clause": refused.clause,
        "setting": refused.setting,
        "params": msgspec.to_builtins(refused.params),
        "message": say(refused, called(state)),
        "grounds": grounds(refused),
        "next": remedy(refused, state),
    }


def say_refused(refused: DeskRefusal, state: Tournament | None, *, helps: bool = True) -> None:
    """Say no on standard error: the sentence, what it rests on, and what `helps`."""
    output.tell(text("No: {message}", message=say(refused, called(state))), err=True, fg="red")
    for because in grounds(refused):
        output.tell(because, "  ", err=True)
    if helps and (command := remedy(refused, state)):
        click.echo("  " + text("Next: {command}", command=command), err=True)


def tell(events: Iterable[Event], before: Tournament | None, after: Tournament) -> None:
    """Print the events, a line for each."""
    for sentence in told(tuple(events), before, after):
        for line in sentence.splitlines():
            output.tell(line)


def next_steps(state: Tournament) -> list[dict[str, Any]]:
    """The next steps as plain data."""
    return [{**msgspec.to_builtins(each), "message": advised(each, state)} for each in advice(state)]


def tell_next(state: Tournament) -> None:
    """Print the next step with its command."""
    for each in advice(state):
        sentence = "→ " + advised(each, state)
        fits = len(sentence) + len(each.command) + 2 <= get_terminal_size().columns
        if fits:
            click.secho(sentence, bold=True, nl=False)
            click.echo(f"  {each.command}")
        else:
            output.tell(sentence, bold=True)
            click.echo(f"    {each.command}")
