"""`mostek tournament join`: take an office in a tournament on a server."""

from __future__ import annotations

import click

from mostek.cli.output import json_option, print_json
from mostek.features.desk.cli.remote import join as joined
from mostek.messages import text


@click.command()
@click.argument("link")
@click.option("--name", required=True, metavar="NAME", help="How the log names you, unless the invitation says it.")
@json_option
def join(link: str, name: str, as_json: bool) -> None:
    """Take the office of the invitation LINK, so that the commands of the desk work on that server.

    Afterwards give --server with the printed address to any command, or set MOSTEK_TOURNAMENT.
    """
    address = joined(link, name)
    if as_json:
        print_json({"server": address})
        return
    click.echo(text("You are an official of {url}.", url=address))
    click.echo(text("Next: {command}", command=f"mostek tournament --server {address}"))
