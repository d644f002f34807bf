"""Who is who: guests, accounts, sessions."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from mostek.app.people import Person, PersonError, PersonFault, check_password, checked_login, checked_name
from mostek.server.http.bodies import Changes, Credentials, Me, NewGuest, PersonDetails
from mostek.server.http.middleware import Limits, by_address
from mostek.server.http.problems import problems
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.sessions import no_session_cookie, remember, session_cookie, session_token, speak

WebRequest = Request[Any, Any, Any]


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    return Router(
        "/",
        route_handlers=[
            show_me,
            change_me,
            forget_me,
            log_out,
            post("/me", middleware=[by_address("guests", limits.guests)], **_GUEST)(_enter),
            post("/accounts", middleware=[by_address("accounts", limits.logins)], **_ACCOUNT)(_register),
            post("/sessions", middleware=[by_address("logins", limits.logins)], **_LOGIN)(_log_in),
        ],
        tags=["people"],
    )


@get("/me", operation_id="show_me", responses=problems())
async def show_me(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """Who I am, if I have said so. The browser keeps the session for as long again."""
    return Response(me(request, person), cookies=renewed(request, services, person))


async def _enter(request: WebRequest, services: WithServices, person: Asking, data: JSONBody[NewGuest]) -> Response[Me]:
    """Say who I am, and be a guest at once. A known person changes their name so."""
    name = checked_name(data.name)
    if person is not None:
        await services.people.change(person.id, name)
        return Response(me(request, await _again(request, services)))
    guest, token = await services.people.welcome(name, speak(request))
    return Response(me(request, guest), cookies=[session_cookie(token, services.config)])


@patch("/me", operation_id="change_me", responses=problems(401, 403))
async def change_me(request: WebRequest, services: WithServices, person: Asking, data: JSONBody[Changes]) -> Me:
    """Change my name or my language."""
    name = None if data.name is None else checked_name(data.name)
    await services.people.change(known(person).id, name, data.language)
    return me(request, await _again(request, services))


@delete("/me", operation_id="forget_me", status_code=200, responses=problems(401, 403))
async def forget_me(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """Forget me: my account, my sessions and my name go."""
    await services.people.forget(known(person).id)
    services.games.sign_off(known(person).id)
    return _gone(request, services)


async def _register(
    request: WebRequest, services: WithServices, person: Asking, data: JSONBody[Credentials]
) -> Response[Me]:
    """Turn the guest that I am into an account."""
    who, login = known(person), checked_login(data.login)
    check_password(data.password)
    if who.login is not None:
        raise PersonError(PersonFault.HAS_ACCOUNT)
    token = await services.people.make_account(who.id, login, await services.passwords.hash(data.password))
    return welcomed(request, services, await services.people.of_session(token), token)


async def _log_in(request: WebRequest, services: WithServices, data: JSONBody[Credentials]) -> Response[Me]:
    """Log in. A wrong login and a wrong password are answered alike."""
    found = await services.people.credentials(_plain(data.login))
    id, kept = found or (None, None)
    if not await services.passwords.verify(kept, data.password[:1001]) or id is None or kept is None:
        raise PersonError(PersonFault.WRONG)
    if services.passwords.is_dated(kept):
        await services.people.set_password(id, await services.passwords.hash(data.password))
    token = await services.people.open_session(id, instead_of=session_token(request))
    return welcomed(request, services, await services.people.of_session(token), token)


@delete("/sessions", operation_id="log_out", status_code=200, responses=problems(403))
async def log_out(request: WebRequest, services: WithServices, person: Asking) -> Response[Me]:
    """Log out; a guest cannot come back."""
    token = session_token(request)
    if token is not None:
        await services.people.close_session(token)
    if person is not None:
        services.games.sign_off(person.id)
    return _gone(request, services)


_GUEST: dict[str, Any] = {"operation_id": "enter", "status_code": 200, "responses": problems(403, 429)}
_ACCOUNT: dict[str, Any] = {
    "operation_id": "register",
    "status_code": 200,
    "responses": problems(401, 403, 409, 429),
}
_LOGIN: dict[str, Any] = {"operation_id": "log_in", "status_code": 200, "responses": problems(401, 403, 429)}


def _plain(login: str) -> str:
    """The login as it is stored; an invalid one belongs to no person."""
    try:
        return checked_login(login)
    except PersonError:
        return ""


async def _again(request: WebRequest, services: WithServices) -> Person | None:
    """The person as they are now."""
    token = session_token(request)
    person = None if token is None else await services.people.of_session(token)
    remember(request, person)
    return person


def welcomed(request: WebRequest, services: WithServices, person: Person | None, token: str) -> Response[Me]:
    """The answer to a person who has just logged in, with the cookie of their new session."""
    remember(request, person)
    return Response(me(request, person), cookies=[session_cookie(token, services.config)])


def _gone(request: WebRequest, services: WithServices) -> Response[Me]:
    remember(request, None)
    return Response(me(request, None), cookies=[no_session_cookie(services.config)])


def renewed(request: WebRequest, services: Services, person: Person | None) -> list[Cookie]:
    """The cookie that lets the session of who asks last for as long again, if it is one."""
    token = session_token(request)
    return [session_cookie(token, services.config)] if token is not None and person is not None else []


def me(request: WebRequest, person: Person | None) -> Me:
    """Who asks, as they see themselves."""
    language = person.language if person is not None else speak(request)
    told = PersonDetails(person.id, person.name, person.login) if person is not None else None
    return Me(told, "en" if language == "en" else "pl")
