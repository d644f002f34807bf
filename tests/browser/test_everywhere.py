"""Lobby, waiting room, help and cards on every size of screen: axe finds nothing, and what is needed is in reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, where
from browser.test_accessibility import broken_on
from browser.test_cards import card, two
from browser.windows import SIZES, drawn
from browser.words import Words, across

_IN_WINDOW = """element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def everywhere(page: Page, what: str, holds: Callable[[], None] | None = None) -> None:
    """Ask axe at every size, and look at what has to hold there."""
    for name, size in SIZES.items():
        broken = broken_on(page, size, "light", {"resultTypes": ["violations"]})
        assert not broken, f"{what}, {name}: {broken}"
        across = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert across <= 0, f"{what}, {name}: {across} px too wide"
        if holds:
            drawn(page)
            holds()


@pytest.mark.long
def test_the_lobby_a_new_game_and_the_waiting_room(arrives: Arrival) -> None:
    host = arrives("Ewa")
    address = host.opens_table(rulebook="pfs", millis=20 * 60 * 1000)
    page = host.page
    page.reload()
    expect(page.get_by_role("region", name="Moje partie")).to_be_visible()
    everywhere(page, "the lobby")
    page.get_by_role("button", name="Nowa partia").click()
    expect(
        page.get_by_label("Kto sędziuje, widzi stojaki").or_(page.get_by_text("Liczba graczy")).first
    ).to_be_visible()
    everywhere(page, "a new game")
    page.goto(address)
    expect(page.get_by_role("button", name="Usuń stół")).to_be_visible()
    everywhere(page, "the waiting room")


@pytest.mark.long
def test_the_help_of_keys(arrives: Arrival) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    page = table.page
    for size in SIZES.values():
        page.set_viewport_size(size)
        table.prompt.focus()
        page.keyboard.press("?")
        help = page.get_by_role("dialog", name="Pomoc i skróty")
        expect(help).to_be_visible()
        assert help.evaluate(_IN_WINDOW)
        close = help.get_by_role("button", name="Zamknij")
        expect(close).to_be_focused()
        keys = help.get_by_role("rowheader").all_inner_texts()
        assert {"?", "F2", "F4", "F8", "F9", "← → Home End"} <= set(keys)
        last = help.get_by_role("checkbox").last
        last.focus()
        assert last.evaluate(_IN_WINDOW), "what stands below is scrolled to"
        page.keyboard.press("Escape")
        expect(help).to_be_hidden()
    page.keyboard.press("?")
    everywhere(page, "the help")


@pytest.mark.long
def test_cards(arrives: Arrival, words: Words) -> None:
    _, tables = two(arrives, rulebook="pfs", millis=20 * 60 * 1000)
    mover = where(tables, MY_TURN)
    mover.lays(across(words.wrong(mover.rack()), "H7"))
    other(tables, mover).challenges()
    told = card(mover)

    def holds() -> None:
        assert told.evaluate(_IN_WINDOW)
        assert told.get_by_role("button", name="Przeczytane").evaluate(_IN_WINDOW)

    expect(told).to_be_visible()
    everywhere(mover.page, "the card of a lost move", holds)
