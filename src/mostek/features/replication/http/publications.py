"""The endpoints by which a director publishes a tournament of this hall on a public server."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from mostek.app.help import Help
from mostek.app.hosted_tournaments import Audience
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.tournament_roles import OfficeRole
from mostek.features.replication.follower import PUBLISH, FollowStage, check_reach
from mostek.features.replication.http.service import Replication, WithReplication
from mostek.features.replication.notes import Publication
from mostek.features.replication.words import sent_lines
from mostek.messages import language
from mostek.server.http.bodies import Body
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import Access, official
from mostek.server.sessions import is_own_user
from mostek.store.hall_client import origin_of, token_of

_DIRECTOR = (OfficeRole.DIRECTOR,)


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


routes = Routes("/api/tournaments/{id:str}/publication", tag="copies")


@routes.get(help=Help.NONE, refuses=(401, 403, 404))
async def show_publication(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> PublicationState:
    """How the publication stands."""
    return await _state(replication, await official(services, id, person, _DIRECTOR))


@routes.post(
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


@routes.put(
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
    known = await replication.publishing.publication(found.hosted)
    if known is None:
        raise CopyError(CopyFault.NOT_STARTED)
    await replication.publishing.begin(found.hosted, replace(known, audience=data, language=language()))
    return await _state(replication, found)


@routes.post(
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


@routes.post(
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
    known = await replication.publishing.publication(found.hosted)
    if known is None:
        raise CopyError(CopyFault.NOT_STARTED)
    reach = replication.publishing.reach(is_own_user(request, services.config), known.link, known)
    await replication.publishing.begin(found.hosted, replace(known, language=language(), reach=reach))
    return await _state(replication, found)


@routes.delete(
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
    known = await replication.publishing.publication(found.hosted)
    if known is None:
        raise CopyError(CopyFault.NOT_STARTED)
    await replication.publishing.take_away(found.hosted, known)
    return await _state(replication, found)


async def _state(replication: Replication, found: Access) -> PublicationState:
    known = await replication.publishing.publication(found.hosted)
    offered, n = replication.publishing.may(found.hosted), found.session.n
    if known is None:
        return PublicationState(is_offered=offered, n=n)
    news = replication.publishing.news(found.hosted)
    if news is None:
        return PublicationState(
            is_offered=offered, stage=FollowStage.STOPPED, server=origin_of(known.link), n=n, audience=known.audience
        )
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
