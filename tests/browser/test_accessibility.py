"""No page and no phase of the table breaks a rule of accessibility that a program can see; light and dark, large and small."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, set_up, where
from browser.people import DESK, PHONE
from browser.words import Words, across

AXE = Axe()
_OF_SIZE_AND_COLOUR = ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block"]
NARROW: ViewportSize = {"width": 320, "height": 640}
"""What a page is wide that is enlarged four times on a usual screen (WCAG 1.4.10)."""

LARGER = ((390, 844), (768, 1024))
"""Screens of phones and tablets with more room than the smallest."""


@pytest.mark.long
def test_pages(arrives: Arrival) -> None:
    newcomer = arrives("Jan", introduced=False).page
    newcomer.goto("/")
    expect(newcomer.get_by_label("Imię lub pseudonim")).to_be_visible()
    check(newcomer, "the lobby for a newcomer")
    person = arrives("Ewa")
    person.opens_table(seats=3)
    page = person.page
    page.reload()
    expect(page.get_by_role("region", name="Moje partie")).to_be_visible()
    check(page, "the lobby with a table")
    page.get_by_role("button", name="Nowa partia").click()
    expect(page.get_by_role("dialog").get_by_text("Liczba graczy")).to_be_visible()
    check(page, "a new game")
    for path in ("/rules", "/rules/gen", "/account", "/about", "/nothing-here"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        check(page, path)


def test_phases_of_the_table(arrives: Arrival, words: Words) -> None:
    ewa, jan, ola = arrives("Ewa"), arrives("Jan"), arrives("Ola")
    address = ewa.opens_table(rulebook="pfs", window=None, millis=20 * 60 * 1000)
    ewa.page.goto(address)
    expect(ewa.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    check(ewa.page, "waiting")
    ewa.page.get_by_role("button", name="Zaproś").click()
    expect(ewa.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    check(ewa.page, "an invitation")
    ewa.page.keyboard.press("Escape")
    jan.sits_down(address)
    tables = [ewa.table().stands(), jan.table().stands()]
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    mover.puts(across(words.wrong(mover.rack()), "H7"))
    check(mover.page, "tentative tiles")
    mover.does("Wyłóż płytki")
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    check(opponent.page, "laid")
    opponent.does("Poproś o sprawdzenie")
    check(opponent.page, "asking for words")
    opponent.confirms("Poproś o sprawdzenie")
    mover = where(tables, MY_TURN)
    mover.does("Wymień płytki")
    mover.rack_tiles.first.click()
    check(mover.page, "an exchange")
    for tab in ("Ruchy", "Wykreślanka", "Przebieg", "Osoby", "Notatki", "Protokół", "Więcej"):
        mover.opens_tab(tab)
        check(mover.page, tab, both=False)
    mover.does("Anuluj")
    mover.does("Dlaczego czegoś nie mogę?")
    expect(mover.page.get_by_role("dialog").get_by_role("term").first).to_be_visible()
    check(mover.page, "what may not be done")
    watched = ola.comes_to(address).stands()
    check(watched.page, "watching")
    watched.page.goto(address.replace("/t/", "/embed/"))
    expect(watched.page.get_by_role("grid")).to_be_visible()
    check(watched.page, "embedded", both=False)


@pytest.mark.long
def test_after_the_flag_fell(arrives: Arrival, words: Words) -> None:
    ewa, jan = arrives("Ewa"), arrives("Jan")
    address = ewa.opens_table(rulebook="pfs", window=None, millis=10_000)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    late = where(tables, MY_TURN)
    alone = other(tables, late)
    expect(alone.prompt).to_contain_text(MY_TURN, timeout=30_000)
    expect(late.page.get_by_text("chorągiewka", exact=True)).to_be_visible()
    check(late.page, "the own flag fell")
    check(alone.page, "the other's flag fell")


@pytest.mark.long
def test_after_a_challenge_in_english(arrives: Arrival, words: Words) -> None:
    ewa, jan = arrives("Ewa"), arrives("Jan")
    address = ewa.opens_table(rulebook="pfs", window=None, steps="by_hand", millis=20 * 60 * 1000)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    mover = set_up(tables)
    opponent = other(tables, mover)
    mover.lays(across(words.wrong(mover.rack()), "H7"))
    mover.announces(7)
    opponent.challenges()
    expect(opponent.prompt).to_contain_text("Ruch niepoprawny.")
    for table in (mover, opponent):
        table.page.get_by_role("button", name="English").click()
        expect(table.page.locator("html")).to_have_attribute("lang", "en")
        check(table.page, "after a challenge")
        check_in_the_dark(table.page, "after a challenge")


def test_over(arrives: Arrival) -> None:
    ewa, jan = arrives("Ewa"), arrives("Jan")
    address = ewa.opens_table(window=None)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    over = re.compile("Wygrywa|Remis")
    while not over.search(tables[0].prompt.inner_text()):
        for table in tables:
            if MY_TURN in table.prompt.inner_text():
                table.passes()
                expect(table.prompt).not_to_contain_text(MY_TURN)
        tables[0].page.wait_for_timeout(100)
    check(ewa.page, "over")


def test_large_text_and_little_room(arrives: Arrival) -> None:
    person = arrives("Ewa")
    check_fits(person.page, "the lobby")
    table = person.plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    check_fits(table.page, "the table")
    expect(table.option("Wyłóż płytki")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), *(pytest.param(each, marks=pytest.mark.long) for each in LARGER)])
def test_the_whole_board_is_seen_above_rack_and_buttons(arrives: Arrival, size: tuple[int, int]) -> None:
    device: ViewportSize = {"width": size[0], "height": size[1]}
    table = arrives("Ewa", viewport=device, has_touch=True, is_mobile=True).plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    board, rack, pause = (part.bounding_box() for part in (table.grid, table.rack_tiles.first, table.option("Spauzuj")))
    assert board
    assert rack
    assert pause
    assert board["y"] + board["height"] <= rack["y"]
    assert pause["y"] + pause["height"] <= size[1]


def test_nothing_moves_for_who_does_not_want_it(arrives: Arrival) -> None:
    table = arrives("Ewa", reduced_motion="reduce").plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    table.page.get_by_role("button", name="Pomieszaj").click()
    moving = "document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 20).length"
    assert table.page.evaluate(moving) == 0


def check(page: Page, what: str, both: bool = True) -> None:
    """Ask axe, on a desk in the light; then on a phone in the dark what size and colours can break."""
    broken = broken_on(page, DESK, "light", {"resultTypes": ["violations"]})
    if both:
        broken += broken_on(page, PHONE, "dark", {"runOnly": _OF_SIZE_AND_COLOUR})
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
    assert not broken, f"{what}: {broken}"


def check_in_the_dark(page: Page, what: str) -> None:
    """Ask axe everything on a desk in the dark, too."""
    broken = broken_on(page, DESK, "dark", {"resultTypes": ["violations"]})
    page.emulate_media(color_scheme="light")
    assert not broken, f"{what}: {broken}"


def broken_on(
    page: Page, size: ViewportSize, colours: Literal["light", "dark"], options: dict[str, list[str]]
) -> list[str]:
    """The rules that are broken, with the parts of the page that break them."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=colours)
    found = AXE.run(page, options=options).response["violations"]
    return [f"{colours}, {size['width']}: {rule['id']} {node['target']}" for rule in found for node in rule["nodes"]]


def check_fits(page: Page, what: str) -> None:
    """Nothing is to be scrolled sideways: with text of twice its size, and on the narrowest page."""
    for size, scale in ((DESK, 200), (PHONE, 200), (NARROW, 100)):
        page.set_viewport_size(size)
        page.evaluate(f"document.documentElement.style.fontSize = '{scale}%'")
        page.wait_for_timeout(150)
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, f"{what} at {size['width']} px and {scale} % is {beyond} px too wide"
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(DESK)
