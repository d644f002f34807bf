"""The endpoints for invitations to a table: links and QR codes, each for one role."""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from typing import Annotated

from litestar import Response
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.invitation_terms import MOST_HOURS, MOST_USES, USUAL_HOURS, StoredInvitation
from mostek.app.lobby import role_at
from mostek.core.players import Role
from mostek.features.tables.http.cards import TableCard, card, live_tables
from mostek.features.tables.http.tables import Join, check_host
from mostek.server.http.bodies import Body, InvitedRole, Millis
from mostek.server.http.game_logs import table_of
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import qr_picture
from mostek.server.http.services import Asking, Services, WithServices, known


class Invite(Body, frozen=True):
    """The role of an invited person; "arbiter" is the authority that the table's rulebook names.

    An invitation is for one person and for seven days, unless its host says otherwise.
    """

    role: InvitedRole
    uses: Annotated[int, Meta(ge=1, le=MOST_USES)] = 1
    """For how many people it is. To look on is not counted."""
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = USUAL_HOURS


class OpenInvitation(Struct, frozen=True):
    """An invitation that somebody can still use, as the host sees it: its address was shown when it was made, and never again."""

    id: str
    role: Role
    created: Millis
    uses: int | None
    """For how many people it is; `null` for any number."""
    used: int
    until: Millis | None
    """The moment at which it expires; `null` for one of an earlier mostek."""


class OpenInvitations(Struct, frozen=True):
    """The open invitations to a table, the newest first."""

    invitations: tuple[OpenInvitation, ...]


class Invitation(Struct, frozen=True):
    """A new invitation with its address, which opens the table to whoever has it while the invitation is valid."""

    url: str
    token: str
    given: OpenInvitation


class InvitationDetails(Struct, frozen=True):
    """The table and role of an invitation, before it is accepted."""

    role: Role
    """The role that the invited person would get."""
    host: str | None
    """The name of the person who opened the table; `null` if their data was erased."""
    table: TableCard
    until: Millis | None
    """The moment at which the invitation expires; `null` for one of an earlier mostek."""
    asks: bool
    """Whether the game goes on already, so that an official waits for the consent of all players."""


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


routes = Routes("/api", tag="invitations")


@routes.post(
    "/tables/{id:str}/invitations",
    help=Help.NONE,
    limit=by_both("invitations"),
    status=201,
    refuses=(401, 403, 404, 409, 429, 503),
)
async def _invite(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[Invite]) -> Invitation:
    """Invite people to a table that I have opened."""
    table = await table_of(services, id)
    check_host(table, known(person))
    token, given = await services.tables.invite(id, role_at(table.proposal, Role(data.role)), data.uses, data.hours)
    return Invitation(f"{services.config.url}/join/{token}", token, _open(given))


@routes.get("/tables/{id:str}/invitations", help=Help.NONE, refuses=(401, 403, 404))
async def list_invitations(services: WithServices, person: Asking, id: FromPath[str]) -> OpenInvitations:
    """The open invitations to a table that I have opened."""
    check_host(await table_of(services, id), known(person))
    return await _open_at(services, id)


@routes.delete("/tables/{id:str}/invitations/{invitation:str}", help=Help.NONE, refuses=(401, 403, 404))
async def withdraw_invitation(
    services: WithServices, person: Asking, id: FromPath[str], invitation: FromPath[str]
) -> OpenInvitations:
    """Withdraw an invitation to a table that I have opened. Who has used it stays."""
    check_host(await table_of(services, id), known(person))
    await services.tables.withdraw(id, invitation)
    return await _open_at(services, id)


async def _open_at(services: Services, id: str) -> OpenInvitations:
    return OpenInvitations(tuple(map(_open, await services.tables.invitations(id))))


def _open(given: StoredInvitation) -> OpenInvitation:
    return OpenInvitation(given.id, given.role, given.created, given.uses, given.used, given.until)


@routes.post(
    "/invitations/{token:str}",
    help=Help.NONE,
    limit=by_both("invitations"),
    refuses=(401, 403, 404, 409, 410, 429, 503),
)
async def _accept(services: WithServices, person: Asking, token: FromPath[str], data: JSONBody[Join]) -> TableCard:
    """Accept an invitation: take a seat, watch, or become an official."""
    who = known(person)
    table = await services.tables.accept(token, who.id, who.name, data.commitment)
    await live_tables(services).sessions.officials_changed(table.id)
    return card(services, await live_tables(services).begin_if_ready(table), who)


@routes.get("/invitations/{token:str}", help=Help.NONE, refuses=(404, 410))
async def show_invitation(services: WithServices, person: Asking, token: FromPath[str]) -> InvitationDetails:
    """The table and role of an invitation, before it is accepted. Every visitor who has its address may read it."""
    given = await services.tables.invited(token, None if person is None else person.id)
    table = await table_of(services, given.table)
    host = None if table.host is None else await services.people.name(table.host)
    asks = table.asks_consent and given.role not in (Role.PLAYER, Role.SPECTATOR)
    return InvitationDetails(given.role, host, card(services, table, person), given.until, asks)


@routes.get(
    "/tables/{id:str}/qr.svg",
    help=Help.NONE,
    limit=by_both("pictures"),
    refuses=(404, 429),
    operation_id="qr_code",
    media_type="image/svg+xml",
)
async def _picture(
    services: WithServices, id: FromPath[str], token: Annotated[str | None, QueryParameter(name="token")] = None
) -> Response[bytes]:
    """The address of a table, or of an invitation to it, as a picture."""
    table = await table_of(services, id)
    if token is not None and not _TOKEN.fullmatch(token):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unknown", "That is no invitation.")
    address = f"{services.config.url}/t/{table.id}" if token is None else f"{services.config.url}/join/{token}"
    return Response(await asyncio.to_thread(qr_picture, address), media_type="image/svg+xml")
