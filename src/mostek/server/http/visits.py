"""What comes before every request: who asks, in which language, and whether a page of our own has sent it."""

from __future__ import annotations

from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from mostek.server.auth import (
    CSRF_HEADER,
    csrf_cookie,
    csrf_token,
    is_own_origin,
    new_csrf_token,
    person_of,
)
from mostek.server.config import Config
from mostek.server.http.language import remember, speak
from mostek.server.http.problems import Refused
from mostek.store.people import People

_SAFE = ("GET", "HEAD", "OPTIONS")
Asked = Request[Any, Any, Any]


class Visits(ASGIMiddleware):
    """Litestar's own CSRF middleware is not used: a cookie of an earlier secret would lock a browser out, and one with letters
    beyond ASCII makes it fail. Here the cookie is chance, the header repeats it, and the origin is looked at, too.
    """

    scopes = (ScopeType.HTTP,)
    should_bypass_for_scope = staticmethod(lambda scope: scope["path"].startswith("/assets/"))

    def __init__(self, config: Config) -> None:
        self._config = config

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request through, or raise `Refused`."""
        request: Asked = Request(scope, receive)
        people: People = scope["litestar_app"].state.people
        remember(request, await person_of(request, people))
        speak(request)
        token = csrf_token(request)
        if request.method in _SAFE:
            await next_app(scope, receive, send if token else self._giving(new_csrf_token(), send))
            return
        self._check(request, token)
        await next_app(scope, receive, send)

    def _check(self, request: Asked, token: str | None) -> None:
        if not is_own_origin(request, self._config):
            raise Refused(
                HTTPStatus.FORBIDDEN, "foreign_origin", "Another site has sent this request; it is not carried out."
            )
        repeated = request.headers.get(CSRF_HEADER, "")
        if token is None or not compare_digest(token.encode(), repeated.encode()):
            raise Refused(HTTPStatus.FORBIDDEN, "csrf", "The page is out of date. Load it again, then try once more.")

    def _giving(self, token: str, send: Send) -> Send:
        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                cookie = csrf_cookie(token, self._config).to_header(header="")
                MutableScopeHeaders.from_message(message).add("set-cookie", cookie)
            await send(message)

        return with_cookie
