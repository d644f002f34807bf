"""`mostek tournament mirror`: links by which tournaments are published on the server of this machine."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from mostek.app.ports import LogError
from mostek.cli.output import Failure, json_option, print_json
from mostek.cli.serve import draw_code, failure, server_needed
from mostek.messages import text
from mostek.messages.tournament_words import moment

if TYPE_CHECKING:
    from mostek.server.config import Config
    from mostek.store.copy_links import CopyLink

_HOURS = 24 * 30


@click.command()
@click.argument("label", metavar="FOR", default="")
@click.option(
    "--hours", type=click.IntRange(1, 24 * 366), default=_HOURS, show_default=True, help="For how long it can be begun."
)
@click.option(
    "--renew", metavar="ID", help="Another link for a tournament that is published here: any computer may go on."
)
@click.option("--list", "is_list", is_flag=True, help="Show the links.")
@click.option("--public-url", metavar="URL", help="The address by which people reach the server.")
@json_option
def mirror(label: str, hours: int, renew: str | None, is_list: bool, public_url: str | None, as_json: bool) -> None:
    """Print a link by which one tournament may be published on the server of this machine; FOR is a note for you.

    Who has the link publishes, fetches the file back, takes it away, and may go on with the tournament here.
    """
    with server_needed():
        from mostek.server.config import Config, ConfigError
    try:
        config = Config.of(os.environ, public_url=public_url)
        if is_list:
            return _list(asyncio.run(_links(config)), as_json)
        token = asyncio.run(_offered(config, label, hours, renew))
    except ConfigError as error:
        raise Failure(str(error)) from None
    except LogError as error:
        raise failure(error) from None
    link = f"{config.url}/publish/{token}"
    if as_json:
        print_json({"link": link})
        return
    click.echo(text("For one tournament: {url}", url=link))
    click.echo(text("On the computer of the hall: {command}", command=f"mostek tournament publish {link}"))
    draw_code(link)
    click.echo(text("The server must run: mostek serve"))


async def _offered(config: Config, label: str, hours: int, renew: str | None) -> str:
    from mostek.store.copy_links import CopyLinkStore
    from mostek.store.database import Database

    database = Database.open(config.data)
    try:
        links = CopyLinkStore(database)
        return await (links.offer(label, hours) if renew is None else links.renew(renew))
    finally:
        database.close()


async def _links(config: Config) -> list[CopyLink]:
    from mostek.store.copy_links import CopyLinkStore
    from mostek.store.database import Database

    database = Database.open(config.data)
    try:
        return await CopyLinkStore(database).all()
    finally:
        database.close()


def _list(links: Sequence[CopyLink], as_json: bool) -> None:
    if as_json:
        rows = [{"label": each.label, "id": each.tournament, "until": each.until, "at": each.at} for each in links]
        print_json({"links": rows})
        return
    if not links:
        click.echo(text("There are no links."))
    for each in links:
        if each.tournament is None:
            state = text("unused, until {when}", when=_when(each.until))
        elif each.moved is not None:
            state = text("goes on here: /e/{id}", id=each.tournament)
        else:
            state = text("published: /e/{id}, as of {when}", id=each.tournament, when=_when(each.at or 0))
        click.echo(f"{each.label or '–'}: {state}")


def _when(millis: int) -> str:
    return moment(datetime.fromtimestamp(millis / 1000).astimezone().replace(tzinfo=None))
