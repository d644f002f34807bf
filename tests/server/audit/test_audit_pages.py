"""What one page could do to others by way of the socket: win time, answer for somebody else, write into the record, flood."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection

from mostek.core.players import Role, Seat
from mostek.features.tables.live import session
from mostek.features.tables.live.messages import Do
from mostek.referee.commands import Confirm, Irregularity, PassTurn, ReportIrregularity
from server.sockets.served import Served, hear, served

Story = Callable[[Served], Awaitable[None]]
POINT_OUT = {"type": "report_irregularity", "what": "clock_not_started"}


def tell(folder: Path, story: Story) -> None:
    async def work() -> None:
        async with served(folder) as there:
            await story(there)

    asyncio.run(work())


async def send(page: ClientConnection, **message: Any) -> None:
    await page.send(json.dumps(message))


async def come(page: ClientConnection) -> dict[str, Any]:
    await send(page, type="subscribe", after=0)
    return await hear(page, "snapshot")


async def ask(page: ClientConnection, id: str, command: dict[str, Any]) -> dict[str, Any]:
    await send(page, type="do", id=id, seen=10**6, command=command)
    return await hear(page, "answer")


async def rest(page: ClientConnection, seconds: float) -> list[dict[str, Any]]:
    """Everything that comes until nothing has come for so long, but for the measuring of the round trip."""
    heard: list[dict[str, Any]] = []
    while True:
        try:
            heard += json.loads(await asyncio.wait_for(page.recv(), seconds))
        except TimeoutError:
            return [each for each in heard if each["type"] != "ping"]


async def _mover(there: Served) -> Seat:
    seat = (await there.live.open()).on_turn
    assert seat is not None
    return seat


def test_the_same_id_of_two_people_means_two_commands(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        mover = await _mover(there)
        other = Seat(3 - mover)
        seen = there.live.version
        refused = await there.live.act(other, Do("1", seen, PassTurn(seat=other)))
        assert refused.refused is not None
        assert (await there.live.act(mover, Do("1", seen, PassTurn(seat=mover)))).refused is None

    tell(tmp_path, story)


def test_what_was_done_long_ago_is_still_answered_as_done(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        mover = await _mover(there)
        done = Do("first", there.live.version, PassTurn(seat=mover))
        assert (await there.live.act(mover, done)).refused is None
        for number in range(session._REMEMBERED + 1):
            await there.live.act(mover, Do(f"later {number}", 0, Confirm(seat=mover, what="words")))  # type: ignore[arg-type]
        before = there.live.version
        assert (await there.live.act(mover, done)).refused is None
        assert there.live.version == before

    tell(tmp_path, story)


def test_a_page_that_fails_wins_no_time(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        mover = await _mover(there)
        there.live.acknowledge(mover, there.live.version)
        await there.live.open()
        before = (await there.live.open()).credited
        await asyncio.sleep(0.3)
        await there.live.forget()
        game = await there.live.open()
        assert game.credited == before
        assert game.clock is not None
        assert game.clock.running is mover

    tell(tmp_path, story)


def test_who_looks_on_without_a_name_writes_nothing_into_the_record(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        before = there.live.version
        async with there.page() as page:
            await come(page)
            answer = await ask(page, "a", POINT_OUT)
            assert answer["refused"]["reason"] == "not_permitted"
        assert there.live.version == before

    tell(tmp_path, story)


def test_those_who_look_on_point_something_out_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(there: Served) -> None:
        live, point_out = there.live, ReportIrregularity(what=Irregularity.CLOCK_NOT_STARTED)
        assert live.hears_spectators("somebody", point_out)
        assert not live.hears_spectators("somebody", point_out)
        assert not live.hears_spectators("somebody else", point_out)
        monkeypatch.setattr(session, "_POINTED_OUT", 0)
        assert live.hears_spectators("somebody", point_out)
        assert not live.hears_spectators("somebody", PassTurn(seat=Seat.FIRST))
        live.table = replace(live.table, proposal=replace(live.table.proposal, delay=60))
        assert not live.hears_spectators("somebody", point_out)

    tell(tmp_path, story)


def test_what_a_spectator_has_pointed_out_is_answered_again_however_soon(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        live, point_out = there.live, ReportIrregularity(what=Irregularity.CLOCK_NOT_STARTED)
        done, other = (Do(id, live.version, point_out) for id in ("first", "second"))
        assert (await live.act(Role.SPECTATOR, done, person="somebody")).refused is None
        before = live.version
        live._answers = session.RecentAnswers()  # the server was killed before it could answer
        assert (await live.act(Role.SPECTATOR, done, person="somebody")).refused is None
        assert (await live.act(Role.SPECTATOR, other, person="somebody")).refused is not None
        assert live.version == before

    tell(tmp_path, story)


def test_a_suspicion_shows_to_nobody_by_any_sign(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        mover = await _mover(there)
        async with there.page(mover - 1) as page, there.page(2 - mover) as other:
            for each in (page, other):
                snapshot = await come(each)
                await send(each, type="ack", n=snapshot["n"])
                await rest(each, 1.0)
            refused = await there.live.perform(ReportIrregularity(what=Irregularity.SUSPICION, by=Role.SPECTATOR))
            assert refused is None
            version = there.live.version
            assert [each for each in await rest(page, 0.7) if each["type"] != "presence"] == []
            assert await rest(other, 0.3) == []
            assert version == there.live.version
            await send(page, type="do", id="x", seen=snapshot["n"], command={"type": "pass_turn", "seat": int(mover)})
            update = await hear(other, "update")
            assert update["after"] == snapshot["n"] + (update["n"] - snapshot["n"] - len(update["events"]))

    tell(tmp_path, story)


def test_a_player_is_not_heard_twice_in_a_second(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        async with there.page(0) as page:
            await come(page)
            for _ in range(20):
                await send(page, type="say", phrase="hello")
            assert sum(each["type"] == "said" for each in await rest(page, 0.8)) == 1

    tell(tmp_path, story)


def test_a_page_that_asks_for_everything_again_and_again_is_cut_off(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        async with there.page() as page:
            for _ in range(30):
                await send(page, type="subscribe", after=0)
            problem = await hear(page, "problem")
            assert problem["code"] == "too_much"
            await page.wait_closed()
            assert page.close_code == 4429

    tell(tmp_path, story)


def test_who_sees_the_game_later_is_not_shown_the_clock_of_now(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        there.live.broadcast._delay = 60_000
        async with there.page() as page:
            assert (await come(page))["clock"] is None

    tell(tmp_path, story)
