"""What every request and every answer passes: session and CSRF token, security headers, rate limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware, DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig, get_remote_address
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from mostek.server.config import Config
from mostek.server.http.problems import RequestRefused
from mostek.server.network import household
from mostek.server.sessions import (
    CSRF_HEADER,
    csrf_cookie,
    csrf_token,
    is_own_origin,
    new_csrf_token,
    person_of,
    remember,
    speak,
    visitor,
)
from mostek.store.people import PersonStore

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
"""Scripts come from the server's own files only. Styles may stand in the page, for that is how tiles are placed."""
_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_EMBEDDED = "/embed/"


def protection(config: Config) -> Callable[[Message, Scope], Awaitable[None]]:
    """The hook that puts the headers on every answer."""
    always = dict(_EVERYWHERE)
    if config.secure:
        always["Strict-Transport-Security"] = "max-age=31536000"

    async def protect(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        message.setdefault("headers", [])
        headers = MutableScopeHeaders.from_message(message)
        embedded = scope["path"].startswith(_EMBEDDED)
        headers["Content-Security-Policy"] = _POLICY + ("*" if embedded else "'none'")
        for name, value in always.items():
            headers[name] = value
        if not embedded:
            headers["X-Frame-Options"] = "DENY"
        if "cache-control" not in headers:
            headers["Cache-Control"] = "no-store"

    return protect


class Limits(Struct, frozen=True):
    """How often in a minute.

    Logins, accounts and new guests count for an address, everything else for a person. Many people of one hall may share
    an address, so guests have room.
    """

    logins: int = 10
    guests: int = 30
    tables: int = 30
    invitations: int = 60
    records: int = 120
    pictures: int = 120


def by_address(what: str, times: int) -> DefineMiddleware:
    """So many times a minute from one address."""
    return _limit(lambda request: f"{what}/{_address(request)}", times)


def by_person(what: str, times: int) -> DefineMiddleware:
    """A number of requests a minute for one person; by address for a visitor without a name."""

    def who(request: Request[Any, Any, Any]) -> str:
        person = visitor(request)
        return f"{what}/{person.id if person is not None else _address(request)}"

    return _limit(who, times)


def _address(request: Request[Any, Any, Any]) -> str:
    return household(get_remote_address(request))


def _limit(who: Callable[[Request[Any, Any, Any]], str], times: int) -> DefineMiddleware:
    # Litestar's key does not name the route, so `who` does.
    return RateLimitConfig(("minute", times), identifier_for_request=who).middleware


_SAFE = ("GET", "HEAD", "OPTIONS")
WebRequest = Request[Any, Any, Any]


class SessionMiddleware(ASGIMiddleware):
    """Litestar's own CSRF middleware is not used: a cookie of an earlier secret would lock a browser out, and one with letters
    beyond ASCII makes it fail. Here the cookie is chance, the header repeats it, and the origin is looked at, too.
    """

    scopes = (ScopeType.HTTP,)
    should_bypass_for_scope = staticmethod(lambda scope: scope["path"].startswith("/assets/"))

    def __init__(self, config: Config) -> None:
        self._config = config

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request through, or raise `RequestRefused`."""
        request: WebRequest = Request(scope, receive)
        people: PersonStore = scope["litestar_app"].state.people
        remember(request, await person_of(request, people))
        speak(request)
        token = csrf_token(request)
        if request.method in _SAFE:
            await next_app(scope, receive, send if token else self._giving(new_csrf_token(), send))
            return
        self._check(request, token)
        await next_app(scope, receive, send)

    def _check(self, request: WebRequest, token: str | None) -> None:
        if not is_own_origin(request, self._config):
            raise RequestRefused(
                HTTPStatus.FORBIDDEN, "foreign_origin", "Another site has sent this request; it is not carried out."
            )
        repeated = request.headers.get(CSRF_HEADER, "")
        if token is None or not compare_digest(token.encode(), repeated.encode()):
            raise RequestRefused(
                HTTPStatus.FORBIDDEN, "csrf", "The page is out of date. Load it again, then try once more."
            )

    def _giving(self, token: str, send: Send) -> Send:
        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                cookie = csrf_cookie(token, self._config).to_header(header="")
                MutableScopeHeaders.from_message(message).add("set-cookie", cookie)
            await send(message)

        return with_cookie
