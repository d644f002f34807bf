"""A game is given at one node and its review is looked at at another, while it is made and when it is done."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from mostek.features.reviews import store
from mostek.features.reviews.store import SharedReview, SharedReviews
from mostek.store.database import Database
from mostek.store.tokens import now
from server.http.test_http_reviews import GAME, OCTETS
from server.http.visitors import House, Visitor
from server.nodes.two_nodes import moved


@pytest.mark.slow
@pytest.mark.parametrize("nodes", ["postgresql"], indirect=True)
def test_a_review_that_one_node_makes_is_shown_by_the_other(nodes: tuple[House, House]) -> None:
    one, other = nodes
    ala = one.visitor("Ala")
    there = moved(ala, other)
    id = ala.post("/reviews", GAME.encode(), **OCTETS).json()["id"]
    assert there.get(f"/reviews/{id}?depth=static").json()["stage"] == "none"
    assert ala.post(f"/reviews/{id}", {"depth": "static"}).json()["stage"] in ("waiting", "running")
    assert there.get(f"/reviews/{id}?depth=static").json()["stage"] in ("waiting", "running", "done")
    assert there.post(f"/reviews/{id}", {"depth": "static"}).json()["stage"] in ("waiting", "running", "done")
    assert not other.state.services.served["reviews"]._awaited._open, "it is made once"
    found = _ended(there, id)
    assert found["stage"] == "done"
    assert found["review"] == ala.get(f"/reviews/{id}?depth=static").json()["review"] is not None
    for person in (ala, there):
        assert person.post(f"/reviews/{id}/file", {"form": "json", "depth": "static"}).status_code == 200


def _ended(person: Visitor, id: str) -> dict[str, Any]:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        answer = person.get(f"/reviews/{id}?depth=static").json()
        if answer["stage"] in ("done", "failed"):
            return dict(answer)
        time.sleep(0.2)
    raise AssertionError("the review does not end")


def test_what_nodes_know_of_reviews_ends(tmp_path: Path, address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    at = now()
    monkeypatch.setattr(store, "now", lambda: at)

    async def story() -> list[object]:
        nonlocal at
        database = Database.open(tmp_path, address)
        shared = SharedReviews(database)
        known: list[object] = []
        try:
            await shared.put_review("a", b"", 0, is_done=False)
            known.append(await shared.go_on("a", b"half", 1))
            known.append(await shared.find_review("a"))
            known.append(await shared.is_watched("a", 120))
            at += 121_000
            known.append(await shared.is_watched("a", 120))
            known.append(await shared.find_review("a"))
            known.append(await shared.is_watched("a", 120))
            at += 180_000
            known.append(await shared.find_review("a"))
            await shared.put_review("b", b"done")
            await shared.put_review("c", b"later")
            await shared.drop_old()
            known.append(await shared.go_on("a", b"whole", 2))
            monkeypatch.setattr(store, "MOST_BYTES", 30)
            at += 20_000
            known.append(await shared.find_review("b"))
            await shared.drop_old()
            known.append((await shared.find_review("b") is None, await shared.find_review("c")))
            await shared.remove_reviews("b")
            known.append(await shared.find_review("b"))
        finally:
            database.close()
        return known

    half, done = SharedReview(b"half", 1, False), SharedReview(b"done", 1, True)
    expected = [True, half, True, False, half, True, None, False, done, (False, None), None]
    if address is None:  # the files of the one node are all
        expected = [True, None, False, False, None, False, None, True, None, (True, None), None]
    assert asyncio.run(story()) == expected
