"""The socket of a table reads a placement in both spellings of `mostek referee`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mostek.app.lobby import Proposal
from mostek.core.players import Seat
from server.sockets.served import Served, hear, served

Spelling = Callable[[str, str], dict[str, Any]]


@pytest.mark.parametrize(
    "spelled",
    [
        lambda first, second: {"placement": {"H8": first, "H9": second}},
        lambda first, second: {"play": f"H8 {first}{second}"},
        lambda first, second: {"play": f"8H {first}{second}", "orientation": "numbered-rows"},
    ],
)
def test_a_placement_is_read_in_both_spellings(tmp_path: Path, spelled: Spelling) -> None:
    async def story() -> None:
        async with served(tmp_path) as there:
            game = await there.live.open()
            mover = game.on_turn
            assert mover is not None
            first, second = [tile for tile in str(game.racks[mover]) if tile != "?"][:2]
            heard = await _laid(there, mover, spelled(first, second))
            assert heard["type"] == "answer"
            assert heard["refused"] is None
            laid = {square.name: str(tile) for square, tile in (await there.live.open()).board.tiles()}
            assert laid == {"H8": first, "H9": second}
            assert not there.errors

    asyncio.run(story())


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"play": ""}, "no move"),
        ({"play": "H8"}, "no move"),
        ({"play": "8 KOT"}, "names no square"),
        ({"play": "H8 K(OT"}, "bad bracket"),
        ({"play": "H8 K.T"}, "no such tile on H9"),
        ({"play": "H8 " + "K" * 1000}, "at most 200 characters"),
        ({"play": 8}, "`str`"),
        ({"play": "H8 KOT", "orientation": "askew"}, "askew"),
        ({"play": "H8 KOT", "placement": {"H8": "K"}}, "not both"),
    ],
)
def test_nonsense_is_answered_with_its_reason(tmp_path: Path, written: dict[str, Any], why: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as there:
            heard = await _laid(there, Seat.FIRST, written)
            assert heard["type"] == "problem"
            assert heard["code"] == "bad_message"
            assert why in heard["message"]
            assert not there.errors

    asyncio.run(story())


def test_a_play_off_the_board_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as there:
            mover = (await there.live.open()).on_turn
            assert mover is not None
            heard = await _laid(there, mover, {"play": "Z99 KOT"})
            assert heard["type"] == "answer"
            assert heard["refused"] is not None
            assert not there.errors

    asyncio.run(story())


def test_a_written_play_tells_a_delayed_spectator_nothing_of_the_board(tmp_path: Path) -> None:
    """A right guess of the tiles that lie there is answered like a wrong one: both are read against an empty board."""

    async def story() -> None:
        async with served(tmp_path, proposal=Proposal(rulebook="pfs", window=None, delay=60)) as there:
            game = await there.live.open()
            mover = game.on_turn
            assert mover is not None
            first, second = [tile for tile in str(game.racks[mover]) if tile != "?"][:2]
            assert (await _laid(there, mover, {"play": f"H8 {first}{second}"}))["refused"] is None
            assert len((await there.live.open()).board) == 2
            wrong = "Ż" if first != "Ż" else "Ź"
            answers = [await _laid(there, None, {"play": f"H8 ({guess}{second})A"}) for guess in (first, wrong)]
            assert [answer["type"] for answer in answers] == ["problem", "problem"]
            assert answers[0] == answers[1]
            assert "no such tile on H8, H9" in answers[0]["message"]
            assert not there.errors

    asyncio.run(story())


async def _laid(there: Served, seat: Seat | None, written: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to a `lay_tiles` of that seat; `None` is a spectator."""
    async with there.page(None if seat is None else int(seat) - 1) as page:
        await page.send(json.dumps({"type": "subscribe", "after": 0, "language": "en"}))
        snapshot = await hear(page, "snapshot")
        command = {"type": "lay_tiles", "seat": int(seat or Seat.FIRST), **written}
        await page.send(json.dumps({"type": "do", "id": "1", "seen": snapshot["n"], "command": command}))
        return await hear(page, "answer", "problem")
