"""A node that plays all games that it owns, and says what was acknowledged: something to be stopped, woken and killed.

`python -m live.one_node ADDRESS NAME AHEAD`: the clock of its machine is ahead by so many milliseconds. Its lines are
`ack GAME VERSION TOKEN MILLIS`, `refused REASON MILLIS` and `games NUMBER`; `drain` on its input hands everything over.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from live.one_session import NoBots
from live.schedules import silence
from live.world import plays
from mostek.app.lobby import Proposal, TableStatus
from mostek.app.ownership import Node, OwnedElsewhereError
from mostek.app.ports import LogError
from mostek.core.players import Seat
from mostek.features.tables.live import clock
from mostek.features.tables.live.messages import Do
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import SessionManager
from mostek.referee import commands as c
from mostek.referee.state import Over, Thinking
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.nodes import DatabaseNodes
from mostek.store.schema import VERSION
from mostek.store.users import UserStore

THINKS = (0.2, 1.2)
"""The shortest and the longest time in seconds between two commands of a game."""


def now() -> int:
    """The time of this machine in milliseconds, which no node uses."""
    return time.time_ns() // 1_000_000


async def tables(database: Database, count: int) -> list[str]:
    """New tables for two, where everybody is ready."""
    people, store = UserStore(database), TableStore(database)
    first, _ = await people.welcome("A", "pl")
    second, _ = await people.welcome("B", "pl")
    made = []
    for _ in range(count):
        opened = await store.create(first.id, Proposal(rulebook="pfs", window=None))
        for each in (first, second):
            await store.sit(opened.id, None, each.id, each.name, ready=1)
        made.append(opened.id)
    return made


def manager(database: Database, name: str) -> tuple[SessionManager, DatabaseNodes]:
    """The games of a node."""
    nodes, games = DatabaseNodes(database), DatabaseGames(database)
    node = games.ownership = Node(nodes, name, f"https://{name}", VERSION)
    return SessionManager(games, TableStore(database), NoBots(), node=node), nodes


async def act(live: GameSession, token: str) -> tuple[int, str]:
    """Carry out the next command. Returns the number of the last event, and why it was refused."""
    game = await live.open()
    if isinstance(game.phase, Over):
        return live.version, "over"
    seat = game.on_turn or Seat.FIRST
    command: c.RecordMove | c.LayTiles | c.PassTurn = c.RecordMove(seat=game.players.next(seat))
    if isinstance(game.phase, Thinking):
        found = plays(game.board, game.racks[seat])
        command = c.LayTiles(seat=seat, placement=found[0]) if found else c.PassTurn(seat=seat)
    answer = await live.act(command.seat, Do(token, live.version, command))
    for each in game.seats:  # their pages have it, so their time runs
        live.acknowledge(each, live.number(each))
    return answer.n, "" if answer.refused is None else answer.refused.reason


async def play(sessions: SessionManager, name: str, live: GameSession) -> None:
    """Play a game for as long as it is here."""
    number = 0
    while sessions._games.get(live.table.id) is live and live.table.status is TableStatus.PLAYING:
        number += 1
        token = f"{name}-{id(live)}-{number}"
        try:
            version, refused = await act(live, token)
        except OwnedElsewhereError:
            refused = "elsewhere"
        except LogError:
            refused = "unreadable"
        if refused == "over":
            return
        if refused:
            print("refused", refused, now(), flush=True)
        else:
            print("ack", live.table.id, version, token, now(), flush=True)
        await asyncio.sleep(random.uniform(*THINKS))


async def main(address: str, name: str) -> None:
    """Play until the process is ended."""
    database = await asyncio.to_thread(Database.open, Path(), address)
    sessions, nodes = manager(database, name)
    await sessions.start()
    asked: asyncio.Future[str] = asyncio.ensure_future(asyncio.to_thread(sys.stdin.readline))
    playing: dict[GameSession, asyncio.Task[None]] = {}
    print("games", 0, now(), flush=True)
    told = 0
    while not asked.done():
        for live in list(sessions._games.values()):
            if live not in playing:
                playing[live] = asyncio.ensure_future(play(sessions, name, live))
        if len(sessions._games) != told:
            told = len(sessions._games)
            print("games", told, now(), flush=True)
        await asyncio.sleep(0.02)
    began = time.perf_counter()
    await sessions.stop()
    print("drained", round((time.perf_counter() - began) * 1000), now(), flush=True)
    nodes.close()
    database.close()


if __name__ == "__main__":
    silence()
    ahead = int(sys.argv[3]) * 1_000_000
    host = SimpleNamespace(time_ns=lambda: time.time_ns() + ahead, monotonic_ns=time.monotonic_ns)
    with patch.object(clock, "time", host):
        asyncio.run(main(sys.argv[1], sys.argv[2]))
