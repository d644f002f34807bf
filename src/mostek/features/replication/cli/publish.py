"""`mostek tournament publish`, `unpublish` and `take-back`: a public copy of the tournament on another server."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

from mostek.app.hosted_tournaments import Audience, ShownName, Visibility
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.player_codes import code_digests
from mostek.app.ports import LogError
from mostek.cli.output import Failure, json_option, print_json
from mostek.cli.param_types import OneOf
from mostek.cli.serve import draw_code, failure, has_database, server_needed
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.session import ask, find_event, is_address, state_of
from mostek.features.replication.follower import (
    PUBLISH,
    FollowNews,
    FollowStage,
    LinkWords,
    Publisher,
    take_back,
)
from mostek.features.replication.model import ShownCopy
from mostek.features.replication.notes import Publication, keep_publication, publications
from mostek.features.replication.words import sent_lines
from mostek.messages import count, language, text
from mostek.messages.tournament_words import moment
from mostek.store.desk_journal import journal_of
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError, origin_of, token_of, tournament_of
from mostek.store.hosted_files import keep_file
from mostek.store.outward import OutwardReach
from mostek.store.tournament_files import SUFFIX, folder
from mostek.store.tournament_lines import read_tournament

if TYPE_CHECKING:
    from mostek.features.replication.store.copy_links import CopyLink, CopyLinkStore
    from mostek.server.config import Config
    from mostek.store.hosted_tournaments import HostedTournamentStore

_SHOWN_AGAIN = 30.0
"""The seconds after which announcements and codes of the server here are read again."""
_BREAKS = 3
"""The breaks of a line, one after the other, after which `--once` gives up."""
_NO_NAMES = "The names are shown as one of these, not {name!r}:"
_NO_VISIBILITY = "The pages are seen by one of these, not {name!r}:"


@click.command()
@event_option
@click.argument("link", required=False)
@click.option("--once", is_flag=True, help="Send what is missing, and end.")
@click.option(
    "--visibility",
    type=OneOf(_NO_VISIBILITY, tuple(each.value for each in Visibility)),
    help="Who sees the public pages.",
)
@click.option(
    "--names", type=OneOf(_NO_NAMES, tuple(each.value for each in ShownName)), help="What the pages call people."
)
@click.option(
    "--minors",
    type=OneOf(_NO_NAMES, tuple(each.value for each in ShownName)),
    help="The same for minors without consent.",
)
@click.option("--anew", is_flag=True, help="Take the copy away first: for a file that was merged, or made again.")
@click.option("--yes", is_flag=True, help="Agree to what is sent, without a question.")
@json_option
def publish(
    event: str | None,
    link: str | None,
    once: bool,
    visibility: str | None,
    names: str | None,
    minors: str | None,
    anew: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Publish the tournament by the LINK of a public server, and send each new step until you press Ctrl-C.

    Who runs the public server makes the link: mostek tournament mirror. The link is stored, so name it only once. A
    broken line is no fault: everything goes on from what has arrived. The public server shows pages and writes nothing.
    """
    chosen = {"visibility": visibility, "names": names, "minors": minors}
    wishes = {name: value for name, value in chosen.items() if value is not None}
    if event is not None and is_address(event):
        return _on_server(event, link, once, wishes, yes, as_json)
    path, _ = find_event(event)
    data = path.parent.parent
    known = publications(data).get(path.stem)
    shown = asyncio.run(_shown_here(path))
    publication = _wanted(known, link, wishes, shown.audience)
    _agree(path, publication, is_new=known is None or known.link != publication.link, yes=yes, as_json=as_json)
    try:
        publisher = Publisher(path, publication.link, publication.grants)
    except CopyError as error:
        raise line_failure(error) from None
    if anew:
        _remove(publication.link)
    keep_publication(data, path.stem, publication)
    _send(publisher, path, publication.audience, shown, once, as_json)


@click.command()
@event_option
@click.argument("link", required=False)
@click.option("--yes", is_flag=True, help="Do it without asking.")
@json_option
def unpublish(event: str | None, link: str | None, yes: bool, as_json: bool) -> None:
    """Take the tournament away from the public server: its pages and its file there are gone at once."""
    path = None if link else find_event(event)[0]
    known = None if path is None else publications(path.parent.parent).get(path.stem)
    wanted = link or (known.link if known else "")
    if not wanted:
        raise Failure(text("This tournament is not published."))
    if not yes and not as_json:
        ask(text("Take the tournament away from {server}?", server=origin_of(wanted)))
    _remove(wanted)
    if path is not None:
        keep_publication(path.parent.parent, path.stem, None)
    if as_json:
        print_json({"removed": True})
        return
    click.echo(
        text("The tournament is gone from {server}. The link can be used again for two days.", server=origin_of(wanted))
    )


@click.command("take-back")
@event_option
@click.argument("link", required=False)
@click.option("--name", metavar="NAME", help="How the file is to be called here.")
@json_option
def take_back_(event: str | None, link: str | None, name: str | None, as_json: bool) -> None:
    """Fetch the file of a published tournament, whole, with its signatures: if the computer of the hall is lost, or to merge.

    The file is checked like any other: mostek tournament verify
    """
    if not link:
        path, _ = find_event(event)
        known = publications(path.parent.parent).get(path.stem)
        if known is None:
            raise Failure(text("Name the link by which the tournament was published: https://example.org/publish/…"))
        link, name = known.link, name or f"{path.stem}-copy"
    try:
        _, data, journal = take_back(link)
        contents = read_tournament(data)
        target = _free(folder() / f"{name or contents.header.name}{SUFFIX}")
        keep_file(target, data)
    except (AnsweredError, UnreachableError, CopyError, LogError) as error:
        raise line_failure(error) from None
    if journal:
        journal_of(target).write_bytes(journal)
    if as_json:
        print_json({"file": target.stem, "steps": len(contents.steps), "head": contents.head})
        return
    sentence = count("{name}: {n} step, whole.", "{name}: {n} steps, whole.", len(contents.steps), name=target.stem)
    click.echo(sentence)
    click.echo(text("Next: {command}", command=f"mostek tournament verify -e {target.stem}"))


def _free(path: Path) -> Path:
    for number in range(1, 1000):
        free = path if number == 1 else path.with_name(f"{path.stem}-{number}{SUFFIX}")
        if not free.exists():
            return free
    raise Failure(text("{path} exists already.", path=path))


def _wanted(known: Publication | None, link: str | None, wishes: dict[str, str], audience: Audience) -> Publication:
    if link is not None and token_of(link, PUBLISH) is None:
        raise line_failure(CopyError(CopyFault.NOT_A_LINK, url=link[:80]))
    if known is None and link is None:
        raise Failure(
            text(
                "Name the link of the public server, which its operator makes: {command}",
                command="mostek tournament mirror",
            )
        )
    if known is None or (link is not None and link.strip() != known.link):
        base = Publication(link=(link or "").strip(), audience=audience)
    else:
        base = known
    chosen = msgspec.convert({**msgspec.to_builtins(base.audience), **wishes}, Audience)
    return replace(base, audience=chosen, language=language(), reach=OutwardReach.ANYWHERE, is_stopped=False)


def _agree(path: Path, publication: Publication, *, is_new: bool, yes: bool, as_json: bool) -> None:
    """Say what is sent, before the first time, and go on after a yes."""
    state = state_of(path)
    if state is None:
        raise Failure(text("{path} cannot be read: {why}", path=path, why="?"))
    if not is_new or (yes and as_json):
        return
    if as_json:
        raise Failure(text("--json cannot ask questions; add --yes."))
    for line in sent_lines(state, publication.audience, origin_of(publication.link)):
        click.echo(line)
    if not yes:
        ask(text("Publish it?"))


async def _shown_here(path: Path) -> ShownCopy:
    """The needs of a copy that the server of this machine knows; nothing where the tournament is not hosted."""
    data = path.parent.parent
    if not has_database(data):
        return ShownCopy()
    with suppress(ModuleNotFoundError), opened_stores(data) as (store, _):  # without what a server needs, none is here
        hosted = await store.of_file(path.stem)
        if hosted is None:
            return ShownCopy()
        state, generations = state_of(path), await store.generations(hosted.id)
        codes = code_digests(hosted.id, hosted.secret, () if state is None else state.entrants, generations)
        announcements = tuple(await store.announcements(hosted.id))
        return ShownCopy(id=hosted.id, audience=hosted.audience, announcements=announcements, codes=codes)
    return ShownCopy()


def _send(publisher: Publisher, path: Path, audience: Audience, shown: ShownCopy, once: bool, as_json: bool) -> None:
    """Send until everything is there, or until Ctrl-C; each change is a line."""
    said, read_at = "", time.monotonic()
    publisher.shown = replace(shown, audience=audience)
    for news in each_outcome(publisher.step, once, _BREAKS):
        line = _line(news)
        if once and news.stage is FollowStage.CURRENT:
            if as_json:
                print_json({"url": news.url, "steps": news.steps})
            else:
                click.echo(line)
        elif not as_json and line != said and (said or news.stage is not FollowStage.SENDING or news.steps):
            click.echo(f"{datetime.now().astimezone():%H:%M:%S}  {line}")
        said = line
        if time.monotonic() - read_at > _SHOWN_AGAIN:
            publisher.shown, read_at = replace(asyncio.run(_shown_here(path)), audience=audience), time.monotonic()


def each_outcome(step: Callable[[], FollowNews], once: bool, breaks: int = 0) -> Iterator[FollowNews]:
    """The outcome of each step, with the wait after it, until Ctrl-C; with `once` until the copy has everything.

    Raises `Failure` where a person is needed; with `once` also after so many breaks of a line that was there.
    """
    broken, is_reached = 0, False
    while True:
        news = step()
        broken = broken + 1 if news.stage is FollowStage.BROKEN else 0
        is_reached = is_reached or not broken
        # A line that was there a moment ago may come back, also where nobody waits for it.
        gives_up = once and broken > (breaks if is_reached else 0)
        if news.stage is FollowStage.REFUSED or gives_up:
            raise Failure(f"{news.sentence} {news.remedy}".strip())
        yield news
        if once and news.stage is FollowStage.CURRENT:
            return
        time.sleep(news.wait)


def _line(news: FollowNews) -> str:
    """A line about a publication."""
    match news.stage:
        case FollowStage.CURRENT:
            return text("Published up to step {n}: {url}", n=news.steps, url=news.url)
        case FollowStage.BROKEN:
            seconds = round(news.wait)
            return news.sentence + " " + count("Next try in {n} second.", "Next try in {n} seconds.", seconds)
        case _:
            return text("Sent: step {n} of {of}", n=news.steps, of=news.of)


def _remove(link: str) -> None:
    token = token_of(link, PUBLISH)
    if token is None:
        raise line_failure(CopyError(CopyFault.NOT_A_LINK, url=link[:80]))
    try:
        HallClient(origin_of(link)).ask("DELETE", f"/copies/{token}")
    except (AnsweredError, UnreachableError) as error:
        raise line_failure(error) from None


def line_failure(error: Exception) -> Failure:
    """The failure of a command that spoke to another server, with the next step."""
    sentence, remedy = LinkWords(getattr(error, "origin", "")).explain_error(error)
    return Failure(f"{sentence} {remedy}".strip())


def _on_server(address: str, link: str | None, once: bool, wishes: dict[str, str], yes: bool, as_json: bool) -> None:
    """Let a running server publish: it goes on by itself when this command ends."""
    from mostek.features.desk.cli.remote import Server

    id = tournament_of(address)
    if id is None:
        raise Failure(text("{url} is no address of a tournament; it looks like https://example.org/e/…", url=address))
    server, place = Server(origin_of(address)), f"/tournaments/{id}/publication"
    state = json.loads(server.ask("GET", place))
    if link is not None or state["stage"] is None:
        if link is None:
            raise Failure(
                text(
                    "Name the link of the public server, which its operator makes: {command}",
                    command="mostek tournament mirror",
                )
            )
        page = json.loads(server.ask("GET", f"/tournaments/{id}"))
        body = {"link": link, "audience": {**(state["audience"] or page["audience"] or {}), **wishes}}
        answer = json.loads(server.ask("POST", place, body))
        if not as_json:
            for line in answer["sent"]:
                click.echo(line)
        if not yes:
            if as_json:
                raise Failure(text("--json cannot ask questions; add --yes."))
            ask(text("Publish it?"))
        state = json.loads(server.ask("POST", place, body | {"agreed": True}))
    elif state["stage"] in (FollowStage.STOPPED, FollowStage.REFUSED):
        state = json.loads(server.ask("POST", f"{place}/again"))
    shown = ""
    while True:
        news = msgspec.convert(
            {key: state[key] for key in ("stage", "url", "steps", "at", "wait", "sentence", "remedy")}
            | {"of": state["n"]},
            FollowNews,
        )
        if news.stage is FollowStage.REFUSED or (once and news.stage is FollowStage.BROKEN):
            raise Failure(f"{news.sentence} {news.remedy}".strip())
        if (line := _line(news)) != shown and not as_json:
            click.echo(f"{datetime.now().astimezone():%H:%M:%S}  {line}")
        shown = line
        if once and news.stage is FollowStage.CURRENT and news.steps >= news.of:
            if as_json:
                print_json({"url": news.url, "steps": news.steps})
            return
        time.sleep(1.0)
        state = json.loads(server.ask("GET", place))


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


@contextmanager
def opened_stores(data: Path) -> Iterator[tuple[HostedTournamentStore, CopyLinkStore]]:
    """The tournaments and the links of the server of this machine, which may run or not. Raises `LogError`, `SaveError`."""
    from mostek.features.replication.store.copy_links import CopyLinkStore
    from mostek.server.config import database_address
    from mostek.store.database import Database
    from mostek.store.hosted_tournaments import HostedTournamentStore

    with closing(Database.open(data, database_address(os.environ))) as database:
        yield HostedTournamentStore(database), CopyLinkStore(database)


async def _offered(config: Config, label: str, hours: int, renew: str | None) -> str:
    with opened_stores(config.data) as (_, links):
        return await (links.offer(label, hours) if renew is None else links.renew(renew))


async def _links(config: Config) -> list[CopyLink]:
    with opened_stores(config.data) as (_, links):
        return await links.all()


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
