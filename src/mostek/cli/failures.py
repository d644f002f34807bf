"""How a command says that it could not do what was asked: a clear sentence, the place, the next step, an exit status."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import click

from mostek.messages import text


class Failure(click.ClickException):
    """Unreadable input or wrong use: exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Write the sentence to standard error."""
        click.echo(f"{text('Error')}: {self.format_message()}", err=True)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, and the list of all; empty if none is known."""
    names = sorted(known)
    close = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = " " + text("Did you mean {name!r}?", name=close[0]) if close else ""
    return hint + (" " + text("Known: {names}.", names=", ".join(names)) if names else "")
