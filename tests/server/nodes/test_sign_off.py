"""Who logs out at one node is gone from all others: the next request, and the pages that are open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import update

from mostek.app.node_news import NewsTopic
from mostek.core.players import Role
from mostek.features.tables.http.socket import NO_SESSION, RESTARTING, OpenPages, PageSocket
from mostek.features.tables.live.messages import AskOptions
from mostek.store import node_news, schema
from mostek.store.database import Database
from mostek.store.node_news import StoredNews, note_news
from server.http.visitors import ADDRESS, House, Visitor
from server.nodes.two_nodes import by_owner, moved


@contextmanager
def page_of(person: Visitor, table: str, subscribed: bool = True) -> Iterator[Any]:
    """A page of a table that is open in a browser."""
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in person.cookies.items()), "origin": ADDRESS}
    with person.house.client.websocket_connect(f"/live/{table}", headers=headers) as page:
        assert "ping" in page.receive_text()
        if subscribed:
            page.send_text(json.dumps({"type": "subscribe", "after": 0, "language": "pl"}))
            while "snapshot" not in page.receive_text():
                pass
        yield page


def closed_with(page: Any) -> int:
    """The code by which the server closes a page."""
    try:
        while True:
            page.receive_text(timeout=5)
    except WebSocketDisconnect as gone:
        return int(gone.code)


def game_of_two(house: House, *people: Visitor) -> str:
    table = people[0].open(rulebook="gen")
    for person in people:
        person.sit(table)
    return table


@pytest.mark.parametrize("subscribed", [True, False])
def test_who_logs_out_at_one_node_is_gone_from_the_other(nodes: tuple[House, House], subscribed: bool) -> None:
    ala, ola = nodes[0].visitor("Ala"), nodes[0].visitor("Ola")
    table = game_of_two(nodes[0], ala, ola)
    other, one = by_owner(nodes, table)
    ala, ola = moved(ala, one), moved(ola, one)
    with page_of(moved(ala, other), table, subscribed) as page, page_of(moved(ola, other), table) as others:
        assert moved(ala, other).get("/me").json()["person"] is not None
        was = dict(ala.cookies)
        assert ala.delete("/sessions").status_code == 200
        thief = other.visitor()
        thief.cookies |= was
        assert thief.get("/me").json()["person"] is None
        assert closed_with(page) == NO_SESSION
        others.send_text("x")  # nobody else is disturbed
        while "bad_message" not in others.receive_text(timeout=5):
            pass


def test_what_a_page_sends_after_the_end_of_its_session_is_not_carried_out() -> None:
    async def story() -> list[object]:
        there = iter(['{"type":"ask_options","seen":1}', '{"type":"do","id":"x","seen":1,"command":{"type":"resign"}}'])

        async def receive() -> Any:
            return {"type": "websocket.receive", "text": next(there)}

        async def send(_: object) -> None:
            pass

        page = PageSocket(receive, send, Role.SPECTATOR, "p1", "pl", lambda _: 0, lambda: 0)
        heard: list[object] = [await page.receive()]
        page.close(NO_SESSION)
        heard.append(await page.receive())
        await page.finish()
        return heard

    assert asyncio.run(story()) == [AskOptions(1), None]


def test_a_page_that_arrives_while_its_person_is_signed_off_is_cut_off() -> None:
    class Page:
        person = "p1"
        code = 0

        def close(self, code: int, reason: str = "") -> None:
            self.code = code

    pages, early, late, other = OpenPages(), Page(), Page(), Page()
    other.person = "p2"
    since = monotonic()
    pages.sign_off("p1")
    for page, at in ((early, since), (late, monotonic()), (other, since)):
        pages.add_page(cast(PageSocket, page), at)
    assert (early.code, late.code, other.code) == (NO_SESSION, 0, 0)


def test_a_node_that_could_not_look_for_long_lets_all_pages_come_back(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    ala = nodes[0].visitor("Ala")
    table = game_of_two(nodes[0], ala, nodes[0].visitor("Ola"))
    other, _ = by_owner(nodes, table)
    with page_of(moved(ala, other), table) as page, page_of(other.visitor(), table) as nobodys:
        monkeypatch.setattr(node_news, "_SURE", 0)
        assert closed_with(page) == RESTARTING
        monkeypatch.undo()
        nobodys.send_text("x")  # who has no session cannot lose one
        while "bad_message" not in nobodys.receive_text(timeout=5):
            pass


def test_news_is_heard_once_by_each_other_node_and_numbers_go_on(tmp_path: Path, address: str | None) -> None:
    async def story() -> list[list[str]]:
        one, other = Database.open(tmp_path, address), Database.open(tmp_path, address)
        heard: list[list[str]] = [[], []]
        both = [StoredNews(one), StoredNews(other)]
        for news, told in zip(both, heard, strict=True):
            news.add_hearer(NewsTopic.SIGNED_OFF, partial(_note, told))
            await news.start_looking()
            await news.stop_looking()
        try:
            for about in ("a", "b"):
                await one.write(partial(note_news, node=one.node, topic=NewsTopic.SIGNED_OFF, about=about))
            await other.execute(update(schema.node_news).values(at=0))
            await both[0].drop_old()
            await one.write(partial(note_news, node=other.node, topic=NewsTopic.SIGNED_OFF, about="c"))
            for news in (*both, *both):
                await news.look_once()
        finally:
            one.close()
            other.close()
        return heard

    assert asyncio.run(story()) == [["c"], ["b"]]


async def _note(told: list[str], about: str) -> None:
    told.append(about)
