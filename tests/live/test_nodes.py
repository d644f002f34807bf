"""Two nodes on one PostgreSQL: a game goes on at the other one, and what its former owner would do is refused."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest

from fixtures_postgresql import Cluster
from live.memory_nodes import MemoryNodes, Nodes
from live.memory_store import MemoryDatabase, MemoryTables, Store
from live.node_schedules import failover, play, share
from live.one_node import act, manager, tables
from live.one_session import NoBots
from live.schedules import virtual_hosts
from live.virtual_time import HostClock, Process, VirtualLoop, run
from mostek.app.lobby import LobbyTable, Proposal, TableStatus, TakenSeat
from mostek.app.ownership import Node, OwnedElsewhereError
from mostek.app.ports import SaveError
from mostek.core.players import Seat
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import ELSEWHERE, SessionManager
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore

COUNT = int(os.environ.get("MOSTEK_NODE_SCHEDULES", "200"))
"""How many schedules of real processes are played."""


async def game_at(sessions: SessionManager, name: str) -> GameSession:
    """The game, as soon as it is open here."""
    for _ in range(400):
        if (live := sessions._games.get(name)) is not None and live._played is not None:
            return live
        await asyncio.sleep(0.01)
    raise AssertionError("the game was not opened")


def page(closed: list[tuple[int, str]]) -> Any:
    """A page of the first player, which notes how it is closed."""
    return SimpleNamespace(
        viewer=Seat.FIRST, person="p1", language="pl", reading=None, lag=None, send=lambda message: None,
        send_text=lambda text: None, close=lambda code, reason="": closed.append((code, reason)),
    )  # fmt: skip


def test_a_game_goes_on_at_another_node_and_its_former_owner_does_nothing_more(
    empty_database: Callable[[], str], tmp_path: Path
) -> None:
    address = empty_database()

    async def story() -> None:
        (name,) = await tables(database, 1)
        await TableStore(database).begin(name, 1)
        first, nodes = manager(database, "first")
        second, others = manager(other, "second")
        await first.start()
        live = await game_at(first, name)
        closed: list[tuple[int, str]] = []
        await live.subscribe(page(closed), 0)
        before = []
        while len(before) < 2 or live.game.clock is None or live.game.clock.running is None:
            before.append(f"a{len(before)}")
            assert (await act(live, before[-1]))[1] == ""
        await second.start()
        with pytest.raises(OwnedElsewhereError) as caught:
            await second.session(name)
        assert caught.value.address == "https://first"
        assert first._pulse is not None
        first._pulse.cancel()  # as if its process had stopped
        running = live.game.clock
        assert running is not None
        assert running.running is not None
        left = running.left_at(running.running, first.time.now())
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE node SET until = 1 WHERE name = 'first'")
        cast(Node, second._ownership)._buries_from = 0
        here = await game_at(second, name)
        went_on = here.game.clock
        assert went_on is not None
        assert went_on.left_at(running.running, second.time.now()) >= left - 30, "the wait is not the player's"
        assert (await act(here, "b1"))[1] == ""
        assert (await act(live, "too late"))[1] == "not_kept"
        assert closed == [(ELSEWHERE, "")]
        assert name not in first._games
        with suppress(SaveError):
            await first._ownership.renew_lease(first.time.now())
        with pytest.raises(OwnedElsewhereError) as caught:
            await first.session(name)
        assert caught.value.address == "https://second", "the page finds it there"
        first._pulse = asyncio.ensure_future(first._beat())
        await second._ownership.renew_lease(second.time.now())  # it knows that the first one lives again
        await here.subscribe(page(closed), 0)
        await second.stop()
        assert closed[-1] == (ELSEWHERE, "https://first")
        back = await game_at(first, name)
        assert (await act(back, "c1"))[1] == ""
        rows = await database.lines(name)
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        done = [row.token.rpartition("/")[2] for row in rows if row.token is not None]
        assert done == [*before, "b1", "c1"]
        await first.stop()
        for each in (nodes, others):
            each.close()

    with closing(Database.open(tmp_path, address)) as database, closing(Database.open(tmp_path, address)) as other:
        asyncio.run(story())


def test_without_its_database_a_node_refuses_and_its_clocks_stand_until_it_is_back() -> None:
    rng, loop = random.Random(1), VirtualLoop()
    with virtual_hosts(loop, rng) as clock:
        run(loop, _without_database(Store(rng), clock))


async def _without_database(store: Store, clock: HostClock) -> None:
    nodes = Nodes(lambda: clock.time_ns() // 1_000_000)
    way, name = MemoryNodes(nodes), "game"
    games = DatabaseGames(cast(Any, MemoryDatabase(store, Process(), nodes)))
    node = games.ownership = Node(way, "only", "", 1, clock.monotonic)
    places = tuple(TakenSeat(Seat(n), f"p{n}", f"P{n}", None, 1) for n in (1, 2))
    store.table_store[name] = LobbyTable(
        id=name, host="p1", proposal=Proposal(rulebook="pfs", window=None), status=TableStatus.OPEN, created=0,
        begun=None, ended=None, places=places, officials={}, header=None, result=None, rematch=None,
    )  # fmt: skip
    sessions = SessionManager(games, MemoryTables(store), NoBots(), node=node)
    await sessions.start()
    await sessions.begin(name)
    live = await game_at(sessions, name)
    while live.game.clock is None or live.game.clock.running is None:
        assert (await act(live, str(live.version)))[1] == ""
    await asyncio.sleep(5)
    seat = live.game.clock.running
    left = live.game.clock.left_at(seat, sessions.time.now())
    store.full = way.is_cut = True
    await asyncio.sleep(60)
    assert (await act(live, "gone"))[1] == "not_kept"
    fault = sessions.write_fault()
    assert fault is not None
    await asyncio.sleep(1200)  # the whole time of a player
    store.full = way.is_cut = False
    await asyncio.sleep(2)
    assert sessions.write_fault() is None
    game = await live.open()
    assert game.clock is not None
    assert game.clock.running is seat
    assert left - 2000 <= game.clock.left_at(seat, sessions.time.now()) <= left
    assert (await act(live, "back"))[1] == ""
    assert sessions._games[name] is live, "its pages have stayed"


@pytest.mark.long
def test_no_schedule_of_processes_loses_doubles_or_charges_anything(postgresql: Cluster) -> None:
    addresses = [postgresql.database() for _ in range(COUNT)]
    for address in addresses:
        Database.open(Path(), address).close()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda address, seed: play(address, seed, 12, 4), addresses, range(COUNT)))
    assert sum(counts["taken over in a running turn"] for counts in found) > COUNT
    assert sum(counts["refused"] for counts in found) > COUNT


@pytest.mark.long
def test_games_of_a_stopped_node_are_played_again_within_three_seconds(postgresql: Cluster) -> None:
    address = postgresql.database()
    Database.open(Path(), address).close()
    times, _ = failover(address, 30, 19)
    assert share(times, 0.99) <= 3000, times
