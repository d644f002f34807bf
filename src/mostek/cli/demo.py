"""The folder of `mostek serve --demo`: an invented club, apart from everything that is real."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec
from msgspec.structs import replace

from mostek.cli.output import Failure, progress, write_file
from mostek.feature import features, named
from mostek.lexicon.library import cache_folder
from mostek.messages import text
from mostek.server.config import Config
from mostek.server.demo import Demo

_MARK = "demo.json"
"""The file of a demo in its folder."""
_HOST = "127.0.0.1"
_LARGEST = 64 * 1024


@contextmanager
def served_demo(data: Path | None, host: str | None, port: int | None, public_url: str | None) -> Iterator[Config]:
    """The settings of a server with the club: in a folder that goes with it, or in the named one.

    Its passwords are known, so it serves this machine alone where no other address is asked for. Raises `Failure`, `ConfigError`,
    `LogError`.
    """
    with TemporaryDirectory(prefix="mostek-demo-", ignore_cleanup_errors=True) as passing:
        folder = (data or Path(passing)).resolve()
        config = Config.of(os.environ, folder, host or os.environ.get("MOSTEK_HOST") or _HOST, port, public_url)
        found = _demo_in(folder)
        # Of the real folder only the search graphs are used, because building them takes long.
        graphs = cache_folder()
        os.environ["MOSTEK_DATA"] = str(folder)
        yield replace(config, database=None, copy=None, mail=None, demo=found or _make_demo(folder, graphs))


def _demo_in(folder: Path) -> Demo | None:
    """The club of a folder; `None` for an empty one. Raises `Failure` where something else is."""
    if (mark := folder / _MARK).exists():
        try:
            return msgspec.json.decode(mark.read_bytes()[:_LARGEST], type=Demo)
        except (OSError, msgspec.MsgspecError):
            raise Failure(
                text("{path} is damaged. Delete the folder, or name another one: --data", path=mark)
            ) from None
    if folder.exists() and any(folder.iterdir()):
        sentence = text(
            "{path} is not empty and holds no demo, so nothing was changed. Name an empty folder, or leave --data out.",
            path=folder,
        )
        raise Failure(sentence)
    return None


def _make_demo(folder: Path, graphs: Path) -> Demo:
    """Make the club in an empty folder. `graphs` are the search graphs of the user."""
    make = next((each.demo for each in features() if each.demo), None)
    if make is None:
        raise Failure(text("The demo is not installed."))
    with suppress(OSError):  # without the link they are built again
        graphs.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "cache").symlink_to(graphs, target_is_directory=True)
    with progress(text("Making the invented club")) as show:
        demo: Demo = named(make)(folder, show)
    write_file(folder / _MARK, msgspec.json.encode(demo))
    return demo


def tell_demo(demo: Demo, url: str) -> None:
    """Say where to look, and as whom."""
    click.echo(text("This is a demo: an invented club."))
    names = ", ".join(demo.accounts)
    click.echo(text("Log in as {names}, with the password: {password}", names=names, password=demo.password))
    click.echo(text("The tournament: {url}", url=f"{url}/e/{demo.event}"))
    click.echo(text("A review: {url}", url=f"{url}/review/{demo.games[0]}"))
    titles = {
        "director": text("For a second director, one person"),
        "chief_arbiter": text("For the chief arbiter, one person"),
        "scorekeeper": text("For a scorekeeper, one person"),
        "player": text("For a player"),
    }
    for role, path in demo.links:
        click.echo(f"{titles[role]}: {url}{path}")
