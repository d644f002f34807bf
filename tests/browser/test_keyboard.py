"""The beginning of a game without a mouse, as somebody plays who hears the page: by keys, and by what is told."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN
from browser.keyboard import lays_by_keys, says_a_name, tab_to
from browser.table import Table
from browser.words import Words

BOT = "Początkujący"
"""The bot that a newcomer meets."""


def test_a_game_against_the_bot(arrives: Arrival, words: Words) -> None:
    person = arrives("Ewa", introduced=False)
    page = person.page
    says_a_name(page, "Ewa")
    expect(page.get_by_role("heading", level=1, name="Dzień dobry, Ewa")).to_be_visible()
    tab_to(page, "button", "Zagraj z botem")
    page.keyboard.press("Enter")
    table = person.table().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    if found := words.best(table.board(), table.rack()):
        lays_by_keys(table, *found)
    else:
        exchanges_by_keys(table)
    expect(table.spoken).to_contain_text(
        re.compile(rf"{BOT}: [A-ZĄĆĘŁŃÓŚŹŻ]+.* (poziomo|pionowo), \d+ punkt"), timeout=30_000
    )
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    hears_how_things_stand(table)
    exchanges_by_keys(table)
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)


def test_polish_letters_without_a_polish_layout(arrives: Arrival) -> None:
    table = arrives("Ola").plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    cell = table.square("A1")
    cell.click()
    told = table.page.get_by_text(re.compile("^Na stojaku nie ma"))
    for letter, keys in {"Ź": "Alt+x", "Ż": "Alt+z", "Ł": "Alt+l"}.items():
        before = len(table.rack())
        table.page.keyboard.press(keys)
        laid = len(table.rack()) < before
        spoken = {"Ź": "Ź z kreską", "Ż": "Ż z kropką"}.get(letter, letter)
        if laid:
            assert letter in {tile.upper() for tile in table.board().values()}
        else:
            expect(told).to_have_text(re.compile(f"Na stojaku nie ma.*{spoken}"))


def hears_how_things_stand(table: Table) -> None:
    """F4 tells the scores, F9 the last move; told texts change."""
    table.page.keyboard.press("F4")
    expect(table.spoken).to_contain_text(re.compile(rf"Ewa.*\d+.*{BOT}.*\d+"))
    table.page.keyboard.press("F9")
    expect(table.spoken).to_contain_text(BOT)


def exchanges_by_keys(table: Table) -> None:
    """F2 comes to the actions; the exchange is opened, a tile chosen with Space, and given with Enter."""
    page = table.page
    page.keyboard.press("F2")
    tab_to(page, "button", "Wymień płytki")
    page.keyboard.press("Enter")
    table.rack_tiles.first.focus()
    page.keyboard.press("Space")
    expect(table.turn).to_contain_text("Zaznaczono: 1")
    before = table.rack()
    page.keyboard.press("F2")
    tab_to(page, "button", "Wymień płytki")
    page.keyboard.press("Enter")
    expect(table.prompt).not_to_contain_text(MY_TURN)
    assert len(before) == 7
