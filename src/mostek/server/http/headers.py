"""What every answer tells the browser to keep apart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from mostek.server.config import Config

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
