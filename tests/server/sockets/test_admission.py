"""Nobody can take all the sockets of a server: neither one address nor one person."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from mostek.core.players import Role, Seat, Viewer
from mostek.features.tables.http.socket import PageSocket
from mostek.features.tables.live.messages import Do
from mostek.features.tables.live.session import GameSession
from mostek.referee.commands import PassTurn
from mostek.server import budget
from mostek.server.admission import Admission
from mostek.server.budget import BURST, RATE, SEATED_BURST, Budget
from mostek.server.config import Config
from mostek.server.network import household
from server.sockets.served import Served, hear, served


async def _snapshot(page: Any) -> dict[str, Any]:
    await page.send(json.dumps({"type": "subscribe", "after": 0}))
    return await hear(page, "snapshot")


async def _is_refused(there: Served, player: int | None, **more: Any) -> None:
    """A page gets a sentence, and then a close code."""
    async with there.page(player, **more) as page:
        (problem,) = json.loads(await page.recv())
        assert problem["code"] == "too_many_pages"
        assert problem["message"].startswith("Stąd otwarto")
        with pytest.raises(ConnectionClosed):
            await page.recv()
        assert page.close_code == 4430


def _warnings(there: Served) -> list[Any]:
    return [entry for entry in there.log.entries if entry["event"] == "too_many_sockets"]


def test_one_address_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, sockets_per_address=3) as there:
            async with AsyncExitStack() as pages:
                for _ in range(3):
                    await _snapshot(await pages.enter_async_context(there.page()))
                for _ in range(3):
                    await _is_refused(there, None)
                assert [entry["address"] for entry in _warnings(there)] == ["127.0.0.1"], "told once"
            async with there.page() as again:
                await _snapshot(again)
            assert not there.errors

    asyncio.run(story())


def test_players_come_in_where_spectators_fill_their_address(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, sockets_per_address=3) as there, AsyncExitStack() as pages:
            for _ in range(3):
                await _snapshot(await pages.enter_async_context(there.page()))
            _, stranger = await there.people.welcome("C", "pl")
            await _is_refused(there, None, headers={"Cookie": f"mostek_session={stranger}"})
            for player in (0, 1):
                snapshot = await _snapshot(await pages.enter_async_context(there.page(player)))
                assert snapshot["view"]["viewer"] == player + 1

    asyncio.run(story())


def test_one_person_has_so_many_pages_and_others_come_all_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, sockets_per_person=2) as there, AsyncExitStack() as pages:
            for _ in range(2):
                page = await pages.enter_async_context(there.page(0))
                await _snapshot(page)
            await _is_refused(there, 0)
            for player in (1, None, None, None):
                await _snapshot(await pages.enter_async_context(there.page(player)))
            await page.close()
            async with there.page(0) as again:
                await _snapshot(again)

    asyncio.run(story())


def test_a_crowd_arrives_in_turns_and_a_player_waits_for_few_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as there, AsyncExitStack() as pages:
            find, opened = there.sessions.viewer, asyncio.Event()
            arrivals, order = there.admission.arrivals, list[str]()
            enter, inside = arrivals.enter, set[object]()

            async def turn(name: str, part: str = "") -> None:
                await enter(name, part)
                order.append(name)

            async def viewer(session: GameSession, person: str | None, seat: Seat | None = None) -> Viewer:
                inside.add(asyncio.current_task())
                await opened.wait()
                return await find(session, person, seat)

            arrivals.enter = turn  # type: ignore[method-assign]
            there.sessions.viewer = viewer  # type: ignore[method-assign]
            crowd = [asyncio.create_task(pages.enter_async_context(there.page())) for _ in range(40)]
            await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
            while arrivals.waiting < 38:
                await asyncio.sleep(0.01)
            assert len(inside) == 2
            player = asyncio.create_task(pages.enter_async_context(there.page(0)))
            while arrivals.waiting < 39:
                await asyncio.sleep(0.01)
            opened.set()
            await asyncio.gather(*crowd, player)
            for page in (player.result(), crowd[-1].result()):
                await _snapshot(page)
            assert order.index(there.tokens[0]) <= 4, "two were there, and one or two of the 38 had their turn before"

    asyncio.run(story())


def test_a_players_command_waits_for_one_spectator_and_not_for_all(tmp_path: Path) -> None:
    async def nothing(*_: object) -> Any: ...

    async def story() -> None:
        async with served(tmp_path) as there:
            live, done = there.live, list[str]()
            now = there.sessions.time.now
            pages = [
                PageSocket(nothing, nothing, Role.SPECTATOR, None, "pl", live.broadcast.told, now) for _ in range(20)
            ]
            watching = [asyncio.create_task(live.subscribe(page, 0)) for page in pages]
            for each in watching:
                each.add_done_callback(lambda _: done.append("spectator"))
            await asyncio.sleep(0)
            await live.act(Seat.FIRST, Do("x", live.version, PassTurn(seat=Seat.FIRST)))
            assert len(done) <= 2
            await asyncio.gather(*watching)

    asyncio.run(story())


def test_where_the_operator_sets_no_limit_there_is_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, sockets_per_address=0, sockets_per_person=0) as there, AsyncExitStack() as pages:
            opened = [await pages.enter_async_context(there.page(0)) for _ in range(40)]
            await _snapshot(opened[0])
            await _snapshot(opened[-1])
            assert all(page.state is State.OPEN for page in opened)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("::ffff:192.168.0.7", "192.168.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_of_ipv6_counts_as_one_address(address: str, counted: str) -> None:
    assert household(address) == counted


def test_all_pages_of_a_person_share_a_budget_and_all_players_of_an_address_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budget, "monotonic", lambda: 0.0)
    admission = Admission(Config(data=Path("unused")))

    def pool(address: str, person: str | None, takes_part: bool = True) -> Budget:
        found = admission.pool(address, person, takes_part)
        assert found is not None
        return found

    ala, ola = (pool("192.0.2.1", each) for each in ("ala", "ola"))
    assert admission.pool("192.0.2.1", "ala", True) is ala
    page = Budget()
    page.pool = ala
    page.spend(2 * BURST)
    assert page.wait == 0
    ala.spend(RATE)
    assert page.wait == 0.5
    assert not ola.is_spent
    for number in range(20):
        pool("192.0.2.1", f"guest{number}").spend(SEATED_BURST / 20)
    assert ola.wait > 0, "the address has spent all"
    assert pool("192.0.2.2", "ela").wait == 0
    assert pool("192.0.2.1", None, False).wait == 0, "spectators have their own"
    free = Admission(Config(data=Path("unused"), sockets_per_address=0, sockets_per_person=0))
    assert free.pool("192.0.2.1", "ala", True) is None, "without a limit of sockets there is none of work"


def test_invented_players_do_not_take_all_sockets_of_an_address() -> None:
    admission = Admission(Config(data=Path("unused"), sockets_per_address=2, sockets_per_person=1))
    entered = [admission.enter("192.0.2.1", f"guest{number}", takes_part=True) for number in range(9)]
    assert entered == [True] * 8 + [False]
    assert admission.enter("192.0.2.2", "ala", takes_part=True)
    assert admission.enter("192.0.2.1", None)
    admission.leave("192.0.2.1", "guest0", takes_part=True)
    assert admission.enter("192.0.2.1", "ola", takes_part=True)
