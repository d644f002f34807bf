"""The endpoints for a second computer: its link, what comes next, and taking over."""

from __future__ import annotations

import asyncio

from litestar import Response
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.tournament_roles import OfficeRole
from mostek.features.replication.http.service import Replication, WithReplication
from mostek.features.replication.model import FollowHall, HallTakenOver, TakeHallOver
from mostek.features.replication.taking_over import unmerged
from mostek.live.tournament_session import TournamentSession
from mostek.server.http.limits import by_address, by_both
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import official

_DIRECTOR = (OfficeRole.DIRECTOR,)


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


routes = Routes("/api", tag="copies")


@routes.get("/tournaments/{id:str}/standbys", help=Help.NONE, refuses=(401, 403, 404))
async def list_standbys(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> SecondComputers:
    """The second computers, and how far behind each is: for the director."""
    found = await official(services, id, person, _DIRECTOR)
    return await _listed(services, replication, found.session)


@routes.delete("/tournaments/{id:str}/standbys", help=Help.NONE, refuses=(401, 403, 404, 503))
async def withdraw_standbys(
    services: WithServices, replication: WithReplication, person: Asking, id: FromPath[str]
) -> SecondComputers:
    """Withdraw the links: no second computer learns anything more."""
    found = await official(services, id, person, _DIRECTOR)
    await replication.copies.links.withdraw_standbys(id)
    found.session.standbys.forget()
    return await _listed(services, replication, found.session)


@routes.post(
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


@routes.post(
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


@routes.post(
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


@routes.get(
    "/standby/{token:str}/file",
    help=Help.NONE,
    limit=by_address("standby files", 20),
    refuses=(404, 429, 503),
    operation_id="take_hall_file",
    media_type="application/jsonl",
)
async def _file(services: WithServices, replication: WithReplication, token: FromPath[str]) -> Response[bytes]:
    """The file, whole: to merge what both have written."""
    link = await replication.copies.links.standby(token)
    data, _ = await replication.followed.file(await _session(services, link.tournament))
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
