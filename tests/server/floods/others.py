"""Everybody else beside a flood: two people at a game, and a stranger who wants a little of everything."""

from __future__ import annotations

import asyncio
import json
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from mostek.server.sessions import SESSION_COOKIE
from server.floods import hostile_files
from server.floods.guests import HONEST, STRANGER, Answer, Guest
from server.sockets.served import hear

PATIENCE = 150.0
"""Seconds that nobody waits on a machine that is not busy."""
POSITION = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOST/ 12/20 0"


async def answered(guest: Guest, method: str, path: str, body: Any = None) -> Answer:
    """The answer of a server that may say a few times when to come again; every refusal is polite."""
    until = monotonic() + PATIENCE
    while True:
        answer = await guest.ask(method, path, body)
        if answer.is_done:
            return answer
        assert answer.is_polite, (path, answer)
        # On a machine that is busy with other things a small job may reach its deadline.
        assert answer.retry_after or answer.json["code"] == "too_costly", (path, answer)
        assert monotonic() < until, (path, answer)
        await asyncio.sleep(min(2, int(answer.retry_after or 1)))


class Others:
    """People who do not attack. What was acknowledged to them is counted."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.events: list[str] = []
        """The events that were taken."""
        self.owner = ""
        """The session of their owner."""

    async def go_on(self) -> None:
        """A move is told to the opponent, and a stranger has everything answered."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(self._move(), self._ask())

    async def _move(self) -> None:
        async with Guest(self._port, HONEST) as host, Guest(self._port, HONEST) as other:
            for guest, name in ((host, "Ala"), (other, "Ola")):
                await guest.called(name)
            table = (await answered(host, "POST", "/tables", {"rulebook": "gen", "window": None})).json["id"]
            for guest in (host, other):
                await answered(guest, "POST", f"/tables/{table}/seats", {})
            async with self._page(table, host) as first, self._page(table, other) as second:
                await _pass(first, second)

    def _page(self, table: str, guest: Guest) -> Any:
        cookie = {"Cookie": f"{SESSION_COOKIE}={guest.token}"}
        address = f"ws://127.0.0.1:{self._port}/live/{table}"
        return connect(address, subprotocols=["mostek.1"], additional_headers=cookie, open_timeout=60)  # type: ignore[list-item]

    async def _ask(self) -> None:
        async with Guest(self._port, STRANGER, self.owner) as guest:
            if not self.owner:
                await guest.called("Ela")
                self.owner = guest.token
            for page in ("/", "/tables", "/health"):
                assert (await guest.get(page)).status == 200
            await answered(guest, "POST", "/analysis", {"position": POSITION, "count": 3})
            await answered(guest, "GET", "/words/search?tiles=KOTARZE")
            brought = await answered(guest, "POST", "/tournaments/files", hostile_files.event_file(8, 12))
            self.events.append(brought.json["id"])
            paper = await answered(guest, "GET", f"/tournaments/{self.events[-1]}/documents/card.pdf?player=1")
            assert paper.data.startswith(b"%PDF")

    async def check_kept(self, port: int) -> None:
        """Everything that was acknowledged is there."""
        async with Guest(port, STRANGER, self.owner) as guest:
            for event in self.events:
                assert (await answered(guest, "GET", f"/tournaments/{event}")).json["role"] == "director"


async def _pass(first: ClientConnection, second: ClientConnection) -> None:
    """Whoever is on turn passes, and the other player is told."""
    pages = (first, second)
    for page in pages:
        await page.send(json.dumps({"type": "subscribe", "after": 0}))
    snapshots = [await hear(page, "snapshot", seconds=PATIENCE) for page in pages]
    turn = snapshots[0]["view"]["on_turn"]
    command = {"type": "pass_turn", "seat": turn}
    do = {"type": "do", "id": "honest", "seen": snapshots[0]["n"], "command": command}
    await pages[turn - 1].send(json.dumps(do))
    assert (await hear(pages[turn - 1], "answer", seconds=PATIENCE))["refused"] is None
    await hear(pages[2 - turn], "update", seconds=PATIENCE)
