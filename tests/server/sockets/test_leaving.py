"""Players who go, games that lie idle, and waits that end: what everybody is told without asking again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, update

from live.world import plays
from mostek.app.lobby import Proposal, TableStatus
from mostek.core.players import Seat
from mostek.core.result import Ending
from mostek.features.tables.live import session
from mostek.referee import commands as c
from mostek.referee.state import Game, Over, Thinking
from mostek.store.schema import event
from server.sockets.served import Served, hear, served

FRIENDLY = Proposal(rulebook="gen", window=None)
DAY = 24 * 60 * 60 * 1000


async def _come(page: Any) -> None:
    await page.send(json.dumps({"type": "subscribe", "after": 0, "language": "pl"}))
    await hear(page, "snapshot")


async def _until(there: Served, gone: tuple[Seat, ...]) -> Game:
    async with asyncio.timeout(5):
        while tuple(sorted((game := await there.live.open()).gone)) != gone:
            await asyncio.sleep(0.02)
    return game


async def _do(page: Any, n: int, command: dict[str, Any]) -> str | None:
    await page.send(json.dumps({"type": "do", "id": f"x{n}", "seen": 10_000, "command": command}))
    refused = (await hear(page, "answer"))["refused"]
    return None if refused is None else refused["reason"]


async def _age(there: Served, days: float) -> None:
    """Let the last event of the game lie so many days back."""
    at = there.sessions.time.now() - int(days * DAY)
    old = update(event).where(event.c.game == there.table).values(at=at)

    def work(connection: Connection) -> None:
        connection.execute(old)

    await there.table_store._database.write(work)


def test_a_player_who_goes_is_noted_once_and_the_game_can_be_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "GONE", 60_000)

    async def story() -> None:
        proposal = Proposal(rulebook="gen", window=None, changes={"order.gone_wait": 2000})
        async with served(tmp_path, proposal=proposal) as there, there.page(0) as page:
            await _come(page)
            for _ in range(5):  # a bad line: shorter breaks than the wait leave nothing in the record
                async with there.page(1) as other:
                    await _come(other)
            async with there.page(1) as other:
                await _come(other)
                monkeypatch.setattr(session, "GONE", 100)
            before = there.live.version
            claim = {"type": "claim_absence", "seat": 1, "of": 2}
            assert await _do(page, 1, claim) == "present"
            game = await _until(there, (Seat.SECOND,))
            assert there.live.version == before + 1
            assert await _do(page, 2, claim) == "absence_too_short"
            assert isinstance(game.phase, Thinking) or game.started
            while True:  # the option comes by itself when the wait is over
                told = await hear(page, "options")
                if any(each["command"] == "claim_absence" for each in told["options"]["allowed"]):
                    break
            assert await _do(page, 3, claim) is None
            phase = (await there.live.open()).phase
            assert isinstance(phase, Over)
            assert phase.result.ending is Ending.ABSENT
            assert await _do(page, 4, claim) == "game_over"

    asyncio.run(story())


def test_a_player_who_comes_back_is_noted_as_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "GONE", 200)

    async def story() -> None:
        async with served(tmp_path, proposal=FRIENDLY) as there, there.page(0) as page:
            await _come(page)
            await _until(there, (Seat.SECOND,))
            async with there.page(1) as other:
                await _come(other)
                await _until(there, ())
                assert await _do(page, 1, {"type": "claim_absence", "seat": 1, "of": 2}) == "present"

    asyncio.run(story())


def test_a_player_resigns_once_and_only_for_the_own_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=FRIENDLY) as there, there.page(0) as page:
            await _come(page)
            assert await _do(page, 1, {"type": "resign", "seat": 2}) == "not_your_seat"
            for n, server in enumerate(("end_idle_game", "note_arbiter", "note_presence")):
                more = {"here": False, "seat": 2} if server == "note_presence" else {"here": True}
                command = {"type": server} | ({} if server == "end_idle_game" else more) | {"by": "host"}
                assert await _do(page, 10 + n, command) == "not_permitted"
            assert await _do(page, 2, {"type": "resign", "seat": 1}) is None
            assert await _do(page, 3, {"type": "resign", "seat": 1}) == "game_over"

    asyncio.run(story())


def test_an_idle_game_warns_a_day_before_and_then_ends(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proposal=FRIENDLY) as there, there.page(0) as page:
            await _come(page)
            await _age(there, 12.5)
            await there.sessions.end_idle_games()
            await _age(there, 13.5)
            await there.sessions.end_idle_games()
            assert "w ciągu doby" in (await hear(page, "problem"))["message"]
            table = await there.table_store.get(there.table)
            assert table is not None
            assert table.warns(there.sessions.time.now()) is not None
            async with there.page(1) as late:
                await _come(late)
                assert (await hear(late, "problem"))["code"] == "idle"
            await there.sessions.forget_all()  # as after a restart: the game is in nobody's memory
            await _age(there, 14.1)
            await there.sessions.end_idle_games()
            for _ in range(100):
                table = await there.table_store.get(there.table)
                assert table is not None
                if table.status is TableStatus.OVER:
                    break
                await asyncio.sleep(0.02)
            assert table.result is not None
            assert table.result.ending is Ending.IDLE
            assert table.result.winners == ()

    asyncio.run(story())


def test_one_window_holds_for_everybody_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        proposal = Proposal(rulebook="gen", seats=4, window=5)
        async with served(tmp_path, proposal=FRIENDLY) as there:
            people = [await there.people.welcome(name, "pl") for name in "KLMN"]
            table = await there.table_store.create(people[0][0].id, proposal)
            for person, _ in people:
                await there.table_store.sit(table.id, None, person.id, person.name, ready=1)
            await there.sessions.begin(table.id)
            live = await there.sessions.session(table.id)
            assert live is not None
            game = await live.open()
            while (mover := game.on_turn) is not None and not (found := plays(game.board, game.racks[mover])):
                await live.perform(c.PassTurn(seat=mover))
                game = await live.open()
            assert mover is not None
            await live.perform(c.LayTiles(seat=mover, placement=found[0]))
            await live.perform(c.RecordMove(seat=game.players.next(mover)))
            live._decision.since -= 5_000
            live._set_alarm()
            async with asyncio.timeout(5):
                while (await live.open()).on_turn is mover:
                    await asyncio.sleep(0.02)
            assert not there.errors

    asyncio.run(story())
