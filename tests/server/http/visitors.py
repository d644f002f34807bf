"""People who come to a server in this process, each with a browser of their own."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.exceptions import LitestarDeprecationWarning
from litestar.testing import TestClient

from mostek.core.players import Role
from mostek.features.letters import sending
from mostek.features.letters.courier import PushCourier
from mostek.features.people.http.devices import DEVICE_COOKIE
from mostek.referee.commands import Command, EndIdleGame, PassTurn
from mostek.referee.state import Over
from mostek.referee.views import View
from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.http.help_gate import PLAYS_COOKIE
from mostek.server.http.limits import Limits
from mostek.server.http.school_hints import MEMBER_COOKIE
from mostek.server.sessions import CSRF_COOKIE, CSRF_HEADER, SESSION_COOKIE
from server.http.described import compare

ADDRESS = "http://mostek.test"
PLENTY = Limits(*[10_000] * 11)


class Passing:
    """A bot that always passes."""

    async def command(self, view: View, bot: str, lexicon: str) -> Command | None:
        if view.phase == "thinking" and view.on_turn is view.viewer:
            return PassTurn(seat=view.on_turn)
        return None


class House:
    """A server that runs."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.visitors: list[Visitor] = []
        self.state = client.app.state

    def run(self, work: Any, *args: Any) -> Any:
        """Run a coroutine where the server runs."""
        return self.client.blocking_portal.call(work, *args)

    def visitor(self, name: str | None = None, **headers: str) -> Visitor:
        """Somebody who has looked at the page, and said their name if they have one."""
        person = Visitor(self, headers)
        self.visitors.append(person)
        person.get("/me")
        if name is not None:
            assert person.post("/me", {"name": name}).status_code == 200
        return person

    def end(self, table: str) -> None:
        """Everybody passes until the game is over."""
        self.run(_pass_on, self.state.services.served["tables"].sessions, self.state.services.tables, table)

    def end_at_a_board(self, table: str) -> None:
        """The game is ended as one in which nothing has happened for long."""
        self.run(_end_idle, self.state.services.served["tables"].sessions, self.state.services.tables, table)


class Visitor:
    """A browser: it keeps cookies, and repeats the token against forged requests as the page does."""

    def __init__(self, house: House, headers: dict[str, str]) -> None:
        self.house = house
        self.cookies: dict[str, str] = {}
        self.headers = headers

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return self.ask("POST", path, {} if body is None else body, headers)

    def patch(self, path: str, body: Any) -> Response:
        return self.ask("PATCH", path, body, {})

    def delete(self, path: str) -> Response:
        return self.ask("DELETE", path, None, {})

    def ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Response:
        """A request below `/api`; underscores in the names of headers stand for hyphens."""
        content = {"content": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        return self.send(method, path if path.startswith("/api") else f"/api{path}", headers, **content)

    def send(self, method: str, url: str, headers: Mapping[str, Any], **content: Any) -> Response:
        """Any request, with the cookies."""
        sent: dict[str, Any] = {CSRF_HEADER: self.cookies.get(CSRF_COOKIE, "")} | self.headers | dict(headers)
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        wired = {name.replace("_", "-").encode(): _wired(value) for name, value in sent.items()}
        client = self.house.client
        client.cookies.clear()  # what tests have got without being anybody
        answer = client.request(method, url, headers=list(wired.items()), **content)
        client.cookies.clear()
        compare(method, url, content, answer)
        for name in (SESSION_COOKIE, CSRF_COOKIE, DEVICE_COOKIE, PLAYS_COOKIE, MEMBER_COOKIE):
            if (value := answer.cookies.get(name)) is not None:
                self.cookies[name] = value
        return answer

    def open(self, **proposal: Any) -> str:
        """Open a table; its name."""
        answer = self.post("/tables", proposal)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def sit(self, table: str, seat: int | None = None) -> Response:
        """Sit down; where people are asked whether they are ready, all say so, this one last."""
        answer = self.sits_unready(table, seat)
        asked = answer.is_success and any(place["ready"] is False for place in answer.json()["seats"])
        for visitor in (*self.house.visitors, self) if asked else ():
            if isinstance(visitor.get(f"/tables/{table}").json()["mine"], int):
                answer = visitor.post(f"/tables/{table}/ready")
        return answer

    def sits_unready(self, table: str, seat: int | None = None) -> Response:
        """Sit down, and say nothing more."""
        return self.post(f"/tables/{table}/seats", {} if seat is None else {"seat": seat})


@contextmanager
def open_house(
    folder: Path, limits: Limits = PLENTY, courier: PushCourier | None = None, **settings: Any
) -> Iterator[House]:
    """A server on a folder of its own; nothing of Litestar is used that goes away with its next version."""
    with warnings.catch_warnings(), ExitStack() as running:
        warnings.simplefilter("error", LitestarDeprecationWarning)
        app = application(Config(data=folder, public_url=ADDRESS, **settings), limits, Passing())
        with pytest.MonkeyPatch.context() as patch:
            if courier is not None:
                patch.setattr(sending, "courier_of", lambda config: courier)
            client = running.enter_context(TestClient(app, base_url=ADDRESS))
        yield House(client)


def refused(answer: Response) -> tuple[int, str]:
    """Status and code of a refusal, which has a sentence too, and nothing else."""
    problem = answer.json()
    assert set(problem) - {"remedy", "game"} == {"status", "code", "detail"}, problem
    assert ("game" in problem) is (problem["code"] == "playing"), problem
    assert problem["status"] == answer.status_code
    assert len(problem["detail"].split()) >= 3
    return problem["status"], problem["code"]


def names(visitor: Visitor, table: str) -> list[str | None]:
    """Who sits at a table, seat by seat."""
    return [seat["name"] for seat in visitor.get(f"/tables/{table}").json()["seats"]]


def _wired(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


async def _pass_on(sessions: Any, sittings: Any, table: str) -> None:
    import asyncio

    live = await sessions.session(table)
    for _ in range(200):
        game = await live.open()
        if isinstance(game.phase, Over):
            break
        if game.on_turn is not None:
            await live.perform(PassTurn(seat=game.on_turn))
        await asyncio.sleep(0)
    await _ends(sittings, table)


async def _end_idle(sessions: Any, sittings: Any, table: str) -> None:
    live = await sessions.session(table)
    assert await live.perform(EndIdleGame(by=Role.HOST)) is None
    await _ends(sittings, table)


async def _ends(sittings: Any, table: str) -> None:
    import asyncio

    for _ in range(200):
        sitting = await sittings.get(table)
        if sitting.status == "over":
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the game does not end")
