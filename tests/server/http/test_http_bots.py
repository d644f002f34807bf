"""Bots beside people: each records for itself, so that nobody waits for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from litestar.testing import TestClient

from live.world import plays
from mostek.core.players import Seat
from mostek.referee.commands import Check, Command, Confirm, LayTiles, PassTurn, RecordMove
from mostek.referee.state import Game
from mostek.referee.views import View
from mostek.server.application import application
from mostek.server.config import Config
from server.http.visitors import ADDRESS, PLENTY, House


class Content:
    """A bot that passes and objects to nothing."""

    async def command(self, view: View, bot: str, lexicon: str) -> Command | None:
        assert isinstance(view.viewer, Seat)
        if view.phase == "laid":
            return RecordMove(seat=view.viewer)
        return PassTurn(seat=view.viewer) if view.on_turn is view.viewer else None


@pytest.mark.parametrize("people", [1, 2])
def test_each_bot_that_is_content_records_for_itself(tmp_path: Path, people: int) -> None:
    app = application(Config(data=tmp_path, public_url=ADDRESS), PLENTY, Content())
    with TestClient(app, base_url=ADDRESS) as client:
        house = House(client)
        visitors = [house.visitor(name) for name in ("Ala", "Ola")[:people]]
        table = visitors[0].open(seats=4, bots=["static"] * (4 - people), window=None)
        for each in visitors:
            each.sit(table)
        house.run(_moved, house, table, people)


async def _moved(house: House, table: str, people: int) -> None:
    """A person lays a move; it closes when every person has recorded it."""
    live = await house.state.services.served["tables"].sessions.session(table)
    async with asyncio.timeout(20):
        while True:
            game = await live.open()
            mover = game.on_turn
            if mover is not None and mover <= people:
                found = plays(game.board, game.racks[mover])
                if found:
                    break
                await live.perform(PassTurn(seat=mover))
            await asyncio.sleep(0.02)
        assert await live.perform(LayTiles(seat=mover, placement=found[0])) is None
        for seat in [seat for seat in tuple(Seat)[:people] if seat is not mover]:
            await asyncio.sleep(0.3)
            assert (await live.open()).on_turn is mover
            assert await live.perform(RecordMove(seat=seat)) is None
        while (await live.open()).on_turn is mover:
            await asyncio.sleep(0.02)


def test_bots_do_not_keep_people_from_an_official_or_a_break(tmp_path: Path) -> None:
    app = application(Config(data=tmp_path, public_url=ADDRESS), PLENTY, Content())
    with TestClient(app, base_url=ADDRESS) as client:
        house = House(client)
        ala, ola, ela = (house.visitor(name) for name in ("Ala", "Ola", "Ela"))
        table = ala.open(rulebook="chal", seats=4, bots=["static", "static"], window=None)
        ala.sit(table)
        ola.sit(table)
        token = ala.post(f"/tables/{table}/invitations", {"role": "arbiter"}).json()["token"]
        assert ela.post(f"/invitations/{token}").status_code < 300
        house.run(_consented, house, table)


async def _consented(house: House, table: str) -> None:
    """The bots consent to an official, a break and its end when both people have, and not before."""
    live = await house.state.services.served["tables"].sessions.session(table)
    ala, ola = (seat for seat in (await live.open()).seats if seat not in live.bots)
    async with asyncio.timeout(20):
        while not live.game.asking:
            await asyncio.sleep(0.02)
        for what in (Check.SIGHT, Check.ADJOURN, Check.RESUME):
            assert await live.perform(Confirm(seat=ala, what=what)) is None
            await asyncio.sleep(0.1)
            assert not {seat for seat, agreed in live.game.confirmed if agreed is what} & live.bots
            assert await live.perform(Confirm(seat=ola, what=what)) is None
            while not _is_agreed(live.game, what):
                await asyncio.sleep(0.02)


def _is_agreed(game: Game, what: Check) -> bool:
    if what is Check.SIGHT:
        return game.arbiter and not game.asking
    return (game.interruption is not None) is (what is Check.ADJOURN)
