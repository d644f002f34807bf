"""The first view is light: what a phone must fetch before the lobby stands, packed as it is sent."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import CDPSession, expect

from browser.conftest import Arrival
from browser.people import PHONE, Person

LIMIT = 150_000
"""In bytes, as sent."""
_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""A phone in a slow net: 1.6 Mbit/s down, 150 ms there and back."""


def test_the_lobby_is_light(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False, viewport=PHONE, is_mobile=True, has_touch=True)
    sent = counted(person)
    started = time.monotonic()
    person.page.goto("/")
    expect(person.page.get_by_label("Imię lub pseudonim")).to_be_visible()
    took = time.monotonic() - started
    person.page.wait_for_load_state("networkidle")
    print(
        f"\nfirst view: {sum(sent.values())} bytes in {len(sent)} answers, ready after {took:.2f} s on a throttled phone"
    )
    assert 0 < sum(sent.values()) < LIMIT, sent


def test_the_table_is_light(arrives: Arrival) -> None:
    address = arrives("Ewa").opens_table(seats=2, bots=["static"])
    person = arrives("Jan", introduced=False, viewport=PHONE, is_mobile=True, has_touch=True)
    sent = counted(person)
    started = time.monotonic()
    person.page.goto(f"{person.url}{address}")
    person.table().stands()
    took = time.monotonic() - started
    print(f"\ntable: {sum(sent.values())} bytes in {len(sent)} answers, ready after {took:.2f} s on a throttled phone")
    assert 0 < sum(sent.values()) < LIMIT, sent


def test_what_is_sent_is_packed(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False)
    packed: dict[str, str] = {}
    person.page.on("response", lambda answer: packed.update({answer.url: answer.headers.get("content-encoding", "")}))
    person.page.goto("/")
    person.page.wait_for_load_state("networkidle")
    texts = {url: how for url, how in packed.items() if url.endswith((".js", ".css")) or url == f"{person.url}/"}
    assert len(texts) > 2
    assert all(how in ("gzip", "br", "zstd") for how in texts.values()), texts


def counted(person: Person) -> dict[str, int]:
    """Bytes by request, as they go over the net, from now on and without anything kept before, on a slow phone."""
    session: CDPSession = person.context.new_cdp_session(person.page)
    sent: dict[str, int] = {}

    def finished(event: dict[str, Any]) -> None:
        sent[event["requestId"]] = int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", _SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return sent
