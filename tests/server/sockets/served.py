"""The whole server in this process, on a real port, with a table at which two people play."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import structlog
import uvicorn
from structlog.testing import LogCapture
from websockets.asyncio.client import ClientConnection, connect

from mostek.app.lobby import Proposal
from mostek.core.players import Role
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import SessionManager
from mostek.server.admission import Admission
from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.network import listening
from mostek.server.run import _settings
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore


@dataclass
class Served:
    """A running server and its one game."""

    port: int
    table: str
    tokens: list[str]
    live: GameSession
    sessions: SessionManager
    people: UserStore
    table_store: TableStore
    admission: Admission
    log: LogCapture

    def page(self, player: int | None = None, **more: Any) -> Any:
        """A connection of a player, or of anybody."""
        cookie = {"Cookie": f"mostek_session={self.tokens[player]}"} if player is not None else {}
        headers = {**cookie, **more.pop("headers", {})}
        address = f"ws://127.0.0.1:{self.port}/live/{more.pop('table', self.table)}"
        return connect(address, subprotocols=["mostek.1"], additional_headers=headers, max_size=None, **more)  # type: ignore[list-item]

    @property
    def errors(self) -> list[Any]:
        """What the operator was told of as wrong."""
        return [entry for entry in self.log.entries if entry["log_level"] in ("error", "critical")]


@asynccontextmanager
async def served(
    folder: Path,
    languages: tuple[str, str] = ("pl", "pl"),
    proposal: Proposal | None = None,
    official: Role | None = None,
    **settings: Any,
) -> AsyncIterator[Served]:
    """A server with a game that has begun between two people who speak these languages; the third may be an official."""
    log = LogCapture()
    before = structlog.get_config()
    structlog.configure(processors=[log])
    app = application(Config(data=folder, host="127.0.0.1", port=0, **settings))
    server = uvicorn.Server(_settings(app))
    there = listening("127.0.0.1", 0)
    port = there.getsockname()[1]
    running = asyncio.create_task(server.serve(sockets=[there]))
    try:
        while not server.started:
            await asyncio.sleep(0.02)
            assert not running.done(), running
        people, table_store, sessions = (
            app.state.people,
            app.state.services.tables,
            app.state.services.served["tables"].sessions,
        )
        guests = [await people.welcome(*each) for each in zip("AB", languages, strict=True)]
        table = await table_store.create(guests[0][0].id, proposal or Proposal(rulebook="pfs", window=None))
        if official is not None:
            guests.append(await people.welcome("C", "pl"))
            await table_store.appoint(table.id, guests[2][0].id, official)
        for person, _ in guests[:2]:
            await table_store.sit(table.id, None, person.id, person.name, ready=1)
        await sessions.begin(table.id)
        live = await sessions.session(table.id)
        assert live is not None
        tokens, admission = [token for _, token in guests], app.state.live.admission
        yield Served(port, table.id, tokens, live, sessions, people, table_store, admission, log)
    finally:
        server.should_exit = True
        await running
        structlog.configure(**before)


async def hear(page: ClientConnection, *kinds: str, seconds: float = 5) -> dict[str, Any]:
    """The next message of one of those kinds."""
    async with asyncio.timeout(seconds):
        while True:
            messages = _unread.setdefault(page, deque())
            if not messages:
                messages.extend(json.loads(await page.recv()))
            message: dict[str, Any] = messages.popleft()
            if message["type"] == "ping":
                await page.send(json.dumps({"type": "pong", "ping": message["ping"]}))
            if message["type"] in kinds:
                return message


_unread: WeakKeyDictionary[ClientConnection, deque[dict[str, Any]]] = WeakKeyDictionary()
"""What came in one frame with a message that was heard."""
