"""`mostek tournament standby` and `take-over`: a second computer follows a hall, and goes on when the first one fails."""

from __future__ import annotations

import asyncio
import json
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.app.hosted_tournaments import Audience, HostingError
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError
from mostek.app.tournament_roles import OfficeRole
from mostek.cli.output import Failure, json_option, print_json
from mostek.cli.serve import draw_code, failure, server_needed
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.session import ask, find_event
from mostek.features.replication.cli.publish import each_outcome, line_failure, opened_stores
from mostek.features.replication.follower import PUBLISH, STANDBY, FollowNews, FollowStage, HallFollower
from mostek.features.replication.model import LONGEST_WAIT
from mostek.features.replication.notes import UntoldHall, followed, keep_publication, note_untold, publications
from mostek.messages import count, explained, text
from mostek.store.hall_client import AnsweredError, UnreachableError, origin_of, token_of, tournament_of
from mostek.store.tokens import now
from mostek.store.tournament_files import folder

if TYPE_CHECKING:
    from mostek.server.config import Config

_HOURS, _OFFICE_HOURS = 48, 24 * 30


@click.command()
@click.argument("link", required=False)
@click.option("--once", is_flag=True, help="Fetch what is there, and end.")
@json_option
def standby(link: str | None, once: bool, as_json: bool) -> None:
    """Follow the hall of LINK until you press Ctrl-C: every line of the log, officials, codes, calls and announcements.

    The director makes the link: mostek tournament host --standby. The address of the tournament also does, for who has joined
    as its director. While the line holds, nothing is missing here that the hall has acknowledged.
    """
    follower = _follower(link)
    shown: tuple[object, ...] = ()
    for news in each_outcome(lambda: follower.step(0.0 if once else LONGEST_WAIT), once):
        if once and as_json:
            print_json({"steps": news.steps, "tournament": follower.title})
        elif once:
            click.echo(_line(follower, news))
        elif (news.stage, news.steps, news.sentence) != shown and not as_json:
            click.echo(f"{datetime.now().astimezone():%H:%M:%S}  {_line(follower, news)}")
            if not shown:
                click.echo(text("If the hall's computer fails: {command}", command="mostek tournament take-over"))
        shown = (news.stage, news.steps, news.sentence)


@click.command("take-over")
@click.argument("link", required=False)
@click.option("--name", metavar="NAME", help="Of a public server: how the log names you as the director.")
@click.option("--public-url", metavar="URL", help="The address by which people reach the server of this computer.")
@click.option("--yes", is_flag=True, help="Do it without asking, also if the first computer cannot be reached.")
@json_option
def take_over(link: str | None, name: str | None, public_url: str | None, yes: bool, as_json: bool) -> None:
    """Go on with the tournament that this computer follows: it is run here, and the first computer writes no more.

    With the LINK of a publication the public server goes on, and you become the director there.
    """
    if link is not None and token_of(link, PUBLISH) is not None:
        return _on_public_server(link, name, yes, as_json)
    with server_needed():
        from mostek.server.config import Config, ConfigError
    follower = _follower(link)
    try:
        config = Config.of(os.environ, public_url=public_url)
    except ConfigError as error:
        raise Failure(str(error)) from None
    if follower.note.hall is None or follower.copy is None:
        follower.step(0.0)
    if follower.note.hall is None or follower.copy is None:
        raise Failure(text("Nothing has been followed yet: {command}", command="mostek tournament standby LINK"))
    if not yes and not as_json:
        if follower.note.hall.publication:
            server = origin_of(follower.note.hall.publication)
            click.echo(text("It is published at {server}, and this computer goes on with that.", server=server))
        ask(text("Take over {name}? The first computer will write no more.", name=follower.title))
    try:
        _take_over(follower, config, yes, as_json)
    except (CopyError, AnsweredError, UnreachableError, LogError) as error:
        raise line_failure(error) from None


def _take_over(follower: HallFollower, config: Config, yes: bool, as_json: bool) -> None:
    from mostek.features.replication.taking_over import keep_rights, tell_hall, tell_untold

    hall = follower.note.hall
    assert hall is not None, "it was followed"
    url = f"{config.url}/e/{hall.id}"
    is_told = True
    asyncio.run(_check_id(follower))
    try:
        tell_hall(follower, url)
    except AnsweredError as error:
        if error.code != CopyFault.MOVED.value or url not in error.detail:
            raise  # otherwise it knows already that the tournament goes on here
    except UnreachableError as error:
        is_told = False
        _confirm_unreachable(follower, error, yes, as_json)
    hall = follower.note.hall or hall
    token, file = asyncio.run(_adopt(follower))
    keep_rights(follower.data, hall, file)
    copy = follower.copy
    assert copy is not None, "it was followed"
    earlier = None
    if not is_told:
        head, steps = copy.head, follower.steps
        note_untold(follower.data, UntoldHall(link=follower.link, url=url, head=head, steps=steps, file=file))
        earlier = next((found for _, found in tell_untold(follower.data, follower.signer.public) if found), None)
    director = f"{config.url}/office/{token}"
    if as_json:
        facts = {"event": file, "id": hall.id, "url": url, "director": director, "steps": follower.steps}
        print_json(facts | {"told": is_told, "earlier": earlier})
        return
    taken = text("The tournament goes on here, from step {n}: {file}", n=follower.steps, file=file)
    click.echo(taken)
    if not is_told:
        click.echo(
            text(
                "The first computer does not know it. It learns it as soon as it can be reached; until then leave it off."
            )
        )
    click.echo(text("The public page: {url}", url=url))
    click.echo(
        text("Officials stay logged in where the address is the same. For the director otherwise: {url}", url=director)
    )
    draw_code(director)
    if hall.publication:
        click.echo(text("The publication goes on from here, too."))
    if earlier:
        _say_merge(file, earlier)
    click.echo(text("The server must run: mostek serve"))


def _say_merge(file: str, earlier: str) -> None:
    click.echo(
        text(
            "The first computer has gone on, too. Merge the two: {command}",
            command=f"mostek tournament merge {file} {earlier}",
        )
    )


def _confirm_unreachable(follower: HallFollower, error: UnreachableError, yes: bool, as_json: bool) -> None:
    """Say what is known, and go on only if a person takes it upon themselves."""
    seen = datetime.fromtimestamp(follower.note.at / 1000).astimezone()
    sentence = error.detail or text("The server {url} cannot be reached.", url=error.origin)
    what = count(
        "This computer has {n} step, and had everything at {when:%H:%M:%S}.",
        "This computer has {n} steps, and had everything at {when:%H:%M:%S}.",
        follower.steps,
        when=seen,
    )
    if yes:
        if not as_json:
            click.echo(f"{sentence} {what}")
        return
    if as_json:
        raise Failure(f"{sentence} {what} " + text("--json cannot ask questions; add --yes."))
    click.echo(f"{sentence} {what}")
    click.echo(text("If the first computer still runs, both would write. Switch it off, or take it off the network."))
    ask(text("Take over all the same?"))


async def _check_id(follower: HallFollower) -> None:
    """Refuse to take over what has the id of another tournament of this computer, before the hall is told. Raises `CopyError`."""
    from mostek.features.replication.taking_over import has_gone_on, is_continued

    hall = follower.note.hall
    assert hall is not None, "it was followed"
    with opened_stores(follower.data) as (store, _):
        hosted = await store.get(hall.id)
    if hosted is not None and not (has_gone_on(follower, hosted.file) or is_continued(follower, hosted.file)):
        raise CopyError(CopyFault.ID_TAKEN, file=hosted.file)


async def _adopt(follower: HallFollower) -> tuple[str, str]:
    """Host the file with every right of the hall, and invite the director: the token of the link, and the name of the file.

    After an earlier call the tournament has gone on here, and stays as it is.
    """
    from mostek.features.replication.taking_over import has_gone_on, install, is_continued

    hall = follower.note.hall
    assert hall is not None, "it was followed"
    with opened_stores(follower.data) as (store, links):
        hosted = await store.get(hall.id)
        if hosted is not None and has_gone_on(follower, hosted.file):
            file = hosted.file
        else:
            continued = None if hosted is None or not is_continued(follower, hosted.file) else hosted.file
            file = install(follower)
            await links.adopt(hall, file, follower.games.all, follower.note.at, continued)
        token, _ = await store.invite(hall.id, OfficeRole.DIRECTOR, "", _HOURS, _OFFICE_HOURS)
    return token, file


def _on_public_server(link: str, name: str | None, yes: bool, as_json: bool) -> None:
    """Let the public copy become the tournament, of which this user is the director."""
    from mostek.features.desk.cli.remote import Server

    if name is None:
        raise Failure(text("Say how the log names you as the director: --name NAME"))
    if not yes and not as_json:
        ask(
            text(
                "Go on at {server}? Nothing more is taken from the computer that has published.", server=origin_of(link)
            )
        )
    server = Server(origin_of(link))
    if json.loads(server.ask("GET", "/me"))["person"] is None:
        server.ask("POST", "/me", {"name": name})
    gone = json.loads(server.ask("POST", f"/copies/{token_of(link, PUBLISH)}/go-on"))
    server.keep()
    if as_json:
        print_json({"server": gone["url"]})
        return
    click.echo(text("The tournament goes on at {url}, and you are its director.", url=gone["url"]))
    click.echo(text("Next: {command}", command=f"mostek tournament --server {gone['url']}"))


def _follower(link: str | None) -> HallFollower:
    """The hall that this computer follows: by a link, by the address of a tournament that the user directs, or the latest."""
    data = folder().parent
    try:
        if link is None:
            notes = followed(data)
            if not notes:
                raise CopyError(CopyFault.NOT_A_STANDBY, url="–")
            link = notes[0].link
        elif token_of(link, STANDBY) is None and (id := tournament_of(link)) is not None:
            from mostek.features.desk.cli.remote import Server

            link = str(json.loads(Server(origin_of(link)).ask("POST", f"/tournaments/{id}/standbys"))["url"])
        return HallFollower(data, link)
    except (CopyError, LogError) as error:
        raise line_failure(error) from None


def _line(follower: HallFollower, news: FollowNews) -> str:
    """A line about following."""
    if news.stage is FollowStage.CURRENT:
        return count(
            "{name}: {n} step is here, nothing is missing.",
            "{name}: {n} steps are here, nothing is missing.",
            news.steps,
            name=follower.title,
        )
    ago = round((now() - news.at) / 1000) if news.at else 0
    tried = count("Next try in {n} second.", "Next try in {n} seconds.", max(1, round(news.wait)))
    have = count("{n} step is here,", "{n} steps are here,", news.steps)
    since = count("the last answer came {n} second ago.", "the last answer came {n} seconds ago.", ago)
    return f"{news.sentence} {have} {since} {tried}"


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
    with opened_stores(data) as (store, _):
        hosted = await store.of_file(file) or await store.create(file, None, "", Audience())
        token, _ = await store.invite(hosted.id, OfficeRole.DIRECTOR, "", _HOURS, _OFFICE_HOURS)
    return hosted.id, token


async def _standby(data: Path, file: str) -> str:
    """Host the file unless it is hosted already, and make a link for a second computer."""
    with opened_stores(data) as (store, links):
        hosted = await store.of_file(file) or await store.create(file, None, "", Audience())
        return await links.offer_standby(hosted.id)


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
    with opened_stores(data) as (store, _):
        hosted = await store.of_file(before)
        if hosted is None:
            raise CopyError(CopyFault.NOT_HOSTED, name=before)
        await store.set_file(hosted.id, file)
    if (publication := publications(data).get(before)) is not None:
        keep_publication(data, file, publication)
        keep_publication(data, before, None)
