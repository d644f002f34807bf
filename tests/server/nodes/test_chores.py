"""One node at a time cleans up for all; each looks after its own folder and games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mostek.server.application import tidy_once
from mostek.store import node_chores
from mostek.store.database import Database
from mostek.store.node_chores import claim_chore
from mostek.store.tokens import now
from server.http.visitors import House


def test_work_for_all_is_claimed_by_one_node_for_a_time(
    tmp_path: Path, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    monkeypatch.setattr(node_chores, "now", lambda: at)

    async def story() -> list[bool]:
        nonlocal at
        one, other = Database.open(tmp_path, address), Database.open(tmp_path, address)
        try:
            claimed = list(await asyncio.gather(*(claim_chore(each, "tidy", 60) for each in (one, other, one))))
            claimed.append(await claim_chore(other, "print", 60))
            at += 60_000
            claimed.append(await claim_chore(other, "tidy", 60))
            at -= 365 * 24 * 60 * 60 * 1000
            claimed.append(await claim_chore(one, "tidy", 60))
            return claimed
        finally:
            one.close()
            other.close()

    claimed = asyncio.run(story())
    if address is None:
        assert claimed == [True] * 6, "a server of one process asks nobody"
    else:
        assert sorted(claimed[:3]) == [False, False, True]
        assert claimed[3:] == [True, True, True], "other work, after its time, and when the date was set back"


def test_a_node_that_does_not_clean_up_for_all_does_its_own(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    class Part:
        async def tidy(self) -> None:
            done.append("all")

        async def tidy_node(self) -> None:
            done.append("own")

    one, _ = nodes
    monkeypatch.setitem(one.state.services.served, "part", Part())
    one.run(tidy_once, one.client.app, False)
    one.run(tidy_once, one.client.app)
    assert done == ["own", "own", "all"]
