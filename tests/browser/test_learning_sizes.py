"""Pages of learning on every screen: the board and what one acts with stand in the window together."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.test_accessibility import broken_on
from browser.test_every_page import POSITION
from browser.test_puzzles import plain
from browser.test_review import given
from browser.windows import LETTER, ROWS, SIZES, beyond, letter_sizes, resized, rows_seen, seen
from mostek.features.puzzles.model import Theme

LOW = ("phone held sideways", "laptop enlarged twice", "laptop")
"""Windows that are wider than high: there the board does not stand over what is read."""


def hidden(page: Page, main_button: str) -> list[str]:
    """What of board, rack and main button is not seen whole at once."""
    rack = page.get_by_role("group", name="Stojak")
    parts = {"rack": rack, main_button: page.get_by_role("button", name=main_button, exact=True)}
    rows = rows_seen(page)
    missing = [] if rows == ROWS else [f"{rows} rows"]
    missing += [name for name, part in parts.items() if not seen(part)]
    tiles = rack.get_by_role("button").all()
    assert len(tiles) == 7
    return missing + ["tiles"] * (not all(seen(tile) for tile in tiles))


def test_a_training_game_shows_board_rack_and_main_button_together(arrives: Arrival) -> None:
    page = arrives("Ala", has_touch=True).page
    page.goto("/training")
    level = page.get_by_label("Silnik gra")
    level.select_option(label="Klubowicz")
    expect(level).to_have_accessible_description(re.compile("Zna większość pospolitych słów"))
    page.get_by_label("Kto zaczyna").select_option("other")
    page.get_by_role("button", name="Zacznij partię").dblclick()  # the second press begins the game again
    expect(page.get_by_text("Twoja kolej")).to_be_visible(timeout=120_000)
    for name, size in SIZES.items():
        resized(page, size)
        assert not hidden(page, "Zagraj te płytki"), name
        across, down = beyond(page)
        assert across <= 0, name
        assert down <= 0, name
        assert min(letter_sizes(page), default=LETTER) >= LETTER, name
        moves = page.locator(".moves li").first
        if not moves.is_visible():
            page.get_by_role("button", name="Ruchy").click()
            assert seen(moves), name
            page.get_by_role("button", name="Plansza", exact=True).click()
        assert seen(moves) or rows_seen(page) == ROWS, name
        assert not broken_on(page, size, "light", {"resultTypes": ["violations"]}), name


def test_a_puzzle_shows_board_rack_and_main_button_together(arrives: Arrival) -> None:
    page = arrives("Ala", has_touch=True).page
    page.goto(f"/puzzles/{plain(Theme.BINGO).id}")
    expect(page.get_by_role("button", name="Odpowiedz")).to_be_visible()
    for name, size in SIZES.items():
        resized(page, size)
        assert not hidden(page, "Odpowiedz"), name
        assert beyond(page)[0] <= 0, name
        assert not broken_on(page, size, "light", {"resultTypes": ["violations"]}), name


def test_analysis_shows_the_board_beside_the_best_move(arrives: Arrival) -> None:
    page = arrives("Ala").page
    page.goto(f"/analysis?cgp={POSITION}")
    best = page.locator("tbody tr").first
    expect(best).to_be_visible(timeout=60_000)
    for name in LOW:
        resized(page, SIZES[name])
        assert rows_seen(page) == ROWS, name
        # In a window of 328 pixels rack, buttons and list need more height than it has; the board stays while the list scrolls.
        if not seen(best):
            best.scroll_into_view_if_needed()
            assert seen(best), name
            assert rows_seen(page) == ROWS, name
        assert not broken_on(page, SIZES[name], "light", {"resultTypes": ["violations"]}), name


def test_a_review_shows_the_board_with_its_buttons_and_the_verdict(arrives: Arrival) -> None:
    page = arrives("Ala").page
    given(page)
    verdict = page.get_by_role("region", name="Oceniany ruch").get_by_role("heading").first
    for name in LOW:
        resized(page, SIZES[name])
        assert rows_seen(page) == ROWS, name
        for button in ("Następny ruch", "Połóż najlepszy"):
            assert seen(page.get_by_role("button", name=button)), name
        assert seen(verdict), name
