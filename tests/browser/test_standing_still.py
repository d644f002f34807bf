"""Buttons stand still under the finger: nothing that comes by itself moves them, so that no click is lost or goes astray."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, ready_to_lay, until, where
from browser.net import Net
from browser.people import DESK, PHONE
from browser.windows import rest_at_night
from browser.words import Words

SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 768, "height": 1024}
DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "tablet": {"viewport": TABLET, "has_touch": True},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "small phone": {"viewport": SMALL_PHONE, "has_touch": True, "is_mobile": True},
}
_WATCH = """button => {
    const places = (globalThis.placesOfButtons ??= {});
    const seen = (places[button.innerText] = []);
    const look = () => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const place = [left, top, width, height];
        // A pixel is what is lost and won where halves of pixels are drawn; no finger misses a button by it.
        const moved = seen.length === 0 || place.some((at, side) => Math.abs(at - seen[0][side]) > 1);
        if (moved) seen.push(place);
        requestAnimationFrame(look);
    };
    look();
}"""


@dataclass(frozen=True)
class Stillness:
    """Where buttons have been since they are watched, drawing by drawing; one that is replaced is nowhere."""

    watched: tuple[Locator, ...]

    def __post_init__(self) -> None:
        for button in self.watched:
            button.scroll_into_view_if_needed()
        for button in self.watched:
            button.evaluate(_WATCH)

    def holds(self, what: str) -> None:
        """None of them has ever moved."""
        page = self.watched[0].page
        page.wait_for_function(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )
        places: dict[str, list[list[float]]] = page.evaluate("placesOfButtons")
        moved = {name: seen for name, seen in places.items() if len(seen) != 1}
        assert places
        assert not moved, f"{what}: {moved}"


@pytest.mark.parametrize("device", rest_at_night(DEVICES, "small phone"))
def test_while_tiles_are_laid_and_weighed(arrives: Arrival, words: Words, device: str) -> None:
    person = arrives("Ewa", **DEVICES[device])
    net = Net(person)
    table = person.plays_the_bot().stands()
    _, placement, points = ready_to_lay([table], words)
    lay = table.option("Wyłóż płytki")
    still = Stillness((lay, table.option("Spauzuj")))
    net.keep_back("weighed")
    table.puts(placement)
    until(lambda: net.kept() > 0, [table], "nothing is weighed")
    still.holds("tiles were laid")
    net.deliver()
    expect(table.page.get_by_text(f"Razem {points} punkt").first).to_be_attached()
    still.holds("the tiles were weighed")
    table.takes_back()
    expect(lay).to_be_disabled()
    still.holds("the tiles were taken back")


@pytest.mark.parametrize("device", rest_at_night(("desk", "small phone"), "small phone"))
def test_while_others_come_and_go_and_say_something(arrives: Arrival, device: str) -> None:
    people = [arrives(name, **DEVICES[device]) for name in ("Ewa", "Jan")]
    nets = [Net(person) for person in people]
    address = people[0].opens_table(window=None)
    people[1].sits_down(address)
    people[0].comes_to(address)
    tables = [person.table().stands() for person in people]
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    net = nets[tables.index(opponent)]
    still = Stillness((mover.option("Wyłóż płytki"), mover.option("Spauzuj")))
    expect(mover.page.get_by_text(re.compile(r"^\d+ ms$")).first).to_be_visible()
    opponent.opens_tab("Osoby").get_by_role("button", name="Powodzenia").click()
    expect(mover.page.get_by_text(re.compile("^(Ewa|Jan): Powodzenia")).first).to_be_visible()
    still.holds("the opponent says something")
    net.cut()
    net.tear()
    expect(mover.page.get_by_text("bez połączenia")).to_be_visible()
    still.holds("the opponent is gone")
    nets[tables.index(mover)].cut()
    nets[tables.index(mover)].tear()
    expect(mover.page.get_by_text("brak połączenia")).to_be_visible()
    still.holds("the own connection is gone")
    for each in nets:
        each.mend()
    expect(mover.page.get_by_text("bez połączenia")).to_have_count(0, timeout=15_000)
    expect(mover.page.get_by_text("Połączenie wróciło.")).to_have_count(0, timeout=15_000)
    still.holds("everybody is back")


@pytest.mark.parametrize("device", rest_at_night(DEVICES, "small phone"))
def test_while_a_command_is_on_its_way(arrives: Arrival, words: Words, device: str) -> None:
    person = arrives("Ewa", **DEVICES[device])
    net = Net(person)
    table = person.plays_the_bot().stands()
    _, placement, _ = ready_to_lay([table], words)
    table.puts(placement)
    still = Stillness((table.option("Wyłóż płytki"),))
    net.cut()
    table.does("Wyłóż płytki")
    expect(table.turn).to_contain_text("Wysłano: Wyłóż płytki")
    still.holds("the tiles are being laid")
