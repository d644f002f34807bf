"""What pages are told about one another, and each in its own language."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from live.world import plays
from mostek.app.lobby import Proposal
from mostek.core.players import Role, Seat
from mostek.referee import commands as c
from mostek.referee.commands import Venue
from server.sockets.served import hear, served


async def _come(page: Any) -> None:
    await page.send(json.dumps({"type": "subscribe", "after": 0}))
    await hear(page, "snapshot")


def test_watchers_are_those_who_only_look_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, official=Role.ASSISTANT) as there, AsyncExitStack() as pages:
            first, *others = [await pages.enter_async_context(there.page(who)) for who in (0, 1, 2, None, None)]
            for page in (*others, first):
                await _come(page)
            assert (await hear(first, "presence"))["watchers"] == 2

    asyncio.run(story())


def test_everybody_reads_in_their_own_language_that_the_word_list_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        proposal = Proposal(rulebook="gen", window=None)
        async with served(tmp_path, ("pl", "en"), proposal) as there, AsyncExitStack() as pages:
            game = await there.live.open()
            monkeypatch.setattr(there.sessions._context, "lexicon", lambda _: None)
            read = [await pages.enter_async_context(there.page(who)) for who in (0, 1, None)]
            for page in read:
                await _come(page)
            while (mover := game.on_turn) is not None and not (found := plays(game.board, game.racks[mover])):
                await there.live.perform(c.PassTurn(seat=mover))
                game = await there.live.open()
            assert isinstance(mover, Seat)
            await there.live.perform(c.LayTiles(seat=mover, placement=found[0]))
            await there.live.perform(c.ChallengeWords(seat=game.players.next(mover)))
            told = [await hear(page, "problem") for page in read]
            assert {each["code"] for each in told} == {"lexicon_missing"}
            assert ["word list" in each["message"] for each in told] == [False, True, False]

    asyncio.run(story())


@pytest.mark.parametrize(("spoken", "phrase"), [("en", "Pass"), ("pl", "Spauzuj")])
def test_options_are_named_in_the_language_of_the_page(tmp_path: Path, spoken: str, phrase: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as there:
            mover = (await there.live.open()).on_turn
            assert mover is not None
            async with there.page(int(mover) - 1) as page:
                await page.send(json.dumps({"type": "subscribe", "after": 0, "language": spoken}))
                seen = (await hear(page, "snapshot"))["n"]
                await page.send(json.dumps({"type": "ask_options", "seen": seen}))
                allowed = (await hear(page, "options"))["options"]["allowed"]
            assert phrase in [each["phrase"] for each in allowed]

    asyncio.run(story())


def test_a_page_shows_the_one_of_its_persons_seats_that_it_asks_for(tmp_path: Path) -> None:
    async def story() -> None:
        proposal = Proposal(rulebook="gen", seats=3, venue=Venue.TABLE, window=None)
        async with served(tmp_path) as there, AsyncExitStack() as pages:
            first, second = [taken.person for taken in there.live.table.places]
            assert first
            assert second
            table = (await there.table_store.create(first, proposal)).id
            await there.table_store.sit(table, None, first, "A", [(None, "C")])
            await there.table_store.sit(table, None, second, "B")
            await there.sessions.begin(table)

            async def opened(player: int | None, query: str) -> Any:
                page = await pages.enter_async_context(there.page(player, table=f"{table}{query}"))
                await page.send(json.dumps({"type": "subscribe", "after": 0}))
                return page

            async def shown(player: int | None, query: str) -> object:
                return (await hear(await opened(player, query), "snapshot"))["view"]["viewer"]

            own = [await shown(0, query) for query in ("", "?seat=1", "?seat=2", "?seat=3", "?seat=x", "?seat=22")]
            assert own == [1, 1, 2, 1, 1, 1]
            assert [await shown(1, f"?seat={seat}") for seat in (1, 2, 3)] == [3, 3, 3]
            assert [await shown(None, f"?seat={seat}") for seat in (1, 2)] == ["spectator"] * 2
            sitters = (await hear(await opened(None, ""), "presence"))["sitters"]
            assert [sitter["connected"] for sitter in sitters] == [True, True, True]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("rulebook", "delay", "named", "offered"),
    [("pfs", 0, True, ["report_irregularity"]), ("pfs", 0, False, []), ("pfs", 30, True, []), ("gen", 0, True, [])],
)
def test_who_looks_on_may_point_out_a_mistake_where_that_is_heard(
    tmp_path: Path, rulebook: str, delay: int, named: bool, offered: list[str]
) -> None:
    """By name, without delay, under rules that know third persons (PFS-6.6.9); the others are offered nothing."""

    async def story() -> None:
        async with served(tmp_path, proposal=Proposal(rulebook=rulebook, window=None, delay=delay)) as there:
            _, token = await there.people.welcome("C", "pl")
            there.tokens.append(token)
            async with there.page(2 if named else None) as page:
                await _come(page)
                told: list[str] = []
                with suppress(TimeoutError):
                    message = await hear(page, "options", seconds=5 if offered else 0.5)
                    told = [each["command"] for each in message["options"]["allowed"]]
                assert told == offered

    asyncio.run(story())
