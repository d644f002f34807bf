"""All that a page writes is written in the font that it brings: on its own pages, on those of tournaments, embedded, offline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, CDPSession, Error, Page

from browser.conftest import Arrival
from browser.games import MY_TURN
from browser.serving import Server
from browser.test_offline import waits_for
from browser.test_public_pages import Director

POSITION = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
OWN = ("/", "/learn", "/words", "/words/cards", "/training", "/puzzles", "/rules", "/about", "/settings", "/class", "/exam",
       "/nowhere", f"/analysis?cgp={quote(POSITION)}")  # fmt: skip
PUBLIC = ("", "/r/2", "/standings", "/crosstable", "/p/1", "/regulation", "/wall", "/wall/prizes")
_STORED = """caches.keys().then(async names => names.length > 0
    && (await (await caches.open(names[0])).keys()).some(({ url }) => url.endsWith(".woff2")))"""


@pytest.fixture(scope="module")
def event(browser: Browser, server: Server) -> Iterator[str]:
    """The id of a tournament in its second round."""
    director = Director.arrives(browser, server.url, "Ewa")
    director.introduce()
    assert isinstance(director, Director)
    id = director.founds()
    director.gives(id, {"type": "pair_round"}, {"type": "start_round"})
    director.enters(id, 1, (412, 388), (350, 377), (420, 300))
    director.gives(id, {"type": "pair_round"}, {"type": "start_round"})
    yield id
    director.leaves()


def test_pages_of_the_program(arrives: Arrival) -> None:
    page = arrives("Ewa").page
    assert strange_fonts(page, OWN) == {}


def test_pages_of_a_tournament(arrives: Arrival, event: str) -> None:
    page = arrives("widz", introduced=False).page
    assert strange_fonts(page, ["/e", *(f"/e/{event}{path}" for path in PUBLIC)]) == {}


def test_a_table_and_the_same_embedded(arrives: Arrival) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    table.prompt.filter(has_text=MY_TURN).wait_for()
    assert fonts_of_the_machine(table.page) == set()
    address = table.page.url.replace("/t/", "/embed/")
    assert strange_fonts(arrives("Jan", introduced=False).page, [address]) == {}


@pytest.mark.service_worker
def test_without_a_network(arrives: Arrival) -> None:
    page = arrives("Ewa", introduced=False).page
    page.goto("/learn")
    waits_for(page, _STORED)
    page.context.set_offline(True)
    page.goto("/learn")
    page.get_by_role("heading", level=1).wait_for()
    assert fonts_of_the_machine(page) == set()


def strange_fonts(page: Page, addresses: Iterable[str]) -> dict[str, set[str]]:
    """The fonts of the machine that each page uses, of those that use any; and each page asks for its font at once."""
    found = {}
    for address in addresses:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        preloaded = page.locator("link[rel=preload][as=font]").get_attribute("href") or ""
        answer = page.request.get(preloaded)
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]
        found[address] = fonts_of_the_machine(page)
    return {address: fonts for address, fonts in found.items() if fonts}


def fonts_of_the_machine(page: Page) -> set[str]:
    """The fonts in which something is drawn although the page does not bring them, each with a tag in which it was seen.

    Fields for the text of files are left out: they are written in the machine's monospaced font.
    """
    page.evaluate("document.fonts.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    nodes = session.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
    drawn = {
        f"{font['familyName']} in <{node['localName']}>": font["isCustomFont"]
        for node in nodes
        if node["nodeType"] == 1 and node["localName"] not in {"textarea", "script", "style", "option"}
        for font in used(session, node["nodeId"])
    }
    session.detach()
    assert any(drawn.values()), "the page brings a font and uses it"
    return {name for name, is_brought in drawn.items() if not is_brought}


def used(session: CDPSession, node: int) -> list[dict[str, Any]]:
    """The fonts in which the text of an element is drawn; none for one that the page has taken away meanwhile."""
    try:
        fonts: list[dict[str, Any]] = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    except Error as error:
        if "Could not find node" not in error.message:
            raise
        return []
    return fonts
