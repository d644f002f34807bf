"""`mostek serve`: the table in the browser, for everybody on the network."""

from __future__ import annotations

import os
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.app.ports import LogError
from mostek.cli.backup import data_option, failure, server_needed
from mostek.cli.failures import Failure
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.server.config import Config

_LIGHT_ON_DARK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
"""A QR code is dark on light; the letters draw what is light, whatever colours the terminal has."""
_MARGIN = 4
"""How many columns of light a reader of QR codes needs on either side."""


@click.command
@data_option
@click.option(
    "--host", help="The address to listen at; 127.0.0.1 is this machine alone. Otherwise MOSTEK_HOST, or all."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port, 0 for any free one; otherwise MOSTEK_PORT, or 8000."
)
@click.option(
    "--public-url",
    metavar="URL",
    help="The address by which people come from outside, https://example.org; otherwise MOSTEK_PUBLIC_URL.",
)
@click.option("--open/--no-open", "opens", default=False, show_default=True, help="Open the page in the browser.")
def serve(data: Path | None, host: str | None, port: int | None, public_url: str | None, opens: bool) -> None:
    """Serve the table: people open the page in a browser and play refereed games, with bots too.

    Everything is kept at once; Ctrl-C ends the server, and games go on when it runs again.
    """
    with server_needed():
        from mostek.server.config import Config, ConfigError
        from mostek.server.network import ListenError
        from mostek.server.run import StartError, run
    try:
        config = Config.of(os.environ, data, host, port, public_url)
        # Lexica and search graphs lie where the rest does, for the processes of the bots as well.
        if data is not None:
            os.environ["MOSTEK_DATA"] = str(data.resolve())
        run(config, lambda running: _welcome(running, opens))
    except (ConfigError, ListenError) as error:
        raise Failure(str(error)) from None
    except LogError as error:
        raise failure(error) from None
    except StartError:
        raise Failure(text("The server could not start; the lines above say why.")) from None
    click.echo(text("The server has stopped. Every game is kept and goes on when it runs again."))


def _welcome(config: Config, opens: bool) -> None:
    """Where the page is, for this machine and for others; with a QR code where there is room for it."""
    click.echo(text("On this machine: {url}", url=config.local_url))
    others = config.public_url or config.network_url
    if others is not None:
        click.echo(text("For others: {url}", url=others))
        _draw_code(others)
    if config.public_url is None:
        click.echo(_who_may_come(config))
    click.echo(text("Kept in {path}. Ctrl-C ends the server.", path=config.data))
    sys.stdout.flush()
    if opens:
        import webbrowser

        webbrowser.open(config.local_url)


def _who_may_come(config: Config) -> str:
    if config.network_url is not None:
        return text("Everybody on the same network may come. For you alone: --host 127.0.0.1")
    if config.is_everywhere:
        return text("This machine is on no network, so nobody else can come.")
    return text("Only this machine can reach it. For everybody on the same network leave --host out.")


def _draw_code(address: str) -> None:
    if not sys.stdout.isatty():
        return
    import segno

    code = segno.make(address, micro=False)
    columns, lines = os.get_terminal_size()
    width = code.symbol_size(border=_MARGIN)[0]
    if width <= columns and width // 2 + 6 <= lines:
        drawn = StringIO()
        code.terminal(drawn, compact=True, border=_MARGIN)
        for line in drawn.getvalue().splitlines():
            click.echo(f"{_LIGHT_ON_DARK}{line}{_AS_BEFORE}")
