"""The first view is light: how much a phone fetches before lobby or table stands, packed as it is sent, and how often it asks."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from browser.conftest import Arrival
from browser.people import PHONE, Person

pytestmark = pytest.mark.service_worker

LIMIT = 146_000
"""In bytes, as sent; of fonts, which are fetched once for years, that much more."""
FONTS = 40_000
_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""A phone in a slow net: 1.6 Mbit/s down, 150 ms there and back."""


def test_the_lobby_is_light(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False, viewport=PHONE, is_mobile=True, has_touch=True)
    sent, fonts, unnamed = first_view(person, "/", person.page.get_by_label("Imię lub pseudonim"))
    assert 0 < sent < LIMIT
    assert 0 < fonts < FONTS
    lists = {"/api/tables", "/api/running-tournaments"}  # both arrive while the person reads; neither holds the view up
    assert unnamed <= lists, "what the first view needs is told in the page or named there; the list is renewed"


def test_the_table_is_light(arrives: Arrival) -> None:
    address = arrives("Ewa").opens_table(seats=2, bots=["static"])
    person = arrives("Jan", introduced=False, viewport=PHONE, is_mobile=True, has_touch=True)
    sent, fonts, unnamed = first_view(person, address, person.table().grid)
    assert 0 < sent < LIMIT
    assert 0 < fonts < FONTS
    below = ("/Panels-", "/Tabs-")  # the tabs of the panels; the desk of a tournament has some, too
    assert {path for path in unnamed if not any(name in path for name in below)} == set(), (
        "only what lies below the board may come later"
    )


def test_what_is_sent_is_packed(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False)
    packed: dict[str, str] = {}
    person.page.on("response", lambda answer: packed.update({answer.url: answer.headers.get("content-encoding", "")}))
    person.page.goto("/")
    person.page.wait_for_load_state("networkidle")
    texts = {url: how for url, how in packed.items() if url.endswith((".js", ".css")) or url == f"{person.url}/"}
    assert len(texts) > 2
    assert all(how in ("gzip", "br", "zstd") for how in texts.values()), texts


def first_view(person: Person, address: str, ready: Locator) -> tuple[int, int, set[str]]:
    """How many bytes come over the net, without the fonts and of the fonts, and what is asked for beyond what the page names.

    Each of those waits for an answer before it can be asked for: with them a phone in a slow net waits once more.
    """
    sent, asked = counted(person)
    started = time.monotonic()
    person.page.goto(f"{person.url}{address}")
    expect(ready).to_be_visible(timeout=30_000)
    took, soon = time.monotonic() - started, list(asked.values())
    html = person.asks("GET", address)
    person.page.wait_for_load_state("networkidle")
    fonts = sum(size for request, size in sent.items() if asked[request].endswith(".woff2"))
    rest = sum(sent.values()) - fonts
    print(f"\n{address}: {rest} bytes and {fonts} of fonts, ready after {took:.2f} s on a throttled phone")
    paths = {urlsplit(url).path for url in soon}
    return rest, fonts, {path for path in paths if path.startswith(("/api/", "/assets/")) and path not in html}


def counted(person: Person) -> tuple[dict[str, int], dict[str, str]]:
    """Bytes and addresses by request, as they go over the net; from now on, without anything kept before, on a slow phone."""
    session: CDPSession = person.context.new_cdp_session(person.page)
    sent: dict[str, int] = {}
    asked: dict[str, str] = {}

    def finished(event: dict[str, Any]) -> None:
        sent[event["requestId"]] = int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    session.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", _SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return sent, asked
