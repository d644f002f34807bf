"""How often somebody may ask for what costs something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Request
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig, get_remote_address
from msgspec import Struct

from mostek.server.http.language import visitor
from mostek.server.network import household


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
    """So many times a minute for one person; by address for somebody who has not said who they are."""

    def who(request: Request[Any, Any, Any]) -> str:
        person = visitor(request)
        return f"{what}/{person.id if person is not None else _address(request)}"

    return _limit(who, times)


def _address(request: Request[Any, Any, Any]) -> str:
    return household(get_remote_address(request))


def _limit(who: Callable[[Request[Any, Any, Any]], str], times: int) -> DefineMiddleware:
    # Litestar's key does not name the route, so `who` does.
    return RateLimitConfig(("minute", times), identifier_for_request=who).middleware
