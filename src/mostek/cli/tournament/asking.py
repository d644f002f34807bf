"""A question before something is done: yes in Polish or in English; anything else leaves all as it is."""

from __future__ import annotations

import click

from mostek.messages import text

YES = frozenset({"y", "yes", "t", "tak"})


def ask(question: str) -> None:
    """Go on after a yes; otherwise end the command with status 1."""
    said = click.prompt(question + " " + text("[y/N]"), default="", show_default=False, prompt_suffix=" ")
    if said.strip().casefold() not in YES:
        click.echo(text("Nothing has been done."))
        raise click.exceptions.Exit(1)
