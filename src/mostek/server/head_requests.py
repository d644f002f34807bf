"""HEAD for every address that answers GET (RFC 9110): the same status and headers, with the length of the body but without it."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


async def answer_head(answer_get: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Carry out a HEAD request as a GET whose body is thrown away. A stream, which has no length, ends at its first piece."""
    begun: list[Any] = []
    ended = False

    async def send_head(message: Any) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            begun.append(message)
        elif message["type"] == "http.response.body" and begun:
            ended = True
            await send(_measured(begun.pop(), message))
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def receive_until_answered() -> Any:
        return {"type": "http.disconnect"} if ended else await receive()

    scope_of_get: Any = {**scope, "method": "GET"}
    await answer_get(scope_of_get, receive_until_answered, send_head)


def _measured(start: Any, body: Any) -> Any:
    """The start of an answer with its length, where the first piece of the body is the whole."""
    headers = list(start["headers"])
    if not body.get("more_body") and not any(name.lower() == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(body.get("body", b""))).encode()))
    return {**start, "headers": headers}
