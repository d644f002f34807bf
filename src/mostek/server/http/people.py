"""The endpoints for guests, accounts and sessions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from mostek.app.help import Help
from mostek.app.users import AccountError, AccountFault, User, check_password, checked_login, checked_name
from mostek.messages import DEFAULT, LANGUAGES
from mostek.server.http.bodies import Credentials, Me, NewGuest, PersonChanges, PersonDetails
from mostek.server.http.devices import device_cookie, known_device, no_device_cookie
from mostek.server.http.help_gate import left_games_cookie
from mostek.server.http.limits import address_of, by_address
from mostek.server.http.middleware import needs_cookies
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.sessions import device_of, no_session_cookie, remember, session_cookie, session_token, speak, visitor

WebRequest = Request[Any, Any, Any]


routes = Routes("/api", tag="people")


@routes.get("/me", help=Help.NONE)
async def show_me(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """My name and language, if I have a session, which is extended."""
    return Response(me(request, person), cookies=renewed(request, services, person))


@routes.post("/me", help=Help.NONE, limit=by_address("guests"), refuses=(403, 429), guards=[needs_cookies])
async def _enter(request: WebRequest, services: WithServices, person: Asking, data: JSONBody[NewGuest]) -> Response[Me]:
    """Enter a name and become a guest. With a session, change my name."""
    name = checked_name(data.name)
    if person is not None:
        await services.people.change(person.id, name)
        return Response(me(request, await _again(request, services)))
    guest, token = await services.people.welcome(name, speak(request), device_of(request))
    return Response(me(request, guest), cookies=[session_cookie(token, services.config)])


@routes.patch("/me", help=Help.NONE, refuses=(400, 401, 403, 409, 429))
async def change_me(request: WebRequest, services: WithServices, person: Asking, data: JSONBody[PersonChanges]) -> Me:
    """Change my name or my language."""
    name = None if data.name is None else checked_name(data.name)
    if data.language not in (None, *LANGUAGES):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "unknown", "There is no such language.")
    await services.people.change(known(person).id, name, data.language)
    return me(request, await _again(request, services))


@routes.delete("/me", help=Help.NONE, refuses=(401, 403))
async def forget_me(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """Delete my account, my sessions and my name."""
    id = known(person).id
    judged = await services.tables.judged_by(id)
    await services.people.forget(id)
    services.sign_off(id)
    for served in services.served.values():
        served.forget(id)
    for table in judged:
        await services.officials_changed(table)
    return _gone(request, services, no_device_cookie(services.config))


@routes.post("/accounts", help=Help.NONE, limit=by_address("accounts", "logins"), refuses=(401, 403, 409, 429))
async def _register(
    request: WebRequest, services: WithServices, person: Asking, data: JSONBody[Credentials]
) -> Response[Me]:
    """Turn the guest that I am into an account."""
    who, login = known(person), checked_login(data.login)
    check_password(data.password)
    if who.login is not None:
        raise AccountError(AccountFault.HAS_ACCOUNT)
    password = await services.passwords.hash(data.password)
    token = await services.people.make_account(who.id, login, password, device_of(request))
    return await welcomed(request, services, token)


@routes.post("/sessions", help=Help.NONE, refuses=(401, 403, 429), guards=[needs_cookies])
async def _log_in(request: WebRequest, services: WithServices, data: JSONBody[Credentials]) -> Response[Me]:
    """Log in. A wrong login and a wrong password get the same answer."""
    login = plain_login(data.login)
    found = await services.people.credentials(login)
    id, stored = found or (None, None)
    device = None if found is None else known_device(request, *found)
    services.attempts.log_in(login, address_of(request), device)
    if not await services.passwords.verify(stored, data.password[:1001]) or id is None or stored is None:
        raise AccountError(AccountFault.WRONG)
    if services.passwords.is_dated(stored):
        await services.people.set_password(id, await services.passwords.hash(data.password))
    token = await services.people.open_session(id, session_token(request), device_of(request))
    return await welcomed(request, services, token)


@routes.delete("/sessions", help=Help.NONE, refuses=(403,))
async def log_out(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """Log out; a guest cannot come back."""
    token = session_token(request)
    if token is not None:
        await services.people.close_session(token)
    if person is not None:
        services.sign_off(person.id)
    left = [] if person is None else await _left_games(request, services, person)
    return _gone(request, services, *left)


def plain_login(login: str) -> str:
    """The login as it is stored; an invalid one belongs to no person."""
    try:
        return checked_login(login)
    except AccountError:
        return ""


async def _again(request: WebRequest, services: WithServices) -> User | None:
    """The person, read again from the store."""
    token = session_token(request)
    person = None if token is None else await services.people.of_session(token)
    remember(request, person)
    return person


async def welcomed(request: WebRequest, services: Services, token: str) -> Response[Me]:
    """The answer after a login, with the cookies of the new session and of the device, which the account knows from now on."""
    before, person = visitor(request), await services.people.of_session(token)
    cookies = [session_cookie(token, services.config)]
    if before is not None and person is not None and before.id != person.id:
        cookies += await _left_games(request, services, before)
    remember(request, person)
    found = None if person is None or person.login is None else await services.people.credentials(person.login)
    if found is not None:
        cookies.append(device_cookie(request, *found, services.config))
    return Response(me(request, person), cookies=cookies)


async def _left_games(request: WebRequest, services: Services, person: User) -> list[Cookie]:
    """The cookie by which a browser gets no help in a game that its account has left open."""
    cookie = await left_games_cookie(request, services, person)
    return [] if cookie is None else [cookie]


def _gone(request: WebRequest, services: Services, *cookies: Cookie) -> Response[Me]:
    remember(request, None)
    return Response(me(request, None), cookies=[no_session_cookie(services.config), *cookies])


def renewed(request: WebRequest, services: Services, person: User | None) -> list[Cookie]:
    """The cookie that extends the session of a request, if it has one."""
    token = session_token(request)
    return [session_cookie(token, services.config)] if token is not None and person is not None else []


def me(request: WebRequest, person: User | None) -> Me:
    """The answer about the requesting person."""
    language = person.language if person is not None else speak(request)
    details = PersonDetails(person.id, person.name, person.login) if person is not None else None
    return Me(details, language if language in LANGUAGES else DEFAULT)
