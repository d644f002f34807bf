"""How a command says that it could not do what was asked: a clear sentence, the place, the next step, an exit status."""

from __future__ import annotations

from collections.abc import Iterable

import click

from mostek.messages import text, verbatim


class Failure(click.ClickException):
    """Unreadable input or wrong use: exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Write the sentence to standard error."""
        click.echo(text("Error: {message}", message=self.format_message()), err=True)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, and the list of all; empty if none is known."""
    from difflib import get_close_matches

    names = sorted(known)
    close = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = " " + text("Did you mean {name!r}?", name=close[0]) if close else ""
    return hint + (" " + text("Known: {names}.", names=", ".join(names)) if names else "")


def why(error: OSError) -> str:
    """What the system says went wrong, in the person's language where it is a common thing."""
    return verbatim(error.strerror) if error.strerror else str(error)
