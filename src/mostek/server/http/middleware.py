"""Middleware for every request and answer: session, CSRF token, security headers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from mostek.server.budget import Budgets
from mostek.server.config import Config
from mostek.server.http.limits import CROWD, Limits, address_of, visitor_key
from mostek.server.http.problems import RequestRefused, too_many
from mostek.server.operator_access import ADDRESS as OPERATOR
from mostek.server.sessions import (
    CSRF_HEADER,
    Connection,
    csrf_cookie,
    csrf_token,
    is_own_host,
    is_own_origin,
    is_without_cookies,
    new_csrf_token,
    person_of,
    remember,
    speak,
)
from mostek.store.users import UserStore
from mostek.work.fair_queue import CrowdedError, FairQueue

_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
"""The content security policy. Scripts and WebAssembly come only from the server's files; inline styles are allowed because
they place the tiles."""
_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_OF_FILES = frozenset({"X-Content-Type-Options", "Strict-Transport-Security"})
"""What a browser obeys for a file of a page, too."""
_EMBEDDED = "/embed/"
_PART_OF_A_PAGE = re.compile(r"/assets/(?!.*\.worker-)[^/]+\.(?:css|js|woff2)")
"""The files that a page loads under its own policy; a worker has the policy of its file."""


def protection(config: Config) -> Callable[[Message, Scope], Awaitable[None]]:
    """A hook that adds the security headers to every answer."""
    always = dict(_EVERYWHERE)
    if config.secure:
        always["Strict-Transport-Security"] = "max-age=31536000"

    async def protect(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        message.setdefault("headers", [])
        headers = MutableScopeHeaders.from_message(message)
        if message["status"] == HTTPStatus.OK and _PART_OF_A_PAGE.fullmatch(scope["path"]):
            # A first view has thirty of these files: what only a document obeys would be a seventh of all its bytes.
            for name in always.keys() & _OF_FILES:
                headers[name] = always[name]
            return
        embedded = scope["path"].startswith(_EMBEDDED)
        headers["Content-Security-Policy"] = _POLICY + ("*" if embedded else "'none'")
        for name, value in always.items():
            headers[name] = value
        if not embedded:
            headers["X-Frame-Options"] = "DENY"
        if "cache-control" not in headers:
            headers["Cache-Control"] = "no-store"

    return protect


def needs_cookies(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard of endpoints after which the server recognises the person: without cookies it never would, so it says so."""
    if is_without_cookies(connection):
        raise RequestRefused(
            HTTPStatus.FORBIDDEN,
            "no_cookies",
            "Your browser does not keep the cookies of this site, so the server cannot recognise you. "
            "Allow cookies for it and load the page again.",
        )


_PLACES, _WAITING = 2, 512
"""The requests that read and run at once, and those of one visitor that may wait."""
_PLACE = "place"
ALIVE = "/healthz"
_HEALTH = ("/api/health", "/readyz", "/metrics", OPERATOR)
"""The addresses by which a crowded server is watched: they wait for no other request."""
_SAFE = ("GET", "HEAD", "OPTIONS")
WebRequest = Request[Any, Any, Any]


class ReadingPlace:
    """The place of a request among those that read at once. It is left before the answer is sent, and while a worker works."""

    __slots__ = ("_name", "_queue")

    def __init__(self, queue: FairQueue, name: str) -> None:
        self._queue: FairQueue | None = queue
        self._name = name

    @classmethod
    def of(cls, request: WebRequest) -> ReadingPlace | None:
        """The place of a request; `None` for one that changes something, which needs none."""
        place = request.scope["state"].get(_PLACE)
        assert place is None or isinstance(place, cls)
        return place

    def leave(self) -> None:
        """Leave the place; a second time it does nothing."""
        if self._queue is not None:
            self._queue.leave(self._name)
            self._queue = None


class SessionMiddleware(ASGIMiddleware):
    """The session and CSRF middleware. With Litestar's own, a cookie of an earlier secret locks a browser out, and a cookie
    beyond ASCII makes it fail. Here the cookie is random, the header repeats it, and the origin is also checked.
    """

    scopes = (ScopeType.HTTP,)
    should_bypass_for_scope = staticmethod(lambda scope: scope["path"].startswith("/assets/") or scope["path"] == ALIVE)

    def __init__(self, config: Config, limits: Limits) -> None:
        self._config = config
        self._changes = Budgets(limits.changes, limits.changes / 60)
        self._crowds = Budgets(limits.changes * CROWD, limits.changes * CROWD / 60)
        self._reading = FairQueue(_PLACES, _WAITING)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or raise `RequestRefused`."""
        request: WebRequest = Request(scope, receive)
        if not is_own_host(request, self._config):
            speak(request)
            raise RequestRefused(
                HTTPStatus.MISDIRECTED_REQUEST,
                "foreign_host",
                "This server does not have this name. Its address is {url}.",
                url=self._config.url,
            )
        people: UserStore = scope["litestar_app"].state.people
        remember(request, await person_of(request, people))
        speak(request)
        token = csrf_token(request)
        if request.method in _SAFE:
            await self._in_turn(request, next_app, send if token else self._giving(new_csrf_token(), send))
            return
        self._check(request, token)
        self._count(request)
        await next_app(scope, receive, send)

    async def _in_turn(self, request: WebRequest, next_app: ASGIApp, send: Send) -> None:
        """Answer when it is this visitor's turn. Who reads the answer slowly holds no place meanwhile."""
        path = request.scope["path"]
        if path in _HEALTH:
            return await next_app(request.scope, request.receive, send)
        name = visitor_key(request)
        try:
            await self._reading.enter(name)
        except CrowdedError:
            raise too_many(1) from None
        place = ReadingPlace(self._reading, name)
        request.scope["state"][_PLACE] = place

        async def leaving(message: Message) -> None:
            place.leave()
            await send(message)

        try:
            await next_app(request.scope, request.receive, leaving)
        finally:
            place.leave()

    def _count(self, request: WebRequest) -> None:
        """Raise `RequestRefused` for a person or an address that changes too much."""
        for budget in (self._changes.of(visitor_key(request)), self._crowds.of(address_of(request))):
            if wait := budget.take(1):
                raise too_many(wait)

    def _check(self, request: WebRequest, token: str | None) -> None:
        if not is_own_origin(request, self._config):
            raise RequestRefused(
                HTTPStatus.FORBIDDEN, "foreign_origin", "Another site has sent this request; it is not carried out."
            )
        if request.scope["path"] == OPERATOR:
            return  # a form without a script: whoever forges it would have to know the token of the operator
        if is_without_cookies(request):
            return
        repeated = request.headers.get(CSRF_HEADER, "")
        if token is None or not compare_digest(token.encode(), repeated.encode()):
            raise RequestRefused(
                HTTPStatus.FORBIDDEN, "csrf", "The page is out of date. Load it again, then try once more."
            )

    def _giving(self, token: str, send: Send) -> Send:
        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                headers = MutableScopeHeaders.from_message(message)
                if not headers.get("cache-control", "").startswith("public"):  # what others may get, too, has no cookie
                    headers.add("set-cookie", csrf_cookie(token, self._config).to_header(header=""))
            await send(message)

        return with_cookie
