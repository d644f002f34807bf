"""A person with a browser at an address of their own, which a proxy on this machine tells: nothing leaves it."""

from __future__ import annotations

import json
from time import perf_counter
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx

from mostek.server.sessions import CSRF_COOKIE, CSRF_HEADER, SESSION_COOKIE

HONEST, STRANGER, ATTACKER = "127.0.0.1", "198.51.100.9", "203.0.113.2"
"""Addresses of clients. Who comes from `HONEST`, without a proxy, is the user of the computer; the others, of addresses that
nobody has (RFC 5737), are guests."""
UNANSWERED = 0
_BUSY = (429, 503)


class Answer(NamedTuple):
    """An answer, or that none has come."""

    status: int
    data: bytes = b""
    retry_after: str = ""
    seconds: float = 0.0

    @property
    def is_done(self) -> bool:
        """Whether it was carried out."""
        return 200 <= self.status < 300

    @property
    def json(self) -> Any:
        """What it says; nothing for another form."""
        try:
            return json.loads(self.data)
        except ValueError:
            return None

    @property
    def is_polite(self) -> bool:
        """Whether it is done, or refused with a sentence; who is too busy says also when to come again."""
        if self.is_done:
            return True
        said = self.json
        has_sentence = isinstance(said, dict) and len(str(said.get("detail", "")).split()) >= 3
        comes_again = self.status not in _BUSY or self.retry_after.isdecimal()
        return (400 <= self.status < 500 or self.status in _BUSY) and has_sentence and comes_again


class Guest:
    """A browser of one person."""

    def __init__(self, port: int, address: str, token: str = "", patience: float = 60.0) -> None:
        self.address = address
        self._client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers={} if address == HONEST else {"X-Forwarded-For": address, "X-Forwarded-Proto": "http"},
            cookies={SESSION_COOKIE: token} if token else {},
            timeout=patience,
            trust_env=False,
        )

    async def __aenter__(self) -> Self:
        """Look at the page, which brings the token against forged requests."""
        await self.get("/me")
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self._client.aclose()

    @property
    def token(self) -> str:
        """The session."""
        return self._client.cookies.get(SESSION_COOKIE) or ""

    async def called(self, name: str) -> Self:
        """Enter a name."""
        answer = await self.post("/me", {"name": name})
        assert answer.is_done, answer
        return self

    async def get(self, path: str) -> Answer:
        """Read something."""
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> Answer:
        """Do something; bytes are sent as they are."""
        return await self.ask("POST", path, {} if body is None else body)

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Any request below `/api`, or for a public page."""
        headers = {CSRF_HEADER: self._client.cookies.get(CSRF_COOKIE) or ""}
        if isinstance(body, bytes):
            sent: dict[str, Any] = {"content": body}
            headers["content-type"] = "application/octet-stream"
        else:
            sent = {} if body is None else {"json": body}
        url = path if path == "/" or path.startswith("/e/") else f"/api{path}"
        began = perf_counter()
        try:
            got = await self._client.request(method, url, headers=headers, **sent)
        except httpx.TransportError:
            return Answer(UNANSWERED, seconds=perf_counter() - began)
        return Answer(got.status_code, got.content, got.headers.get("retry-after", ""), perf_counter() - began)
