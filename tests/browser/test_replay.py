"""A finished game can be looked at again: racks and scores of each move, by keys, slider, sheet and link, for everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, where
from browser.people import PHONE, Person
from browser.table import Table
from browser.test_accessibility import AXE
from browser.words import Words, across

LAPTOP: ViewportSize = {"width": 1366, "height": 657}
OVER = re.compile("Wygrywa|Remis|wins|draw")


def finished(arrives: Arrival, words: Words, **proposal: object) -> tuple[Person, str, list[str]]:
    """A game of one move and four passes; returns a player, its address, and the rack from which the move was played."""
    ewa, jan = arrives("Ewa"), arrives("Jan")
    address = ewa.opens_table(window=None, **proposal)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    mover = where(tables, MY_TURN)
    rack = sorted(mover.rack())
    mover.lays(across(words.wrong(mover.rack()), "H7"))
    other(tables, mover).records()
    while not OVER.search(tables[0].prompt.inner_text()):
        for table in tables:
            if MY_TURN in table.prompt.inner_text():
                table.passes()
                expect(table.prompt).not_to_contain_text(MY_TURN)
        tables[0].page.wait_for_timeout(100)
    return ewa, address, rack


@pytest.mark.parametrize("size", [pytest.param(LAPTOP, marks=pytest.mark.long), PHONE])
def test_a_finished_game_is_walked_through(arrives: Arrival, words: Words, size: ViewportSize) -> None:
    ewa, address, rack = finished(arrives, words)
    guest = arrives("Ola", introduced=False, viewport=size)
    table = guest.comes_to(f"{address}?move=1").stands()
    replay = guest.page.get_by_role("region", name="Powtórka partii")
    expect(replay.get_by_role("status")).to_contain_text("1. ")
    assert rack in [sorted(one) for one in shown_racks(guest.page)]
    assert len(table.board()) > 0
    # Keys: the beginning, a move on, the end with the final scores.
    guest.page.keyboard.press("Home")
    expect(replay.get_by_role("status")).to_have_text("Początek")
    assert table.board() == {}
    assert {table.score("Ewa"), table.score("Jan")} == {0}
    guest.page.keyboard.press("ArrowRight")
    expect(guest.page).to_have_url(re.compile(r"\?move=1$"))
    running = {table.score("Ewa"), table.score("Jan")}
    assert 0 in running
    assert max(running) > 0
    guest.page.keyboard.press("End")
    expect(replay.get_by_role("status")).to_have_text("Koniec partii")
    expect(guest.page).to_have_url(re.compile(r"/t/[^?]*$"))
    assert {table.score("Ewa"), table.score("Jan")} != running
    # The slider.
    slider = replay.get_by_role("slider")
    slider.fill("2")
    expect(replay.get_by_role("status")).to_contain_text("2. ")
    # A row of the sheet leads to its move, and the board stays in view.
    table.opens_tab("Zapis").get_by_role("button", name="Pokaż ruch 3").click()
    expect(replay.get_by_role("status")).to_contain_text("3. ")
    assert_in_view(guest.page, table)
    ewa.page.goto(guest.page.url)
    expect(ewa.page.get_by_role("region", name="Powtórka partii").get_by_role("status")).to_contain_text("3. ")
    broken = AXE.run(guest.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert not broken


@pytest.mark.long
def test_a_link_to_a_move_is_copied_in_english(arrives: Arrival, words: Words) -> None:
    _, address, _ = finished(arrives, words)
    guest = arrives("Ola", introduced=False, locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    guest.page.goto(f"{address}?move=1")
    replay = guest.page.get_by_role("region", name="Replay of the game")
    expect(replay.get_by_role("status")).to_contain_text("1. ")
    replay.get_by_role("button", name="Copy link").click()
    expect(guest.page.get_by_text("copied")).to_be_visible()
    assert guest.page.evaluate("navigator.clipboard.readText()") == f"{guest.url}{address}?move=1"


@pytest.mark.long
def test_an_embedded_game_waits_and_is_replayed(arrives: Arrival, words: Words) -> None:
    host = arrives("Ewa")
    address = host.opens_table()
    guest = arrives("Ola", introduced=False, viewport=PHONE)
    guest.page.goto(address.replace("/t/", "/embed/"))
    expect(guest.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    expect(guest.page.get_by_text("Ewa – wolne miejsce")).to_be_visible()
    arrives("Jan").sits_down(address)
    expect(guest.page.get_by_role("grid")).to_be_visible(timeout=15_000)
    _, over, rack = finished(arrives, words)
    guest.page.goto(f"{over.replace('/t/', '/embed/')}?move=1")
    expect(guest.page.get_by_role("region", name="Powtórka partii").get_by_role("status")).to_contain_text("1. ")
    assert rack in [sorted(one) for one in shown_racks(guest.page)]


def shown_racks(page: Page) -> list[list[str]]:
    """The faces on the racks beside the replayed board, by seat."""
    sign = "tile => tile.querySelector('.letter')?.dataset.sign || '?'"
    signs = f"racks => racks.map(rack => [...rack.querySelectorAll('.tile')].map({sign}))"
    found: list[list[str]] = page.locator("dl dd").evaluate_all(signs)
    return found


def assert_in_view(page: Page, table: Table) -> None:
    """The whole board lies within the window."""
    box, size = table.grid.bounding_box(), page.viewport_size
    assert box
    assert size
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]
