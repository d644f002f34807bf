"""The endpoints for the security of an account: its password, its sessions, and the data that is stored of a person."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import structlog
from litestar import Response
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.users import AccountError, AccountFault, User, check_password
from mostek.server.http.bodies import Body, Me, Millis
from mostek.server.http.confirmations import FRESH
from mostek.server.http.limits import by_address
from mostek.server.http.middleware import needs_cookies
from mostek.server.http.people import WebRequest, plain_login, welcomed
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.sessions import device_of, session_token
from mostek.store.person_data import data_of

log = structlog.get_logger("mostek.http")


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


routes = Routes("/api", tag="people")
"""What takes a password or a code has the limit of logging in."""


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
    request: WebRequest, services: WithServices, person: Asking, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Change my password. All other sessions end.

    It takes the present password, or a login with a passkey within the last five minutes.
    """
    who, token = known(person), session_token(request) or ""
    check_password(data.new)
    if data.password is None and not services.confirmations.left(token):
        raise RequestRefused(
            HTTPStatus.FORBIDDEN,
            "not_confirmed",
            "Enter the present password, or confirm with your passkey: that is valid for {minutes} minutes.",
            minutes=int(FRESH) // 60,
        )
    stored = None if data.password is None else await _present(services, who, token, data.password)
    return await _set_password(request, services, who.id, data.new, stored)


async def _present(services: Services, who: User, token: str, password: str) -> str:
    """The stored hash of the present password. Raises `RequestRefused` if it is another one."""
    services.attempts.change_password(token)
    found = None if who.login is None else await services.people.credentials(who.login)
    stored = None if found is None else found[1]
    if not await services.passwords.verify(stored, password[:1001]) or stored is None:
        raise _wrong_password()
    return stored


@routes.post(
    "/sessions/reset",
    help=Help.NONE,
    limit=by_address("resets", "logins"),
    refuses=(401, 403, 429),
    guards=[needs_cookies],
)
async def _reset_password(request: WebRequest, services: WithServices, data: JSONBody[ResetPassword]) -> Response[Me]:
    """Set a new password by a code of the operator, which is valid once. All sessions end, and a new one begins.

    A wrong login and a wrong code get the same answer.
    """
    check_password(data.new)
    person = await services.people.use_reset_code(plain_login(data.login), data.code)
    if person is None:
        raise AccountError(AccountFault.WRONG_CODE)
    log.info("password_reset", person=person)
    return await _set_password(request, services, person, data.new)


async def _set_password(
    request: WebRequest, services: Services, person: str, new: str, before: str | None = None
) -> Response[Me]:
    hashed = await services.passwords.hash(new)
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
    return MySessions(tuple(sessions), int(services.confirmations.left(token) * 1000))
