"""Every endpoint that changes something states its limit, and endpoints that name the same limit share one count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from mostek.app.help import Help
from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.http import limits as limit_module
from mostek.server.http.limits import Limit, LimitMiddleware, Limits, by_address, by_both, by_person
from mostek.server.http.problems import HANDLERS
from mostek.server.http.routing import Routes

CHEAP = """\
DELETE /api/class/sets/{id:str}
DELETE /api/copies/{token:str}
DELETE /api/me
DELETE /api/other-sessions
DELETE /api/passkeys/{id:str}
DELETE /api/players/{code:str}/calls/{call:str}
DELETE /api/players/{code:str}/push
DELETE /api/sessions
DELETE /api/sessions/{id:str}
DELETE /api/tables/{id:str}
DELETE /api/tables/{id:str}/invitations/{invitation:str}
DELETE /api/tables/{id:str}/officials
DELETE /api/tables/{id:str}/seats
DELETE /api/tables/{id:str}/seats/{seat:int}
DELETE /api/tournaments/{id:str}
DELETE /api/tournaments/{id:str}/announcements/{announced:int}
DELETE /api/tournaments/{id:str}/codes/{number:int}
DELETE /api/tournaments/{id:str}/invitations/{invitation:str}
DELETE /api/tournaments/{id:str}/officials/{who:str}
DELETE /api/tournaments/{id:str}/standbys
PATCH /api/me
POST /api/copies/{token:str}
POST /api/me/password
POST /api/sessions
POST /api/standby/{token:str}/next
POST /api/tables/{id:str}/bots
POST /api/tables/{id:str}/ready
POST /api/tables/{id:str}/seats
POST /api/tables/{id:str}/share
POST /api/tournaments/{id:str}/calls/{call:str}/close
POST /api/tournaments/{id:str}/calls/{call:str}/take
POST /api/tournaments/{id:str}/games
PUT /api/tournaments/{id:str}/audience
PUT /api/tournaments/{id:str}/online
"""
"""What has no limit of its own: it is counted among all changes of a person and an address (`Limits.changes`), and passwords in
`Attempts` as well."""


def limits_of(app: Litestar) -> dict[str, Limit | None]:
    """The limit of each endpoint below `/api` that is described, by its method and address."""
    return {
        f"{method} {route.path}": handler.opt.get("limit")
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/")
        for handler in route.route_handlers
        if handler.include_in_schema and handler.fn.__module__.startswith("mostek.")
        for method in handler.http_methods
    }


def test_every_endpoint_that_changes_something_states_its_limit(tmp_path: Path) -> None:
    found = limits_of(application(Config(data=tmp_path)))
    changing = {name for name in found if not name.startswith("GET ")}
    assert sorted(name for name in changing if found[name] is None) == CHEAP.splitlines()
    assert all(limit.requests(Limits()) > 0 for limit in found.values() if limit is not None)


class Tally:
    """A number that a server keeps."""

    def __init__(self, number: int) -> None:
        self.number = number


def counting(limits: Limits) -> TestClient[Any]:
    """A small server: two endpoints share a count, one counts people and addresses, one addresses alone."""
    routes = Routes("/api", tag="tests", keeps={"tally": lambda given: Tally(given.tables)})

    @routes.get("/shared", help=Help.NONE, limit=by_person("tables"))
    async def show_shared() -> str:
        return ""

    @routes.get("/also", help=Help.NONE, limit=by_person("tables", times=2))
    async def show_also() -> str:
        return ""

    @routes.get("/crowd", help=Help.NONE, limit=by_both("crowd", 1))
    async def show_crowd() -> str:
        return ""

    @routes.get("/address", help=Help.NONE, limit=by_address("words", 3))
    async def show_address() -> str:
        return ""

    @routes.get("/kept", help=Help.NONE)
    async def show_kept(tally: NamedDependency[Tally]) -> int:
        tally.number += 1
        return tally.number

    limiter = LimitMiddleware(limits)
    state = State({"limits": limits, "limiter": limiter, "kept": {}})
    app = Litestar(routes.endpoints, middleware=[limiter], exception_handlers=HANDLERS, state=state)
    return TestClient(app)


@pytest.fixture
def sender(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The person who sends the next request; none at first."""
    asking = {"person": ""}

    def key(request: Any) -> str:
        return asking["person"] or limit_module.address_of(request)

    monkeypatch.setattr(limit_module, "visitor_key", key)
    return asking


def codes(client: TestClient[Any], path: str, times: int) -> list[int]:
    """The statuses of some requests."""
    return [client.get(path).status_code for _ in range(times)]


def test_limits_of_one_name_share_a_count_and_each_has_its_own_measure(sender: dict[str, str]) -> None:
    with counting(Limits(tables=2)) as client:
        assert codes(client, "/api/shared", 1) == [200]
        assert codes(client, "/api/also", 3) == [200, 200, 200]
        assert codes(client, "/api/shared", 1) == [429]
        assert codes(client, "/api/also", 1) == [429]
        sender["person"] = "ola"
        assert codes(client, "/api/shared", 3) == [200, 200, 429]


def test_an_address_has_room_for_ten_people(sender: dict[str, str]) -> None:
    with counting(Limits()) as client:
        for number in range(10):
            sender["person"] = str(number)
            assert codes(client, "/api/crowd", 2) == [200, 429]
        sender["person"] = "one more"
        assert codes(client, "/api/crowd", 1) == [429]


def test_a_limit_of_an_address_counts_people_together(sender: dict[str, str]) -> None:
    with counting(Limits()) as client:
        for number in range(3):
            sender["person"] = str(number)
            assert codes(client, "/api/address", 1) == [200]
        assert codes(client, "/api/address", 1) == [429]


def test_the_headers_say_what_is_left_and_a_minute_ends(
    sender: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(limit_module, "time", lambda: now[0])
    with counting(Limits(tables=2)) as client:
        first = client.get("/api/shared")
        now[0] += 20
        second, refused = client.get("/api/shared"), client.get("/api/shared")
        names = ("ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset")
        assert [first.headers[name] for name in names] == ["2; w=60", "2", "1", "60"]
        assert [second.headers[name] for name in names] == ["2; w=60", "2", "0", "40"]
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "40")
        now[0] += 40
        assert codes(client, "/api/shared", 1) == [200]
        app: Any = client.app
        app.state.limiter.forget()
        assert codes(client, "/api/shared", 2) == [200, 429], "a minute that has not ended is not forgotten"


def test_what_endpoints_keep_is_made_once_for_a_server_from_its_limits() -> None:
    for most in (2, 3):
        with counting(Limits(tables=most)) as client:
            assert [client.get("/api/kept").json() for _ in range(2)] == [most + 1, most + 2]
