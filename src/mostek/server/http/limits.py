"""The limits of requests: an endpoint states the one that counts it, and one middleware counts."""

from __future__ import annotations

from collections.abc import Iterator
from time import time
from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.middleware.rate_limit import get_remote_address
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from mostek.server.network import household
from mostek.server.sessions import visitor

CROWD = 10
"""The people for whom an address has room in a minute."""
_MINUTE = 60


class Limits(Struct, frozen=True):
    """The limits of requests a minute.

    Logins, accounts and new guests count for an address, everything else for a person, and `CROWD` times as much for an
    address: many people of one hall may share it.
    """

    logins: int = 60
    guests: int = 60
    tables: int = 30
    invitations: int = 60
    records: int = 120
    pictures: int = 120
    reports: int = 30
    analyses: int = 60
    """Positions that the server analyses because a page cannot."""
    commands: int = 240
    """Commands of an official of a tournament, and what a player's phone sends."""
    codes: int = 10
    """Short codes that are typed at one address for one player."""
    changes: int = 240
    """All requests that change something, together."""
    reviews: int = 20
    """Games that are given for a review, and reviews that are asked for."""
    review_reads: int = 240
    """Looks at reviews; a page looks once a second while one is made."""
    words: int = 240
    """Searches in a list of words, as somebody types."""
    puzzles: int = 60
    """Answers to puzzles, of which each may take a fifth of a second of the processor."""


class Limit(NamedTuple):
    """The limit of an endpoint. Endpoints whose limits have the same name share one count."""

    name: str
    most: str | int
    """The requests in a minute: a field of `Limits`, or a number."""
    times: int
    of_person: bool
    of_address: bool

    def requests(self, limits: Limits) -> int:
        """The requests in a minute."""
        return (self.most if isinstance(self.most, int) else int(getattr(limits, self.most))) * self.times

    def counts(self, limits: Limits) -> Iterator[tuple[str, int, bool]]:
        """Name, requests in a minute, and whether it is of a person, for each count."""
        requests = self.requests(limits)
        if self.of_person:
            yield self.name, requests, True
            if self.of_address:
                yield f"{self.name} of all", requests * CROWD, False
        else:
            yield self.name, requests, False


def by_address(name: str, most: str | int = "", times: int = 1) -> Limit:
    """A limit for one address, in requests a minute.

    Args:
        name: The name of the count.
        most: The field of `Limits`, by default the one of that name, or a number.
        times: How many times as much.
    """
    return Limit(name, most or name, times, of_person=False, of_address=True)


def by_person(name: str, most: str | int = "", times: int = 1) -> Limit:
    """A limit for one person; for a visitor without a name by address. See `by_address`."""
    return Limit(name, most or name, times, of_person=True, of_address=False)


def by_both(name: str, most: str | int = "", times: int = 1) -> Limit:
    """A limit for one person, and a larger one for their address: an account is quickly made. See `by_address`."""
    return Limit(name, most or name, times, of_person=True, of_address=True)


def address_of(request: Request[Any, Any, Any]) -> str:
    """The address of a request as the limits count it: a household has one."""
    return household(get_remote_address(request))


def visitor_key(request: Request[Any, Any, Any]) -> str:
    """The name of the visitor who sends a request, as the limits count it: a person, or the address of one without a name."""
    person = visitor(request)
    return person.id if person is not None else address_of(request)


class _Minute:
    """The requests that were counted in a minute, which begins with the first of them."""

    __slots__ = ("counted", "ends")

    def __init__(self) -> None:
        self.counted = 0
        self.ends = int(time()) + _MINUTE


class LimitMiddleware(ASGIMiddleware):
    """Counts the requests of each endpoint that states a limit, and refuses too many of them. Litestar's own would be a layer for
    each endpoint, and write the times of all requests of a minute as JSON at each of them.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._minutes: dict[str, _Minute] = {}

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or raise `TooManyRequestsException`. The headers say what is left of the first count."""
        limit = scope["route_handler"].opt.get("limit")
        said: tuple[_Minute, int, int] | None = None
        if limit is not None:
            request: Request[Any, Any, Any] = Request(scope)
            for name, most, of_person in limit.counts(self._limits):
                minute = self._minute(f"{name}/{visitor_key(request) if of_person else address_of(request)}")
                if minute.counted >= most:
                    raise TooManyRequestsException(headers=_headers(minute, most, minute.counted))
                minute.counted += 1
                said = said or (minute, most, minute.counted)
        await next_app(scope, receive, send if said is None else _saying(*said, send))

    def forget(self) -> None:
        """Drop the counts of minutes that have ended."""
        now = int(time())
        self._minutes = {key: each for key, each in self._minutes.items() if each.ends > now}

    def _minute(self, key: str) -> _Minute:
        found = self._minutes.get(key)
        if found is None or found.ends <= int(time()):
            found = self._minutes[key] = _Minute()
        return found


def _saying(minute: _Minute, most: int, counted: int, send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message.setdefault("headers", [])
            MutableScopeHeaders(message).update(_headers(minute, most, counted))
        await send(message)

    return with_headers


def _headers(minute: _Minute, most: int, counted: int) -> dict[str, str]:
    return {
        "RateLimit-Policy": f"{most}; w={_MINUTE}",
        "RateLimit-Limit": str(most),
        "RateLimit-Remaining": str(max(most - counted, 0)),
        "RateLimit-Reset": str(minute.ends - int(time())),
    }
