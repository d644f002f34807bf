"""The endpoints for guests, accounts and sessions, for the security of an account, and for what is stored of a person."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, TypeAlias

import structlog
from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.users import AccountError, AccountFault, User, check_password, checked_login, checked_name
from mostek.features.people.http.devices import device_cookie, known_device, no_device_cookie
from mostek.features.people.logins import (
    FRESH,
    Attempts,
    People,
    confirmed_for,
    limits_of_login,
    limits_of_password,
)
from mostek.features.people.store import data_of
from mostek.messages import LANGUAGES
from mostek.server.http.bodies import Body, Language, Me, Millis
from mostek.server.http.bootstrap import me, renewed
from mostek.server.http.help_gate import left_games_cookie
from mostek.server.http.limits import address_of, by_address
from mostek.server.http.middleware import WebRequest, needs_cookies
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.sessions import device_of, no_session_cookie, remember, session_cookie, session_token, speak, visitor

log = structlog.get_logger("mostek.http")
WithPeople: TypeAlias = NamedDependency[People]
WithAttempts: TypeAlias = NamedDependency[Attempts]


class NewGuest(Body, frozen=True):
    """The name of a person: 1 to 40 visible characters."""

    name: str


class PersonChanges(Body, frozen=True):
    """A new name and a new language; `null` changes nothing."""

    name: str | None = None
    language: Language | None = None


class Credentials(Body, frozen=True):
    """Login and password: 3 to 40 letters, digits, dots, hyphens, underscores; 10 to 1000 characters."""

    login: str
    password: str


class NewPassword(Body, frozen=True):
    """A change of the password."""

    new: str
    password: str | None = None
    """The present one; `null` within five minutes after a login with a passkey."""


class ResetPassword(Body, frozen=True):
    """A new password by a code of the operator."""

    login: str
    code: str
    new: str


class SessionDetails(Struct, frozen=True):
    """A session of a person."""

    id: str
    device: str | None
    """The browser and the system that opened it."""
    created: Millis
    seen: Millis
    """The last visit, to the hour."""
    current: bool
    """Whether it is the session of this request."""


class MySessions(Struct, frozen=True):
    """All sessions of a person, the last used first."""

    sessions: tuple[SessionDetails, ...]
    confirmed: Millis
    """The milliseconds within which this session may set a password without the present one, because it was opened with a
    passkey; 0 if it may not."""


routes = Routes("/api", tag="people", keeps={"attempts": lambda limits: Attempts(limits.logins)})
"""What takes a password or a code has the limit of logging in."""


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
    request: WebRequest, services: WithServices, people: WithPeople, person: Asking, data: JSONBody[Credentials]
) -> Response[Me]:
    """Turn the guest that I am into an account."""
    who, login = known(person), checked_login(data.login)
    check_password(data.password)
    if who.login is not None:
        raise AccountError(AccountFault.HAS_ACCOUNT)
    password = await people.passwords.hash(data.password)
    token = await services.people.make_account(who.id, login, password, device_of(request))
    return await welcomed(request, services, token)


@routes.post("/sessions", help=Help.NONE, refuses=(401, 403, 429), guards=[needs_cookies])
async def _log_in(
    request: WebRequest,
    services: WithServices,
    people: WithPeople,
    attempts: WithAttempts,
    data: JSONBody[Credentials],
) -> Response[Me]:
    """Log in. A wrong login and a wrong password get the same answer."""
    login = plain_login(data.login)
    found = await services.people.credentials(login)
    id, stored = found or (None, None)
    device = None if found is None else known_device(request, *found)
    limits = limits_of_login(login, address_of(request), device, attempts.per_address)
    await attempts.count_attempt(limits, people.guesses)
    if not await people.passwords.verify(stored, data.password[:1001]) or id is None or stored is None:
        await people.guesses.note_guess(each.guesses for each in limits)
        raise AccountError(AccountFault.WRONG)
    if people.passwords.is_dated(stored):
        await services.people.set_password(id, await people.passwords.hash(data.password))
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


@routes.get("/sessions", help=Help.NONE, refuses=(401,))
async def list_sessions(request: WebRequest, services: WithServices, person: Asking) -> MySessions:
    """My sessions, with the device that opened each."""
    return await _mine(request, services, known(person))


@routes.delete("/sessions/{id:str}", help=Help.NONE, refuses=(401, 403, 404))
async def end_session(request: WebRequest, services: WithServices, person: Asking, id: FromPath[str]) -> MySessions:
    """End a session of mine. Returns the remaining ones."""
    who = known(person)
    if not await services.people.end_session(who.id, id):
        raise unknown("There is no such session.")
    services.sign_off(who.id)
    return await _mine(request, services, who)


@routes.delete("/other-sessions", help=Help.NONE, refuses=(401, 403))
async def end_other_sessions(request: WebRequest, services: WithServices, person: Asking) -> MySessions:
    """End all my sessions except this one. Returns it."""
    who = known(person)
    await services.people.end_other_sessions(who.id, session_token(request) or "")
    services.sign_off(who.id)
    return await _mine(request, services, who)


@routes.get("/me/data", help=Help.NONE, refuses=(401,))
async def export_me(services: WithServices, person: Asking) -> Response[dict[str, Any]]:
    """Everything that is stored of me, as a file."""
    who = known(person)
    found = await services.database.read(lambda connection: data_of(connection, who.id))
    return Response(found, headers=file_headers("mostek.json"))


@routes.post("/me/password", help=Help.NONE, refuses=(401, 403, 429))
async def _change_password(
    request: WebRequest,
    services: WithServices,
    people: WithPeople,
    attempts: WithAttempts,
    person: Asking,
    data: JSONBody[NewPassword],
) -> Response[Me]:
    """Change my password. All other sessions end.

    It takes the present password, or a login with a passkey within the last five minutes.
    """
    who, token = known(person), session_token(request) or ""
    check_password(data.new)
    if data.password is None and not confirmed_for(await services.people.confirmed_at(token)):
        raise RequestRefused(
            HTTPStatus.FORBIDDEN,
            "not_confirmed",
            "Enter the present password, or confirm with your passkey: that is valid for {minutes} minutes.",
            minutes=int(FRESH) // 60,
        )
    stored = None
    if data.password is not None:
        limits = limits_of_password(token)
        await attempts.count_attempt(limits, people.guesses)
        try:
            stored = await _present(services, people, who, data.password)
        except RequestRefused:
            await people.guesses.note_guess(each.guesses for each in limits)
            raise
    return await _set_password(request, services, people, who.id, data.new, stored)


async def _present(services: Services, people: People, who: User, password: str) -> str:
    """The stored hash of the present password. Raises `RequestRefused` if it is another one."""
    found = None if who.login is None else await services.people.credentials(who.login)
    stored = None if found is None else found[1]
    if not await people.passwords.verify(stored, password[:1001]) or stored is None:
        raise _wrong_password()
    return stored


@routes.post(
    "/sessions/reset",
    help=Help.NONE,
    limit=by_address("resets", "logins"),
    refuses=(401, 403, 429),
    guards=[needs_cookies],
)
async def _reset_password(
    request: WebRequest, services: WithServices, people: WithPeople, data: JSONBody[ResetPassword]
) -> Response[Me]:
    """Set a new password by a code of the operator, which is valid once. All sessions end, and a new one begins.

    A wrong login and a wrong code get the same answer.
    """
    check_password(data.new)
    person = await services.people.use_reset_code(plain_login(data.login), data.code)
    if person is None:
        raise AccountError(AccountFault.WRONG_CODE)
    log.info("password_reset", person=person)
    return await _set_password(request, services, people, person, data.new)


async def _set_password(
    request: WebRequest, services: Services, people: People, person: str, new: str, before: str | None = None
) -> Response[Me]:
    hashed = await people.passwords.hash(new)
    token = await services.people.replace_password(person, hashed, before, device_of(request))
    if token is None:  # somebody was faster: the present password is another one by now
        raise _wrong_password()
    services.sign_off(person)
    return await welcomed(request, services, token)


def _wrong_password() -> RequestRefused:
    return RequestRefused(HTTPStatus.FORBIDDEN, "wrong_password", "The present password is wrong.")


async def _mine(request: WebRequest, services: Services, who: User) -> MySessions:
    token = session_token(request) or ""
    found = await services.people.sessions(who.id, token)
    sessions = (SessionDetails(each.id, each.device, each.created, each.seen, each.current) for each in found)
    return MySessions(tuple(sessions), int(confirmed_for(await services.people.confirmed_at(token)) * 1000))
