"""The endpoints by which a tournament comes to other computers, and the object that serves them.

A director publishes a tournament of this hall on a public server; a desk elsewhere publishes its tournament here by a link, piece
by piece; a second computer follows a hall and takes over. Who has a link needs no account: the owner of a copy takes it back,
removes it, or goes on here.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.app.help import Help
from mostek.app.hosted_tournaments import Audience, HostedTournament
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.player_codes import PlayerCode
from mostek.app.tournament_roles import OfficeRole
from mostek.feature import FeatureService
from mostek.features.replication.followed_halls import FollowedHalls, FollowedRounds
from mostek.features.replication.follower import PUBLISH, FollowNews, FollowStage, check_reach
from mostek.features.replication.model import LARGEST_PIECE, CopyReceipt, FollowHall, HallTakenOver, TakeHallOver
from mostek.features.replication.notes import Publication
from mostek.features.replication.public_copies import PublicCopies
from mostek.features.replication.publishing import Publishing
from mostek.features.replication.store.copy_links import CopyLinkStore
from mostek.features.replication.store.game_copies import GameCopyStore
from mostek.features.replication.taking_over import unmerged
from mostek.features.replication.words import sent_lines
from mostek.live.tournament_session import TournamentSession
from mostek.messages import language
from mostek.server.http.bodies import Body
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_address, by_both
from mostek.server.http.problems import too_many
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.services import known as known_person
from mostek.server.http.tournaments.access import Access, official
from mostek.server.sessions import is_own_user
from mostek.store.hall_client import origin_of, token_of
from mostek.store.round_games import RoundGameStore

_DIRECTOR = (OfficeRole.DIRECTOR,)


class Replication(FeatureService):
    """Tournaments on other computers: those published from here, those published here, and those followed from here."""

    def __init__(self, services: Services) -> None:
        config, hosted, halls = services.config, services.hosted, services.halls
        rounds = FollowedRounds(halls, RoundGameStore(services.database), GameCopyStore(services.database))
        services.stored_games.writing = rounds.writing
        links = CopyLinkStore(services.database)
        self.copies = PublicCopies(config, links, hosted, halls)
        self.followed = FollowedHalls(config, links, hosted, rounds, services.signer)
        self.publishing = Publishing(config, hosted, halls)

    async def start(self) -> None:
        """Go on with what was published when the server stopped."""
        await self.publishing.start()

    async def forget_tournament(self, hosted: HostedTournament) -> None:
        """Send nothing more of a tournament, and forget its link."""
        await self.publishing.forget(hosted)

    async def knows_player(self, code: PlayerCode) -> bool:
        """Whether the hall has sent the code of a player, with the copy of its tournament."""
        return await self.copies.knows(code)

    async def close(self) -> None:
        """End what is sent; the links stay noted."""
        await self.publishing.stop_all()


WithReplication: TypeAlias = NamedDependency[Replication]


class PublishTournament(Body, frozen=True, kw_only=True):
    """Publish by the link of a public server."""

    link: Annotated[str, Meta(min_length=1, max_length=400)]
    audience: Audience
    agreed: bool = False
    """Whether the director agrees that the whole file is sent; without it the answer only says what that is."""


class PublicationState(Struct, frozen=True, kw_only=True):
    """How the publication of a tournament stands."""

    is_offered: bool
    """Whether it can be published from this server."""
    stage: FollowStage | None = None
    """`None` if it is not published."""
    server: str = ""
    """The public server."""
    url: str = ""
    """The public page."""
    steps: int = 0
    """The steps that the public server has."""
    n: int = 0
    """The steps here."""
    at: int = 0
    """When the public server had everything, in milliseconds since 1970; 0 if it never had."""
    wait: int = 0
    """The seconds until the next try."""
    sentence: str = ""
    """Why nothing is sent, in words."""
    remedy: str = ""
    """What to do next."""
    audience: Audience | None = None
    """What the public pages show there."""
    sent: tuple[str, ...] = ()
    """What is sent, in sentences: for the question before the first time."""


own_publications = Routes("/api/tournaments/{id:str}/publication", tag="copies")


@own_publications.get(help=Help.NONE, refuses=(401, 403, 404))
async def show_publication(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> PublicationState:
    """How the publication stands."""
    return await _state(replication, await official(services, id, person, _DIRECTOR))


@own_publications.post(
    help=Help.NONE,
    limit=by_both("publications", "tables"),
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="publish_tournament",
)
async def _begin(
    request: Request[Any, Any, Any],
    services: WithServices,
    replication: WithReplication,
    person: Asking,
    id: FromPath[str],
    data: JSONBody[PublishTournament],
) -> PublicationState:
    """Publish the tournament, after the director has agreed to what is sent."""
    found = await official(services, id, person, _DIRECTOR)
    if found.session.copied_at is not None:
        raise CopyError(CopyFault.READ_ONLY)
    link = data.link.strip()
    if token_of(link, PUBLISH) is None:
        raise CopyError(CopyFault.NOT_A_LINK, url=link[:80])
    known = await replication.publishing.publication(found.hosted)
    reach = replication.publishing.reach(is_own_user(request, services.config), link, known)
    check_reach(link, reach)
    if not data.agreed:
        sent = tuple(sent_lines(found.session.state, data.audience, origin_of(link)))
        return replace(await _state(replication, found), sent=sent, audience=data.audience)
    grants = known.grants if known is not None and known.link == link else ()
    await replication.publishing.begin(
        found.hosted, Publication(link=link, audience=data.audience, grants=grants, language=language(), reach=reach)
    )
    return await _state(replication, found)


@own_publications.put(
    "/audience",
    help=Help.NONE,
    limit=by_both("publications", "tables"),
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="choose_published",
)
async def _choose(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str], data: JSONBody[Audience]
) -> PublicationState:
    """Choose what the public pages show there, and what they call people."""
    found = await official(services, id, person, _DIRECTOR)
    known = await _published(replication, found)
    await replication.publishing.begin(found.hosted, replace(known, audience=data, language=language()))
    return await _state(replication, found)


@own_publications.post(
    "/stop",
    help=Help.NONE,
    limit=by_both("publications", "tables"),
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="stop_publication",
)
async def _stop(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> PublicationState:
    """Send nothing more; the public pages stay as they are."""
    found = await official(services, id, person, _DIRECTOR)
    await replication.publishing.stop(found.hosted)
    return await _state(replication, found)


@own_publications.post(
    "/again",
    help=Help.NONE,
    limit=by_both("publications", "tables"),
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="publish_again",
)
async def _again(
    request: Request[Any, Any, Any],
    services: WithServices,
    replication: WithReplication,
    person: Asking,
    id: FromPath[str],
) -> PublicationState:
    """Go on with the publication, or try at once."""
    found = await official(services, id, person, _DIRECTOR)
    known = await _published(replication, found)
    reach = replication.publishing.reach(is_own_user(request, services.config), known.link, known)
    await replication.publishing.begin(found.hosted, replace(known, language=language(), reach=reach))
    return await _state(replication, found)


@own_publications.delete(
    help=Help.NONE,
    limit=by_both("publications", "tables"),
    refuses=(401, 403, 404, 409, 429, 502, 503),
    operation_id="remove_publication",
)
async def _remove(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> PublicationState:
    """Take the public copy away: its pages and its file are gone there."""
    found = await official(services, id, person, _DIRECTOR)
    known = await _published(replication, found)
    await replication.publishing.take_away(found.hosted, known)
    return await _state(replication, found)


async def _published(replication: Replication, found: Access) -> Publication:
    publication = await replication.publishing.publication(found.hosted)
    if publication is None:
        raise CopyError(CopyFault.NOT_STARTED)
    return publication


async def _state(replication: Replication, found: Access) -> PublicationState:
    known = await replication.publishing.publication(found.hosted)
    offered, n = replication.publishing.may(found.hosted), found.session.n
    if known is None:
        return PublicationState(is_offered=offered, n=n)
    news = replication.publishing.news(found.hosted) or FollowNews(stage=FollowStage.STOPPED)
    return PublicationState(
        is_offered=offered,
        stage=news.stage,
        server=origin_of(known.link),
        url=news.url,
        steps=news.steps,
        n=n,
        at=news.at,
        wait=round(news.wait),
        sentence=news.sentence,
        remedy=news.remedy,
        audience=known.audience,
    )


_FILES = 20
"""The whole files that one address may fetch in a minute."""


class GoneOn(Struct, frozen=True):
    """The tournament is run on this server from now on."""

    url: str


published_copies = Routes("/api/copies/{token:str}", tag="copies")


@published_copies.get(help=Help.NONE, refuses=(404, 409, 410, 429))
async def show_copy(replication: WithReplication, token: FromPath[str]) -> CopyReceipt:
    """The contents of the copy; who publishes goes on from there."""
    return await replication.copies.state(token)


@published_copies.delete(help=Help.NONE, status=204, refuses=(404, 409, 503))
async def remove_copy(replication: WithReplication, token: FromPath[str]) -> None:
    """Take the copy away: pages, file and journal."""
    await replication.copies.remove(token)


@published_copies.post(
    help=Help.NONE,
    refuses=(403, 404, 409, 410, 413, 422, 429, 503),
    operation_id="take_piece",
    request_max_body_size=LARGEST_PIECE,
)
async def _take(
    request: Request[Any, Any, Any], replication: WithReplication, jobs: WithJobs, token: FromPath[str]
) -> CopyReceipt:
    """Take a piece: signed, checked step by step, and only if it continues the copy."""
    await replication.copies.links.get(token)  # who has no link sends no megabytes
    length = request.headers.get("content-length", "")
    if wait := replication.copies.wait_for(token, int(length) if length.isdecimal() else LARGEST_PIECE):
        raise too_many(wait)
    data = await request.body()
    return await replication.copies.receive(token, data, jobs)


@published_copies.get(
    "/file",
    help=Help.NONE,
    limit=by_address("copies", _FILES),
    refuses=(404, 429),
    operation_id="take_copy_back",
    media_type="application/jsonl",
)
async def _file(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The file of the copy, whole, for the owner of the link. It has all names."""
    data, _ = await replication.copies.file(token)
    return _lines(data)


@published_copies.get(
    "/journal",
    help=Help.NONE,
    limit=by_address("copies", _FILES),
    refuses=(404, 429),
    operation_id="take_journal_back",
    media_type="application/jsonl",
)
async def _journal(replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The journal of the copy: the signed hash of the file after each step."""
    _, journal = await replication.copies.file(token)
    return _lines(journal)


@published_copies.post(
    "/go-on",
    help=Help.NONE,
    limit=by_address("taking over", "invitations"),
    refuses=(401, 404, 409, 429, 503),
    operation_id="go_on_here",
)
async def _go_on(replication: WithReplication, person: Asking, token: FromPath[str]) -> GoneOn:
    """Run the tournament on this server from now on. I am its director."""
    return GoneOn(await replication.copies.go_on(token, known_person(person)))


class StandbyOffered(Struct, frozen=True):
    """A link for a second computer. It has every right of the hall: for the director's own people."""

    url: str
    command: str
    """What is typed on the second computer."""


class StandbyCard(Struct, frozen=True, kw_only=True):
    """A second computer."""

    came: bool
    """Whether it has come."""
    there: bool
    """Whether it has been heard of lately."""
    behind: int
    """The steps that it lacks."""


class SecondComputers(Struct, frozen=True):
    """The second computers of a tournament."""

    standbys: tuple[StandbyCard, ...]
    merge: str = ""
    """The command that merges what the first computer has written after it was taken over."""


second_computers = Routes("/api", tag="copies")


@second_computers.get("/tournaments/{id:str}/standbys", help=Help.NONE, refuses=(401, 403, 404))
async def list_standbys(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> SecondComputers:
    """The second computers, and how far behind each is: for the director."""
    found = await official(services, id, person, _DIRECTOR)
    return await _listed(services, replication, found.session)


@second_computers.delete("/tournaments/{id:str}/standbys", help=Help.NONE, refuses=(401, 403, 404, 503))
async def withdraw_standbys(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> SecondComputers:
    """Withdraw the links: no second computer learns anything more."""
    found = await official(services, id, person, _DIRECTOR)
    await replication.copies.links.withdraw_standbys(id)
    found.session.standbys.forget()
    return await _listed(services, replication, found.session)


@second_computers.post(
    "/tournaments/{id:str}/standbys",
    help=Help.NONE,
    limit=by_both("standbys", "invitations"),
    status=201,
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="offer_standby",
)
async def _offer(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> StandbyOffered:
    """Make a link for a second computer of the hall."""
    found = await official(services, id, person, _DIRECTOR)
    if found.session.copied_at is not None:
        raise CopyError(CopyFault.READ_ONLY)
    url = f"{services.config.url}/standby/{await replication.copies.links.offer_standby(id)}"
    return StandbyOffered(url, f"mostek tournament standby {url}")


@second_computers.post(
    "/standby/{token:str}/next",
    help=Help.NONE,
    refuses=(403, 404, 409, 429, 503),
    operation_id="follow_hall",
    media_type="application/octet-stream",
)
async def _next(
    services: WithServices, replication: WithReplication, token: FromPath[str], data: JSONBody[FollowHall]
) -> Response[bytes]:
    """The next lines with the rights of the hall, as soon as there is something new."""
    link = await replication.copies.links.standby(token, data.key)
    if link.key != data.key:
        raise CopyError(CopyFault.FOREIGN_KEY, key=(link.key or "")[:16])
    session = await _session(services, link.tournament)
    piece = await replication.followed.next_piece(session, token, link, data)
    return Response(piece, media_type="application/octet-stream")


@second_computers.post(
    "/standby/{token:str}/take-over",
    help=Help.NONE,
    limit=by_both("standbys", "invitations"),
    refuses=(403, 404, 409, 429, 503),
    operation_id="take_hall_over",
)
async def _take_over(
    services: WithServices, replication: WithReplication, token: FromPath[str], data: JSONBody[TakeHallOver]
) -> HallTakenOver:
    """The second computer runs the tournament from now on; nothing is written here any more."""
    link = await replication.copies.links.standby(token)
    if link.key != data.key:
        raise CopyError(CopyFault.FOREIGN_KEY, key=(link.key or "")[:16])
    session = await _session(services, link.tournament)
    taken = await replication.followed.take_over(session, data)
    await services.moved_elsewhere(session.hosted.id, data.url)
    await replication.publishing.stop(session.hosted)
    return taken


@second_computers.get(
    "/standby/{token:str}/file",
    help=Help.NONE,
    limit=by_address("standby files", 20),
    refuses=(404, 429, 503),
    operation_id="take_hall_file",
    media_type="application/jsonl",
)
async def _hall_file(services: WithServices, replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The file, whole: to merge what both have written."""
    link = await replication.copies.links.standby(token)
    session = await _session(services, link.tournament)
    return _lines(await session.data())


def _lines(data: bytes) -> Response[bytes]:
    """A file, whole, in which a browser runs nothing."""
    return Response(data, media_type="application/jsonl", headers={"Content-Security-Policy": "sandbox"})


async def _session(services: Services, id: str) -> TournamentSession:
    session = await services.halls.session(id)
    if session is None:
        raise CopyError(CopyFault.NO_LINK)
    return session


async def _listed(services: Services, replication: Replication, session: TournamentSession) -> SecondComputers:
    there = session.standbys.there
    waiting = await replication.copies.links.standbys(session.hosted.id)
    cards = [StandbyCard(came=True, there=each.is_there, behind=max(0, session.n - each.n)) for each in there]
    not_come = len(waiting) - len(there)
    waited = tuple(StandbyCard(came=False, there=False, behind=0) for _ in range(max(0, not_come)))
    file = session.hosted.file
    earlier = await asyncio.to_thread(unmerged, services.config.data, file)
    merge = "" if earlier is None else f"mostek tournament merge {file} {earlier}"
    return SecondComputers((*cards, *waited), merge)
