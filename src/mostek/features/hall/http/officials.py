"""The endpoints for the officials of a tournament: who they are, invitations, announcements, and calls of the arbiter."""

from __future__ import annotations

from typing import Annotated

from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import (
    LONGEST_ANNOUNCEMENT,
    Announcement,
    ArbiterCall,
    HostingError,
    HostingFault,
    OfficeInvitation,
)
from mostek.app.tournament_roles import ANNOUNCES, RULES, Office, OfficeRole
from mostek.app.users import User, checked_name
from mostek.messages import explained, text
from mostek.server.http.bodies import Body
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known, mailer_of
from mostek.server.http.tournaments.access import check_here, official
from mostek.server.mail import Letter, MailError
from mostek.server.mail_settings import mail_address


class OfficeCard(Struct, frozen=True, kw_only=True):
    """An official."""

    person: str
    name: str
    role: OfficeRole
    until: int
    me: bool


class Officials(Struct, frozen=True, kw_only=True):
    """The officials of a tournament, and the open invitations."""

    officials: tuple[OfficeCard, ...]
    invitations: tuple[OfficeInvitation, ...]


class InviteOfficial(Body, frozen=True, kw_only=True):
    """An invitation to an office, for one person."""

    role: OfficeRole
    name: Annotated[str, Meta(max_length=40)] = ""
    """For whom it is; the log names them so. Without it they say it themselves."""
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 48
    """For how long the link can be used."""
    office_hours: Annotated[int, Meta(ge=1, le=24 * 366)] = 24 * 14
    """For how long the office lasts."""
    email: Annotated[str, Meta(max_length=254)] = ""
    """Where the link is sent, if the server sends e-mail; the address is not stored."""


class OfficialInvited(Struct, frozen=True, kw_only=True):
    """The link of an invitation."""

    url: str
    token: str
    invitation: OfficeInvitation
    mailed: bool = False
    """Whether the mail server has taken the link."""
    fault: str | None = None
    """Why it has not; the link works all the same."""


class OfficeOffered(Struct, frozen=True, kw_only=True):
    """An invitation, before it is accepted."""

    tournament: str
    name: str
    """Of the tournament."""
    role: OfficeRole
    called: str
    """For whom it is."""


class AcceptOffice(Body, frozen=True, kw_only=True):
    """An invitation is accepted."""

    name: Annotated[str, Meta(max_length=40)] = ""
    """How the log shall name me, if the invitation does not say it."""


class OfficeTaken(Struct, frozen=True, kw_only=True):
    """The office that an invitation has given."""

    tournament: str
    url: str
    office: Office


class OpenCalls(Struct, frozen=True):
    """Open calls of the arbiter."""

    calls: tuple[ArbiterCall, ...]


class Announce(Body, frozen=True, kw_only=True):
    """An announcement to the hall."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ANNOUNCEMENT)]


class AllAnnouncements(Struct, frozen=True):
    """All announcements, the latest first."""

    announcements: tuple[Announcement, ...]


_DIRECTOR = (OfficeRole.DIRECTOR,)
_ANY = tuple(OfficeRole)


routes = Routes("/api", tag="tournaments")


@routes.get("/tournaments/{id:str}/officials", help=Help.NONE, refuses=(401, 403, 404))
async def list_officials(services: WithServices, person: Asking, id: FromPath[str]) -> Officials:
    """The officials of a tournament and the open invitations: for its director."""
    await official(services, id, person, _DIRECTOR)
    return await _officials(services, id, known(person))


@routes.delete("/tournaments/{id:str}/officials/{who:str}", help=Help.NONE, refuses=(401, 403, 404, 409))
async def dismiss_official(services: WithServices, person: Asking, id: FromPath[str], who: FromPath[str]) -> Officials:
    """End the office of a person: the director ends any, everybody their own."""
    own = known(person).id == who
    await official(services, id, person, _ANY if own else _DIRECTOR)
    await services.hosted.dismiss(id, who)
    if session := services.halls.loaded(id):
        session.official.close()  # the pages come back at once, each as what its person is now
    if own:
        return Officials(officials=(), invitations=())
    return await _officials(services, id, known(person))


@routes.post(
    "/tournaments/{id:str}/invitations",
    help=Help.NONE,
    limit=by_both("invitations"),
    status=201,
    refuses=(401, 403, 404, 409, 429, 502, 503),
    operation_id="invite_official",
)
async def _invite(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[InviteOfficial]
) -> OfficialInvited:
    """Invite one person to an office, by a link or its QR code."""
    found = await official(services, id, person, _DIRECTOR)
    check_here(found.session)
    name = checked_name(data.name) if data.name.strip() else ""
    if data.email:
        mailer_of(services)
        if mail_address(data.email) is None:
            raise MailError("{address!r} is no e-mail address.", address=data.email[:80])
    token, given = await services.hosted.invite(id, data.role, name, data.hours, data.office_hours)
    url = f"{services.config.url}/office/{token}"
    if not data.email:
        return OfficialInvited(url=url, token=token, invitation=given)
    event, by = found.session.state.name, found.check(*_DIRECTOR).name
    lines = [
        text("{by} invites you to be an official of {event}.", by=by, event=event),
        text("Open this link; it is for you alone:"),
        "",
        url,
    ]
    subject = text("Invitation: {event}", event=event)
    fault = await _mailed(services, Letter(data.email, subject, "\n".join(lines)), known(person).id)
    sentence = None if fault is None else explained(fault.sentence, fault.params)
    return OfficialInvited(url=url, token=token, invitation=given, mailed=fault is None, fault=sentence)


@routes.delete("/tournaments/{id:str}/invitations/{invitation:str}", help=Help.NONE, refuses=(401, 403, 404))
async def withdraw_office_invitation(
    services: WithServices, person: Asking, id: FromPath[str], invitation: FromPath[str]
) -> Officials:
    """Withdraw an unused invitation."""
    await official(services, id, person, _DIRECTOR)
    await services.hosted.withdraw(id, invitation)
    return await _officials(services, id, known(person))


@routes.get("/office-invitations/{token:str}", help=Help.NONE, refuses=(404, 410))
async def show_office_invitation(services: WithServices, token: FromPath[str]) -> OfficeOffered:
    """The office that an invitation gives, before it is accepted."""
    id, given = await services.hosted.invited(token)
    session = await services.halls.session(id)
    if session is None:
        raise HostingError(HostingFault.NO_INVITATION)
    if given.used is not None:
        raise HostingError(HostingFault.INVITATION_USED)
    return OfficeOffered(tournament=id, name=session.state.name, role=given.role, called=given.name)


@routes.post(
    "/office-invitations/{token:str}",
    help=Help.NONE,
    limit=by_both("invitations"),
    refuses=(401, 403, 404, 409, 410, 429, 503),
    operation_id="accept_office",
)
async def _accept(
    services: WithServices, person: Asking, token: FromPath[str], data: JSONBody[AcceptOffice]
) -> OfficeTaken:
    """Take the office of an invitation; it is for one person."""
    who = known(person)
    name = checked_name(data.name) if data.name.strip() else who.name
    id, office = await services.hosted.accept(token, who.id, name)
    return OfficeTaken(tournament=id, url=f"{services.config.url}/e/{id}/desk", office=office)


@routes.post(
    "/tournaments/{id:str}/announcements",
    help=Help.NONE,
    limit=by_both("invitations"),
    status=201,
    refuses=(401, 403, 404, 409, 429, 503),
)
async def _announce(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[Announce]
) -> AllAnnouncements:
    """Announce something to the wall and to all pages."""
    found = await official(services, id, person, ANNOUNCES)
    check_here(found.session)
    there = await services.hosted.announce(id, " ".join(data.text.split()), found.check(*ANNOUNCES).name)
    found.session.set_announcements(there)
    return AllAnnouncements(tuple(there))


@routes.delete("/tournaments/{id:str}/announcements/{announced:int}", help=Help.NONE, refuses=(401, 403, 404))
async def withdraw_announcement(
    services: WithServices, person: Asking, id: FromPath[str], announced: FromPath[int]
) -> AllAnnouncements:
    """Withdraw an announcement."""
    found = await official(services, id, person, ANNOUNCES)
    check_here(found.session)
    there = await services.hosted.withdraw_announcement(id, announced)
    found.session.set_announcements(there)
    return AllAnnouncements(tuple(there))


@routes.post("/tournaments/{id:str}/calls/{call:str}/take", help=Help.NONE, refuses=(401, 403, 404))
async def take_call(services: WithServices, person: Asking, id: FromPath[str], call: FromPath[str]) -> OpenCalls:
    """I go to the table from which the arbiter was called."""
    found = await official(services, id, person, RULES)
    check_here(found.session)
    there = await services.hosted.take_call(id, call, found.check(*RULES).name)
    found.session.set_calls(there)
    return OpenCalls(tuple(there))


@routes.post("/tournaments/{id:str}/calls/{call:str}/close", help=Help.NONE, refuses=(401, 403, 404))
async def close_call(services: WithServices, person: Asking, id: FromPath[str], call: FromPath[str]) -> OpenCalls:
    """The matter of a call is settled."""
    found = await official(services, id, person, RULES)
    check_here(found.session)
    there = await services.hosted.close_call(id, call)
    found.session.set_calls(there)
    return OpenCalls(tuple(there))


async def _mailed(services: Services, letter: Letter, person: str) -> MailError | None:
    """Send a letter that goes with something else, which does not fail if the letter does."""
    try:
        await mailer_of(services).send(letter, person)
    except MailError as error:
        return error
    return None


async def _officials(services: Services, id: str, me: User) -> Officials:
    return Officials(
        officials=tuple(
            OfficeCard(person=each.person, name=each.name, role=each.role, until=each.until, me=each.person == me.id)
            for each in await services.hosted.offices(id)
        ),
        invitations=tuple(await services.hosted.invitations(id)),
    )
