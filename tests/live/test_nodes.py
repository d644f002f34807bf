"""Two nodes on one PostgreSQL: a game goes on at the other one, and what its former owner would do is refused."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Coroutine
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
        before: list[str] = []
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


class Virtual:
    """A game in virtual time on a database in memory, which nodes share."""

    def __init__(self, clock: HostClock) -> None:
        self.clock, self.leapt = clock, 0
        self.store = Store(random.Random(1))
        self.nodes = Nodes(lambda: clock.time_ns() // 1_000_000 + self.leapt)
        places = tuple(TakenSeat(Seat(n), f"p{n}", f"P{n}", None, 1) for n in (1, 2))
        self.store.table_store["game"] = LobbyTable(
            id="game", host="p1", proposal=Proposal(rulebook="pfs", window=None), status=TableStatus.OPEN, created=0,
            begun=None, ended=None, places=places, officials={}, header=None, result=None, rematch=None,
        )  # fmt: skip

    async def start(self, name: str) -> tuple[SessionManager, MemoryNodes]:
        """Start a node."""
        way = MemoryNodes(self.nodes)
        games = DatabaseGames(cast(Any, MemoryDatabase(self.store, Process(), self.nodes)))
        node = games.ownership = Node(way, name, f"/{name}", 1, self.clock.monotonic)
        sessions = SessionManager(games, MemoryTables(self.store), NoBots(), node=node)
        await sessions.start()
        return sessions, way

    async def begin(self, sessions: SessionManager) -> GameSession:
        """Begin the game, up to where a player's time runs."""
        await sessions.begin("game")
        live = await game_at(sessions, "game")
        while live.game.clock is None or live.game.clock.running is None:
            assert (await act(live, str(live.version)))[1] == ""
        arrive(live)
        return live


def arrive(live: GameSession) -> None:
    """Let the pages of the players have everything, so that the time of one runs."""
    for seat in live.game.seats:
        live.acknowledge(seat, live.number(seat))


def time_left(sessions: SessionManager, live: GameSession) -> tuple[Seat, int]:
    """Whose time runs, and what is left of it, with what is still to be credited."""
    face = live.clock.face(live.game, sessions.time.now())
    assert face is not None
    assert face.running is not None
    return face.running, face.left[face.running]


def virtually(story: Callable[[Virtual], Coroutine[Any, Any, None]]) -> None:
    """Tell a story in virtual time."""
    loop = VirtualLoop()
    with virtual_hosts(loop, random.Random(1)) as clock:
        run(loop, story(Virtual(clock)))


def test_without_its_database_a_node_refuses_and_its_clocks_stand_until_it_is_back() -> None:
    async def story(world: Virtual) -> None:
        sessions, way = await world.start("only")
        live = await world.begin(sessions)
        await asyncio.sleep(5)
        seat, left = time_left(sessions, live)
        world.store.full = way.is_cut = True
        await asyncio.sleep(60)
        assert (await act(live, "gone"))[1] == "not_kept"
        assert sessions.write_fault() is not None
        await asyncio.sleep(1200)  # the whole time of a player
        world.store.full = way.is_cut = False
        await asyncio.sleep(2)
        assert sessions.write_fault() is None
        await live.open()
        now, rest = time_left(sessions, live)
        assert now is seat
        assert left - 2000 <= rest <= left + 50
        assert (await act(live, "back"))[1] == ""
        assert sessions._games["game"] is live, "its pages have stayed"

    virtually(story)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_leap_of_the_clock_of_the_database_costs_no_player_anything(hours: int) -> None:
    async def story(world: Virtual) -> None:
        first, _ = await world.start("first")
        live = await world.begin(first)
        await asyncio.sleep(5)
        seat, left = time_left(first, live)
        world.leapt = hours * 3_600_000
        second, _ = await world.start("second")
        await asyncio.sleep(5)
        await live.open()
        arrive(live)
        await asyncio.sleep(5)
        assert abs(first.time.now() - second.time.now()) < 1000
        await live.open()
        now, rest = time_left(first, live)
        assert now is seat
        assert left - 10_100 <= rest <= left, "the ten seconds are the player's, and no hour"
        await first.stop()
        here = await game_at(second, "game")
        now, last = time_left(second, here)
        assert now is seat
        assert rest - 100 <= last <= rest + 50, "it pays until the game is handed over"
        assert (await act(here, "goes on"))[1] == ""
        times = [row.at for row in world.store.rows["game"]]
        assert times == sorted(times)

    virtually(story)


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
