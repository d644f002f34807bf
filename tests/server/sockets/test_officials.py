"""Officials who come to a game and leave it: what everybody is told, and what an official without sight never learns."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from live.world import plays
from mostek.app.lobby import Proposal, TableError, TableFault
from mostek.core.players import Role, Seat, Unsighted
from mostek.referee import commands as c
from server.sockets.served import Served, hear, served

TABLE = Proposal(rulebook="pfs", window=None, millis=1_200_000)


async def _comes(there: Served, role: Role = Role.ARBITER) -> str:
    """Somebody becomes an official of the game while it runs; their id."""
    person, token = await there.people.welcome("C", "pl")
    await there.table_store.appoint(there.table, person.id, role)
    there.tokens.append(token)
    await there.sessions.officials_changed(there.table)
    return person.id


async def _subscribed(page: Any) -> dict[str, Any]:
    await page.send(json.dumps({"type": "subscribe", "after": 0, "language": "pl", "whole": True}))
    return await hear(page, "snapshot")


async def _asked(page: Any) -> set[str]:
    """The commands that are allowed to the viewer of a page."""
    await page.send(json.dumps({"type": "ask_options", "seen": 1_000}))
    return {each["command"] for each in (await hear(page, "options"))["options"]["allowed"]}


async def _done(page: Any, n: int, command: dict[str, Any]) -> str | None:
    """The reason for which a command is refused."""
    await page.send(json.dumps({"type": "do", "id": f"x{n}", "seen": 10_000, "command": command}))
    refused = (await hear(page, "answer"))["refused"]
    return None if refused is None else refused["reason"]


def test_where_nobody_rules_the_arbiter_is_not_called_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there, there.page(0) as page:
            await _subscribed(page)
            assert not (await there.live.open()).arbiter
            assert "call_arbiter" not in await _asked(page)
            assert await _done(page, 1, {"type": "call_arbiter", "seat": 1, "why": ""}) == "no_arbiter"
            assert (await there.live.open()).interruption is None

    asyncio.run(story())


async def _both_consent(host: Any, other: Any, n: int) -> None:
    assert await _consents(host, n, 1) is None
    assert await _consents(other, n + 1, 2) is None


async def _back(there: Served, page: Any) -> None:
    """The server has closed a page, whose person is somebody else from now on."""
    await asyncio.wait_for(page.wait_closed(), 5)
    assert page.close_code == 1012


def test_who_comes_during_the_game_may_nothing_until_all_players_consent(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there, there.page(0) as player, there.page(1) as other:
            watcher = await there.page().__aenter__()
            for page in (player, other, watcher):
                await _subscribed(page)
            arbiter = await _comes(there)
            for page in (player, other, watcher):
                told = await hear(page, "update")
                event, sentence = told["events"][-1], told["sentences"][-1]
                assert event == {
                    "type": "arbiter_changed",
                    "here": False,
                    "sees_racks": True,
                    "roles": [],
                    "asking": ["arbiter"],
                    "playing": None,
                }
                assert sentence["text"] == "W trakcie partii przychodzi i czeka na zgodę wszystkich graczy: sędzia."
            await watcher.close()
            assert "call_arbiter" not in await _asked(player), "who may not rule is not called, and stops no exit"
            settled = {
                "type": "rule",
                "clause": "PFS-7.4",
                "measure": {"type": "settle"},
                "reason": "x",
                "by": "arbiter",
            }
            async with there.page(2) as page:
                assert (await _subscribed(page))["view"]["viewer"] == "spectator"
                assert await _done(page, 1, settled) == "not_permitted"
                await _both_consent(player, other, 1)
                await _back(there, page)
            async with there.page(2) as page:
                assert (await _subscribed(page))["view"]["viewer"] == "arbiter"
                assert await _done(player, 3, {"type": "call_arbiter", "seat": 1, "why": ""}) is None
                assert await _done(page, 1, settled) is None
            await there.table_store.dismiss(there.table, arbiter)
            await there.sessions.officials_changed(there.table)
            assert not (await there.live.open()).arbiter

    asyncio.run(story())


@pytest.mark.parametrize(("seats", "beside"), [(2, False), (2, True)])
def test_it_makes_no_difference_whether_the_host_plays(tmp_path: Path, seats: int, beside: bool) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there:
            host, _ = await there.people.welcome("H", "pl")
            person, _ = await there.people.welcome("C", "pl")
            table = await there.table_store.create(host.id, TABLE)
            players = [await there.people.welcome(name, "pl") for name in "XY"]
            sits = [each for each, _ in players] if beside else [host, players[0][0]]
            for each in sits:
                await there.table_store.sit(table.id, None, each.id, each.name, ready=1)
            await there.sessions.begin(table.id)
            for role in (Role.ARBITER, Role.ASSISTANT):
                table = await there.table_store.appoint(table.id, person.id, role)
                assert table.viewer_of(person.id) is Role.SPECTATOR
                assert person.id in table.asking
            with pytest.raises(TableError) as refused:
                await there.table_store.appoint(table.id, person.id, Role.RECORDER)
            assert refused.value.fault is TableFault.RACKS

    asyncio.run(story())


def test_an_official_of_before_the_game_is_in_the_record(tmp_path: Path) -> None:
    async def story(role: Role, expected: str) -> None:
        async with served(tmp_path / role, proposal=TABLE, official=role) as there, there.page(0) as player:
            snapshot = await _subscribed(player)
            (event,) = [each for each in snapshot["events"] if each["type"] == "arbiter_changed"]
            assert (event["roles"], event["asking"]) == ([role], [])
            (sentence,) = [
                said["text"]
                for each, said in zip(snapshot["events"], snapshot["sentences"], strict=True)
                if each["type"] == "arbiter_changed"
            ]
            assert sentence == expected
            assert not there.errors

    asyncio.run(story(Role.ARBITER, "Przy stole jest sędzia, który widzi stojaki."))
    asyncio.run(story(Role.RECORDER, "Funkcje przy stole: prowadzący zapis."))


def test_who_was_ready_is_asked_again_when_an_official_comes_before_the_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there:
            people = [(await there.people.welcome(name, "pl"))[0] for name in "XYC"]
            table = await there.table_store.create(people[0].id, TABLE)
            for each in people[:2]:
                await there.table_store.sit(table.id, None, each.id, each.name)
            await there.table_store.set_ready(table.id, people[1].id, 5)
            table = await there.table_store.appoint(table.id, people[2].id, Role.ARBITER)
            assert len(table.unready) == 2
            await there.table_store.set_ready(table.id, people[1].id, 6)
            table = await there.table_store.appoint(table.id, people[2].id, Role.ARBITER)
            assert len(table.unready) == 1, "the same official is no news"

    asyncio.run(story())


def _secrets(message: Any, path: str = "") -> Iterator[str]:
    """The faces in a message that nobody beside the table may know."""
    if isinstance(message, dict):
        for name, value in message.items():
            if name in ("racks", "rack", "tiles", "bag", "inspected", "pool", "set_aside"):
                if name != "tiles" or not isinstance(value, dict):
                    yield from (f"{path}.{name}: {value}" for _ in [0] if _faces(value))
            else:
                yield from _secrets(value, f"{path}.{name}")
    elif isinstance(message, list):
        for each in message:
            yield from _secrets(each, path)


def _faces(value: Any) -> bool:
    if isinstance(value, str):
        return bool(value.strip("#"))
    return any(map(_faces, value)) if isinstance(value, list) else False


def test_an_official_without_sight_never_learns_a_tile_that_nobody_has_shown(tmp_path: Path) -> None:
    async def story() -> None:
        blind = msgspec.structs.replace(TABLE, officials_see_racks=False)
        async with served(tmp_path, proposal=blind, official=Role.ARBITER) as there, AsyncExitStack() as pages:
            page = await pages.enter_async_context(there.page(2))
            heard = [await _subscribed(page)]
            for turn in range(6):
                game = await there.live.open()
                mover = game.on_turn
                assert isinstance(mover, Seat)
                found = plays(game.board, game.racks[mover])
                if turn % 3 == 1:
                    await there.live.perform(c.ExchangeTiles(seat=mover, tiles=game.racks[mover]))
                elif found:
                    await there.live.perform(c.LayTiles(seat=mover, placement=found[0]))
                    await there.live.perform(c.RecordMove(seat=game.players.next(mover)))
                else:
                    await there.live.perform(c.PassTurn(seat=mover))
            rack = {"type": "state_rack", "seat": 1, "tiles": str(game.racks[Seat.FIRST]), "by": "arbiter"}
            assert await _done(page, 9, rack) == "not_permitted"
            again = await pages.enter_async_context(there.page(2))
            heard.append(await _subscribed(again))
            await again.send(json.dumps({"type": "ask_options", "seen": 1_000}))
            heard.append(await hear(again, "options"))
            assert len(heard[1]["events"]) > 10
            assert [*_secrets(heard)] == []
            assert "racks" in heard[1]["view"]
            assert heard[1]["view"]["racks"] is None

    asyncio.run(story())


def test_one_who_was_there_before_the_game_sees_unless_the_host_has_said_otherwise(tmp_path: Path) -> None:
    async def story(sees: bool) -> None:
        folder = tmp_path / str(sees)
        proposal = Proposal(rulebook="pfs", millis=1_200_000, officials_see_racks=sees)
        async with served(folder, proposal=TABLE) as there:
            host, _ = await there.people.welcome("H", "pl")
            person, _ = await there.people.welcome("C", "pl")
            table = await there.table_store.create(host.id, proposal)
            table = await there.table_store.appoint(table.id, person.id, Role.ARBITER)
            assert table.viewer_of(person.id) == (Role.ARBITER if sees else Unsighted(Role.ARBITER))

    asyncio.run(story(True))
    asyncio.run(story(False))


async def _consents(page: Any, n: int, seat: int) -> str | None:
    return await _done(page, n, {"type": "confirm", "seat": seat, "what": "sight"})


async def _acts(there: Served) -> list[bool]:
    """Who of the officials acts and sees the racks."""
    table = await there.table_store.get(there.table)
    assert table is not None
    assert table.unsighted == table.asking
    return [person not in table.asking for person in table.officials]


def test_an_arbiter_who_came_during_the_game_sees_the_racks_when_all_players_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there, there.page(0) as host, there.page(1) as other:
            for page in (host, other):
                await _subscribed(page)
            assert await _consents(host, 1, 1) == "nothing_to_confirm"
            await _comes(there)
            async with there.page(2) as page:
                blind = await _subscribed(page)
                assert blind["view"]["racks"] is None
                assert await _consents(host, 2, 1) is None
                told = await hear(other, "update")
                while told["events"][-1]["type"] != "confirmed":
                    told = await hear(other, "update")
                assert told["sentences"][-1]["text"] == "A: zgoda na to, by sędzia rozstrzygał i widział stojaki."
                assert await _acts(there) == [False]
                heard = [blind, await hear(page, "update")]
                assert [*_secrets(heard)] == []
                assert await _consents(other, 1, 2) is None
                await _back(there, page)
            assert await _acts(there) == [True]
            async with there.page(2) as page:
                sighted = await _subscribed(page)
                assert all(sighted["view"]["racks"])
                seen = [event for event in sighted["events"] if event["type"] == "arbiter_changed"]
                assert seen[-1] == {
                    "type": "arbiter_changed",
                    "here": True,
                    "sees_racks": True,
                    "roles": ["arbiter"],
                    "asking": [],
                    "playing": None,
                }
            assert await _consents(host, 3, 1) == "nothing_to_confirm"

    asyncio.run(story())


def test_a_consent_is_not_for_another_arbiter_who_comes_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there, there.page(0) as host, there.page(1) as other:
            for page in (host, other):
                await _subscribed(page)
            await _comes(there)
            assert await _consents(host, 1, 1) is None
            await _comes(there)
            assert await _consents(other, 1, 2) is None
            assert await _acts(there) == [False, False]
            assert not (await there.live.open()).arbiter
            assert await _consents(host, 2, 1) is None
            async with asyncio.timeout(5):
                while await _acts(there) != [True, True]:
                    await asyncio.sleep(0.02)
            await _comes(there)
            assert sorted(await _acts(there)) == [False, True, True]  # who comes later is not meant

    asyncio.run(story())


def test_what_is_consented_to_and_not_yet_written_down_is_asked_again_after_a_stop(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=TABLE) as there, there.page(0) as host, there.page(1) as other:
            for page in (host, other):
                await _subscribed(page)
            await _comes(there)
            there.live._context.consented = lambda session, people: None
            assert await _consents(host, 1, 1) is None
            assert await _consents(other, 1, 2) is None
            assert (await there.live.open()).arbiter
            await there.sessions.forget_all()  # the server is killed before it can write that down
            live = await there.sessions.session(there.table)
            assert live is not None
            assert not (await live.open()).arbiter
            assert await _acts(there) == [False]

    asyncio.run(story())
