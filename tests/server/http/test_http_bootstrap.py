"""What the page is told within its HTML."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mostek.server.http.pages import Pages
from server.http.visitors import House, Visitor

BEGIN, END = '<script id="bootstrap" type="application/json">', "</script>"


@pytest.fixture
def built(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The server with a page that has a place for what is told."""
    (tmp_path / "index.html").write_text(f"<!doctype html>{BEGIN}{END}")
    monkeypatch.setitem(house.state._state, "pages", Pages(tmp_path))
    return house


def page(visitor: Visitor, path: str, **headers: str) -> dict[str, Any]:
    """What somebody is told at an address: `language` and `answers`."""
    html = visitor.send("GET", path, headers).text
    told: dict[str, Any] = json.loads(html.partition(BEGIN)[2].partition(END)[0])
    return told


def answered(visitor: Visitor, *paths: str) -> dict[str, Any]:
    return {path: visitor.get(path).json() for path in paths}


def test_the_lobby_is_told_who_asks_what_there_is_and_which_tables(built: House) -> None:
    ala, ola = built.visitor("Ala"), built.visitor()
    ala.open(public=False)
    built.visitor("Ela").open()
    for visitor, tables in ((ala, 2), (ola, 1)):
        told = page(visitor, "/")["answers"]
        assert told == answered(visitor, "/me", "/catalogue", "/tables", "/layouts/standard15", "/tile_sets/pl-current")
        assert len(told["/tables"]["tables"]) == tables


def test_a_table_is_told_its_card_its_board_and_its_tiles(built: House) -> None:
    ala = built.visitor("Ala")
    table = ala.open(bots=["static"])
    ala.sit(table)
    paths = ["/me", "/catalogue", f"/tables/{table}", "/layouts/standard15", "/tile_sets/pl-current"]
    told = page(ala, f"/t/{table}")["answers"]
    assert told == answered(ala, *paths)
    assert told[f"/tables/{table}"]["mine"] == 1
    assert page(built.visitor(), f"/t/{table}")["answers"][f"/tables/{table}"]["mine"] is None


@pytest.mark.parametrize("path", ["/t/nothing", "/t/", "/t/a/b", "/embed/nothing", "/rules/pfs", "/join/x"])
def test_everywhere_else_it_is_told_who_asks_and_what_there_is(built: House, path: str) -> None:
    assert set(page(built.visitor("Ala"), path)["answers"]) == {"/me", "/catalogue"}


def test_it_is_told_in_the_language_of_who_asks(built: House) -> None:
    ola = built.visitor()
    assert page(ola, "/", accept_language="en")["language"] == "en"
    polish, english = (page(ola, "/", accept_language=each)["answers"]["/catalogue"]["bots"] for each in ("pl", "en"))
    assert polish != english


def test_no_name_ends_the_element_or_begins_another(built: House) -> None:
    ala = built.visitor("</script><script>")
    html = ala.send("GET", "/", {}).text
    assert html.count("<script") == html.count("</script") == 1
    assert page(ala, "/")["answers"]["/me"]["person"]["name"] == "</script><script>"


def test_nobody_keeps_what_is_told_to_one_person(built: House) -> None:
    ala = built.visitor("Ala")
    answer = ala.send("GET", "/", {"accept-encoding": "identity"})
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    assert "mostek_session" in answer.headers["set-cookie"]
    assert ala.cookies["mostek_session"] not in answer.text
    assert ala.cookies["mostek_csrf"] not in answer.text


def test_it_is_sent_packed(built: House) -> None:
    with built.client.stream("GET", "/", headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert BEGIN.encode() in gzip.decompress(raw)


def test_search_engines_leave_tables_alone(built: House) -> None:
    ala = built.visitor("Ala")
    hidden, public = ala.open(public=False), ala.open()
    tags = [ala.send("GET", f"/t/{table}", {}).headers.get("x-robots-tag") for table in (hidden, public, "nothing")]
    assert tags == ["noindex", "noindex", "noindex"]
