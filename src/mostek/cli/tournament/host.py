"""`mostek tournament host`: let the server of this machine show and run a tournament."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from mostek.app.hosted_tournaments import Audience, HostingError
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError
from mostek.app.tournament_roles import OfficeRole
from mostek.cli.output import Failure, json_option, print_json
from mostek.cli.serve import draw_code, failure, server_needed
from mostek.cli.tournament.group import event_option
from mostek.cli.tournament.session import find_event
from mostek.messages import explained, text

_HOURS = 48
"""For how long the link of the director can be used."""
_OFFICE_HOURS = 24 * 30


@click.command()
@event_option
@click.option("--standby", "is_standby", is_flag=True, help="Print a link for a second computer that stands by.")
@click.option(
    "--instead-of", "replaced", metavar="NAME", help="Go on with this file at the address of another, as after a merge."
)
@click.option("--public-url", metavar="URL", help="The address by which people reach the server.")
@json_option
def host(event: str | None, is_standby: bool, replaced: str | None, public_url: str | None, as_json: bool) -> None:
    """Put the tournament on the server of this machine, and print the link for its director.

    The server may run or not. It works on the same file as this program: both can be used at once. A second call prints
    another link, which is for one person like the first.
    """
    with server_needed():
        from mostek.server.config import Config, ConfigError
    path, _ = find_event(event)
    try:
        config = Config.of(os.environ, public_url=public_url)
        if replaced is not None:
            asyncio.run(_replace(path.parent.parent, find_event(replaced)[0].stem, path.stem))
        if is_standby:
            return _say_standby(config.url, asyncio.run(_standby(path.parent.parent, path.stem)), as_json)
        id, token = asyncio.run(_invite(path.parent.parent, path.stem))
    except ConfigError as error:
        raise Failure(str(error)) from None
    except (HostingError, CopyError) as error:
        raise Failure(explained(error.sentence, error.params)) from None
    except LogError as error:
        raise failure(error) from None
    link, page = f"{config.url}/office/{token}", f"{config.url}/e/{id}"
    if as_json:
        print_json({"event": path.stem, "id": id, "url": page, "director": link})
        return
    click.echo(text("The public page: {url}", url=page))
    click.echo(text("For the director, one person, within {hours} hours: {url}", hours=_HOURS, url=link))
    draw_code(link)
    click.echo(text("The server must run: mostek serve"))


async def _invite(data: Path, file: str) -> tuple[str, str]:
    """Host the file unless it is hosted already, and invite its director: the id and the token of the link."""
    from mostek.store.database import Database
    from mostek.store.hosted_tournaments import HostedTournamentStore

    database = Database.open(data)
    try:
        store = HostedTournamentStore(database)
        hosted = await store.of_file(file) or await store.create(file, None, "", Audience())
        token, _ = await store.invite(hosted.id, OfficeRole.DIRECTOR, "", _HOURS, _OFFICE_HOURS)
    finally:
        database.close()
    return hosted.id, token


async def _standby(data: Path, file: str) -> str:
    """Host the file unless it is hosted already, and make a link for a second computer."""
    from mostek.store.copy_links import CopyLinkStore
    from mostek.store.database import Database
    from mostek.store.hosted_tournaments import HostedTournamentStore

    database = Database.open(data)
    try:
        store = HostedTournamentStore(database)
        hosted = await store.of_file(file) or await store.create(file, None, "", Audience())
        return await CopyLinkStore(database).offer_standby(hosted.id)
    finally:
        database.close()


def _say_standby(url: str, token: str, as_json: bool) -> None:
    link = f"{url}/standby/{token}"
    if as_json:
        print_json({"standby": link})
        return
    click.echo(text("On the second computer: {command}", command=f"mostek tournament standby {link}"))
    click.echo(text("It has every right of this hall: give it to nobody else."))
    draw_code(link)
    click.echo(text("The server must run: mostek serve"))


async def _replace(data: Path, before: str, file: str) -> None:
    """Let the hosted tournament, its codes and its publication go on with another file."""
    from mostek.store.database import Database
    from mostek.store.hosted_tournaments import HostedTournamentStore
    from mostek.store.publications import keep_publication, publications

    database = Database.open(data)
    try:
        store = HostedTournamentStore(database)
        hosted = await store.of_file(before)
        if hosted is None:
            raise CopyError(CopyFault.NOT_HOSTED, name=before)
        await store.set_file(hosted.id, file)
    finally:
        database.close()
    if (publication := publications(data).get(before)) is not None:
        keep_publication(data, file, publication)
        keep_publication(data, before, None)
