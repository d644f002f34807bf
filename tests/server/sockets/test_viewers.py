"""What pages are told about one another, and each in its own language."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from live.world import plays
from mostek.app.tables import Proposal
from mostek.core.players import Role, Seat
from mostek.referee import commands as c
from server.sockets.served import hear, served


async def _come(page: Any) -> None:
    await page.send(json.dumps({"type": "subscribe", "after": 0}))
    await hear(page, "snapshot")


def test_watchers_are_those_who_only_look_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as there, AsyncExitStack() as pages:
            person, token = await there.people.welcome("C", "pl")
            await there.table_store.appoint(there.table, person.id, Role.ASSISTANT)
            there.tokens.append(token)
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
