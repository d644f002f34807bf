"""Writing to the terminal: colour for a person, plain text for a pipe, JSON for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
"""The `--json` that every command has."""


def print_json(value: Any) -> None:
    """One JSON document on one line; letters stay letters."""
    from msgspec.json import encode

    click.echo(encode(value).decode())


def console() -> Console:
    """A console for standard output that drops colour when it is not a terminal."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)
