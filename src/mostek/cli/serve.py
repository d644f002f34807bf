"""`mostek serve`: the server, and what its operator does beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.app.ports import LogError
from mostek.cli.output import Failure
from mostek.messages import explained, text

if TYPE_CHECKING:
    from mostek.server.config import Config
    from mostek.store.database import Database


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of everything that the server keeps; otherwise MOSTEK_DATA, otherwise that of the user.",
)
"""The `--data` of every command about a server."""


@contextmanager
def server_needed() -> Iterator[None]:
    """Say what to install when the parts of the server are not there, which only those get who ask for them."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = text(
            "The server is not installed ({name} is missing): pip install 'mostek[server]'", name=error.name
        )
        raise Failure(sentence) from None


def folder_of(data: Path | None) -> Path:
    """The folder of a server: the one that was named, or the usual one."""
    from mostek.server.config import data_folder

    return data or data_folder(os.environ)


def has_database(folder: Path) -> bool:
    """Whether there is the database of a server: that of `MOSTEK_DATABASE`, or the file in its folder."""
    from mostek.server.config import database_address
    from mostek.store.sqlite import FILE

    return database_address(os.environ) is not None or (folder / FILE).exists()


def database_of(folder: Path) -> Database:
    """The database of a server, which may run: that of `MOSTEK_DATABASE`, otherwise the file in its folder.

    Raises `Failure` where there is none, `LogError`.
    """
    from mostek.server.config import database_address
    from mostek.store.database import Database

    if not has_database(folder):
        raise Failure(text("In {path} there is no database of a server.", path=folder))
    return Database.open(folder, database_address(os.environ))


def failure(error: LogError) -> Failure:
    """The sentence of what a database could not do, in the person's language."""
    return Failure(explained(error.sentence, error.params))


_LIGHT_ON_DARK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
"""A QR code is dark on light; the characters draw the light parts, in any colours of the terminal."""
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
@click.option(
    "--copy",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder on another disk for a continuous copy of the data; otherwise MOSTEK_COPY, or none.",
)
@click.option(
    "--trust-date", is_flag=True, help="Take the date of this machine as right after the server has doubted it."
)
@click.option(
    "--demo",
    is_flag=True,
    help="Serve an invented club to look around in, on this machine alone; it is gone when the server stops.",
)
@click.option("--open/--no-open", "opens", default=False, show_default=True, help="Open the page in the browser.")
def serve(
    data: Path | None,
    host: str | None,
    port: int | None,
    public_url: str | None,
    copy: Path | None,
    trust_date: bool,
    demo: bool,
    opens: bool,
) -> None:
    """Serve the table: people open the page in a browser and play refereed games, also with bots.

    The server saves everything at once. Ctrl-C stops the server; games continue when it runs again.

    With --demo nothing of yours is touched: an event, games, reviews, a class and accounts to try lie in a folder of their own.
    """
    with server_needed():
        from mostek.cli.demo import served_demo
        from mostek.server.config import Config, ConfigError
        from mostek.server.network import ListenError
        from mostek.server.run import StartError, run
    if demo and copy is not None:
        raise Failure(text("A demo has no copy: leave --copy out."))
    try:
        if demo:
            with served_demo(data, host, port, public_url) as config:
                run(config, lambda running: _welcome(running, opens))
            click.echo(text("The server has stopped, and the demo is over."))
            return
        config = Config.of(os.environ, data, host, port, public_url, trust_date, copy)
        # Lexica and GADDAGs lie where the rest does, for the processes of the bots as well.
        if data is not None:
            os.environ["MOSTEK_DATA"] = str(data.resolve())
        run(config, lambda running: _welcome(running, opens))
    except (ConfigError, ListenError) as error:
        raise Failure(str(error)) from None
    except LogError as error:
        raise failure(error) from None
    except StartError:
        raise Failure(text("The server could not start; the lines above say why.")) from None
    click.echo(text("The server has stopped. Every game is saved and continues when the server runs again."))


def _welcome(config: Config, opens: bool) -> None:
    """Show the addresses of the page, for this machine and for others; with a QR code where there is room for it."""
    click.echo(text("On this machine: {url}", url=config.local_url))
    others = config.public_url or config.network_url
    if others is not None:
        click.echo(text("For others: {url}", url=others))
        draw_code(others)
    if config.public_url is None:
        click.echo(_who_may_come(config))
    click.echo(_for_operator(config))
    if config.demo is not None:
        from mostek.cli.demo import tell_demo

        tell_demo(config.demo, config.public_url or config.local_url)
    click.echo(text("Data folder: {path}. Ctrl-C stops the server.", path=config.data))
    sys.stdout.flush()
    if opens:
        import webbrowser

        webbrowser.open(config.local_url)


def _for_operator(config: Config) -> str:
    """The address of the operator's page. The token is shown to a person at a terminal, and stands in no log."""
    from mostek.server.operator_access import ADDRESS, FILE, needs_token, operator_token

    address = (config.public_url or config.local_url) + ADDRESS
    if not needs_token(config):
        return text("For you, who run it: {url}", url=address)
    if sys.stdout.isatty():
        return text("For you, who run it: {url} with the token {token}", url=address, token=operator_token(config.data))
    return text("For you, who run it: {url} with the token in {path}", url=address, path=config.data / FILE)


def _who_may_come(config: Config) -> str:
    if config.network_url is not None:
        return text("Everybody on the same network may come. For you alone: --host 127.0.0.1")
    if config.is_everywhere:
        return text("This machine is on no network, so other people cannot come.")
    if config.demo is not None:
        return text("Only this machine can reach it. For everybody on the same network: --host 0.0.0.0")
    return text("Only this machine can reach it. For everybody on the same network leave --host out.")


def draw_code(address: str) -> None:
    """Draw an address as a QR code, where there is room for it."""
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
